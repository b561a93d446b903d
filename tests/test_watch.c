/* test_watch.c - how the first process of a recording has ended, whatever the order of its files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "launch/watch.h"
#include "record/recording.h"

enum { FIRST = INT32_MAX - 1, OTHER = INT32_MAX - 2 };	/* numbers that no process has */

/* Writes the file PATH of process PID, which was begun at START and has ended as ENDED says. */
static void
write_recording(const char *path, uint32_t pid, uint64_t start, uint32_t ended)
{
	struct rec_head h = { .magic = REC_MAGIC, .order = REC_ORDER, .pid = pid, .start = start };
	struct rec_control c = { .ended = ended };
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, &h, sizeof(h), 0), sizeof(h));
	assert_int_equal(pwrite(fd, &c, sizeof(c), REC_PAGE), sizeof(c));
	assert_int_equal(close(fd), 0);
}

/* The first process executes another program, which exits.  A child of the first process has ended
 * before. */
static void
test_order(void **state)
{
	static const size_t orders[][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 },
		{ 2, 0, 1 }, { 2, 1, 0 } };
	const char *const names[] = { "a.gprec", "b.gprec", "c.gprec" };
	struct recorded_source source = { .is_directory = true };
	size_t source_of[3] = { 0 };
	char folder[] = "/tmp/gprowse-XXXXXX";
	struct watch w;

	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	write_recording(names[0], FIRST, 1, REC_GONE);
	write_recording(names[1], OTHER, 5, REC_GONE);
	write_recording(names[2], FIRST, 10, REC_EXITED);
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		const char *paths[3];
		const struct recorded_files files = { .sources = &source, .nsources = 1,
			.paths = paths, .source_of = source_of, .n = 3 };

		for (size_t k = 0; k < 3; k++)
			paths[k] = names[orders[i][k]];
		watch_files(&w, &files, NULL);
		assert_int_equal(w.end, WATCH_EXITED);
		assert_int_equal(w.pid, FIRST);
		assert_int_equal(w.running, 0);
	}
	for (size_t k = 0; k < 3; k++)
		assert_int_equal(unlink(names[k]), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}
