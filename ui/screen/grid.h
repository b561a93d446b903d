/* grid.h - a screen in memory: cells with a character and a style
 *
 * A style says what a cell means; only styles.def and term_show.c decide how a style looks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRID_H
#define GRID_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* NFRAME_COLORS is the number of colours in framecolors.def. */
enum {
#define FRAME_COLOR(letter, many, few) FRAME_COLOR_##many,
#include "screen/framecolors.def"
#undef FRAME_COLOR
	NFRAME_COLORS
};

enum style {
#define STYLE(name, letter, color, with, without) STYLE_##name,
#include "screen/styles.def"
#undef STYLE
	NSTYLES,
	STYLE_FRAME = NSTYLES,		/* STYLE_FRAME + N: a frame, in colour N of framecolors.def,
					 * counted from 0 */
	STYLE_MEANING = 0x3f,		/* mask for a style without its flags */
	STYLE_CURSOR = 0x40,		/* flag: the cell is in the selected row */
	STYLE_FOUND = 0x80,		/* flag: the cell is part of a match of the search */
	STYLE_NAME = 0x100,		/* flag: the cell is part of the name of a function or
					 * cycle; the flag does not change how the cell is drawn */
	STYLE_EDGE = 0x200,		/* flag: the cell is at the edge of a frame.  A block in the
					 * colour of the frame fills a part of the cell; the rest of
					 * the cell has the colour GRID_PAPER() of the style */
};

/* Colours of the part of a cell with STYLE_EDGE that the block does not fill: none (PAPER_NONE),
 * the colour of a frame (PAPER_FRAME + number of the colour), of the selected row, or of a
 * match. */
enum {
	PAPER_NONE, PAPER_FRAME, PAPER_SELECTED = PAPER_FRAME + NFRAME_COLORS, PAPER_FOUND,
	NPAPERS,
};
#define GRID_EDGE(style, paper) \
	((uint16_t)((style) | STYLE_EDGE | (unsigned)(paper) << GRID_PAPER_BIT))
#define GRID_PAPER(style) ((unsigned)(style) >> GRID_PAPER_BIT)
enum { GRID_PAPER_BIT = 10 };

/* A screen of this width in cells, or more, has wide columns, with two cells between them. */
enum { GRID_WIDE = 120 };

#define CELL_BYTES 21

struct cell {
	char text[CELL_BYTES];		/* a character and its combining characters */
	uint8_t width;			/* 1 or 2; 0: covered by the wide character on its left */
	uint16_t style;
};

struct grid {
	struct cell *cells;		/* owned; line by line */
	int width, height;
	int cursor_x, cursor_y;		/* position of the terminal's cursor */
	bool ascii;			/* the locale is not UTF-8 */
};

/* Makes G blank and WIDTH x HEIGHT, and moves its cursor to the first cell.  A zeroed grid has no
 * cells. */
void grid_resize(struct grid *g, int width, int height);
void grid_release(struct grid *g);

/* Returns cell X of line Y, which must be inside G. */
static inline struct cell *
grid_cell(const struct grid *g, int x, int y)
{
	assert((unsigned)x < (unsigned)g->width && (unsigned)y < (unsigned)g->height);
	return &g->cells[(size_t)y * (size_t)g->width + (size_t)x];
}

static inline void
grid_blank_cell(struct cell *c, uint16_t style)
{
	c->text[0] = ' ';
	c->text[1] = '\0';
	c->width = 1;
	c->style = style;
}

/* Writes the first CELLS cells of line Y into *LINE as UTF-8 without trailing blanks.  *LINE has
 * *ROOM bytes and grows as needed (mem_grow()). */
void grid_read(const struct grid *g, int y, int cells, char **line, size_t *room);

/* Returns line Y in the form of grid_read(); free() it. */
char *grid_line(const struct grid *g, int y);

/* Returns the styles of line Y, one letter for each cell; free() it. */
char *grid_styles(const struct grid *g, int y);

/* Prints every line of G.  If STYLES, prints the styles of its cells below each line, a letter for
 * each cell. */
void grid_dump(const struct grid *g, bool styles, FILE *out);

#endif
