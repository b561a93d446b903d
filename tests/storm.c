/* storm.c - random keys, sizes, clicks and signals for a program on terminals of several types
 *
 *	storm EVENTS SEED ERRORS PROGRAM [ARGUMENT]...
 *
 * The program must run until a key or a signal ends it, with status 0 or by the signal.  It must
 * restore the terminal, and write nothing to the file ERRORS, its standard error.  It is started
 * again until EVENTS events were sent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bytes.h"
#include "terminal.h"

enum {
	PATIENCE = 60000,		/* milliseconds after which a program counts as hung */
	BURST = 12,			/* greatest number of events sent without waiting */
};

static uint64_t seed;
static unsigned long done;
static const char *errors;
static const char *const *program;

static _Noreturn void
give_up(const char *what, int status)
{
	printf("after %lu events: %s (%#x)\n", done, what, (unsigned)status);
	exit(EXIT_FAILURE);
}

/* Redirects standard error to the file ERRORS, and executes the program.  Runs as the job of the
 * terminal. */
static void
start_program(void)
{
	int fd = open(errors, O_WRONLY | O_APPEND | O_CREAT, 0600);

	if (fd < 0 || dup2(fd, STDERR_FILENO) < 0)
		_exit(126);
	execv(program[0], (char *const *)program);
	_exit(127);
}

/* Types any printable character except "/", because a file name that begins with "/" is outside the
 * current directory. */
static void
type_character(struct terminal *t)
{
	char text[2] = { (char)(0x20 + random_below(&seed, 0x5f)), '\0' };

	if (*text != '/')
		terminal_type(t, text);
}

static void
type_control(struct terminal *t)
{
	static const char often[] = "\r\r\r\033\033\t\x7f\x7f";
	char text[2] = { often[random_below(&seed, sizeof(often) - 1)], '\0' };

	/* Type any control character, such as C-c, C-z and C-\. */
	if (random_below(&seed, 4) == 0)
		*text = (char)(1 + random_below(&seed, 31));
	terminal_type(t, text);
}

static void
type_key(struct terminal *t)
{
	static const VTermKey keys[] = { VTERM_KEY_UP, VTERM_KEY_DOWN, VTERM_KEY_LEFT,
		VTERM_KEY_RIGHT, VTERM_KEY_PAGEUP, VTERM_KEY_PAGEDOWN, VTERM_KEY_HOME,
		VTERM_KEY_END, VTERM_KEY_INS, VTERM_KEY_DEL, VTERM_KEY_BACKSPACE, VTERM_KEY_ENTER };
	uint32_t i = random_below(&seed, 24);

	if (i < sizeof(keys) / sizeof(*keys))
		terminal_key(t, keys[i], random_below(&seed, 8) ? 0 : random_below(&seed, 8));
	else
		terminal_key(t, VTERM_KEY_FUNCTION_0 + (int)i - 11, VTERM_MOD_NONE);
}

/* Sends the bytes of a click, mostly inside the screen, or of a turn of the wheel. */
static void
click(struct terminal *t)
{
	static const int buttons[] = { 0, 0, 0, 64, 65, 1, 2, 32, 200 };
	char text[64];

	snprintf(text, sizeof(text), "\033[<%d;%u;%u%c",
		buttons[random_below(&seed, sizeof(buttons) / sizeof(*buttons))],
		random_below(&seed, (uint32_t)t->width + 4),
		random_below(&seed, (uint32_t)t->height + 4),
		random_below(&seed, 5) ? 'M' : 'm');
	terminal_type(t, text);
}

/* Sends bytes that no key sends, such as invalid UTF-8 or the beginning of an escape sequence. */
static void
type_garbage(struct terminal *t)
{
	char text[] = "        ";

	for (size_t i = 0; i + 1 < sizeof(text); i++) {
		char c = (char)(0x80 + random_below(&seed, 0x80));

		if (random_below(&seed, 3) == 0)
			c = "\033[O;<1~M"[random_below(&seed, 9)];
		text[i] = c;
	}
	terminal_type(t, text);
}

static void
resize(struct terminal *t)
{
	int most = random_below(&seed, 4) ? 120 : 400;

	terminal_resize(t, 1 + (int)random_below(&seed, (uint32_t)most),
		1 + (int)random_below(&seed, (uint32_t)most / 3));
}

