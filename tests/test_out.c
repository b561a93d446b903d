/* test_out.c - buffered text output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

#include "export/svg.h"
#include "io/out.h"

/* Returns a descriptor of a new file that is already unlinked. */
static int
scratch_file(void)
{
	FILE *file = tmpfile();
	int fd;

	assert_non_null(file);
	fd = dup(fileno(file));
	fclose(file);
	return fd;
}

/* Returns the contents of the file FD, and closes it. */
static char *
written_text(int fd, size_t *size)
{
	off_t end = lseek(fd, 0, SEEK_END);
	char *text = malloc((size_t)end + 1);

	assert_non_null(text);
	*size = (size_t)pread(fd, text, (size_t)end, 0);
	assert_int_equal(*size, end);
	text[end] = '\0';
	close(fd);
	return text;
}

/* Returns the next pseudo-random number. */
static uint64_t
random_number(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 11;
}

/* Numbers are written as printf() writes them, even if they are nearly halfway between two decimal
 * results. */
static void
test_figures_equal_printf(void **state)
{
	static const double odd[] = { 0, -0.0, 0.005, 0.015, 0.125, 0.375, 2.675, 1.005, 0.25, 0.05,
		0.15, 99.995, 100, 1e9, 1e9 - 0.005, 999999999.994999, 1e15, 1e300, -1.5, -0.001,
		INFINITY, -INFINITY };
	size_t nodd = sizeof(odd) / sizeof(*odd), size, n = 0;
	char *want = malloc(4 << 20), *got;
	uint64_t seed = 1;
	int fd = scratch_file();
	struct out o;

	(void)state;
	out_open(&o, fd);
	for (size_t i = 0; i < 20000 + nodd; i++) {
		double x = i < nodd ? odd[i] : (double)(random_number(&seed) % 1000000) / 1000;
		int width = (int)(random_number(&seed) % 12), decimals = 1 + (int)(i & 1);
		uint64_t count = random_number(&seed) >> (random_number(&seed) % 53);

		if (i % 3 == 2)
			x = (double)random_number(&seed) / (double)(random_number(&seed) >> 20);
		out_fixed(&o, width, decimals, x);
		out_fixed(&o, width, 3 - decimals, x);
		out_count(&o, -width, count);
		out_text(&o, "|");
		out_count(&o, width, count);
		out_text(&o, "\n");
		n += (size_t)sprintf(want + n, "%*.*f%*.*f%-*" PRIu64 "|%*" PRIu64 "\n",
			width, decimals, x, width, 3 - decimals, x, width, count, width, count);
	}
	assert_true(out_close(&o));
	got = written_text(fd, &size);
	assert_string_equal(got, want);
	free(got);
	free(want);
}

static void
test_cells_are_padded_and_cut(void **state)
{
	int fd = scratch_file();
	struct out o;
	size_t size;
	char *got;

	(void)state;
	out_open(&o, fd);
	out_cell(&o, 6, "abc");
	out_cell(&o, -6, "abc");
	out_cell(&o, 6, "abcdefgh");
	out_blanks(&o, 2);
	out_name(&o, "a\033[m\n");
	assert_true(out_close(&o));
	got = written_text(fd, &size);
	assert_string_equal(got, "   abcabc   abcdef  a\033[m\n");
	free(got);
}

/* On a terminal, control characters are written in a visible form. */
static void
test_controls_are_text_on_a_terminal(void **state)
{
	int fd = scratch_file();
	struct out o;
	size_t size;
	char *got;

	(void)state;
	out_open(&o, fd);
	o.visible = true;
	out_name(&o, "a\033[m\n\177");
	out_name(&o, "\x9b" "z");
	out_cell(&o, 6, "ab\007c");
	assert_true(out_close(&o));
	got = written_text(fd, &size);
	assert_string_equal(got, "a^[[m^J^?<9b>z  ab^Gc");
	free(got);
}

/* Collected text stays in memory, however long it is.  Setting its size to 0 empties it. */
static void
test_collected_output_stays_in_memory(void **state)
{
	enum { TIMES = 100000 };
	int fd = scratch_file();
	struct out o, text;
	size_t size;

	(void)state;
	out_open(&o, fd);
	out_collect(&text, &o);
	for (int i = 0; i < TIMES; i++) {
		out_count(&text, 7, (uint64_t)i);
		out_text(&text, "\n");
	}
	assert_int_equal(text.used, 8 * TIMES);
	for (size_t i = 0; i < TIMES; i++)
		assert_int_equal(strtoul(text.bytes + 8 * i, NULL, 10), i);
	text.used = 0;
	out_text(&text, "again");
	out_bytes(&o, text.bytes, text.used);
	assert_true(out_close(&text));
	assert_true(out_close(&o));
	free(written_text(dup(fd), &size));
	assert_int_equal(size, 5);
	close(fd);
}

