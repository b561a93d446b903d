/* test_memory.c - out of memory: the n-th allocation fails, for all n
 *
 * The program is linked in; the linker's --wrap replaces the allocating functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef HAVE_VTERM
#include "terminal.h"
#endif

enum { MOST_WORDS = 8, SAID = 4096 };

int __real_main(int argc, char **argv);
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
char *__real_strdup(const char *s);
char *__real_strndup(const char *s, size_t n);
FILE *__real_open_memstream(char **text, size_t *size);

int __wrap_main(void);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
char *__wrap_strdup(const char *s);
char *__wrap_strndup(const char *s, size_t n);
FILE *__wrap_open_memstream(char **text, size_t *size);

static unsigned left;			/* which of the next allocations fails; 1: the first; 0:
					 * none */
static volatile bool *failed;		/* has an allocation failed?  In memory shared with the
					 * child process */

static char folder[] = "/tmp/gprowse-XXXXXX";
static char image[64], profile[64];

static bool
allocation_fails(void)
{
	if (left == 0 || --left > 0)
		return false;
	*failed = true;
	return true;
}

void *
__wrap_malloc(size_t size)
{
	return allocation_fails() ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return allocation_fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *old, size_t size)
{
	return allocation_fails() ? NULL : __real_realloc(old, size);
}

void *
__wrap_aligned_alloc(size_t align, size_t size)
{
	return allocation_fails() ? NULL : __real_aligned_alloc(align, size);
}

char *
__wrap_strdup(const char *s)
{
	return allocation_fails() ? NULL : __real_strdup(s);
}

char *
__wrap_strndup(const char *s, size_t n)
{
	return allocation_fails() ? NULL : __real_strndup(s, n);
}

FILE *
__wrap_open_memstream(char **text, size_t *size)
{
	return allocation_fails() ? NULL : __real_open_memstream(text, size);
}

/* Counts the lines on the standard error of the program: messages and other lines. */
static void
count_messages(FILE *said, unsigned *messages, unsigned *others)
{
	char line[SAID];

	*messages = *others = 0;
	rewind(said);
	while (fgets(line, sizeof(line), said) != NULL)
		if (strncmp(line, "gprowse: ", 9) == 0)
			++*messages;
		else
			++*others;
}

/* Returns the step from one failing allocation to the next: every second one fails, or each one
 * with CHECK_WIDE in the environment, or every fourth one with CHECK_BRIEF. */
static unsigned
next_step(void)
{
	return getenv("CHECK_WIDE") != NULL ? 1 : getenv("CHECK_BRIEF") != NULL ? 4 : 2;
}

/* Runs the program so that its N-th allocation fails, or no allocation if N is 0.  Returns its wait
 * status. */
static int
run_gprowse(const char *const *words, unsigned n, FILE *said)
{
	char name[] = "gprowse", *argv[MOST_WORDS] = { name };
	int argc = 1, status;
	pid_t child;

	for (; *words != NULL; words++)
		argv[argc++] = (char *)*words;
	argv[argc++] = image;
	argv[argc++] = profile;
	*failed = false;
	rewind(said);
	assert_int_equal(ftruncate(fileno(said), 0), 0);
	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		if (freopen("/dev/null", "w", stdout) == NULL
		    || dup2(fileno(said), STDERR_FILENO) < 0)
			_exit(99);
		left = n;
		exit(__real_main(argc, argv));
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

static void
check_every_allocation(const char *const *words)
{
	FILE *said = tmpfile();
	unsigned n, messages, others;

	assert_non_null(said);
	for (n = 1;; n += next_step()) {
		int status = run_gprowse(words, n, said);

		count_messages(said, &messages, &others);
		if (!*failed) {
			assert_int_equal(status, 0);
			break;
		}
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 || messages != 1
		    || others != 0) {
			char line[SAID];

			rewind(said);
			while (fgets(line, sizeof(line), said) != NULL)
				print_message("%s", line);
			fail_msg("%s: allocation %u: status %#x, %u messages, %u other lines",
				words[0], n, (unsigned)status, messages, others);
		}
	}
	assert_true(n > 10);
	fclose(said);
}

