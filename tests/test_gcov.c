/* test_gcov.c - execution counts, from a gcov that is a script of the test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "make_elf.h"
#include "source/gcov.h"

static char place[] = "/tmp/test_gcov.XXXXXX";

static struct stop stop;

/* In milliseconds.  Not static, because clang takes poll() for an inline function of <poll.h>. */
long pause_after_poll;

/* Replaces poll() of libc, for one descriptor that is read, and then waits for
 * pause_after_poll. */
int
poll(struct pollfd *fds, nfds_t n, int milliseconds)
{
	const struct timespec limit = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
	const struct timespec rest = { 0, pause_after_poll * 1000000 };
	fd_set input;
	int found;

	assert_int_equal(n, 1);
	FD_ZERO(&input);
	FD_SET(fds->fd, &input);
	found = pselect(fds->fd + 1, &input, NULL, NULL, &limit, NULL);
	fds->revents = found > 0 ? POLLIN : 0;
	nanosleep(&rest, NULL);
	return found;
}

static void
put_file(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, n, f), n);
	fclose(f);
}

/* Writes the file NAME.gcda with DATA_STAMP and the file NAME.gcno with NOTES_STAMP, in the format
 * of gcc 12.  If NOTES_STAMP is NULL, writes no .gcno file. */
static void
put_data(const char *name, const char *data_stamp, const char *notes_stamp)
{
	char path[64], text[16];

	snprintf(path, sizeof(path), "%s.gcda", name);
	snprintf(text, sizeof(text), "adcg*22B%s", data_stamp);
	put_file(path, text, 12);
	if (notes_stamp == NULL)
		return;
	snprintf(path, sizeof(path), "%s.gcno", name);
	snprintf(text, sizeof(text), "oncg*22B%s", notes_stamp);
	put_file(path, text, 12);
}

/* Makes the shell script SCRIPT the gcov of the test. */
static void
put_gcov(const char *script)
{
	char text[4096];
	int n = snprintf(text, sizeof(text), "#!/bin/sh\n%s", script);

	assert_in_range(n, 0, (int)sizeof(text) - 1);
	put_file("bin/gcov-12", text, (size_t)n);
	assert_int_equal(chmod("bin/gcov-12", 0700), 0);
}

static int
setup(void **state)
{
	char path[256];

	(void)state;
	if (mkdtemp(place) == NULL || chdir(place) != 0 || mkdir("bin", 0700) != 0)
		return -1;
	snprintf(path, sizeof(path), "%s/bin:%s", place, getenv("PATH"));
	return setenv("PATH", path, 1);
}

