/* sidecolumns.h - columns with both sides of a comparison, in views of the difference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SIDECOLUMNS_H
#define SIDECOLUMNS_H

#include "table/column_values.h"

/* Columns of a view that has view_ops.sides: the mark of the row, its total in A and in B, and how
 * it has changed. */
#define COLUMN_SIDE_MARK \
	{ .title = "", .rank = 0, .width = 2, .wide = 2, .left = true, .value = sidecolumn_mark, \
		.used = sidecolumn_used }
#define COLUMNS_SIDES \
	{ .title = "A total $", .rank = 1, .width = 10, .wide = 11, .value = sidecolumn_total, \
		.which = COMPARED_A, .look = LOOK_ZERO, .used = sidecolumn_used }, \
	{ .title = "B total $", .rank = 1, .width = 10, .wide = 11, .value = sidecolumn_total, \
		.which = COMPARED_B, .look = LOOK_ZERO, .used = sidecolumn_used }, \
	{ .title = "change $", .rank = 1, .width = 10, .wide = 11, .value = sidecolumn_total, \
		.which = COMPARED_CHANGE, .look = LOOK_SIGNED, \
		.used = sidecolumn_used }
#define COLUMN_SIDE_CALLS \
	{ .title = "calls A→B", .rank = 2, .width = 14, .wide = 16, .value = sidecolumn_calls, \
		.used = sidecolumn_used_calls }

bool sidecolumn_used(const struct view_context *ctx);
bool sidecolumn_used_calls(const struct view_context *ctx);
bool sidecolumn_total(const struct view *v, const struct row *r, struct column_value *d);
bool sidecolumn_mark(const struct view *v, const struct row *r, struct column_value *d);
bool sidecolumn_calls(const struct view *v, const struct row *r, struct column_value *d);

/* Sets SIDES to the stacks of both sides of the difference that CTX shows, or to NULL. */
void sidecolumn_stacks(const struct view_context *ctx, const struct path_values *sides[2]);

/* Returns the sign of MARK, such as "~". */
const char *sidecolumn_mark_text(const struct view_context *ctx, enum comparison_mark mark);

/* Returns the style of MARK and of the figure that it is about. */
enum style sidecolumn_mark_style(enum comparison_mark mark);

/* Sets D to the sign of MARK; returns false if MARK has none. */
bool sidecolumn_set_mark(const struct view_context *ctx, enum comparison_mark mark,
	struct column_value *d);

/* Sets D to the text of numbers of calls, as "1.2M→0.6M"; a side for which HAS is false has none.
 * Returns true. */
bool sidecolumn_set_calls(const struct view_context *ctx, const double calls[2],
	const bool has[2], struct column_value *d);

/* Sets *TOTAL to the total of node N, or of arc ARC if it is not NOBODY, on SIDE of the difference
 * that CTX shows.  Returns false if it is not known, as inside a cycle of a profile without
 * stacks. */
bool sidecolumn_total_of(const struct view_context *ctx, uint32_t n, uint32_t arc, int side,
	double *total);

#endif
