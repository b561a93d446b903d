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
	{ .title = "A self $", .rank = 1, .width = 9, .wide = 11, .value = lineside_self_of, \
		.which = COMPARED_A, .look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES, \
		.used = sidecolumn_used }, \
	{ .title = "B self $", .rank = 1, .width = 9, .wide = 11, .value = lineside_self_of, \
		.which = COMPARED_B, .look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES, \
		.used = sidecolumn_used }

/* The calls made on the line in a run of A and of B. */
#define COLUMN_LINE_SIDE_CALLS \
	{ .title = "calls A→B", .rank = 10, .wide = 16, .value = lineside_calls, \
		.used = sidecolumn_used_calls }

/* The same for other programs, and the number of the line in A and in B. */
#define COLUMNS_LINE_SIDES_IDS \
	{ .id = "self_a", .value = lineside_self_of, .which = COMPARED_A }, \
	{ .id = "self_b", .value = lineside_self_of, .which = COMPARED_B }, \
	{ .id = "calls_a", .value = lineside_calls_of, .which = COMPARED_A }, \
	{ .id = "calls_b", .value = lineside_calls_of, .which = COMPARED_B }, \
	{ .id = "line_a", .value = lineside_line, .which = COMPARED_A }, \
	{ .id = "line_b", .value = lineside_line, .which = COMPARED_B }

/* Functions for column.value.  lineside_calls() sets D to a text of the calls on both sides;
 * lineside_calls_of(), to those on one side, if the line makes calls on any. */
bool lineside_self_of(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_calls(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_calls_of(const struct view *v, const struct row *r, struct column_value *d);
bool lineside_line(const struct view *v, const struct row *r, struct column_value *d);

/* Sets *SELF to the self time on SIDE of line L of the difference that CTX shows; if N is not
 * NOBODY, of the part that node N has of it.  L is NULL if the line of the samples is not known.
 * Returns false if CTX shows no difference with sides. */
bool lineside_self(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	int side, double *self);

/* Sets D to the text of the calls on line L in a run of each side; if N is not NOBODY, only of
 * those that node N makes; if ARC is not NOBODY, only of those of this arc.  Returns false if there
 * are none. */
bool lineside_set_calls(const struct view_context *ctx, const struct source_line *l, uint32_t n,
	uint32_t arc, struct column_value *d);

/* Returns what stands before the text of line NUMBER of FILE: '+' if only B has the line, '-' if
 * only A has it, otherwise ' '. */
char lineside_mark(const struct view_context *ctx, uint32_t file, uint32_t number);

#endif
