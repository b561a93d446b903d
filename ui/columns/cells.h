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
		.ascending = true, .cell = cell_index, .value = value_index, \
		.need = need_index, .data = data_index }
#define COLUMN_TOTAL_PERCENT(key) \
	{ .id = "total_pct", .title = "%total", .letter = (key), .rank = 1, .width = 7, .wide = 8, \
		.cell = cell_total_percent, .value = value_total, .used = used_time, \
		.data = data_total_percent }
/* For programs: what the figures are worth. */
#define COLUMNS_WORTH \
	{ .id = "self_kind", .data = data_self_kind }, \
	{ .id = "total_kind", .data = data_total_kind }, \
	{ .id = "total_least", .data = data_total_least }, \
	{ .id = "total_most", .data = data_total_most }
#define COLUMN_TOTAL_BAR \
	{ .title = "", .rank = 7, .wide = 9, .left = true, .cell = cell_total_bar, \
		.used = used_time }
#define COLUMN_SELF(key, importance) \
	{ .id = "self", .title = "self $", .letter = (key), .rank = (importance), .width = 8, \
		.wide = 10, .cell = cell_self, .value = value_self, .used = used_time, \
		.need = need_time, .data = data_self }
#define COLUMN_CHILDREN(key) \
	{ .id = "children", .title = "children", .letter = (key), .rank = 4, .width = 9, \
		.wide = 10, .cell = cell_child, .value = value_child, .used = used_time, \
		.need = need_time, .data = data_child }

void cell_index(const struct view *v, const struct row *r, struct pen *pen);
void cell_self_percent(const struct view *v, const struct row *r, struct pen *pen);
void cell_total_percent(const struct view *v, const struct row *r, struct pen *pen);
void cell_self_bar(const struct view *v, const struct row *r, struct pen *pen);
void cell_total_bar(const struct view *v, const struct row *r, struct pen *pen);
void cell_self(const struct view *v, const struct row *r, struct pen *pen);
void cell_error(const struct view *v, const struct row *r, struct pen *pen);
void cell_child(const struct view *v, const struct row *r, struct pen *pen);
void cell_total(const struct view *v, const struct row *r, struct pen *pen);
void cell_calls(const struct view *v, const struct row *r, struct pen *pen);
void cell_called_of(const struct view *v, const struct row *r, struct pen *pen);
void cell_call_percent(const struct view *v, const struct row *r, struct pen *pen);
void cell_self_each(const struct view *v, const struct row *r, struct pen *pen);
void cell_total_each(const struct view *v, const struct row *r, struct pen *pen);
void cell_piece(const struct view *v, const struct row *r, struct pen *pen);

/* The name of node N, shortened to what the pen has room for. */
void cell_name(const struct view *v, uint32_t n, struct pen *pen);

/* The same with NOTE behind it, whole or, where hardly a name would be left, not at all. */
void cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen);

/* A count of calls in at most WIDTH cells; "≥" in front says that it is a lower bound. */
void calls_text(const struct scene *s, uint64_t calls, int width, char out[2 * FIGURE]);

/* A bar as long as PART of OF.  On the selected row it has the colour of text: reversed,
 * another one would fill what the bar leaves. */
void cell_bar(struct pen *pen, double part, double of);

/* The mark for what an estimate is worth: "", "~", "↻". */
const char *worth_mark(uint8_t worth);

/* columns.c: what rows are sorted by, whether the profile has anything for a column, and how many
 * cells its longest figure has. */
double value_index(const struct view *v, const struct row *r);
double value_self(const struct view *v, const struct row *r);
double value_child(const struct view *v, const struct row *r);
double value_total(const struct view *v, const struct row *r);
double value_calls(const struct view *v, const struct row *r);
double value_self_each(const struct view *v, const struct row *r);
double value_total_each(const struct view *v, const struct row *r);
const char *text_of_name(const struct view *v, const struct row *r);

bool used_time(const struct scene *s);
bool used_time_beside_percent(const struct scene *s);
bool used_calls(const struct scene *s);
bool used_time_and_calls(const struct scene *s);

int need_index(const struct scene *s);
int need_time(const struct scene *s);
int need_error(const struct scene *s);
int need_marked_time(const struct scene *s);

#endif
