/* terminal.c - a terminal in memory, with a program in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <utmp.h>

#include <cmocka.h>

enum {
	PATIENCE = 120000,		/* milliseconds to wait before a test fails; valgrind is
					 * slow */
	MOST_OUTPUT = 1 << 24,		/* bytes a program may write while a test waits */
};

struct report {
	pid_t job;
	int status;			/* as waitpid() returned it */
	bool started;			/* true: the job was started, and .status is not set; false:
					 * the job has stopped or ended */
};

static int64_t
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void
set_variable(const char *name, const char *value)
{
	if (value != NULL)
		setenv(name, value, 1);
	else
		unsetenv(name);
}

/* Runs the program or the function of HOW, in the process of the job.  Does not return. */
static void
run_job(const struct start *how)
{
	int i;

	setpgid(0, 0);
	if (!how->background)
		tcsetpgrp(STDIN_FILENO, getpid());
	for (i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	if (how->no_hangup)
		signal(SIGHUP, SIG_IGN);
	set_variable("TERM", how->type);
	set_variable("LC_ALL", how->locale);
	set_variable("NO_COLOR", how->no_color);
	if (how->run != NULL) {
		how->run();
		exit(EXIT_SUCCESS);
	}
	execv(how->words[0], (char *const *)how->words);
	_exit(127);
}

/* Starts the job, reports when the job stops or ends, and continues the job on command.  Runs in
 * the process of the shell, and does not return. */
static void
run_shell(const struct start *how, int commands, int reports)
{
	struct report r = { .started = true };
	char command;

	signal(SIGTTOU, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	r.job = fork();
	if (r.job == 0) {
		close(commands);
		close(reports);
		run_job(how);
	}
	while (write(reports, &r, sizeof(r)) == (ssize_t)sizeof(r)) {
		if (!r.started) {
			tcsetpgrp(STDIN_FILENO, getpid());
			if (!WIFSTOPPED(r.status) || read(commands, &command, 1) != 1)
				_exit(0);
			tcsetpgrp(STDIN_FILENO, r.job);
			kill(-r.job, SIGCONT);
		}
		r.started = false;
		if (waitpid(r.job, &r.status, WUNTRACED) != r.job)
			_exit(1);
	}
	_exit(0);
}

static int
on_property(VTermProp property, VTermValue *value, void *user)
{
	struct terminal *t = user;

	if (property == VTERM_PROP_ALTSCREEN)
		t->alternate = value->boolean;
	else if (property == VTERM_PROP_CURSORVISIBLE)
		t->cursor = value->boolean;
	return 1;
}

/* Sends to the program the bytes that libvterm produced: keys, or answers to requests. */
static void
on_output(const char *bytes, size_t n, void *user)
{
	struct terminal *t = user;

	if (write(t->master, bytes, n) != (ssize_t)n)
		fail_msg("cannot write to the terminal");
}

static void
open_screen(struct terminal *t)
{
	static const VTermScreenCallbacks callbacks = { .settermprop = on_property };

	t->vt = vterm_new(t->height, t->width);
	vterm_set_utf8(t->vt, 1);
	vterm_output_set_callback(t->vt, on_output, t);
	t->screen = vterm_obtain_screen(t->vt);
	vterm_screen_set_callbacks(t->screen, &callbacks, t);
	vterm_screen_enable_altscreen(t->screen, 1);
	vterm_screen_reset(t->screen, 1);
	t->cursor = true;
}

static void
read_report(struct terminal *t)
{
	struct report r;

	if (read(t->reports, &r, sizeof(r)) != (ssize_t)sizeof(r))
		fail_msg("cannot read from the shell of the terminal");
	t->job = r.job;
	if (r.started)
		return;
	t->status = r.status;
	t->stopped = WIFSTOPPED(r.status);
	t->ended = !t->stopped;
}

bool
terminal_can_be(void)
{
	int master, slave;

	if (openpty(&master, &slave, NULL, NULL, NULL) != 0)
		return false;
	close(master);
	close(slave);
	return true;
}

bool
terminal_skips_all(void)
{
	if (terminal_can_be())
		return false;
	puts("1..0 # SKIP no pseudo-terminals here: mount -t devpts devpts /dev/pts");
	return true;
}

void
terminal_start(struct terminal *t, const struct start *how)
{
	struct winsize size = { .ws_row = (unsigned short)how->height,
		.ws_col = (unsigned short)how->width };
	int down[2], up[2];

	*t = (struct terminal){ .width = how->width, .height = how->height, .blind = how->blind };
	open_screen(t);
	assert_int_equal(openpty(&t->master, &t->slave, NULL, NULL, &size), 0);
	assert_int_equal(tcgetattr(t->slave, &t->before), 0);
	t->before.c_lflag |= how->keeps_output ? NOFLSH : 0;
	assert_int_equal(tcsetattr(t->slave, TCSANOW, &t->before), 0);
	assert_int_equal(pipe2(down, O_CLOEXEC), 0);
	assert_int_equal(pipe2(up, O_CLOEXEC), 0);
	fcntl(t->master, F_SETFD, FD_CLOEXEC);
	fflush(NULL);
	t->shell = fork();
	if (t->shell == 0) {
		close(t->master);
		close(down[1]);
		close(up[0]);
		login_tty(t->slave);
		run_shell(how, down[0], up[1]);
	}
	close(down[0]);
	close(up[1]);
	t->commands = down[1];
	t->reports = up[0];
	read_report(t);
}

void
terminal_close(struct terminal *t)
{
	if (!t->ended)
		kill(t->job, SIGKILL);
	close(t->commands);
	close(t->reports);
	if (t->master >= 0)
		close(t->master);
	if (t->slave >= 0)
		close(t->slave);
	waitpid(t->shell, NULL, 0);
	vterm_free(t->vt);
}

/* Notes in T whether the N BYTES of output switch to the alternate screen (ESC [ ?  1049 h) or
 * back, and whether they show the cursor (ESC [ ?  25 h) or hide it. */
static void
watch_modes(struct terminal *t, const char *bytes, size_t n)
{
	static const char start[] = "\033[?";

	for (size_t i = 0; i < n; i++) {
		char c = bytes[i];

		if (t->in_mode < 3) {
			t->in_mode = c == start[t->in_mode] ? t->in_mode + 1 : c == *start;
			t->mode = 0;
		} else if (c >= '0' && c <= '9') {
			t->mode = 10 * t->mode + (unsigned)(c - '0');
		} else {
			if (t->mode == 1049 && (c == 'h' || c == 'l'))
				t->alternate = c == 'h';
			if (t->mode == 25 && (c == 'h' || c == 'l'))
				t->cursor = c == 'h';
			t->in_mode = c == ';' ? 3 : c == *start;
			t->mode = 0;
		}
	}
}

static void
log_output(struct terminal *t, const char *bytes, size_t n)
{
	size_t room = sizeof(t->log) - 1 - t->logged;

	memcpy(t->log + t->logged, bytes, n < room ? n : room);
	t->logged += n < room ? n : room;
	t->log[t->logged] = '\0';
}

/* Reads output of the job or a report of the shell.  Waits at most MILLISECONDS.  Returns the
 * number of bytes of output, 0 for a report, or -1 if there was neither. */
static ssize_t
read_output(struct terminal *t, int milliseconds)
{
	struct pollfd from[] = {
		{ .fd = t->master, .events = POLLIN },
		{ .fd = t->ended ? -1 : t->reports, .events = POLLIN },
	};
	char bytes[4096];
	ssize_t n;

	if (poll(from, 2, milliseconds) <= 0)
		return -1;
	if (from[0].revents & POLLIN) {
		n = read(t->master, bytes, sizeof(bytes));
		if (n > 0) {
			if (t->blind)
				watch_modes(t, bytes, (size_t)n);
			else
				vterm_input_write(t->vt, bytes, (size_t)n);
			log_output(t, bytes, (size_t)n);
		}
		return n;
	}
	if (from[1].revents == 0)
		return -1;
	read_report(t);
	return 0;
}

bool
terminal_read(struct terminal *t, int milliseconds)
{
	return read_output(t, milliseconds) >= 0;
}

void
terminal_wait(struct terminal *t, bool (*is_so)(struct terminal *, const void *),
	const void *with, const char *what)
{
	int64_t deadline = now() + PATIENCE;
	size_t nread = 0;
	char *line;
	int y;

	while (!is_so(t, with)) {
		if (now() < deadline && nread < MOST_OUTPUT) {
			ssize_t n = read_output(t, (int)(deadline - now()));

			nread += n > 0 ? (size_t)n : 0;
			continue;
		}
		print_message("screen:\n");
		for (y = 0; y < t->height; y++) {
			line = terminal_line(t, y);
			print_message("|%s\n", line);
			free(line);
		}
		fail_msg("\"%s\" is not true after %d ms and %zu bytes of output", what,
			PATIENCE, nread);
	}
}

bool
terminal_has_text(struct terminal *t, const void *with)
{
	bool found = false;

	for (int y = 0; y < t->height && !found; y++) {
		char *line = terminal_line(t, y);

		found = strstr(line, with) != NULL;
		free(line);
	}
	return found;
}

bool
terminal_has_ended(struct terminal *t, const void *with)
{
	(void)with;
	return t->ended;
}

bool
terminal_has_stopped(struct terminal *t, const void *with)
{
	(void)with;
	return t->stopped;
}

void
terminal_wait_text(struct terminal *t, const char *text)
{
	terminal_wait(t, terminal_has_text, text, text);
}

static bool
has_first_screen(struct terminal *t, const void *with)
{
	(void)with;
	return !t->alternate && t->cursor;
}

void
terminal_assert_restored(struct terminal *t)
{
	struct termios modes;

	terminal_wait(t, has_first_screen, NULL, "the first screen and the cursor are back");
	assert_int_equal(tcgetattr(t->slave, &modes), 0);
	assert_int_equal(modes.c_iflag, t->before.c_iflag);
	assert_int_equal(modes.c_oflag, t->before.c_oflag);
	assert_int_equal(modes.c_lflag, t->before.c_lflag);
	assert_memory_equal(modes.c_cc, t->before.c_cc, sizeof(modes.c_cc));
}

void
terminal_type(struct terminal *t, const char *text)
{
	on_output(text, strlen(text), t);
}

void
terminal_key(struct terminal *t, VTermKey key, VTermModifier with)
{
	vterm_keyboard_key(t->vt, key, with);
}

void
terminal_signal(struct terminal *t, int number)
{
	assert_int_equal(kill(t->job, number), 0);
}

void
terminal_resize(struct terminal *t, int width, int height)
{
	struct winsize size = { .ws_row = (unsigned short)height,
		.ws_col = (unsigned short)width };

	t->width = width;
	t->height = height;
	if (!t->blind)
		vterm_set_size(t->vt, height, width);
	assert_int_equal(ioctl(t->master, TIOCSWINSZ, &size), 0);
}

void
terminal_continue(struct terminal *t)
{
	t->stopped = false;
	assert_int_equal(write(t->commands, "c", 1), 1);
}

char *
terminal_line(struct terminal *t, int y)
{
	size_t n, room = (size_t)t->width * 24 + 1;
	char *text = calloc(1, room);

	assert_non_null(text);
	n = vterm_screen_get_text(t->screen, text, room - 1, (VTermRect){ y, y + 1, 0, t->width });
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\n'))
		n--;
	text[n] = '\0';
	return text;
}

VTermScreenCell
terminal_cell(struct terminal *t, int x, int y)
{
	VTermScreenCell cell;

	assert_int_equal(1,
		vterm_screen_get_cell(t->screen, (VTermPos){ .row = y, .col = x }, &cell));
	return cell;
}

bool
terminal_hang_up(struct terminal *t)
{
	int64_t deadline = now() + PATIENCE;
	struct pollfd report = { .fd = t->reports, .events = POLLIN };

	close(t->slave);
	close(t->master);
	t->slave = t->master = -1;
	while (!t->ended && now() < deadline)
		if (poll(&report, 1, (int)(deadline - now())) > 0)
			read_report(t);
	return t->ended;
}