static void
test_listing(void **state)
{
	static const char *const words[] = { "-b", NULL };

	(void)state;
	check_every_allocation(words);
}

static void
test_data_output(void **state)
{
	static const char *const words[] = { "--view=calls", "--format=json", NULL };

	(void)state;
	check_every_allocation(words);
}

/* -s leaves no unfinished file.  With such a file, clean_up() could not remove the folder. */
static void
test_sum(void **state)
{
	char option[128];
	const char *words[] = { "-s", option, NULL };

	(void)state;
	snprintf(option, sizeof(option), "--output=%s/sum", folder);
	check_every_allocation(words);
	assert_int_equal(unlink(option + strlen("--output=")), 0);
}

static void
test_screen(void **state)
{
	static const char *const words[] = { "--screen=60x10",
		"--keys=<Enter>j<Enter>fC!i<Esc>l/o<Enter>", NULL };

	(void)state;
	check_every_allocation(words);
}

#ifdef HAVE_VTERM

static unsigned terminal_left;

static void
browse(void)
{
	char name[] = "gprowse", *argv[] = { name, image, profile, NULL };

	left = terminal_left;
	exit(__real_main(3, argv));
}

static bool
is_up_or_ended(struct terminal *t, const void *with)
{
	(void)with;
	return t->ended || (t->alternate && terminal_has_text(t, "? help"));
}

static bool
has_ended_with_message(struct terminal *t, const void *with)
{
	(void)with;
	return t->ended && !t->alternate && t->cursor
		&& terminal_has_text(t, "gprowse: out of memory");
}

/* The browser restores the terminal, and the message is on the screen. */
static void
test_terminal(void **state)
{
	struct start how = { .run = browse, .type = "xterm-256color", .locale = "C.UTF-8",
		.width = 100, .height = 10 };
	unsigned step = getenv("CHECK_WIDE") != NULL ? 1 : 13;

	(void)state;
	if (!terminal_can_be())
		skip();
	for (terminal_left = 1;; terminal_left += step) {
		struct termios modes;
		struct terminal t;

		*failed = false;
		terminal_start(&t, &how);
		terminal_wait(&t, is_up_or_ended, NULL, "the program has started, or not");
		terminal_type(&t, "j\r/o\rQ");
		terminal_wait(&t, terminal_has_ended, NULL, "the program has ended");
		if (!*failed) {
			assert_int_equal(t.status, 0);
			terminal_close(&t);
			break;
		}
		terminal_wait(&t, has_ended_with_message, NULL,
			"the terminal is restored, with a message");
		assert_true(WIFEXITED(t.status));
		assert_int_equal(WEXITSTATUS(t.status), 1);
		assert_int_equal(tcgetattr(t.slave, &modes), 0);
		assert_int_equal(modes.c_lflag, t.before.c_lflag);
		assert_int_equal(modes.c_iflag, t.before.c_iflag);
		terminal_close(&t);
	}
	assert_true(terminal_left > 20);
}

#endif

static int
prepare(void **state)
{
	const char *top = getenv("top_builddir");
	char command[4096];

	(void)state;
	failed = mmap(NULL, sizeof(*failed), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		-1, 0);
	if (failed == MAP_FAILED || mkdtemp(folder) == NULL)
		return -1;
	snprintf(image, sizeof(image), "%s/cfd", folder);
	snprintf(profile, sizeof(profile), "%s/gmon.out", folder);
	snprintf(command, sizeof(command), "'%s/tests/make_story' %s %s",
		top != NULL ? top : ".", image, profile);
	return system(command);
}

static int
clean_up(void **state)
{
	(void)state;
	unlink(image);
	unlink(profile);
	return rmdir(folder);
}

int
__wrap_main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_listing),
		cmocka_unit_test(test_data_output),
		cmocka_unit_test(test_screen),
		cmocka_unit_test(test_sum),
#ifdef HAVE_VTERM
		cmocka_unit_test(test_terminal),
#endif
	};

	return cmocka_run_group_tests_name("memory", tests, prepare, clean_up);
}
