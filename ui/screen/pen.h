/* pen.h - writing text into cells of one line of a grid
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PEN_H
#define PEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "screen/grid.h"

/* A pen may write the cells from .x to .end - 1 of line .y, which must be in the grid.  If
 * .end <= .x, it may write none. */
struct pen {
	struct grid *grid;		/* borrowed */
	int x, y, end;
	int skip;			/* number of cells of text to skip before writing */
	uint16_t style;
	bool cut;			/* some text did not fit, or was shortened; the pen writes
					 * no more text */
};

/* Returns a pen at cell X of line Y.  The pen may write WIDTH cells, but none outside G. */
struct pen pen_at(struct grid *g, int x, int y, int width);

/* Sets the style of all text that PEN writes from now on.  Does not change the flags of the
 * style. */
void pen_style(struct pen *pen, enum style style);

void pen_text(struct pen *pen, const char *s);
void pen_ntext(struct pen *pen, const char *s, size_t n);

/* Writes S, the name of a function or cycle, in cells with the flag STYLE_NAME.  In a column of
 * names, patterns are compared only with cells that have this flag. */
void pen_name(struct pen *pen, const char *s);

/* Writes S so that it ends at the last free cell.  If S does not fit, writes it like
 * pen_short(). */
void pen_right(struct pen *pen, const char *s);

/* Writes S; if it does not fit, ends it in an ellipsis. */
void pen_short(struct pen *pen, const char *s);

/* Writes N blanks, or as many as fit. */
void pen_skip(struct pen *pen, int n);

/* Writes the blank in front of a text by which, on wide screens, columns are further apart than the
 * one blank that layout_row() leaves between them. */
void pen_gap(struct pen *pen);

/* Writes blanks up to .end. */
void pen_fill(struct pen *pen);

/* Returns the number of free cells. */
int pen_left(const struct pen *pen);

#endif