static void
send_signal(struct terminal *t)
{
	static const int signals[] = { SIGWINCH, SIGWINCH, SIGCONT, SIGTSTP, SIGALRM, SIGINT };

	kill(t->job, signals[random_below(&seed, sizeof(signals) / sizeof(*signals))]);
}

static void
send_random_event(struct terminal *t)
{
	uint32_t what = random_below(&seed, 200);

	done++;
	if (what < 100)
		type_character(t);
	else if (what < 130)
		type_control(t);
	else if (what < 165)
		type_key(t);
	else if (what < 180)
		click(t);
	else if (what < 186)
		type_garbage(t);
	else if (what < 198)
		resize(t);
	else
		send_signal(t);
}

/* Waits until the program has read all input, has stopped, or has ended. */
static void
wait_until_idle(struct terminal *t)
{
	int waited = 0, bytes = 1;

	while (!t->ended && !t->stopped && bytes > 0) {
		if (!terminal_read(t, 1) && ++waited > PATIENCE)
			give_up("the program hangs", 0);
		if (ioctl(t->slave, FIONREAD, &bytes) != 0)
			give_up("no answer from the terminal", 0);
	}
}

/* Is the wait status STATUS that of a normal end?  At its end the program removes its signal
 * handlers, so a signal that comes later may kill it.  This is a normal end, too. */
static bool
is_good_end(int status)
{
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	return status == 0 || number == SIGTERM || number == SIGINT || number == SIGQUIT;
}

/* Chooses the terminal for the next run. */
static void
choose_terminal(struct start *how)
{
	static const char *const types[] = { "xterm-256color", "xterm-256color", "screen-256color",
		"tmux-256color" };

	how->type = types[random_below(&seed, sizeof(types) / sizeof(*types))];
	how->locale = random_below(&seed, 4) > 0 ? "C.UTF-8" : "C";
	how->no_color = random_below(&seed, 4) > 0 ? NULL : "1";
	how->width = random_below(&seed, 2) ? 80 : 1 + (int)random_below(&seed, 250);
	how->height = random_below(&seed, 2) ? 24 : 1 + (int)random_below(&seed, 80);
}

/* Runs the program once, until it ends or EVENTS events were sent since the start of storm.  Then
 * ends it with SIGTERM if it still runs. */
static void
run_once(const struct start *how, unsigned long events)
{
	struct termios modes;
	struct terminal t;

	terminal_start(&t, how);
	for (int waited = 0; !t.alternate && !t.ended;)
		if (!terminal_read(&t, 1) && ++waited > PATIENCE)
			give_up("the program does not start", 0);
	while (!t.ended && done < events) {
		uint32_t burst = 1 + random_below(&seed, BURST);

		while (burst-- > 0 && !t.ended && !t.stopped)
			send_random_event(&t);
		wait_until_idle(&t);
		if (t.stopped)
			terminal_continue(&t);
	}
	if (!t.ended)
		kill(t.job, SIGTERM);
	for (int waited = 0; !t.ended;) {
		if (t.stopped)
			terminal_continue(&t);
		if (!terminal_read(&t, 1) && ++waited > PATIENCE)
			give_up("the program does not end", 0);
	}
	if (!is_good_end(t.status))
		give_up("the program ended with a bad status", t.status);
	if (tcgetattr(t.slave, &modes) != 0 || modes.c_lflag != t.before.c_lflag
	    || modes.c_iflag != t.before.c_iflag || modes.c_oflag != t.before.c_oflag)
		give_up("the terminal is not as before", 0);
	/* Wait for the last bytes that the program wrote, which may not have arrived yet. */
	for (int waited = 0; t.alternate || !t.cursor;)
		if (!terminal_read(&t, 1) && ++waited > PATIENCE)
			give_up("the first screen or the cursor is not restored", 0);
	terminal_close(&t);
}

int
main(int argc, char **argv)
{
	struct start how = { .run = start_program, .keeps_output = true, .blind = true };
	unsigned long events, runs = 0;
	struct stat st;

	if (argc < 5)
		return 99;
	if (!terminal_can_be())
		return 77;
	events = strtoul(argv[1], NULL, 10);
	seed = strtoul(argv[2], NULL, 10);
	errors = argv[3];
	program = (const char *const *)argv + 4;
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (done < events) {
		choose_terminal(&how);
		run_once(&how, events);
		runs++;
		if (stat(errors, &st) == 0 && st.st_size > 0)
			give_up("the program wrote to standard error", 0);
	}
	printf("%lu events in %lu runs of the program\n", done, runs);
	return EXIT_SUCCESS;
}
