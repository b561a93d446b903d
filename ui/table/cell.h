/* cell.h - the text of a cell, from the value of its row and the form of its column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELL_H
#define CELL_H

#include "screen/grid.h"
#include "table/column_values.h"

struct cell_text {
	char figure[3 * FIGURE + 4];	/* a mark, and figures */
	const char *text;		/* .figure, or borrowed from the value; "": nothing is
					 * drawn */
	enum style style;		/* STYLE_TEXT: the style of the row */
};

/* Sets T to the text of D, a value of column C, for a cell with room for CELLS cells.  A text that
 * has a shorter form gets it if it needs more room; other texts may need more than CELLS cells. */
void cell_text(struct cell_text *t, const struct view_context *ctx, const struct column *c,
	const struct column_value *d, int cells);

/* Draws D, the value of row R in column C. */
void cell_draw(const struct view *v, const struct row *r, const struct column *c,
	const struct column_value *d, struct pen *pen);

/* Draws the name of node N, with "x" in front if N is excluded.  If there is room, draws a remark
 * such as "(inlined)" behind the name.  Shortens the name to the cells that PEN has left, unless
 * V->whole is set or V is scrolled sideways. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* Draws the name of node N and then NOTE.  Omits NOTE if it would leave fewer than ten cells for
 * the name, or if V is scrolled sideways. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* Returns how many cells the longest text of column C in V needs, whatever rows are in the window.
 * This is known of indexes, times and errors, and of columns with need(); for others, returns 0. */
int cell_need(const struct view *v, const struct column *c);

/* Writes CALLS to OUT, in at most WIDTH cells if WIDTH is at least 7.  Writes "≥" in front if the
 * counts of calls of the profile are lower bounds (profile.calls_lost). */
void cell_calls_text(const struct view_context *ctx, uint64_t calls, int width,
	char out[2 * FIGURE]);

/* Returns the mark for CERTAINTY, an enum certainty: "" for CERTAIN, "~" for SHARED, "↻" for
 * CYCLIC, "≈" for CYCLE_ESTIMATED, "!" for IMPOSSIBLE. */
const char *cell_estimate_mark(uint8_t certainty);

#endif
