/* test_term_signals.c - signals, C-c and the loss of the terminal
 *
 * Whatever ends the program, the terminal is restored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef HAVE_VTERM

int
main(void)
{
	puts("1..0 # SKIP without libvterm there is no terminal to type into");
	return 77;
}

#else

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "browser.h"
#include "screen/pen.h"
#include "term/term.h"

/* Is the last line equal to WITH? */
static bool
last_line_is(struct terminal *t, const void *with)
{
	char *line = terminal_line(t, t->height - 1);
	bool same = strcmp(line, with) == 0;

	free(line);
	return same;
}

static void
test_signals_restore_the_terminal(void **state)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGPIPE, SIGXCPU, SIGUSR1,
		SIGUSR2, SIGSYS, SIGTRAP };
	struct terminal t;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		terminal_start(&t, &usual);
		terminal_type(&t, "C");
		browser_shows(&t, "C.UTF-8", "C", COLORED);
		terminal_signal(&t, signals[i]);
		terminal_wait(&t, terminal_has_ended, NULL, "a signal ends the program");
		assert_true(WIFSIGNALED(t.status));
		assert_int_equal(WTERMSIG(t.status), signals[i]);
		browser_assert_restored(&t);
		terminal_close(&t);
	}
}

/* C-c and SIGINT stop a prompt or work.  If there is neither, they end the program. */
static void
test_interrupt_ends_prompt_or_program(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	terminal_type(&t, "/");
	browser_shows(&t, "C.UTF-8", "/", COLORED);
	terminal_type(&t, "\x03");
	browser_shows(&t, "C.UTF-8", "/<C-c>", COLORED);
	terminal_type(&t, "\x03");
	browser_exits(&t, 0);
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	terminal_signal(&t, SIGINT);
	browser_exits(&t, 0);
}

/* While the files of "file by file" are read, progress is shown, and C-c leaves everything
 * unchanged.  The files are pipes, which make the program wait as long as the test wants. */
static void
test_reading_by_file_is_stopped(void **state)
{
	char more[3][80];
	const char *const words[] = { program, image, profile, more[0], more[1], more[2], NULL };
	struct start how = usual;
	struct terminal t;
	int i, fd;

	(void)state;
	how.words = words;
	for (i = 0; i < 3; i++) {
		snprintf(more[i], sizeof(more[i]), "%s/gmon.%d", folder, i);
		assert_int_equal(link(profile, more[i]), 0);
	}
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "4 files", "all files are read");
	for (i = 0; i < 2; i++) {
		assert_int_equal(unlink(more[i]), 0);
		assert_int_equal(mkfifo(more[i], 0600), 0);
	}
	terminal_type(&t, "R");
	terminal_wait(&t, terminal_has_text, "reading 1 of 4 files ...",
		"the browser says that it is reading");
	fd = open(more[0], O_WRONLY);
	assert_true(fd >= 0);
	close(fd);
	terminal_wait(&t, terminal_has_text, "reading 2 of 4 files ...  C-c stops it",
		"progress is shown");
	terminal_type(&t, "\x03");
	terminal_wait(&t, last_line_is, "stopped", "C-c stops it, the last line has nothing else");
	assert_true(terminal_has_text(&t, "%self"));
	assert_false(terminal_has_text(&t, "file by file"));
	for (i = 0; i < 2; i++) {
		assert_int_equal(unlink(more[i]), 0);
		assert_int_equal(link(profile, more[i]), 0);
	}
	terminal_type(&t, "R");
	terminal_wait(&t, terminal_has_text, "file by file", "it is read the second time");
	terminal_wait(&t, terminal_has_text, "1.00", "all files have the same samples");
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
	for (i = 0; i < 3; i++)
		unlink(more[i]);
}

/* While the profile is read again, progress is shown.  After C-c, the old profile stays.  Nothing
 * is written to the second pipe. */
