/* columns.h - the columns that several views have: their values and widths, and when they are shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "table/cell.h"
#include "table/column_values.h"

/* Columns of call graphs.  KEY is the letter in the sort menu, or 0 if the menu lacks the column.
 * IMPORTANCE is column.rank. */
#define COLUMN_INDEX(key) \
	{ .id = "index", .title = " index", .letter = (key), .rank = 0, .width = 6, .wide = 6, \
		.sortable = true, .ascending = true, .value = column_index, .form = FORM_INDEX }
#define COLUMN_TOTAL_PERCENT(key) \
	{ .id = "total_pct", .title = "%total", .letter = (key), .rank = 1, .width = 7, .wide = 8, \
		.sortable = true, .form = FORM_PERCENT, .value = column_total, \
		.look = LOOK_MARKED | LOOK_HOT | LOOK_SHORT, .used = column_used_time, \
		.wanted = HAS_CALLERS }
#define COLUMN_TOTAL_BAR \
	{ .title = "", .rank = 7, .wide = 9, .left = true, .value = column_total, \
		.form = FORM_BAR, .used = column_used_time, .wanted = HAS_CALLERS }
#define COLUMN_SELF(key, importance) \
	{ .id = "self", .title = "self $", .letter = (key), .rank = (importance), .width = 8, \
		.wide = 10, .sortable = true, .value = column_self, .look = LOOK_TIMES, \
		.used = column_used_time }
#define COLUMN_CHILDREN(key) \
	{ .id = "children", .title = "children", .letter = (key), .rank = 4, .width = 9, \
		.wide = 10, .sortable = true, .value = column_children, \
		.look = LOOK_ZERO | LOOK_TIMES, \
		.used = column_used_time_of_one, .unwanted = HAS_COSTS }
/* The costs of calls that callgrind records are totals.  They do not tell self time from time of
 * children.  So a profile of such costs has this column instead of COLUMN_CHILDREN. */
#define COLUMN_TOTAL(key) \
	{ .id = "total", .title = "total $", .letter = (key), .rank = 4, .width = 9, .wide = 10, \
		.sortable = true, .value = column_total, .look = LOOK_MARKED | LOOK_TIMES, \
		.used = column_used_time_of_one, .wanted = HAS_COSTS | HAS_CALLERS }

/* Columns that say how reliable times are.  These columns are exported, not drawn. */
#define COLUMNS_ESTIMATE \
	{ .id = "self_kind", .value = column_self_kind }, \
	{ .id = "total_kind", .value = column_total_kind }, \
	{ .id = "total_least", .value = column_total_bound, .which = BOUND_LEAST }, \
	{ .id = "total_most", .value = column_total_bound, .which = BOUND_MOST }

/* Functions for column.value.  The figures are those of view_cost().  D->whole is set as follows:
 *
 *	a time			the total of the graph (graph.total)
 *	a time per call		the number of calls; for functions named ..._each()
 *	calls of an arc		the number of all calls of the callee or of its cycle
 *
 * If the total of a row cannot be estimated, column_total() returns false, and the cell of a
 * percentage shows the bounds of the total. */
bool column_index(const struct view *v, const struct row *r, struct column_value *d);
bool column_name(const struct view *v, const struct row *r, struct column_value *d);
bool column_depth(const struct view *v, const struct row *r, struct column_value *d);
bool column_self(const struct view *v, const struct row *r, struct column_value *d);
bool column_running(const struct view *v, const struct row *r, struct column_value *d);
bool column_children(const struct view *v, const struct row *r, struct column_value *d);
bool column_total(const struct view *v, const struct row *r, struct column_value *d);
bool column_self_kind(const struct view *v, const struct row *r, struct column_value *d);
bool column_total_kind(const struct view *v, const struct row *r, struct column_value *d);
bool column_total_bound(const struct view *v, const struct row *r, struct column_value *d);
bool column_calls(const struct view *v, const struct row *r, struct column_value *d);
bool column_of_calls(const struct view *v, const struct row *r, struct column_value *d);
bool column_inner_calls(const struct view *v, const struct row *r, struct column_value *d);
bool column_self_variance(const struct view *v, const struct row *r, struct column_value *d);
bool column_self_each(const struct view *v, const struct row *r, struct column_value *d);
bool column_total_each(const struct view *v, const struct row *r, struct column_value *d);

/* Functions for column.used.  Does the profile have values for the column?
 * column_used_time_of_one(): it has times, and is not the difference of two profiles. */
bool column_used_time(const struct view_context *ctx);
bool column_used_time_of_one(const struct view_context *ctx);
bool column_used_error(const struct view_context *ctx);
bool column_used_time_beside_percent(const struct view_context *ctx);
bool column_used_calls(const struct view_context *ctx);
bool column_used_time_and_calls(const struct view_context *ctx);

#endif
