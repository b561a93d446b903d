/* view_functions.c - the view of all functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "columns/cells.h"
#include "columns/columns.h"
#include "columns/members.h"
#include "columns/outliercells.h"
#include "columns/spreadcells.h"
#include "lookup/sourceplace.h"
#include "table/view_sort.h"
#include "views/views.h"
#include "words/describe.h"

enum { SORT_SELF = 1, SORT_CALLS = 8 };	/* indexes of columns that rows are sorted by at first */

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	*f = cost_of_node(v->ctx, r->thing);
	return true;
}

/* Returns the sort key of self times.  Rows are sorted by it at first, so it reads nothing that is
 * not needed. */
static double
key_self(const struct view *v, const struct row *r)
{
	return cost_node_has_time(v->ctx, r->thing) ? fabs(v->ctx->graph->nodes[r->thing].self) : 0;
}

static void
cell_place(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[SOURCEPLACE_ROOM];

	pen_gap(pen);
	pen_style(pen, STYLE_DIM);
	cell_draw_place(sourceplace_text(v->ctx->lookup,
		sourceplace_of_func(v->ctx->lookup, r->thing), text), pen);
}

static bool
used_places(const struct view_context *ctx)
{
	return lookup_may_have_lines(ctx->lookup);
}

static bool
value_file(const struct view *v, const struct row *r, struct column_value *d)
{
	struct source_place place = sourceplace_of_func(v->ctx->lookup, r->thing);

	return place.file != NULL && column_value_set_text(d, place.file);
}

static bool
value_line(const struct view *v, const struct row *r, struct column_value *d)
{
	struct source_place place = sourceplace_of_func(v->ctx->lookup, r->thing);

	return place.file != NULL && column_value_set_number(d, place.line);
}

static const struct column columns[] = {
	COLUMN_INDEX('i'),
	[SORT_SELF] = { .id = "self_pct", .title = "%self", .letter = '%', .rank = 1, .width = 7,
		.wide = 8, .sortable = true, .form = FORM_PERCENT, .value = column_self,
		.sort_key = key_self, .look = LOOK_HOT, .used = column_used_time },
	{ .title = "", .rank = 7, .wide = 9, .left = true, .value = column_self, .form = FORM_BAR,
		.used = column_used_time },
	{ .id = "self", .title = "self $", .letter = 's', .rank = 3, .width = 8, .wide = 10,
		.sortable = true, .value = column_self, .look = LOOK_TIMES, .sort_key = key_self,
		.used = column_used_time_beside_percent },
	{ .id = "err", .title = "± $", .rank = 8, .wide = 6, .sortable = true, .form = FORM_ERROR,
		.value = column_self_variance, .used = column_used_error },
	{ .id = "cum_pct", .title = "cum%", .rank = 9, .wide = 7, .form = FORM_PERCENT,
		.value = column_running, .look = LOOK_SHORT, .used = column_used_time },
	{ .id = "total_pct", .title = "%total", .letter = 't', .rank = 4, .width = 7, .wide = 8,
		.sortable = true, .form = FORM_PERCENT, .value = column_total,
		.look = LOOK_MARKED | LOOK_HOT | LOOK_SHORT, .used = column_used_time,
		.wanted = HAS_CALLERS },
	{ .id = "total", .title = "total $", .letter = 'T', .rank = 10, .wide = 9, .sortable = true,
		.value = column_total, .look = LOOK_MARKED | LOOK_TIMES,
		.used = column_used_time_beside_percent,
		.wanted = HAS_CALLERS },
	[SORT_CALLS] = { .id = "calls", .title = "calls", .letter = 'c', .rank = 5, .width = 10,
		.wide = 12, .sortable = true, .value = column_calls, .used = column_used_calls },
	{ .id = "self_call", .title = "/call", .wide_title = "self/call", .letter = 'p', .rank = 6,
		.width = 8, .wide = 11, .known_rank = 11, .sortable = true, .form = FORM_EACH,
		.value = column_self_each, .used = column_used_time_and_calls },
	{ .id = "total_call", .title = "/call", .wide_title = "total/call", .letter = 'P',
		.rank = 11, .wide = 11, .known_rank = 6, .known_width = 8, .sortable = true,
		.form = FORM_EACH, .value = column_total_each, .look = LOOK_MARKED,
		.used = column_used_time_and_calls },
	{ .id = "max_avg", .title = "max/avg", .letter = 'm', .rank = 13, .wide = 9,
		.sortable = true, .value = spreadcell_value_unevenness, .look = LOOK_SHORT,
		.used = spreadcell_used },
	{ .id = "max_file", .title = "most in", .letter = 'M', .rank = 14, .wide = 9,
		.sortable = true, .ascending = true, .value = spreadcell_value_most_file,
		.cell = spreadcell_most_file, .sort_key = spreadcell_key_most_file,
		.used = spreadcell_used, .need = spreadcell_need_most_file },
	{ .id = "outlier", .title = "differs", .letter = 'd', .rank = 12, .wide = 10, .left = true,
		.sortable = true, .value = outliercell_value_run, .cell = outliercell_draw,
		.sort_key = outliercell_key, .absent = -1, .used = outliercell_used,
		.need = outliercell_need },
	{ .id = "name", .title = "name", .letter = 'n', .width = 1, .wide = 2, .rest = true,
		.sortable = true, .ascending = true, .is_name = true, .value = column_name,
		.form = FORM_NAME },
	{ .id = "file", .title = "file:line", .letter = 'f', .rank = 15, .wide = 24, .left = true,
		.sortable = true, .ascending = true, .value = value_file, .cell = cell_place,
		.used = used_places },
	{ .id = "line", .sortable = true, .ascending = true, .value = value_line },
	{ .id = "inner", .value = column_inner_calls },
	{ .id = "file_least", .value = spreadcell_value_of_files, .which = SPREAD_LEAST },
	{ .id = "file_most", .value = spreadcell_value_of_files, .which = SPREAD_MOST },
	{ .id = "file_mean", .value = spreadcell_value_of_files, .which = SPREAD_MEAN },
	{ .id = "file_deviation", .value = spreadcell_value_of_files, .which = SPREAD_DEVIATION },
	{ .id = "outlier_times", .value = outliercell_value_times },
	{ .id = "outlier_q", .value = outliercell_value_q },
	COLUMNS_ESTIMATE,
};

