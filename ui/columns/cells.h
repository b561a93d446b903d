/* cells.h - drawing cells: numbers, times, percentages, bars, calls, names of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELLS_H
#define CELLS_H

#include "table/column_values.h"
#include "table/view.h"

/* Functions for column.draw, which draw D with PEN.  Functions with "marked" in their names draw a
 * mark in front of an estimate (cell_estimate_mark()).  Functions with "each" in their names draw
 * the time per call, for which D->whole must be the number of calls.  Percentages of at least 10
 * are coloured, except by cell_draw_plain_percent() and by cell_draw_short_percent(), which draws
 * one decimal.  For a time of 0, cell_draw_time() and cell_draw_marked_time() draw what
 * figure_time() writes, which may be an upper bound such as "<0.03"; cell_draw_children() draws
 * "0". */
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
void cell_draw_short_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_marked_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void cell_draw_bar(const struct view *v, const struct column_value *d, struct pen *pen);

/* Draws the bounds of D in percent of D->whole, as "0-71".  If D->certainty is CYCLIC, and if there
 * is room, draws "↻" in front.  Draws nothing if D->whole is 0. */
void cell_draw_percent_bounds(const struct view *v, const struct column_value *d, struct pen *pen);

/* Sets the style of PEN to the colour of hot figures if D->value is at least 10 % of D->whole. */
void cell_style_if_hot(const struct column_value *d, struct pen *pen);

/* Functions for column.cell, which draw numbers of calls.  For a node, both functions draw the
 * calls by other functions and the recursive calls, as "1+26312".  For an arc, cell_called_of()
 * draws the calls of the arc and all calls of the callee, or of the callee's cycle, as "40/100".
 * For a possible call, cell_called_of() draws "possible". */
void cell_calls(const struct view *v, const struct row *r, struct pen *pen);
void cell_called_of(const struct view *v, const struct row *r, struct pen *pen);

/* Draws row R of a view whose rows are lines of text, without its first V->shift cells. */
void cell_text_line(const struct view *v, const struct row *r, struct pen *pen);

/* Draws the name of node N, with "x" in front if N is excluded.  If there is room, draws a remark
 * such as "(inlined)" behind the name.  Shortens the name to the cells that PEN has left, unless
 * V->whole is set or V is scrolled sideways. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* Draws the name of node N and then NOTE.  Omits NOTE if it would leave fewer than ten cells for
 * the name, or if V is scrolled sideways. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* Writes CALLS to OUT, in at most WIDTH cells if WIDTH is at least 7.  Writes "≥" in front if the
 * counts of calls of the profile are lower bounds (profile.calls_lost). */
void cell_calls_text(const struct view_context *ctx, uint64_t calls, int width,
	char out[2 * FIGURE]);

/* Returns the mark for CERTAINTY, an enum certainty: "" for CERTAIN, "~" for SHARED, "↻" for
 * CYCLIC, "≈" for CYCLE_ESTIMATED, "!" for IMPOSSIBLE. */
const char *cell_estimate_mark(uint8_t certainty);

/* Draws TEXT, which is "FILE:LINE".  If TEXT does not fit, draws "…" in place of its beginning. */
void cell_draw_place(const char *text, struct pen *pen);

#endif
