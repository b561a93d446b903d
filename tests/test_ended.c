/* test_ended.c - signals that come while a file is written
 *
 * After a signal that ends the program, the old file stays, no other file is left, and the terminal
 * is restored.  The program is linked into the test.  The linker's --wrap replaces fsync() by a
 * function that raises the signal.  At this time, all is written, but the new file is not renamed
 * yet.  --wrap also replaces fchmod() by a function that can be made to fail.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lined.h"
#ifdef HAVE_VTERM
#include "terminal.h"
#endif

int __real_main(int argc, char **argv);
int __real_fsync(int fd);
int __real_fchmod(int fd, mode_t mode);

int __wrap_main(void);
int __wrap_fsync(int fd);
int __wrap_fchmod(int fd, mode_t mode);

static int signal_number;		/* signal to raise; 0: none */
static bool has_no_modes;		/* fchmod() fails, as on vfat */

static char folder[] = "/tmp/gprowse-XXXXXX";
static char image[] = "cfd", profile[] = "gmon.out", name[] = "gprowse";

int
__wrap_fsync(int fd)
{
	int number = signal_number;

	signal_number = 0;
	if (number != 0)
		raise(number);
	return __real_fsync(fd);
}

int
__wrap_fchmod(int fd, mode_t mode)
{
	if (!has_no_modes)
		return __real_fchmod(fd, mode);
	errno = EPERM;
	return -1;
}

static int
is_visible(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* Returns the number of files in the current directory. */
static int
count_files(void)
{
	struct dirent **names;
	int n = scandir(".", &names, is_visible, NULL);

	assert_true(n >= 0);
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return n;
}

static void
write_old(const char *path)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs("old\n", f);
	assert_int_equal(fclose(f), 0);
}

static bool
is_old(const char *path)
{
	char line[16] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	if (fgets(line, sizeof(line), f) == NULL)
		line[0] = '\0';
	fclose(f);
	return strcmp(line, "old\n") == 0;
}

static const int numbers[] = {
	SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGUSR2,
};

/* Restores the default actions of signals, and allows no core files. */
static void
reset_signals(void)
{
	const struct rlimit none = { 0, 0 };

	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		signal(numbers[i], SIG_DFL);
	(void)setrlimit(RLIMIT_CORE, &none);
}

/* Runs gprowse with ARGV, which writes the file PATH, and raises the signal NUMBER.  The signal
 * IGNORED is ignored, unless it is 0.  Continues the program if it stops.  Returns its wait
 * status. */
static int
run_gprowse(int argc, char **argv, const char *path, int number, int ignored)
{
	int status;
	pid_t child;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		reset_signals();
		if (ignored != 0)
			signal(ignored, SIG_IGN);
		signal_number = number;
		exit(__real_main(argc, argv));
	}
	assert_int_equal(waitpid(child, &status, WUNTRACED), child);
	if (WIFSTOPPED(status)) {
		assert_true(is_old(path));
		assert_int_equal(WSTOPSIG(status), number);
		assert_int_equal(kill(child, SIGCONT), 0);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	return status;
}

static int
write_sum(int number, int ignored)
{
	char option[] = "-s", *argv[] = { name, option, image, profile, NULL };

	return run_gprowse(4, argv, "gmon.sum", number, ignored);
}

static void
test_deadly_signals(void **state)
{
	int nfiles;

	(void)state;
	write_old("gmon.sum");
	nfiles = count_files();
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		int status = write_sum(numbers[i], 0);

		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), numbers[i]);
		assert_true(is_old("gmon.sum"));
		assert_int_equal(count_files(), nfiles);
	}
	unlink("gmon.sum");
	assert_int_equal(write_sum(SIGTERM, 0), SIGTERM);
	assert_int_equal(count_files(), nfiles - 1);
}

/* If a signal ends the program while -y writes annotated source to s.c-ann, the old file stays,
 * too. */
static void
test_separate_files(void **state)
{
	char options[] = "-yA", *argv[] = { name, options, NULL, NULL, NULL };
	struct lined l;
	int nfiles;

	(void)state;
	if (!lined_compile(&l, "int f(void) { return 1; }\nint main(void) { return f(); }\n", "-g",
		NULL))
		skip();
	put_gmon_header(&l.gmon, 1);
	put_arc(&l.gmon, lined_at(&l, "main") + 4, lined_at(&l, "f"), 5);
	lined_open(&l);
	argv[2] = l.program;
	argv[3] = l.data;
	write_old("s.c-ann");
	nfiles = count_files();
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		int status = run_gprowse(4, argv, "s.c-ann", numbers[i], 0);

		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), numbers[i]);
		assert_true(is_old("s.c-ann"));
		assert_int_equal(count_files(), nfiles);
	}
	assert_int_equal(run_gprowse(4, argv, "s.c-ann", SIGSTOP, 0), 0);
	assert_false(is_old("s.c-ann"));
	assert_int_equal(count_files(), nfiles);
	lined_close(&l);
	assert_int_equal(chdir(folder), 0);
}

