/* keys.h - keys, their names, and the actions that they are assigned to
 *
 * A key is the code of its character; a key without a character has a number above Unicode.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	KEY_TAB = 9,
	KEY_RETURN = 13,
	KEY_ESC = 27,
	KEY_ERASE = 127,
	KEY_CURSOR_UP = 0x110000,
	KEY_CURSOR_DOWN,
	KEY_CURSOR_LEFT,
	KEY_CURSOR_RIGHT,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_FIRST,
	KEY_LAST,
	KEY_INSERT,
	KEY_DELETE,
	KEY_BACKTAB,
	KEY_FUNCTION,			/* F1 is KEY_FUNCTION + 1, F12 is KEY_FUNCTION + 12 */
	KEY_BEYOND = KEY_FUNCTION + 13,	/* any key of the terminal that is not in this list */
	KEY_ALT = 0x200000,		/* added to any key */
	KEY_TICK = 0x3fffff,		/* event: no key was typed for a while.  With --keys, this
					 * key reads a changing profile again */
	KEY_SIZE = 0x40000000,		/* event: the screen has a new size; the key is KEY_SIZE +
					 * width * 2^14 + height */
};

/* The key of a mouse event is K + x * 2^14 + y, where K is the kind of event, such as KEY_CLICK.
 * The event is at cell x of line y. */
#define KEY_POINTER 0x80000000u
#define KEY_POINTER_KIND 0xf0000000u
#define KEY_CLICK 0x80000000u
#define KEY_WHEEL_UP 0x90000000u
#define KEY_WHEEL_DOWN 0xa0000000u

#define KEY_CTRL(c) ((c) & 0x1f)

enum { MOST_CELLS = 1000000 };		/* greatest number of cells of a screen */

/* In the column WHERE of keys.def, each view has a bit.  WHERE_... is the number of this bit, and
 * enum where has the value of the bit. */
enum {
#define VIEW(where, ...) WHERE_##where,
#define VARIANT(where, ...)
#include "screen/views.def"
#undef VIEW
	NWHERE,
};

/* Values of ROWS in views.def.  keys.def uses SORTED, TIMED, OF_FUNCS and PANED: the views whose
 * rows have one of them. */
enum view_rows { SORT = 1, TIME = 2, FUNC = 4, PANE = 8 };

enum where {
#define VIEW(where, ...) where = 1 << WHERE_##where,
#include "screen/views.def"
#undef VIEW
	ANY = (1 << NWHERE) - 1,
#define VIEW(where, ops, name, printed, reads, rows) | ((rows) & SORT ? (where) : 0)
	SORTED = 0
#include "screen/views.def"
#undef VIEW
	,
#define VIEW(where, ops, name, printed, reads, rows) | ((rows) & TIME ? (where) : 0)
	TIMED = 0
#include "screen/views.def"
#undef VIEW
	,
#define VIEW(where, ops, name, printed, reads, rows) | ((rows) & FUNC ? (where) : 0)
	OF_FUNCS = 0
#include "screen/views.def"
#undef VIEW
	,
#define VIEW(where, ops, name, printed, reads, rows) | ((rows) & PANE ? (where) : 0)
	PANED = 0
#include "screen/views.def"
#undef VIEW
#undef VARIANT
};

enum action {
	ACT_NONE,
#define GROUP(title)
#define ACTION(name, where, keys, rank, hint, help) ACT_##name,
#define ALSO(name, where, keys, rank, hint, help)
#include "screen/keys.def"
#undef GROUP
#undef ACTION
#undef ALSO
};

/* A line of keys.def.  If the line begins a group, .keys is NULL and .help is the title of the
 * group. */
struct binding {
	enum action action;
	unsigned where;
	const char *keys;
	int rank;
	const char *hint, *help;
	const char *name;		/* name of the action, such as "PAGE_DOWN"; NULL if the line
					 * begins a group */
};

extern const struct binding key_bindings[];
extern const size_t nkey_bindings;

/* Reads one key from *NAMES, text such as "j<Enter> <C-d>", and sets *NAMES to the text after it.
 * Returns false at the end of the text, and then sets *NAMES to the final NUL.  Returns false at an
 * unknown name, and then sets *NAMES to this name. */
bool key_parse(const char **names, uint32_t *key);

/* Writes KEYS, the keys of a binding, into the ROOM bytes at OUT in the form that users see:
 * "<lt> <Backspace>" becomes "< Backspace".  Text of more than ROOM - 8 bytes is
 * cut.  ROOM must not be 0. */
void key_names(const char *keys, char *out, size_t room);

/* Returns the width or height that an event KEY_SIZE contains, or x or y of a mouse event. */
int key_width(uint32_t key);
int key_height(uint32_t key);

#endif
