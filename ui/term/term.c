/* term.c - taking over the terminal and giving it back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "term/term_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "base/mem.h"

enum { ESCAPE_DELAY = 100 };		/* milliseconds after Escape in which the rest of a key's
					 * sequence must arrive */

struct terminal term = { .standard_error = -1 };

/* Sets the modes of the terminal.  C-c still sends a signal, so that it stops long work; C-z and
 * C-\ become keys. */
static void
set_modes(void)
{
	struct termios t;

	cbreak();
	noecho();
	nonl();
	if (tcgetattr(STDIN_FILENO, &t) == 0) {
		t.c_cc[VSUSP] = t.c_cc[VQUIT] = _POSIX_VDISABLE;
#ifdef VDSUSP
		t.c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
#ifdef VLNEXT
		t.c_cc[VLNEXT] = _POSIX_VDISABLE;
#endif
		t.c_iflag &= ~(tcflag_t)IXON;
		tcsetattr(STDIN_FILENO, TCSANOW, &t);
	}
	def_prog_mode();
}

/* Is TYPE in the terminfo database?  Ask this before newterm(), which leaks memory for unknown
 * types.  If so, sets *MOVES to whether such a terminal can place its cursor. */
static bool
is_known(const char *type, bool *moves)
{
	const char *move;
	int result;

	if (setupterm(type, STDOUT_FILENO, &result) != OK)
		return false;
	move = tigetstr("cup");
	*moves = move != NULL && move != (char *)-1;
	del_curterm(set_curterm(NULL));
	return true;
}

/* Sets *TYPE to the type of the terminal, for newterm(): NULL, which stands for $TERM, or, if that
 * type is unknown, a type that most terminals emulate.  Returns false if nothing can be drawn on
 * the terminal. */
static bool
find_type(const char **type, struct err *e)
{
	static const char *const types[] = { NULL, "vt100", "ansi" };
	const char *own = getenv("TERM");
	bool moves;

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		if (types[i] == NULL && (own == NULL || *own == '\0'))
			continue;
		*type = types[i];
		if (is_known(*type, &moves))
			return moves || err_set(e, ERR_TERMINAL, "terminal type %s cannot place "
				"its cursor: set TERM to the type of this terminal",
				own != NULL ? own : "\"\"");
	}
	return err_set(e, ERR_TERMINAL, "neither terminal type %s nor vt100 is in the terminfo "
		"database: install ncurses-base", own != NULL ? own : "\"\"");
}

bool
term_can_draw(struct err *e)
{
	const char *type;

	return find_type(&type, e);
}

int
term_type_colors(void)
{
	const char *type = getenv("TERM");
	int result, n;

	if (type == NULL || *type == '\0' || setupterm(type, STDOUT_FILENO, &result) != OK)
		return -1;
	n = tigetnum("colors");
	del_curterm(set_curterm(NULL));
	return n < 0 ? 0 : n;
}

/* Redirects standard error to a temporary file until the terminal is closed: messages must not
 * appear on the screen. */
static void
divert_standard_error(void)
{
	if (!isatty(STDERR_FILENO))
		return;
	term.said = tmpfile();
	if (term.said == NULL)
		return;
	fflush(stderr);
	term.standard_error = dup(STDERR_FILENO);
	if (term.standard_error >= 0)
		dup2(fileno(term.said), STDERR_FILENO);
}

/* Does the work of term_open().  All signals must be blocked: a signal that ended the program here
 * would leave the terminal in a wrong mode. */
static bool
open_blocked(bool color, struct err *e)
{
	static bool registered;
	const char *type;
	SCREEN *screen;

	if (!find_type(&type, e))
		return false;
	term.has_saved = tcgetattr(STDIN_FILENO, &term.saved) == 0;
	/* Set the handler before newterm(): without a handler, curses ignores SIGTSTP while it
	 * writes. */
	term_catch_suspend();
	screen = newterm(type, stdout, stdin);
	if (screen == NULL)
		return err_set(e, ERR_IO, "out of memory");
	if (getenv("ESCDELAY") == NULL)
		set_escdelay(ESCAPE_DELAY);
	set_modes();
	if (!term_keys_open()) {
		endwin();
		delscreen(screen);
		return err_set(e, ERR_IO, "out of memory");
	}
	term_set_colors(color);
	term_prepare_leaving();
	divert_standard_error();
	if (!registered)
		atexit(term_close);
	registered = true;
	term.is_open = true;
	term_catch_signals();
	return true;
}

