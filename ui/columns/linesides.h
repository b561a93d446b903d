/* linesides.h - source lines of the difference of two profiles: figures of both sides
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINESIDES_H
#define LINESIDES_H

#include "source/sources.h"
#include "table/column_values.h"

/* Columns of a view that has view_ops.line: the self time of the line in A and in B. */
#define COLUMNS_LINE_SIDES \
	{ .title = "A self $", .rank = 1, .width = 9, .wide = 11, .value = lineside_a, \
		.draw = linecell_draw_time, .used = sidecolumn_used, .need = column_need_time }, \
	{ .title = "B self $", .rank = 1, .width = 9, .wide = 11, .value = lineside_b, \
		.draw = linecell_draw_time, .used = sidecolumn_used, .need = column_need_time }

/* The calls made on the line in a run of A and of B. */
#define COLUMN_LINE_SIDE_CALLS \
	{ .title = "calls A→B", .rank = 10, .wide = 16, .cell = lineside_cell_calls, \
		.used = sidecolumn_used_calls }

/* The same for other programs, and the number of the line in A and in B. */
#define COLUMNS_LINE_SIDES_IDS \
	{ .id = "self_a", .value = lineside_a }, \
	{ .id = "self_b", .value = lineside_b }, \
	{ .id = "calls_a", .value = lineside_calls_a }, \
	{ .id = "calls_b", .value = lineside_calls_b }, \
	{ .id = "line_a", .value = lineside_line_a }, \
	{ .id = "line_b", .value = lineside_line_b }

void lineside_cell_calls(const struct view *v, const struct row *r, struct pen *pen);
bool lineside_calls_a(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_calls_b(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_a(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_b(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_line_a(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_line_b(const struct view *v, const struct row *r, struct column_value *d);

/* Sets *SELF to the self time on SIDE of line L of the difference that CTX shows; if N is not
 * NOBODY, of the part that node N has of it.  L is NULL if the line of the samples is not known.
 * Returns false if CTX shows no difference with sides. */
bool lineside_self(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	int side, double *self);

/* Draws the calls on line L in a run of each side, if there are any; if N is not NOBODY, only those
 * that node N makes; if ARC is not NOBODY, only those of this arc. */
void lineside_draw_calls(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	uint32_t arc, struct pen *pen);

/* Returns what stands before the text of line NUMBER of FILE: '+' if only B has the line, '-' if
 * only A has it, otherwise ' '. */
char lineside_mark(const struct view_context *ctx, uint32_t file, uint32_t number);

#endif
