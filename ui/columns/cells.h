/* cells.h - the columns that several views have, from the facts of a row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CELLS_H
#define CELLS_H

#include "table/view.h"

/* Columns that call graphs have, with their letter in the sort menu, 0 for none. */
#define COLUMN_INDEX(key) \
	{ .id = "index", .title = " index", .letter = (key), .rank = 0, .width = 6, .wide = 6, \
		.ascending = true, .cell = cell_index, .sort_key = column_key_index, \
		.need = column_need_index, .value = column_value_index }
#define COLUMN_TOTAL_PERCENT(key) \
	{ .id = "total_pct", .title = "%total", .letter = (key), .rank = 1, .width = 7, .wide = 8, \
		.cell = cell_total_percent, .sort_key = column_key_total, .used = column_used_time, \
		.value = column_value_total_percent }
/* For programs: what the figures are worth. */
#define COLUMNS_ESTIMATE \
	{ .id = "self_kind", .value = column_value_self_kind }, \
	{ .id = "total_kind", .value = column_value_total_kind }, \
	{ .id = "total_least", .value = column_value_total_least }, \
	{ .id = "total_most", .value = column_value_total_most }
#define COLUMN_TOTAL_BAR \
	{ .title = "", .rank = 7, .wide = 9, .left = true, .cell = cell_total_bar, \
		.used = column_used_time }
#define COLUMN_SELF(key, importance) \
	{ .id = "self", .title = "self $", .letter = (key), .rank = (importance), .width = 8, \
		.wide = 10, .cell = cell_self, .sort_key = column_key_self, .used = column_used_time, \
		.need = column_need_time, .value = column_value_self }
#define COLUMN_CHILDREN(key) \
	{ .id = "children", .title = "children", .letter = (key), .rank = 4, .width = 9, \
		.wide = 10, .cell = cell_children, .sort_key = column_key_children, .used = column_used_time, \
		.need = column_need_time, .value = column_value_children }

void cell_index(const struct view *v, const struct row *r, struct pen *pen);
void cell_self_percent(const struct view *v, const struct row *r, struct pen *pen);
void cell_total_percent(const struct view *v, const struct row *r, struct pen *pen);
void cell_self_bar(const struct view *v, const struct row *r, struct pen *pen);
void cell_total_bar(const struct view *v, const struct row *r, struct pen *pen);
void cell_self(const struct view *v, const struct row *r, struct pen *pen);
void cell_error(const struct view *v, const struct row *r, struct pen *pen);
void cell_children(const struct view *v, const struct row *r, struct pen *pen);
void cell_total(const struct view *v, const struct row *r, struct pen *pen);
void cell_calls(const struct view *v, const struct row *r, struct pen *pen);
void cell_called_of(const struct view *v, const struct row *r, struct pen *pen);
void cell_call_percent(const struct view *v, const struct row *r, struct pen *pen);
void cell_self_each(const struct view *v, const struct row *r, struct pen *pen);
void cell_total_each(const struct view *v, const struct row *r, struct pen *pen);
void cell_text_line(const struct view *v, const struct row *r, struct pen *pen);

/* The name of node N, shortened to what the pen has room for. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* The same with NOTE behind it, whole or, where hardly a name would be left, not at all. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* A count of calls in at most WIDTH cells; "≥" in front says that it is a lower bound. */
void cell_calls_text(const struct view_context *ctx, uint64_t calls, int width, char out[2 * FIGURE]);

/* A bar as long as PART of OF.  On the selected row it has the colour of text: reversed,
 * another one would fill what the bar leaves. */
void cell_bar(struct pen *pen, double part, double of);

/* The mark for what an estimate is worth: "", "~", "↻". */
const char *cell_estimate_mark(uint8_t certainty);

/* columns.c: what rows are sorted by, whether the profile has anything for a column, and how many
 * cells its longest figure has. */
double column_key_index(const struct view *v, const struct row *r);
double column_key_self(const struct view *v, const struct row *r);
double column_key_children(const struct view *v, const struct row *r);
double column_key_total(const struct view *v, const struct row *r);
double column_key_calls(const struct view *v, const struct row *r);
double column_key_self_each(const struct view *v, const struct row *r);
double column_key_total_each(const struct view *v, const struct row *r);
const char *column_text_name(const struct view *v, const struct row *r);

bool column_used_time(const struct view_context *ctx);
bool column_used_time_beside_percent(const struct view_context *ctx);
bool column_used_calls(const struct view_context *ctx);
bool column_used_time_and_calls(const struct view_context *ctx);

int column_need_index(const struct view_context *ctx);
int column_need_time(const struct view_context *ctx);
int column_need_error(const struct view_context *ctx);
int column_need_marked_time(const struct view_context *ctx);

#endif
