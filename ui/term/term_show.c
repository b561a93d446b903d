/* term_show.c - drawing a grid on the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "term/term_parts.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { FOUND_PAIR = 20, FRAME_PAIR, EDGE_PAIR = FRAME_PAIR + NFRAME_COLORS };

static bool has_color;

/* How each style looks on the terminal. */
static const struct look {
	short color;			/* foreground colour; < 0: the terminal's own */
	attr_t with, without;		/* attributes with colours and without colours */
} looks[NSTYLES] = {
#define STYLE(name, letter, color, with, without) { color, with, without },
#include "screen/styles.def"
#undef STYLE
};

/* The colours of frames. */
static const struct frame_color {
	short many, few;
} frame_colors[NFRAME_COLORS] = {
#define FRAME_COLOR(letter, many, few) { many, few },
#include "screen/framecolors.def"
#undef FRAME_COLOR
};

/* Numbers of the pairs of colours for cells with STYLE_EDGE.  The first index is the colour of the
 * block, the second is the colour of the rest of the cell.  A number is 0 if the pair was not used
 * yet, or if the terminal has no number left for it. */
static short edge_pairs[NPAPERS][NPAPERS], nedge_pairs;

static short
frame_color(int i)
{
	return COLORS >= 256 ? frame_colors[i].many : frame_colors[i].few;
}

/* Returns the colour that PAPER means, or -1 for the terminal's own colour. */
static short
paper_color(unsigned paper)
{
	return paper >= PAPER_FRAME && paper < PAPER_FRAME + NFRAME_COLORS
		? frame_color((int)(paper - PAPER_FRAME))
		: paper == PAPER_FOUND ? COLOR_YELLOW : -1;
}

bool
term_has_color(void)
{
	return has_color;
}

void
term_set_colors(bool color)
{
	int i;

	has_color = color && has_colors() && start_color() == OK
		&& use_default_colors() == OK && COLOR_PAIRS >= EDGE_PAIR;
	if (!has_color)
		return;
	for (i = 0; i < NSTYLES; i++)
		init_pair((short)(i + 1), looks[i].color, -1);
	init_pair(FOUND_PAIR, COLOR_BLACK, COLOR_YELLOW);
	memset(edge_pairs, 0, sizeof(edge_pairs));
	nedge_pairs = 0;
	for (i = 0; i < NFRAME_COLORS; i++)
		init_pair((short)(FRAME_PAIR + i), COLOR_BLACK, frame_color(i));
}

/* STYLE has the flag STYLE_EDGE.  Returns the colour of the block in a cell of this style, as a
 * constant PAPER_... */
static unsigned
ink_of(unsigned style)
{
	unsigned meaning = style & STYLE_MEANING;

	return style & STYLE_FOUND ? PAPER_FOUND : meaning >= STYLE_FRAME
		? meaning - STYLE_FRAME + PAPER_FRAME
		: meaning == STYLE_TEXT ? PAPER_NONE : PAPER_SELECTED;
}

/* STYLE has the flag STYLE_EDGE.  Returns the attributes of a cell of this style.  Sets *PAIR to
 * the number of a pair of colours: that of the block and that of the rest of the cell. */
static attr_t
look_of_edge(unsigned style, short *pair)
{
	unsigned ink = ink_of(style), paper = GRID_PAPER(style);
	/* The terminal's own background colour has no number, so it can only be the background of a
	 * pair. Its own foreground colour has no number either, so it can only be the
	 * foreground. */
	bool reverse = ink == PAPER_NONE || paper == PAPER_SELECTED;
	short *known = &edge_pairs[ink][paper];

	*pair = 0;
	if (!has_color)
		return A_NORMAL;
	if (*known == 0 && EDGE_PAIR + nedge_pairs < COLOR_PAIRS) {
		*known = (short)(EDGE_PAIR + nedge_pairs++);
		init_pair(*known, paper_color(reverse ? paper : ink),
			paper_color(reverse ? ink : paper));
	}
	*pair = *known;
	return reverse ? A_REVERSE : A_NORMAL;
}

/* Returns the attributes of a cell of STYLE, which may contain flags such as STYLE_CURSOR.  Sets
 * *PAIR to the number of the pair of colours of the cell. */
static attr_t
look_of(unsigned style, short *pair)
{
	bool is_frame = (style & STYLE_MEANING) >= STYLE_FRAME;
	const struct look *look = &looks[is_frame ? STYLE_TEXT : style & STYLE_MEANING];
	attr_t attributes = has_color ? look->with : look->without;

	if (style & STYLE_EDGE)
		return look_of_edge(style, pair);
	*pair = 0;
	if (has_color && is_frame)
		*pair = (short)(FRAME_PAIR + (style & STYLE_MEANING) - STYLE_FRAME);
	else if (has_color && look->color >= 0)
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

/* Draws the cells X to END - 1 of line Y, which have the same style. */
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