static int
teardown(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", place);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/* Reads into G the counts of a program whose image contains the N bytes NAMES, in which each name
 * ends with a NUL.  Returns the result of gcov_read(). */
static bool
read_counts(struct gcov *g, const char *names, size_t n, const char *dir, struct err *e)
{
	const struct elf_section sections[] = {
		{ ".text", 0x1000, 16, true, NULL },
		{ ".rodata", 0x2000, n, false, names },
	};
	const struct elf_file f = { .address_size = 8, .machine = 62, .type = ET_EXEC,
		.sections = sections, .nsections = 2 };
	char *path = make_elf(&f);
	struct image im;
	bool ok;

	assert_true(image_open(&im, path, e));
	ok = gcov_read(g, &im, dir, &stop, e);
	image_release(&im);
	remove_file(path);
	return ok;
}

static bool
read_one(struct gcov *g, struct err *e)
{
	static const char names[] = "first\0\1a.gcda\0last";

	put_data("a", "one1", "one1");
	return read_counts(g, names, sizeof(names), NULL, e);
}

/* Asserts that line I of G is PATH:LINE and has COUNTS, such as "26312,1,26311": the count of the
 * line, then the counts of its branches. */
static void
assert_counts(const struct gcov *g, size_t i, const char *path, unsigned line,
	const char *counts)
{
	char text[256] = "";
	size_t n = 0;

	assert_true(i < g->nlines);
	assert_string_equal(g->lines[i].path, path);
	assert_int_equal(g->lines[i].line, line);
	for (size_t k = 0; k < g->lines[i].ncounts; k++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%llu", k > 0 ? "," : "",
			(unsigned long long)g->lines[i].counts[k]);
	assert_string_equal(text, counts);
}

#define DOCUMENT(lines) "{\"current_working_directory\": \"/w\", \"files\": " \
	"[{\"file\": \"s.c\", \"lines\": [" lines "]}]}"
#define LINE(number, count, branches) "{\"line_number\": " #number ", \"count\": " #count \
	", \"branches\": [" branches "]}"
#define BRANCH(count) "{\"count\": " #count ", \"throw\": false, \"fallthrough\": true}"
#define THROW(count) "{\"count\": " #count ", \"throw\": true, \"fallthrough\": false}"

static void
test_counts(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("echo \"$@\" >args\ncat <<'.'\n"
		DOCUMENT(LINE(15, 26312, BRANCH(26311) "," BRANCH(1)) "," LINE(4, 2, "")) "\n.\n");
	assert_true(read_one(&g, &e));
	assert_int_equal(g.nfiles, 1);
	assert_int_equal(g.trouble.kind, ERR_NONE);
	assert_int_equal(g.nlines, 2);
	assert_counts(&g, 0, "/w/s.c", 4, "2");
	/* Branches are sorted by count. */
	assert_counts(&g, 1, "/w/s.c", 15, "26312,1,26311");
	gcov_release(&g);
	assert_int_equal(system("grep -qx -e "
		"'--branch-probabilities --json-format --stdout -- a.gcda' args"), 0);
}

/* Lines of templates, and of functions inlined into several units, occur several times in the
 * output.  Their counts are added up. */
static void
test_instances(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("cat <<'.'\n"
		DOCUMENT(LINE(7, 10, BRANCH(9) "," BRANCH(1)) "," LINE(8, 1, "") ","
			LINE(7, 5, BRANCH(2) "," BRANCH(3))) "\n"
		DOCUMENT(LINE(7, 100, BRANCH(40) "," BRANCH(60)) "," LINE(8, 3, BRANCH(3)) ","
			LINE(9, 3, BRANCH(3))) "\n"
		DOCUMENT(LINE(9, 5, BRANCH(3) "," BRANCH(2))) "\n.\n");
	assert_true(read_one(&g, &e));
	assert_int_equal(g.nlines, 3);
	assert_counts(&g, 2, "/w/s.c", 9, "8");
	assert_counts(&g, 0, "/w/s.c", 7, "115,51,64");
	/* If a line occurs with different branches, only the counts of the line are added up. */
	assert_counts(&g, 1, "/w/s.c", 8, "4");
	gcov_release(&g);
}

/* A sum of counts that is too large is the largest number. */
static void
test_large_counts(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("cat <<'.'\n"
		DOCUMENT(LINE(7, 9000000000000000000, "") "," LINE(7, 9000000000000000000, "") ","
			LINE(7, 9000000000000000000, "")) "\n.\n");
	assert_true(read_one(&g, &e));
	assert_counts(&g, 0, "/w/s.c", 7, "18446744073709551615");
	gcov_release(&g);
}

/* A call that may throw an exception has a branch for this in the output, which is not counted as a
 * branch of the source. */
static void
test_throws(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("cat <<'.'\n" DOCUMENT(LINE(1, 9, BRANCH(9) "," THROW(0)) ","
		LINE(2, 9, BRANCH(4) "," BRANCH(5) "," BRANCH(4) "," THROW(0)) ","
		LINE(3, 9, THROW(0))) "\n.\n");
	assert_true(read_one(&g, &e));
	assert_counts(&g, 0, "/w/s.c", 1, "9");
	assert_counts(&g, 1, "/w/s.c", 2, "9,4,5");
	assert_counts(&g, 2, "/w/s.c", 3, "9");
	gcov_release(&g);
}

/* Each JSON document may have one line or many, and output arrives in pieces of any size. */
static void
test_documents(void **state)
{
	enum { DOCUMENTS = 400 };
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("i=0\nwhile [ $i -lt 400 ]; do i=$((i + 1))\n"
		"echo '{\"current_working_directory\": \"/w\",'\n"
		"echo ' \"files\": [{\"file\": \"s'$i'.c\", \"lines\": [{\"line_number\": 1,'\n"
		"echo ' \"count\": '$i', \"branches\": []}]}]}'\ndone | cat\n");
	assert_true(read_one(&g, &e));
	assert_int_equal(g.nfiles, DOCUMENTS);
	assert_int_equal(g.nlines, DOCUMENTS);
	assert_counts(&g, 0, "/w/s1.c", 1, "1");
	assert_counts(&g, 1, "/w/s10.c", 1, "10");
	gcov_release(&g);
}

/* The names of the data files come from the image.  gcov takes none of these names for an
 * option. */
static void
test_names_are_no_options(void **state)
{
	static const char names[] = "first\0-o.gcda\0last";
	struct gcov g = { 0 };
	struct err e = { 0 };

	(void)state;
	put_data("-o", "one1", "one1");
	put_gcov("while [ \"$1\" != -- ]; do [ \"$1\" != -o.gcda ] && shift || exit 1; done\n"
		"echo '" DOCUMENT(LINE(1, 1, "")) "'\n");
	assert_true(read_counts(&g, names, sizeof(names), NULL, &e));
	assert_int_equal(g.nlines, 1);
	gcov_release(&g);
}

static void
assert_refused(const char *script, const char *what)
{
	struct gcov g = { 0 };
	struct err e = { 0 };

	put_gcov(script);
	assert_false(read_one(&g, &e));
	if (strstr(e.text, what) == NULL)
		fail_msg("\"%s\" is not in \"%s\"", what, e.text);
}

static void
test_bad_output(void **state)
{
	(void)state;
	assert_refused("echo no such thing\n", "gcov-12");
	assert_refused("echo '" DOCUMENT(LINE(1, 1, "")) "'; echo '{\"files\": ['\n", "gcov-12");
	assert_refused("echo '" DOCUMENT(LINE(1, 1, "")) "'; echo garbage\n", "gcov-12");
	assert_refused("head -c 300000 /dev/zero\n", "gcov-12");
	assert_refused("exit 0\n", "a.gcda");
	assert_refused("exit 3\n", "a.gcda");
	assert_refused("kill -9 $$\n", "a.gcda");
	assert_refused("echo '[]'\n", "a.gcda");
	assert_refused("echo '{\"files\": 7}'\n", "a.gcda");
	assert_refused("echo '" DOCUMENT("{\"line_number\": -1}, 5, {\"line_number\": \"x\"}")
		"'\n", "a.gcda");
}

/* Numbers that make no sense are ignored. */
static void
test_odd_numbers(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("cat <<'.'\n"
		DOCUMENT(LINE(1, -5, BRANCH(-1)) "," LINE(2, 7000000000, "")) "\n.\n");
	assert_true(read_one(&g, &e));
	assert_counts(&g, 0, "/w/s.c", 1, "0,0");
	assert_counts(&g, 1, "/w/s.c", 2, "7000000000");
	gcov_release(&g);
}

static void
ask_to_stop(int signal_number)
{
	(void)signal_number;
	stop.asked = 1;
}

/* A gcov that prints nothing and does not end can be stopped. */
static void
test_hanging_gcov_is_stopped(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("exec sleep 30\n");
	signal(SIGALRM, ask_to_stop);
	alarm(1);
	assert_false(read_one(&g, &e));
	assert_int_equal(e.kind, ERR_STOPPED);
	stop.asked = 0;
	signal(SIGALRM, SIG_DFL);
}

/* The search for the files that an image names can be stopped. */
static void
test_search_is_stopped(void **state)
{
	static const char names[] = "/a/b/c/none.gcda";
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	assert_false(read_counts(&g, names, sizeof(names), "nowhere", &e));
	assert_int_equal(e.kind, ERR_EMPTY);
	stop.asked = 1;
	assert_false(read_counts(&g, names, sizeof(names), "nowhere", &e));
	assert_int_equal(e.kind, ERR_STOPPED);
	stop.asked = 0;
}

/* A gcov that prints nothing for too long is killed, with the processes that it started. */
static void
test_silent_gcov_is_killed(void **state)
{
	struct gcov g = { .max_silence = 2000 };
	struct err e;

	(void)state;
	put_gcov("sleep 1000 & echo $! >child; wait\n");
	assert_false(read_one(&g, &e));
	assert_string_equal(e.text, "gcov-12: no output for 2 seconds; it was stopped");
	assert_int_equal(system("n=0; while kill -0 $(cat child) 2>/dev/null && "
		"! grep -q '^State:.Z' /proc/$(cat child)/status 2>/dev/null && [ $n -lt 50 ]; do "
		"sleep 0.1; n=$((n + 1)); done; [ $n -lt 50 ]"), 0);
}

/* Can the data of a process be limited?  qemu-user accepts the limit and ignores it. */
static bool
has_limits(void)
{
	struct rlimit before, wanted, now;

#ifndef __linux__
	return false;
#endif
	assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
	wanted = before;
	wanted.rlim_cur = before.rlim_cur / 2;
	assert_int_equal(setrlimit(RLIMIT_DATA, &wanted), 0);
	assert_int_equal(getrlimit(RLIMIT_DATA, &now), 0);
	assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
	return now.rlim_cur == wanted.rlim_cur;
}

/* Lets this process and its children run on one processor only, if the system allows it.  So a
 * child that was started runs before its parent does anything else. */
static void
use_one_processor(void)
{
	cpu_set_t all, one;

	if (sched_getaffinity(0, sizeof(all), &all) != 0)
		return;
	CPU_ZERO(&one);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &all)) {
			CPU_SET(i, &one);
			break;
		}
	(void)sched_setaffinity(0, sizeof(one), &one);
}