static void
fill(struct view *v)
{
	enum { AHEAD = 8 };		/* rows between prefetching a node and using it */
	const struct graph *g = v->ctx->graph;
	uint32_t i, n;

	view_sort_at_first(v, SORT_SELF, SORT_CALLS);
	if (view_context_is_nothing_left(v->ctx) && !v->ctx->all)
		return;
	for (i = 0; i < g->nnodes; i++) {
		if (i + AHEAD < g->nnodes)
			__builtin_prefetch(&g->nodes[g->entries[i + AHEAD]]);
		n = g->entries[i];
		if (view_context_is_cycle(v->ctx, n) || view_context_is_folded(v->ctx, n))
			continue;
		if (v->ctx->all || !view_context_is_idle(v->ctx, n)
			|| view_context_is_excluded(v->ctx, n))
			view_add(v, (struct row){ .thing = n });
	}
}

static struct target
target(const struct view *v, const struct row *r)
{
	(void)v;
	return (struct target){ .goal = GOAL_CALLS, .node = r->thing };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	*about = r->thing;
	return sourceplace_of_func(v->ctx->lookup, r->thing);
}

static void
title(const struct view *v, struct title *t)
{
	const struct column *by = v->sort >= 0 ? &columns[v->sort] : NULL;
	const struct view_context *ctx = v->ctx;
	size_t rows = v->unfiltered;	/* draw_title() adds how many of these rows match the
					 * filter */

	title_profiles(t, ctx, true);
	if (t->wide && by != NULL)
		title_add(t, 5, "by %.*s", by->title != NULL ? (int)strcspn(by->title, "$") : -1,
			by->title != NULL ? by->title : by->id);
	title_add(t, 3, "%zu of %u functions%s", rows, view_context_count_functions(ctx),
		t->wide && !ctx->all && rows < view_context_count_functions(ctx) ? " (z: all)" : "");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	describe_node_brief(v->ctx, r->thing, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	describe_node_full(v->ctx, r->thing, out);
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	if (r->depth == 0)
		members_add(v, v->ctx->graph->nodes[r->thing].cycle, 0, children);
}

const struct view_ops functions_view = {
	.info = VIEW_INFO(functions_view),
	VIEW_COLUMNS(columns),
	.sort = SORT_SELF,
	.empty = "no function has time or calls: z shows all functions, ! tells why",
	.nothing_inside = "it is not in a cycle: nothing to unfold",
	.rows_are_functions = true,
	.running = true,
	.fill = fill,
	.expand = expand,
	.cost = cost_of_row,
	.target = target,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