static void
test_reloading_is_stopped(void **state)
{
	char more[2][80];
	const char *const words[] = { program, image, profile, more[0], more[1], NULL };
	struct start how = usual;
	struct terminal t;
	int i, fd, silent;

	(void)state;
	how.words = words;
	for (i = 0; i < 2; i++) {
		snprintf(more[i], sizeof(more[i]), "%s/gmon.%d", folder, i);
		assert_int_equal(link(profile, more[i]), 0);
	}
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "3 files", "all files are read");
	for (i = 0; i < 2; i++) {
		assert_int_equal(unlink(more[i]), 0);
		assert_int_equal(mkfifo(more[i], 0600), 0);
	}
	terminal_type(&t, "xr");
	terminal_wait(&t, terminal_has_text, "reading 1 of 3 files ...",
		"the browser says that it is reading");
	fd = open(more[0], O_WRONLY);
	assert_true(fd >= 0);
	close(fd);
	silent = open(more[1], O_WRONLY);
	assert_true(silent >= 0);
	terminal_wait(&t, terminal_has_text, "reading 2 of 3 files ...  C-c stops it",
		"progress is shown");
	terminal_type(&t, "\x03");
	terminal_wait(&t, terminal_has_text, "stopped: nothing has changed", "C-c stops it");
	close(silent);
	assert_true(terminal_has_text(&t, "3 files"));
	terminal_type(&t, "u");
	terminal_wait(&t, terminal_has_text, "undone: ", "the exclusion is still known");
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
	for (i = 0; i < 2; i++)
		unlink(more[i]);
}

/* If a list of symbols has become a pipe, it is not waited for. */
static void
test_symbols_become_a_pipe(void **state)
{
	char option[80] = "-S", *list = option + 2;
	const char *const words[] = { program, option, image, profile, NULL };
	struct start how = usual;
	struct terminal t;
	FILE *f;

	(void)state;
	how.words = words;
	snprintf(list, sizeof(option) - 2, "%s/symbols", folder);
	f = fopen(list, "w");
	assert_non_null(f);
	fprintf(f, "%016x T all\n", 0x1000);
	fclose(f);
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "1 of 1 functions", "symbols are read");
	assert_int_equal(unlink(list), 0);
	assert_int_equal(mkfifo(list, 0600), 0);
	terminal_type(&t, "r");
	terminal_wait(&t, terminal_has_text, "is an empty pipe", "a message says so");
	assert_true(terminal_has_text(&t, "1 of 1 functions"));
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
	unlink(list);
}

/* If a file is overwritten while other files are still being read, it counts as changed. */
static void
test_file_written_while_reading(void **state)
{
	char last[80], bytes[1 << 16];
	const char *const words[] = { program, image, profile, last, NULL };
	const struct timespec long_ago[2] = { { 1000000000, 0 }, { 1000000000, 0 } };
	struct start how = usual;
	struct terminal t;
	ssize_t n;
	int fd;

	(void)state;
	how.words = words;
	snprintf(last, sizeof(last), "%s/gmon.last", folder);
	assert_int_equal(mkfifo(last, 0600), 0);
	fd = open(profile, O_RDONLY);
	n = read(fd, bytes, sizeof(bytes));
	assert_in_range(n, 1, sizeof(bytes) - 1);
	close(fd);
	terminal_start(&t, &how);
	/* The last file is a pipe.  When the program opens this pipe, it has read all other
	 * files. */
	fd = open(last, O_WRONLY);
	assert_true(fd >= 0);
	assert_int_equal(utimensat(AT_FDCWD, profile, long_ago, 0), 0);
	assert_int_equal(write(fd, bytes, (size_t)n), n);
	close(fd);
	terminal_wait(&t, terminal_has_text, "gmon.out has changed: r reads it again",
		"the change is reported");
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
	unlink(last);
}

/* A message announces long work, and C-c stops the work and leaves the screen unchanged.  The
 * pattern takes a part of a second for each row. */