/* gcov may use 256 MiB of memory plus 256 bytes for each byte of its files on disk, from its first
 * instruction on.  Holes in these files do not count. */
static void
test_gcov_memory_is_limited(void **state)
{
	static const char names[] = "first\0\1a.gcda\0last";
	struct gcov g = { 0 };
	cpu_set_t before;
	struct err e;

	(void)state;
	if (!has_limits() || getenv("MEMCHECK") != NULL)	/* valgrind keeps limits for itself */
		skip();
	put_gcov("ulimit -d >>limits\ncat <<'.'\n" DOCUMENT(LINE(4, 2, "")) "\n.\n");
	put_data("a", "one1", "one1");
	assert_int_equal(truncate("a.gcno", 1 << 30), 0);
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	use_one_processor();
	for (int i = 0; i < 20; i++) {
		assert_true(read_counts(&g, names, sizeof(names), NULL, &e));
		gcov_release(&g);
	}
	(void)sched_setaffinity(0, sizeof(before), &before);
	assert_int_equal(system("[ $(wc -l <limits) -eq 20 ] && ! grep -v '^26[0-9]*$' limits"), 0);
}

/* The gcov of another compiler is refused, because its counts would be wrong. */
static void
test_other_gcov(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("cat <<'.'\n{\"gcc_version\": \"13.1.0\", \"files\": [{\"file\": \"s.c\", "
		"\"lines\": [" LINE(1, 1, "") "]}]}\n.\n");
	assert_false(read_one(&g, &e));
	assert_non_null(strstr(e.text, "a.gcda: written by gcc 12, and the gcov of gcc 13.1.0 "));
	put_gcov("cat <<'.'\n{\"gcc_version\": \"12.9.9\", \"files\": [{\"file\": \"s.c\", "
		"\"lines\": [" LINE(1, 1, "") "]}]}\n.\n");
	assert_true(read_one(&g, &e));
	assert_counts(&g, 0, "s.c", 1, "1");
	gcov_release(&g);
}

