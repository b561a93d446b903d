/* term_keys.c - reading keys, and turning mouse events and signals into keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "term/term_parts.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "screen/keys.h"

/* Codes for the left and the right arrow with Alt, which have no codes in curses, and for the
 * beginning of a mouse event. */
enum { CODE_ALT_LEFT = KEY_MAX + 1, CODE_ALT_RIGHT, CODE_MOUSE, CODE_MOUSE_BYTES };

static WINDOW *pad;			/* keys are read from this pad, because reading from a
					 * window would draw the window */
static uint32_t held;			/* the key that term_key() returns next; 0: none */

/* Declares sequences that terminals send for keys, even if terminfo has other sequences for $TERM.
 * For example, tmux and screen send the sequences of the Linux console to programs with
 * TERM=xterm-256color. */
static void
define_keys(void)
{
	static const struct { const char *sequence; int code; } keys[] = {
		{ "\033[1;3D", CODE_ALT_LEFT }, { "\033[1;3C", CODE_ALT_RIGHT },
		{ "\033\033[D", CODE_ALT_LEFT }, { "\033\033[C", CODE_ALT_RIGHT },
		{ "\033\033OD", CODE_ALT_LEFT }, { "\033\033OC", CODE_ALT_RIGHT },
		{ "\033[H", KEY_HOME }, { "\033[F", KEY_END },
		{ "\033OH", KEY_HOME }, { "\033OF", KEY_END },
		{ "\033[1~", KEY_HOME }, { "\033[4~", KEY_END },
		{ "\033[7~", KEY_HOME }, { "\033[8~", KEY_END },
		{ "\033[2~", KEY_IC }, { "\033[3~", KEY_DC },
		{ "\033[5~", KEY_PPAGE }, { "\033[6~", KEY_NPAGE }, { "\033[Z", KEY_BTAB },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		define_key(keys[i].sequence, keys[i].code);
	if (term_has_mouse()) {
		define_key("\033[<", CODE_MOUSE);
		define_key("\033[M", CODE_MOUSE_BYTES);
	}
}

bool
term_keys_open(void)
{
	pad = newpad(1, 1);
	if (pad == NULL)
		return false;
	nodelay(pad, TRUE);
	keypad(pad, TRUE);
	define_keys();
	return true;
}

void
term_keys_close(void)
{
	delwin(pad);
	pad = NULL;
}

/* Adopts the new size of the terminal and returns it as a key.  Calls resize_term(), because
 * resizeterm() would queue a KEY_RESIZE.  Draws everything again, because the terminal may have
 * moved lines. */
static uint32_t
new_size(void)
{
	struct winsize size;

	term.resized = 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
		resize_term(size.ws_row, size.ws_col);
	term_prepare_leaving();
	term_redraw();
	return KEY_SIZE | (uint32_t)(COLS & 0x3fff) << 14 | (uint32_t)(LINES & 0x3fff);
}

/* Returns the event that signals have reported since the last call, as a key.  Returns 0 if there
 * was no event. */
static uint32_t
pending_event(void)
{
	if (term.continued) {
		term.continued = 0;
		reset_prog_mode();
		/* Ask for the size: it may have changed while another program had the terminal. */
		return new_size();
	}
	if (term.suspended) {
		term.suspended = 0;
		return KEY_CTRL('z');
	}
	if (term.stop.asked) {
		term.stop.asked = 0;
		return KEY_CTRL('c');
	}
	return term.resized ? new_size() : 0;
}

static uint32_t
translate_key(wint_t code)
{
	static const struct { int code; uint32_t key; } keys[] = {
		{ KEY_UP, KEY_CURSOR_UP }, { KEY_DOWN, KEY_CURSOR_DOWN },
		{ KEY_LEFT, KEY_CURSOR_LEFT }, { KEY_RIGHT, KEY_CURSOR_RIGHT },
		{ KEY_PPAGE, KEY_PAGE_UP }, { KEY_NPAGE, KEY_PAGE_DOWN },
		{ KEY_HOME, KEY_FIRST }, { KEY_END, KEY_LAST },
		{ KEY_A1, KEY_FIRST }, { KEY_C1, KEY_LAST },
		{ KEY_A3, KEY_PAGE_UP }, { KEY_C3, KEY_PAGE_DOWN },
		{ KEY_FIND, KEY_FIRST }, { KEY_SELECT, KEY_LAST },
		{ KEY_IC, KEY_INSERT }, { KEY_DC, KEY_DELETE }, { KEY_BTAB, KEY_BACKTAB },
		{ KEY_BACKSPACE, KEY_ERASE }, { KEY_ENTER, KEY_RETURN },
		{ CODE_ALT_LEFT, KEY_ALT | KEY_CURSOR_LEFT },
		{ CODE_ALT_RIGHT, KEY_ALT | KEY_CURSOR_RIGHT },
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if ((wint_t)keys[i].code == code)
			return keys[i].key;
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return KEY_FUNCTION + (code - KEY_F(0));
	return KEY_BEYOND;
}

/* Is CODE the beginning of a mouse event?  If so, reads the event, and sets *KEY to it, or to 0 if
 * it has no meaning here. */
static bool
is_mouse(wint_t code, uint32_t *key)
{
	if (code != CODE_MOUSE && code != CODE_MOUSE_BYTES)
		return false;
	*key = term_mouse_event(pad, code == CODE_MOUSE);
	return true;
}

/* Escape was read.  If a key follows at once, it was typed with Alt. */
static uint32_t
escaped_key(void)
{
	wint_t code;
	int kind = wget_wch(pad, &code);

	if (kind == ERR || (kind == KEY_CODE_YES && is_mouse(code, &held)))
		return KEY_ESC;
	/* Two Escapes arrived together, because the line is slow or the user holds the key down.
	 * Return the first now, the second in the next call. */
	if (kind != KEY_CODE_YES && code == KEY_ESC) {
		held = KEY_ESC;
		return KEY_ESC;
	}
	return KEY_ALT | (kind == KEY_CODE_YES ? translate_key(code) : (uint32_t)code);
}

/* Returns a key that can be read without waiting, or 0 if there is no key.  Skips mouse events that
 * have no meaning here: curses may hold a key that was typed after them. */
static uint32_t
next_key(void)
{
	uint32_t key;
	wint_t code;
	int kind;

	for (;;) {
		kind = wget_wch(pad, &code);
		if (kind == ERR)
			return 0;
		if (kind != KEY_CODE_YES)
			return code == KEY_CTRL('h') ? KEY_ERASE
				: code == KEY_ESC ? escaped_key() : (uint32_t)code;
		if (!is_mouse(code, &key))
			return code == KEY_RESIZE ? new_size() : translate_key(code);
		if (key)
			return key;
	}
}

/* Are there bytes to read?  poll() does not say this: at end of file, poll() always reports
 * input. */
static bool
has_bytes(void)
{
	int n = 0;

	return ioctl(STDIN_FILENO, FIONREAD, &n) == 0 && n > 0;
}

/* Waits until there is input or an event; returns false if the terminal is gone.  Sets *TIRED if
 * nothing came for MOST milliseconds.  After the wait, sets *EMPTY to 0 if the terminal has bytes
 * to read, otherwise adds 1 to *EMPTY. */
static bool
wait_for_input(int most, bool *tired, int *empty)
{
	const struct timespec tick = { .tv_sec = most / 1000, .tv_nsec = most % 1000 * 1000000L };
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	sigset_t all, before;
	bool gone = false;
	fd_set input;

	/* Block signals, because a signal between the test of the flags and pselect() would be
	 * missed. ppoll() cannot be used: in glibc 2.36, it waits for a wrong time in 32-bit
	 * programs that are compiled with _FORTIFY_SOURCE and 64-bit times. */
	*tired = false;
	FD_ZERO(&input);
	FD_SET(STDIN_FILENO, &input);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	if (!term.stop.asked && !term.resized && !term.continued && !term.suspended) {
		*tired = pselect(STDIN_FILENO + 1, &input, NULL, NULL, &tick, &before) == 0;
		gone = poll(&in, 1, 0) > 0 && !(in.revents & POLLIN);
		*empty = has_bytes() ? 0 : *empty + 1;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return !gone;
}

uint32_t
term_key(int most)
{
	uint32_t key;
	int empty = 0;
	bool tired;

	for (;;) {
		key = pending_event();
		if (key)
			return key;
		key = held;
		held = 0;
		if (!key)
			key = next_key();
		/* Return C-c before KEY.  The terminal drops keys that were typed before C-c, so
		 * the user typed KEY after C-c. */
		if (key && term.stop.asked)
			held = key;
		else if (key)
			return key;
		if (!wait_for_input(most, &tired, &empty))
			return 0;
		if (tired)
			return KEY_TICK;
		/* The terminal is gone if it is often readable, but has no bytes.  A few such cases
		 * are normal, because C-c discards pending input. */
		if (empty > 16)
			return 0;
		if (term.stop.asked || term.resized || term.continued || term.suspended)
			empty = 0;
	}
}

bool
term_has_key(void)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };

	if (term.stop.asked || term.resized || term.continued || term.suspended || held)
		return true;
	return poll(&in, 1, 0) > 0 && (in.revents & POLLIN);
}
