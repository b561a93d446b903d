/* grid.h - a screen in memory: cells with a character and a style
 *
 * A style says what something means; what it looks like is decided in styles.def and
 * term_show.c alone.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRID_H
#define GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum style {
#define STYLE(name, letter, color, with, without) STYLE_##name,
#include "screen/styles.def"
#undef STYLE
	NSTYLES,
	STYLE_MEANING = 0x3f,		/* mask; two flags go with any of the above: */
	STYLE_CURSOR = 0x40,		/* the selected row */
	STYLE_FOUND = 0x80,		/* what the search found */
};

/* From this width on a screen has room for wide figures, and for two cells between columns. */
enum { GRID_WIDE = 120 };

#define CELL_BYTES 21

struct cell {
	char text[CELL_BYTES];		/* a character and what goes on top of it */
	uint8_t width;			/* 1 or 2; 0: covered by the one to the left */
	uint16_t style;
};

struct grid {
	struct cell *cells;		/* owned */
	int width, height;
	int cursor_x, cursor_y;		/* where the terminal's cursor belongs */
	bool ascii;			/* the locale is not UTF-8 */
};

/* Where in a grid to write next, and where to stop. */
struct pen {
	struct grid *grid;
	int x, y, end;			/* cells from x to end - 1 of line y are free */
	int skip;			/* cells to leave out before writing */
	uint16_t style;
	bool cut;			/* something did not fit */
};

/* Make G blank and WIDTH x HEIGHT; a zeroed grid is one of 0 x 0. */
void grid_resize(struct grid *g, int width, int height);
void grid_release(struct grid *g);

/* Cell X of line Y, which must be inside. */
struct cell *grid_cell(const struct grid *g, int x, int y);

/* Line Y as UTF-8 without trailing blanks in *LINE, which grows (mem_grow()). */
void grid_read(const struct grid *g, int y, char **line, size_t *room);

/* The same, to be free()d.  STYLES: a letter per cell
 * for what it means instead. */
char *grid_line(const struct grid *g, int y);
char *grid_styles(const struct grid *g, int y);

/* Print every line of G, and below it one of styles if asked for. */
void grid_dump(const struct grid *g, bool styles, FILE *out);

/* A pen at X of line Y, free to write WIDTH cells. */
struct pen pen_at(struct grid *g, int x, int y, int width);

/* Change what is meant, keeping the flags. */
void pen_style(struct pen *pen, enum style style);

void pen_text(struct pen *pen, const char *s);
void pen_ntext(struct pen *pen, const char *s, size_t n);

/* S at the right end of what is free. */
void pen_right(struct pen *pen, const char *s);

/* As pen_text(), but what does not fit ends in an ellipsis. */
void pen_short(struct pen *pen, const char *s);

/* N blanks; those between two columns; blanks to the end. */
void pen_skip(struct pen *pen, int n);
void pen_gap(struct pen *pen);
void pen_fill(struct pen *pen);

/* Cells left. */
int pen_left(const struct pen *pen);

#endif