static void
test_no_gcov(void **state)
{
	char *path = strdup(getenv("PATH"));
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	assert_non_null(path);
	setenv("PATH", "/nowhere", 1);
	assert_false(read_one(&g, &e));
	assert_non_null(strstr(e.text, "gcov"));
	setenv("PATH", path, 1);
	free(path);
}

/* Data files of another build are not read, and G has a message about them.  Other data files still
 * count. */
static void
test_other_build(void **state)
{
	static const char names[] = "a.gcda\0b.gcda\0c.gcda";
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("echo \"$@\" >args\ncat <<'.'\n" DOCUMENT(LINE(1, 1, "")) "\n.\n");
	put_data("a", "one1", "one1");
	put_data("b", "one1", "two2");
	put_data("c", "one1", NULL);
	assert_true(read_counts(&g, names, sizeof(names), NULL, &e));
	assert_non_null(strstr(g.trouble.text, "b.gcda"));
	assert_int_equal(g.nlines, 1);
	gcov_release(&g);
	assert_int_equal(system("grep -q ' a.gcda$' args"), 0);
	assert_false(read_counts(&g, names + 7, sizeof(names) - 7, NULL, &e));
	assert_non_null(strstr(e.text, "b.gcda"));
	assert_false(read_counts(&g, names + 14, sizeof(names) - 14, NULL, &e));
	assert_non_null(strstr(e.text, "c.gcno"));
	put_file("c.gcda", "short", 5);
	assert_false(read_counts(&g, names + 14, sizeof(names) - 14, NULL, &e));
	assert_non_null(strstr(e.text, "c.gcda"));
}

