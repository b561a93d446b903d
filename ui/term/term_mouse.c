/* term_mouse.c - asking for mouse events, and reading them
 *
 * The functions of curses for the mouse cannot be used: if the event that arrives is not wanted, as
 * the release of a button, or not known, as a button at the side of the mouse, wgetch() waits for
 * the next key, and then reports an event instead of this key.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "term/term_parts.h"

#include <stdlib.h>
#include <string.h>
#include <term.h>

#include "screen/keys.h"

enum {
	REST_DELAY = 100,		/* milliseconds in which the rest of an event must arrive */
	MOST_NUMBERS = 3,		/* an event has a button, a column and a line */
	MOST_VALUE = 1 << 16,
	MODIFIERS = 4 + 8 + 16,		/* bits of a button: Shift, Alt and Ctrl are held down */
};

bool
term_has_mouse(void)
{
	const char *report = tigetstr("kmous"), *type = getenv("TERM");

	return (report != NULL && report != (char *)-1)
		|| (type != NULL && strncmp(type, "xterm", 5) == 0);
}

void
term_mouse_ask(bool on)
{
	/* Mode 1000 asks for presses and releases of buttons, mode 1006 for events that are written
	 * as decimal numbers.  A terminal without mode 1006 writes them as bytes. */
	const char *bytes = on ? "\033[?1000h\033[?1006h" : "\033[?1006l\033[?1000l";

	term_put_bytes(bytes, strlen(bytes));
}

void
term_mouse(bool on)
{
	bool was_on = term.mouse;

	/* From here on, a signal that ends the program must also turn the mouse off. */
	term.mouse = on && term_has_mouse();
	term_prepare_leaving();
	if (term.mouse || was_on)
		term_mouse_ask(term.mouse);
}

/* Returns the next character of an event, or -1 if none arrives.  A key instead of a character is
 * kept for the next read; then also returns -1. */
static int
next_character(WINDOW *from)
{
	int c;

	wtimeout(from, REST_DELAY);
	c = wgetch(from);
	nodelay(from, TRUE);
	/* Byte 127 of an event may be the sequence of this key. */
	if (c == KEY_BACKSPACE)
		return 0x7f;
	if (c > 0xff)
		ungetch(c);
	return c == ERR || c > 0xff ? -1 : c;
}

/* Reads numbers that are separated by ";", and the letter that follows them.  Returns the letter,
 * or 0 if there is something else. */
static int
read_decimal(WINDOW *from, int numbers[MOST_NUMBERS])
{
	int n = 0, c;

	while ((c = next_character(from)) >= 0) {
		if (c >= '0' && c <= '9') {
			if (n < MOST_NUMBERS && numbers[n] < MOST_VALUE)
				numbers[n] = 10 * numbers[n] + c - '0';
		} else if (c == ';') {
			n += n < MOST_NUMBERS;
		} else if (c == 'M' || c == 'm') {
			return n == MOST_NUMBERS - 1 ? c : 0;
		} else {
			ungetch(c);
			return 0;
		}
	}
	return 0;
}

/* Reads numbers that are bytes.  Returns false if they do not arrive. */
static bool
read_bytes(WINDOW *from, int numbers[MOST_NUMBERS])
{
	for (int i = 0; i < MOST_NUMBERS; i++) {
		numbers[i] = next_character(from) - ' ';
		if (numbers[i] < 0)
			return false;
	}
	return true;
}

uint32_t
term_mouse_event(WINDOW *from, bool decimal)
{
	int numbers[MOST_NUMBERS] = { 0 }, x, y;
	uint32_t kind;

	if (decimal ? read_decimal(from, numbers) != 'M' : !read_bytes(from, numbers))
		return 0;
	x = numbers[1] - 1;
	y = numbers[2] - 1;
	switch (numbers[0] & ~MODIFIERS) {
	case 0:
		kind = KEY_CLICK;
		break;
	case 64:
		kind = KEY_WHEEL_UP;
		break;
	case 65:
		kind = KEY_WHEEL_DOWN;
		break;
	default:
		return 0;
	}
	if (x < 0 || y < 0 || x >= COLS || y >= LINES)
		return 0;
	return kind | (uint32_t)x << 14 | (uint32_t)y;
}
