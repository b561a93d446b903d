/* cells.h - cells: values drawn by their kind, names of functions, bars
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELLS_H
#define CELLS_H

#include "table/column_values.h"
#include "table/view.h"

/* Drawers for struct column: times with their mark of an estimate, percentages with a colour if
 * they are great, the time of callees, which shows an exact zero, the sampling error. */
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

/* Cells of columns of calls: "1+26312", "40/100". */
void cell_calls(const struct view *v, const struct row *r, struct pen *pen);
void cell_called_of(const struct view *v, const struct row *r, struct pen *pen);

/* The cell of a view whose rows are lines of text. */
void cell_text_line(const struct view *v, const struct row *r, struct pen *pen);

/* Draw the name of node N, shortened to the room that the pen has. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* The same with NOTE behind it: whole or, if hardly any name would be left, not at all. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* Write a count of calls in at most WIDTH cells; "≥" in front says that it is a lower bound. */
void cell_calls_text(const struct view_context *ctx, uint64_t calls, int width, char out[2 * FIGURE]);

/* Returns the mark for how reliable an estimate is: "", "~", "↻". */
const char *cell_estimate_mark(uint8_t certainty);

#endif
