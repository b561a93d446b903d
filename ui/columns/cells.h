/* cells.h - drawing cells: numbers, times, percentages, bars, calls, names of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELLS_H
#define CELLS_H

#include "table/column_values.h"
#include "table/view.h"

/* Functions for column.draw.  "marked" in a name means that estimates have a mark in front; "each"
 * means that the time per call is drawn, so the whole of the value is the number of calls.
 * Percentages of at least 10 are coloured, except by cell_draw_plain_percent().  For a time of 0,
 * cell_draw_time() and cell_draw_marked_time() draw an upper bound, "<0.03"; cell_draw_children()
 * draws "0". */
void cell_draw_index(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_number(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_time(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_marked_time(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_children(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_error(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_each(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_marked_each(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_plain_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_marked_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_bar(const struct view *v, const struct column_value *d, struct pen *pen);

/* Draw the bounds of D in percent of its whole, as "0-71".  If D is CYCLIC, draw "↻" in front if
 * there is room. */
void cell_draw_percent_bounds(const struct view *v, const struct column_value *d, struct pen *pen);

/* If D is at least 10 % of its whole, let PEN draw in the colour of hot figures from now on. */
void cell_style_if_hot(const struct column_value *d, struct pen *pen);

/* Draw the cell of a column of calls.  cell_calls() draws calls from others and recursive calls,
 * "1+26312".  cell_called_of() draws such a cell or, for an arc, the calls of the arc and all calls
 * of the callee, "40/100". */
void cell_calls(const struct view *v, const struct row *r, struct pen *pen);
void cell_called_of(const struct view *v, const struct row *r, struct pen *pen);

/* Draw row R of a view whose rows are lines of text. */
void cell_text_line(const struct view *v, const struct row *r, struct pen *pen);

/* Draw the name of node N, with "x" in front if N is excluded, and with a remark such as
 * "(inlined)" behind it.  The name is shortened to the cells that PEN has left, unless V->whole is
 * set or V is scrolled sideways. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* Draw the name of node N and then NOTE.  NOTE is omitted if it would leave few cells for the
 * name. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* Write a count of calls in at most WIDTH cells, with "≥" in front of a lower bound. */
void cell_calls_text(const struct view_context *ctx, uint64_t calls, int width,
	char out[2 * FIGURE]);

/* Returns the mark for CERTAINTY, an enum certainty: "" for CERTAIN, "~" for SHARED, "↻" for
 * CYCLIC, "≈" for CYCLE_ESTIMATED. */
const char *cell_estimate_mark(uint8_t certainty);

/* Draw TEXT, "FILE:LINE".  If it does not fit, "…" replaces the beginning of the file's name. */
void cell_draw_place(const char *text, struct pen *pen);

#endif