static void
test_gcda_directory(void **state)
{
	static const char names[] = "/build/obj/d.gcda";
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("echo \"$@\" >args\ncat <<'.'\n" DOCUMENT(LINE(1, 1, "")) "\n.\n");
	mkdir("data", 0700);
	mkdir("data/obj", 0700);
	assert_false(read_counts(&g, names, sizeof(names), "data", &e));
	assert_non_null(strstr(e.text, "data: "));
	put_data("data/obj/d", "one1", "one1");
	assert_true(read_counts(&g, names, sizeof(names), "data", &e));
	gcov_release(&g);
	assert_int_equal(system("grep -q ' data/obj/d.gcda$' args"), 0);
	/* Without a directory, data files are read from the paths in the image.  Here no files
	 * exist at these paths. */
	assert_true(read_counts(&g, names, sizeof(names), NULL, &e));
	assert_int_equal(g.nfiles, 0);
	assert_int_equal(g.nlines, 0);
	gcov_release(&g);
}

/* gcov prints and exits just after gprowse has found that gcov has printed nothing.  The output is
 * still read. */
static void
test_exit_after_poll(void **state)
{
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_gcov("sleep 0.1\ncat <<'.'\n" DOCUMENT(LINE(1, 7, "")) "\n.\n");
	pause_after_poll = 400;
	assert_true(read_one(&g, &e));
	pause_after_poll = 0;
	assert_counts(&g, 0, "/w/s.c", 1, "7");
	gcov_release(&g);
}

/* The image names one file a hundred times, which is more names than one gcov process gets.  The
 * file is counted once. */
static void
test_repeated_names(void **state)
{
	enum { COPIES = 100 };
	static const char name[] = "./a.gcda";
	char names[COPIES * sizeof(name)] = { 0 };
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	put_data("a", "one1", "one1");
	put_gcov("echo \"$@\" >>calls\ncat <<'.'\n" DOCUMENT(LINE(1, 3, "")) "\n.\n");
	for (size_t i = 0; i < COPIES; i++)
		memcpy(names + i * sizeof(name), name + i % 2 * 2, sizeof(name) - i % 2 * 2);
	assert_true(read_counts(&g, names, sizeof(names), NULL, &e));
	assert_int_equal(g.nlines, 1);
	assert_counts(&g, 0, "/w/s.c", 1, "3");
	gcov_release(&g);
	assert_int_equal(system("[ $(wc -l <calls) -eq 1 ]"), 0);
}

/* A path with a million directories is skipped, because trying each suffix of the path would take
 * too long. */
static void
test_long_name(void **state)
{
	enum { N = 1 << 20 };
	char *names = mem_new(N + sizeof(".gcda"), 1);
	struct gcov g = { 0 };
	struct err e;

	(void)state;
	mkdir("data", 0700);
	memset(names, '/', N);
	strcpy(names + N, ".gcda");
	watch_for_hangs();
	assert_false(read_counts(&g, names, N + sizeof(".gcda"), "data", &e));
	alarm(0);
	free(names);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_instances),
		cmocka_unit_test(test_large_counts),
		cmocka_unit_test(test_throws),
		cmocka_unit_test(test_documents),
		cmocka_unit_test(test_names_are_no_options),
		cmocka_unit_test(test_repeated_names),
		cmocka_unit_test(test_bad_output),
		cmocka_unit_test(test_odd_numbers),
		cmocka_unit_test(test_exit_after_poll),
		cmocka_unit_test(test_hanging_gcov_is_stopped),
		cmocka_unit_test(test_search_is_stopped),
		cmocka_unit_test(test_silent_gcov_is_killed),
		cmocka_unit_test(test_gcov_memory_is_limited),
		cmocka_unit_test(test_other_gcov),
		cmocka_unit_test(test_no_gcov),
		cmocka_unit_test(test_other_build),
		cmocka_unit_test(test_gcda_directory),
		cmocka_unit_test(test_long_name),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