/* Output larger than the buffer arrives complete, whether it is written in small or in large
 * parts. */
static void
test_large_outputs_are_whole(void **state)
{
	size_t large = 3 << 20, size;
	char *text = malloc(large), *got;
	int fd = scratch_file();
	struct out o;

	(void)state;
	for (size_t i = 0; i < large; i++)
		text[i] = (char)('a' + i % 26);
	out_open(&o, fd);
	for (size_t at = 0; at < large / 3; at += 7)
		out_bytes(&o, text + at, at + 7 <= large / 3 ? 7 : large / 3 - at);
	out_bytes(&o, text + large / 3, large - large / 3);
	assert_true(out_close(&o));
	got = written_text(fd, &size);
	assert_int_equal(size, large);
	assert_memory_equal(got, text, large);
	free(got);
	free(text);
}

static void
test_full_disk_is_an_error(void **state)
{
	int fd = open("/dev/full", O_WRONLY);
	struct out o;

	(void)state;
	if (fd < 0)
		skip();
	out_open(&o, fd);
	out_blanks(&o, 1 << 20);
	assert_int_equal(o.error, ENOSPC);
	assert_false(out_close(&o));
	assert_int_equal(errno, ENOSPC);
	close(fd);
}

static int narrow[2];			/* descriptors of a pipe */
static volatile unsigned ninterrupts;
static char drained[3 << 20];
static volatile size_t ndrained;

/* Makes SIGALRM come once, after two milliseconds.  The signal is not repeated, so that a slow
 * machine makes progress. */
static void
set_alarm(void)
{
	const struct itimerval once = { { 0, 0 }, { 0, 2000 } };

	(void)setitimer(ITIMER_REAL, &once, NULL);
}

/* On every third call, reads all that is in the pipe.  On other calls, reads nothing, so that the
 * signal interrupts a write that has written nothing. */
static void
drain_pipe(void)
{
	ssize_t n;

	if (++ninterrupts % 3 == 0
	    && (n = read(narrow[0], drained + ndrained, sizeof(drained) - ndrained)) > 0)
		ndrained += (size_t)n;
}

static void
on_alarm(int number)
{
	(void)number;
	drain_pipe();
	set_alarm();
}

/* Signals interrupt writes to a full pipe.  Nothing is lost, and nothing is written twice. */
static void
test_signals_lose_nothing(void **state)
{
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };
	struct sigaction action = { .sa_handler = on_alarm };
	struct out o;

	(void)state;
	assert_int_equal(pipe(narrow), 0);
	assert_int_equal(fcntl(narrow[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	out_open(&o, narrow[1]);
	set_alarm();
	for (uint64_t i = 0; i < 100000; i++)
		out_count(&o, 10, i);
	assert_true(out_close(&o));
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	action.sa_handler = SIG_IGN;
	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	for (int i = 0; i < 100; i++)
		drain_pipe();
	assert_int_equal(ndrained, 1000000);
	for (unsigned i = 0; i < 100000; i++) {
		char number[16];

		snprintf(number, sizeof(number), "%10u", i);
		assert_memory_equal(drained + 10 * (size_t)i, number, 10);
	}
	close(narrow[0]);
	close(narrow[1]);
}

/* Numbers of pixels in SVG, also those that only a damaged profile could cause. */
static void
test_numbers_in_svg(void **state)
{
	static const struct {
		double x;
		const char *text;
	} cases[] = { { 0, "0" }, { 12.5, "12.5" }, { 3.999, "4" }, { -0.25, "-0.25" },
		{ 1200, "1200" }, { 1e300, "1000000000" }, { -1e300, "-1000000000" },
		{ (double)INFINITY, "0" }, { (double)NAN, "0" } };
	struct out to = { 0 }, o;

	(void)state;
	out_collect(&o, &to);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		o.used = 0;
		svg_number(&o, cases[i].x);
		assert_int_equal(o.used, strlen(cases[i].text));
		assert_memory_equal(o.bytes, cases[i].text, o.used);
	}
	out_close(&o);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures_equal_printf),
		cmocka_unit_test(test_cells_are_padded_and_cut),
		cmocka_unit_test(test_controls_are_text_on_a_terminal),
		cmocka_unit_test(test_collected_output_stays_in_memory),
		cmocka_unit_test(test_large_outputs_are_whole),
		cmocka_unit_test(test_full_disk_is_an_error),
		cmocka_unit_test(test_signals_lose_nothing),
		cmocka_unit_test(test_numbers_in_svg),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