static void
test_long_work_is_stopped(void **state)
{
	struct terminal t;

	(void)state;
	terminal_start(&t, &usual);
	browser_shows(&t, "C.UTF-8", "", COLORED);
	terminal_type(&t, "&(.?.?.?.?.?.?){60}(zq)\r");
	terminal_wait(&t, terminal_has_text, "working ...  C-c stops", "work goes on");
	terminal_type(&t, "\x03");
	terminal_wait(&t, terminal_has_text, "stopped: nothing has changed", "it was stopped");
	terminal_type(&t, "j");
	browser_shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

static void
fail_an_assertion(void)
{
	struct grid g = { 0 };
	struct err e;
	struct pen pen;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	grid_resize(&g, 40, 10);
	pen = pen_at(&g, 3, 2, 30);
	pen_text(&pen, "all is well so far");
	term_show(&g);
	term_key(2000);
	assert(!"this is not so");
}

static void
test_failed_assertion_is_visible(void **state)
{
	struct start how = { .run = fail_an_assertion, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 250, .height = 10 };
	struct terminal t;	/* with 250 columns, the message is on one line */

	(void)state;
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_text, "all is well so far", "a screen");
	terminal_type(&t, "x");
	terminal_wait(&t, terminal_has_ended, NULL, "the failed assertion ends the program");
	assert_int_equal(WTERMSIG(t.status), SIGABRT);
	terminal_wait(&t, terminal_has_text, "this is not so",
		"the message of the assertion is visible");
	browser_assert_restored(&t);
	assert_false(terminal_has_text(&t, "all is well so far"));
	terminal_close(&t);
}

static int capabilities_left;		/* number of the call of tputs(), from now on, that raises
					 * SIGTERM; 0: none */
static int number_at_end;		/* signal to raise in endwin(); 0: no signal */
static bool says_timer;			/* kill() sends no signal, but prints whether a timer is
					 * running */

/* These functions replace those of curses and of the C library. */
int tputs(const char *s, int lines, int (*put)(int));
int endwin(void);

int
tputs(const char *s, int lines, int (*put)(int))
{
	int (*real)(const char *, int, int (*)(int));

	*(void **)&real = dlsym(RTLD_NEXT, "tputs");
	if (capabilities_left > 0 && --capabilities_left == 0)
		raise(SIGTERM);
	return real(s, lines, put);
}

int
endwin(void)
{
	int (*real)(void);

	*(void **)&real = dlsym(RTLD_NEXT, "endwin");
	if (number_at_end != 0)
		raise(number_at_end);
	return real();
}

int
kill(pid_t process, int number)
{
	static const char none[] = "\r\nno timer runs", one[] = "\r\na timer runs";
	struct itimerval t;

	if (!says_timer)
		return (int)syscall(SYS_kill, process, number);
	getitimer(ITIMER_REAL, &t);
	if (timerisset(&t.it_value))
		return write(STDOUT_FILENO, one, strlen(one)) < 0;
	return write(STDOUT_FILENO, none, strlen(none)) < 0;
}

static void
end_within_mouse(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	for (;;) {
		capabilities_left = (int)term_key(2000) - '0';
		term_mouse(true);
	}
}

/* A signal may come while term_mouse() writes the bytes that restore the terminal to a new buffer.
 * The signal handler then uses the old bytes, which are complete. */