/* The file is written in spite of a signal that is ignored (as by nohup) or stops the program. */
static void
test_harmless_signals(void **state)
{
	int nfiles;

	(void)state;
	write_old("gmon.sum");
	nfiles = count_files();
	assert_int_equal(write_sum(SIGHUP, SIGHUP), 0);
	assert_false(is_old("gmon.sum"));
	write_old("gmon.sum");
	assert_int_equal(write_sum(SIGSTOP, 0), 0);
	assert_false(is_old("gmon.sum"));
	assert_int_equal(count_files(), nfiles);
	unlink("gmon.sum");
}

/* The file is written although the file system cannot store its permissions. */
static void
test_no_permissions(void **state)
{
	(void)state;
	write_old("gmon.sum");
	has_no_modes = true;
	assert_int_equal(write_sum(0, 0), 0);
	has_no_modes = false;
	assert_false(is_old("gmon.sum"));
	unlink("gmon.sum");
}

#ifdef HAVE_VTERM

static int terminal_signal_number;

static void
browse(void)
{
	char *argv[] = { name, image, profile, NULL };

	reset_signals();
	signal_number = terminal_signal_number;
	exit(__real_main(3, argv));
}

static bool
has_stopped_restored(struct terminal *t, const void *with)
{
	(void)with;
	return t->stopped && !t->alternate;
}

/* Starts the browser and writes the view to old.txt.  Signal NUMBER comes during the write. */
static void
write_view(struct terminal *t, int number)
{
	static const struct start how = { .run = browse, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 100, .height = 10 };

	write_old("old.txt");
	terminal_signal_number = number;
	terminal_start(t, &how);
	terminal_wait_text(t, "? help");
	terminal_type(t, "w");
	terminal_wait_text(t, "write to");
	terminal_type(t, "\x15old.txt\r");
	terminal_wait_text(t, "the file exists");
	terminal_type(t, "y");
}

static void
test_deadly_signals_on_terminal(void **state)
{
	static const int caught[] = { SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 };

	(void)state;
	if (!terminal_can_be())
		skip();
	for (size_t i = 0; i < sizeof(caught) / sizeof(*caught); i++) {
		struct terminal t;
		int nfiles;

		write_old("old.txt");
		nfiles = count_files();
		write_view(&t, caught[i]);
		terminal_wait(&t, terminal_has_ended, NULL, "the signal ends the browser");
		assert_true(WIFSIGNALED(t.status));
		assert_int_equal(WTERMSIG(t.status), caught[i]);
		assert_true(is_old("old.txt"));
		assert_int_equal(count_files(), nfiles);
		terminal_assert_restored(&t);
		terminal_close(&t);
	}
}

/* Asserts that the program ends with status 0 and has written old.txt.  Closes T. */
static void
assert_ends(struct terminal *t)
{
	terminal_wait(t, terminal_has_ended, NULL, "the program ends");
	assert_int_equal(t->status, 0);
	assert_false(is_old("old.txt"));
	terminal_assert_restored(t);
	terminal_close(t);
}

/* Neither C-z nor C-c keeps the program from writing the file.  (C-c quits if there is no work to
 * stop.) */
static void
test_harmless_signals_on_terminal(void **state)
{
	struct terminal t;

	(void)state;
	if (!terminal_can_be() || getenv("MEMCHECK") != NULL)	/* valgrind ignores signals that
								 * stop the program */
		skip();
	write_view(&t, SIGINT);
	assert_ends(&t);
	write_view(&t, SIGTSTP);
	terminal_wait(&t, has_stopped_restored, NULL, "the browser stops");
	assert_false(is_old("old.txt"));
	terminal_continue(&t);
	terminal_wait_text(&t, "? help");
	terminal_type(&t, "Q");
	assert_ends(&t);
	write_view(&t, SIGSTOP);
	terminal_wait(&t, terminal_has_stopped, NULL, "the browser is stopped");
	assert_true(is_old("old.txt"));
	terminal_continue(&t);
	terminal_wait_text(&t, "written to old.txt");
	terminal_type(&t, "Q");
	assert_ends(&t);
}

#endif

static int
prepare(void **state)
{
	const char *top = getenv("top_builddir");
	char here[2048], command[4096];

	(void)state;
	if (getcwd(here, sizeof(here)) == NULL || mkdtemp(folder) == NULL || chdir(folder) != 0)
		return -1;
	snprintf(command, sizeof(command), "'%s/%s/tests/make_story' %s %s", here,
		top != NULL ? top : ".", image, profile);
	return system(command);
}

static int
clean_up(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int
__wrap_main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_deadly_signals),
		cmocka_unit_test(test_separate_files),
		cmocka_unit_test(test_harmless_signals),
		cmocka_unit_test(test_no_permissions),
#ifdef HAVE_VTERM
		cmocka_unit_test(test_deadly_signals_on_terminal),
		cmocka_unit_test(test_harmless_signals_on_terminal),
#endif
	};

	return cmocka_run_group_tests_name("ended", tests, prepare, clean_up);
}
