/* term_show.c - drawing a grid on the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "term/term_parts.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { FOUND_PAIR = 20 };

static bool has_color;

/* How each style looks on the terminal. */
static const struct look {
	short color;			/* foreground colour; < 0: the terminal's own */
	attr_t with, without;		/* attributes if colours are used, and if not */
} looks[NSTYLES] = {
#define STYLE(name, letter, color, with, without) { color, with, without },
#include "screen/styles.def"
#undef STYLE
};

void
term_set_colors(bool color)
{
	int i;

	has_color = color && has_colors() && start_color() == OK
		&& use_default_colors() == OK && COLOR_PAIRS > FOUND_PAIR;
	if (!has_color)
		return;
	for (i = 0; i < NSTYLES; i++)
		init_pair((short)(i + 1), looks[i].color, -1);
	init_pair(FOUND_PAIR, COLOR_BLACK, COLOR_YELLOW);
}

/* Returns the attributes of STYLE, which may contain flags such as STYLE_CURSOR.  Sets *PAIR to the
 * number of its pair of colours. */
static attr_t
look_of(unsigned style, short *pair)
{
	const struct look *look = &looks[style & STYLE_MEANING];
	attr_t attributes = has_color ? look->with : look->without;

	*pair = 0;
	if (has_color && look->color >= 0)
		*pair = (short)((style & STYLE_MEANING) + 1);
	if (style & STYLE_CURSOR)
		attributes |= A_REVERSE;
	if (style & STYLE_FOUND) {
		attributes |= A_BOLD | A_UNDERLINE;
		if (has_color && !(style & STYLE_CURSOR))
			*pair = FOUND_PAIR;
	}
	return attributes;
}

/* Draw the cells X to END - 1 of line Y, which have the same style. */
static void
show_run(const struct grid *g, int y, int x, int end)
{
	char text[1024];
	wchar_t wide[1024];
	size_t n = 0, length, count;
	attr_t attributes;
	short pair;

	attributes = look_of(grid_cell(g, x, y)->style, &pair);
	attr_set(attributes, pair, NULL);
	move(y, x);
	for (; x < end; x++) {
		const struct cell *c = grid_cell(g, x, y);

		length = c->width ? strlen(c->text) : 0;
		memcpy(text + n, c->text, length);
		n += length;
		if (n + CELL_BYTES < sizeof(text) && x + 1 < end)
			continue;
		text[n] = '\0';
		count = mbstowcs(wide, text, sizeof(wide) / sizeof(*wide) - 1);
		if (count != (size_t)-1)
			addnwstr(wide, (int)count);
		n = 0;
	}
}

void
term_show(const struct grid *g)
{
	int x, y, end;

	erase();
	for (y = 0; y < g->height && y < LINES; y++)
		for (x = 0; x < g->width && x < COLS; x = end) {
			for (end = x + 1; end < g->width && end < COLS; end++)
				if (grid_cell(g, end, y)->style != grid_cell(g, x, y)->style)
					break;
			show_run(g, y, x, end);
		}
	attr_set(A_NORMAL, 0, NULL);
	move(g->cursor_y, g->cursor_x);
	refresh();
}

void
term_redraw(void)
{
	clearok(curscr, TRUE);
}