static void
test_signals_within_term_mouse(void **state)
{
	struct start how = { .run = end_within_mouse, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;
	char key[2] = "1";

	(void)state;
	for (; *key <= '9'; (*key)++) {
		terminal_start(&t, &how);
		terminal_type(&t, key);
		terminal_wait(&t, terminal_has_ended, NULL, "a signal ends the program");
		assert_int_equal(WTERMSIG(t.status), SIGTERM);
		browser_assert_restored(&t);
		assert_null(strstr(t.log, "working ..."));
		terminal_close(&t);
	}
}

static void
end_within_end(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	number_at_end = term_key(2000) == 't' ? SIGTERM : SIGINT;
	term_close();
	exit(EXIT_SUCCESS);
}

/* While the program restores the terminal, a signal comes that ends the program or stops its work.
 * The terminal is restored completely. */
static void
test_signals_at_end(void **state)
{
	struct start how = { .run = end_within_end, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;

	(void)state;
	terminal_start(&t, &how);
	terminal_type(&t, "t");
	terminal_wait(&t, terminal_has_ended, NULL, "a signal ends the program");
	assert_true(WIFSIGNALED(t.status));
	assert_int_equal(WTERMSIG(t.status), SIGTERM);
	browser_assert_restored(&t);
	terminal_close(&t);
	terminal_start(&t, &how);
	terminal_type(&t, "i");
	browser_exits(&t, 0);
}

/* Replaces the function of curses. */
int start_color(void);

extern int COLOR_PAIRS;

static bool few_pairs;			/* start_color() finds room for few pairs of colours */

int
start_color(void)
{
	int (*real)(void), result;

	*(void **)&real = dlsym(RTLD_NEXT, "start_color");
	result = real();
	if (few_pairs)
		COLOR_PAIRS = 40;
	return result;
}

static void
open_with_few_colors(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	few_pairs = true;
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	exit(term_has_color() ? EXIT_FAILURE : EXIT_SUCCESS);
}

/* If a terminal has no colours for all frames, it is used without colours. */
static void
test_few_colors(void **state)
{
	struct start how = { .run = open_with_few_colors, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;

	(void)state;
	terminal_start(&t, &how);
	browser_exits(&t, 0);
}

/* Does each of the signals NUMBERS, which end with 0, have the disposition WANTED? */
static bool
have_disposition(const int *numbers, void (*wanted)(int))
{
	struct sigaction now;

	for (; *numbers != 0; numbers++)
		if (sigaction(*numbers, NULL, &now) != 0 || now.sa_handler != wanted)
			return false;
	return true;
}

static void
open_with_signals_ignored(void)
{
	static const int ignored[] = { SIGHUP, SIGINT, SIGTSTP, 0 };
	static const int usual_ones[] = { SIGTERM, SIGWINCH, SIGCONT, SIGQUIT, 0 };
	bool ok;
	struct err e;

	setlocale(LC_CTYPE, "");
	for (const int *number = ignored; *number != 0; number++)
		signal(*number, SIG_IGN);
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	term_lend();
	ok = have_disposition(ignored, SIG_IGN);
	term_retake();
	term_close();
	ok = ok && have_disposition(ignored, SIG_IGN) && have_disposition(usual_ones, SIG_DFL);
	exit(ok ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Signals that were ignored at the start, as by nohup, stay ignored.  Others have their usual
 * effect after term_close(). */
static void
test_ignored_signals(void **state)
{
	struct start how = { .run = open_with_signals_ignored, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;

	(void)state;
	terminal_start(&t, &how);
	browser_exits(&t, 0);
}

static void
work_without_output(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	term_work_begins();
	close(STDOUT_FILENO);
	errno = 0;
	raise(SIGALRM);
	_exit(errno == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Writing the message about long work does not change errno, even if writing fails. */
static void
test_message_keeps_errno(void **state)
{
	struct start how = { .run = work_without_output, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;

	(void)state;
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_ended, NULL, "the program ends");
	assert_int_equal(t.status, 0);
	terminal_close(&t);
}

static void
suspend_at_work(void)
{
	struct err e;

	setlocale(LC_CTYPE, "");
	if (!term_open(true, &e))
		exit(EXIT_FAILURE);
	term_key(2000);
	term_work_begins();
	says_timer = true;
	term_suspend();
	says_timer = false;
	term_key(2000);
	exit(EXIT_SUCCESS);
}

/* While another program uses the terminal, no timer runs whose signal would make the browser write
 * to the terminal. */
static void
test_no_timer_while_suspended(void **state)
{
	struct start how = { .run = suspend_at_work, .type = "xterm-256color",
		.locale = "C.UTF-8", .width = 80, .height = 10 };
	struct terminal t;

	(void)state;
	terminal_start(&t, &how);
	terminal_type(&t, "x");
	terminal_wait(&t, terminal_has_text, "timer runs", "the program is about to stop");
	assert_true(terminal_has_text(&t, "no timer runs"));
	terminal_close(&t);
}

static void
suspend_and_continue(struct terminal *t)
{
	terminal_wait(t, terminal_has_stopped, NULL, "the program has stopped");
	browser_assert_restored(t);
	terminal_resize(t, 100, 30);
	terminal_continue(t);
	browser_shows(t, "C.UTF-8", "j", COLORED);
	terminal_resize(t, 80, 24);
	browser_shows(t, "C.UTF-8", "j", COLORED);
}

static void
test_suspend(void **state)
{
	struct terminal t;
	int again;

	(void)state;
	if (getenv("MEMCHECK") != NULL)	/* valgrind ignores signals that stop the program */
		skip();
	terminal_start(&t, &usual);
	terminal_type(&t, "j");
	browser_shows(&t, "C.UTF-8", "j", COLORED);
	for (again = 0; again < 2; again++) {
		terminal_type(&t, "\x1a");
		suspend_and_continue(&t);
		terminal_signal(&t, SIGTSTP);
		suspend_and_continue(&t);
	}
	/* The program cannot catch SIGSTOP, but after SIGCONT it sets up the terminal again. */
	terminal_signal(&t, SIGSTOP);
	terminal_wait(&t, terminal_has_stopped, NULL, "stopped");
	assert_int_equal(write(t.slave, "\033[H\033[2Jgarbage\r\n", 16), 16);
	terminal_wait(&t, terminal_has_text, "garbage", "another program writes");
	assert_int_equal(tcsetattr(t.slave, TCSANOW, &t.before), 0);
	terminal_continue(&t);
	browser_shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

/* In the background, the program draws nothing and changes no terminal mode.  At the end, the
 * terminal is restored. */
static void
test_background(void **state)
{
	struct start how = usual;
	struct terminal t;

	(void)state;
	if (getenv("MEMCHECK") != NULL)	/* valgrind ignores signals that stop the program */
		skip();
	how.background = true;
	terminal_start(&t, &how);
	terminal_wait(&t, terminal_has_stopped, NULL, "the program stops");
	assert_int_equal(t.logged, 0);
	browser_assert_restored(&t);
	terminal_continue(&t);
	terminal_type(&t, "j");
	browser_shows(&t, "C.UTF-8", "j", COLORED);
	terminal_type(&t, "Q");
	browser_exits(&t, 0);
}

/* Closing the window ends the program, even if it ignores SIGHUP. */
static void
test_hang_up_ends_the_program(void **state)
{
	struct start how = usual;
	struct terminal t;
	int ignored;

	(void)state;
	for (ignored = 0; ignored < 2; ignored++) {
		how.no_hangup = ignored;
		terminal_start(&t, &how);
		browser_shows(&t, "C.UTF-8", "", COLORED);
		assert_true(terminal_hang_up(&t));
		terminal_close(&t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signals_restore_the_terminal),
		cmocka_unit_test(test_interrupt_ends_prompt_or_program),
		cmocka_unit_test(test_reading_by_file_is_stopped),
		cmocka_unit_test(test_long_work_is_stopped),
		cmocka_unit_test(test_reloading_is_stopped),
		cmocka_unit_test(test_symbols_become_a_pipe),
		cmocka_unit_test(test_file_written_while_reading),
		cmocka_unit_test(test_failed_assertion_is_visible),
		cmocka_unit_test(test_signals_within_term_mouse),
		cmocka_unit_test(test_signals_at_end),
		cmocka_unit_test(test_few_colors),
		cmocka_unit_test(test_ignored_signals),
		cmocka_unit_test(test_message_keeps_errno),
		cmocka_unit_test(test_suspend),
		cmocka_unit_test(test_no_timer_while_suspended),
		cmocka_unit_test(test_background),
		cmocka_unit_test(test_hang_up_ends_the_program),
	};

	if (terminal_skips_all())
		return 77;
	return cmocka_run_group_tests_name("term_signals", tests, browser_prepare,
		browser_clean_up);
}

#endif