/* Stops the process group until it is in the foreground: until then, the terminal and its modes
 * belong to the shell.  An orphaned process group cannot be stopped, so gives up after some
 * tries. */
static void
await_foreground(void)
{
	enum { TRIES = 100 };
	pid_t front;

	for (int i = 0; i < TRIES; i++) {
		front = tcgetpgrp(STDIN_FILENO);
		if (front < 0 || front == getpgrp())
			return;
		kill(0, SIGTTOU);
	}
}

bool
term_open(bool color, struct err *e)
{
	sigset_t all, before;
	bool ok;

	assert(!term.is_open);
	await_foreground();
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	ok = open_blocked(color, e);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return ok;
}

/* Leaves curses, with the cursor on an empty last line.  The shell continues there if the terminal
 * has no alternate screen. */
static void
restore_terminal(void)
{
	if (term.mouse)
		term_mouse_ask(false);
	move(LINES - 1, 0);
	clrtoeol();
	refresh();
	endwin();
}

void
term_close(void)
{
	if (!term.is_open)
		return;
	/* .is_open stays true until the end: a signal handler must still restore the terminal. */
	term_set_alarm(0);
	restore_terminal();
	if (term.has_saved)
		tcsetattr(STDIN_FILENO, TCSANOW, &term.saved);
	term.is_open = false;
	term_release_signals();
	term_keys_close();
	fflush(stderr);
	term_repeat_said();
	if (term.said != NULL)
		fclose(term.said);
	term.said = NULL;
}

void
term_size(int *width, int *height)
{
	*width = COLS;
	*height = LINES;
}

/* Would a terminal of TYPE print an unknown escape sequence as text? */
static bool
is_simple(const char *type)
{
	return type == NULL || strncmp(type, "linux", 5) == 0 || strncmp(type, "vt", 2) == 0
		|| strncmp(type, "ansi", 4) == 0 || strncmp(type, "dumb", 4) == 0;
}

/* Appends the N bytes at S to OUT in base 64.  Returns the end of the output. */
static char *
encode_base64(char *out, const unsigned char *s, size_t n)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < n; i += 3) {
		unsigned long bits = (unsigned long)s[i] << 16;

		if (i + 1 < n)
			bits |= (unsigned long)s[i + 1] << 8;
		if (i + 2 < n)
			bits |= s[i + 2];
		*out++ = digits[bits >> 18 & 63];
		*out++ = digits[bits >> 12 & 63];
		*out++ = i + 1 < n ? digits[bits >> 6 & 63] : '=';
		*out++ = i + 2 < n ? digits[bits & 63] : '=';
	}
	return out;
}

void
term_copy(const char *text)
{
	static const char begin[] = "\033]52;c;";
	size_t n = strlen(text);
	char *bytes, *end;

	if (is_simple(getenv("TERM")))
		return;
	bytes = mem_new(sizeof(begin) + n / 3 * 4 + 5, 1);
	end = encode_base64(stpcpy(bytes, begin), (const unsigned char *)text, n);
	*end++ = '\a';
	/* Do not use stdio: if a signal interrupted the write, the error flag of the stream would
	 * stay set. */
	term_put_bytes(bytes, (size_t)(end - bytes));
	free(bytes);
}

struct stop *
term_stop(void)
{
	return &term.stop;
}

void
term_lend(void)
{
	term_set_alarm(0);
	restore_terminal();
	/* A SIGTSTP from the terminal must stop this program together with the other program. */
	term_release_suspend();
}

void
term_retake(void)
{
	term.resized = 1;
	term.stop.asked = 0;			/* C-c was for the other program */
	term_catch_suspend();
	reset_prog_mode();
	if (term.mouse)
		term_mouse_ask(true);
	term_redraw();
	refresh();
}

void
term_suspend(void)
{
	term.suspended = 0;
	term_lend();
	kill(0, SIGTSTP);
	term.continued = 0;
	term_retake();
}
