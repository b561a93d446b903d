/* view_functions.c - one row a function.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "columns/cells.h"
#include "columns/describe.h"
#include "columns/members.h"
#include "columns/spreadcells.h"
#include "table/column_values.h"

enum { SORT_SELF = 1, SORT_CALLS = 8 };	/* columns that rows are sorted by at first */

static bool
facts(const struct view *v, const struct row *r, struct facts *f)
{
	*f = facts_of_node(v->scene, r->thing);
	return true;
}

static void
cell_running(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[FIGURE];

	/* Only rows of the view itself are added up. */
	if (!v->running || r->depth > 0 || r < v->rows.v || r >= v->rows.v + v->rows.n)
		return;
	figure_percent(text, v->running[r - v->rows.v], v->scene->graph->total, 1);
	pen_right(pen, text);
}

static void
cell_function(const struct view *v, const struct row *r, struct pen *pen)
{
	pen_gap(pen);
	pen_skip(pen, 2 * r->depth);
	cell_name(v, r->thing, pen);
}

static const char *
text_of_file(const struct view *v, const struct row *r)
{
	struct source_place place = origin_of_func(v->scene->origin, r->thing);

	return place.file ? place.file : "";
}

static void
cell_place(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[PLACE_ROOM];

	pen_skip(pen, 2);
	pen_style(pen, STYLE_DIM);
	pen_short(pen, origin_place(v->scene->origin,
		origin_of_func(v->scene->origin, r->thing), text));
}

static bool
used_places(const struct scene *s)
{
	return origin_may_have_lines(s->origin);
}

static double
value_line(const struct view *v, const struct row *r)
{
	return origin_of_func(v->scene->origin, r->thing).line;
}

static bool
data_file(const struct view *v, const struct row *r, struct datum *d)
{
	struct source_place place = origin_of_func(v->scene->origin, r->thing);

	return place.file && datum_text(d, place.file);
}

static bool
data_line(const struct view *v, const struct row *r, struct datum *d)
{
	struct source_place place = origin_of_func(v->scene->origin, r->thing);

	return place.file && datum_number(d, place.line);
}

static const struct column columns[] = {
	{ .id = "index", .title = " index", .letter = 'i', .rank = 0, .width = 6, .wide = 6,
		.ascending = true, .cell = cell_index, .value = value_index,
		.need = need_index, .data = data_index },
	[SORT_SELF] = { .id = "self_pct", .title = "%self", .letter = '%', .rank = 1, .width = 7,
		.wide = 8, .cell = cell_self_percent, .value = value_self, .used = used_time,
		.data = data_self_percent },
	{ .title = "", .rank = 7, .wide = 9, .left = true,
		.cell = cell_self_bar, .used = used_time },
	{ .id = "self", .title = "self $", .letter = 's', .rank = 3, .width = 8, .wide = 10,
		.cell = cell_self, .value = value_self,
		.used = used_time_beside_percent, .need = need_time,
		.data = data_self },
	{ .id = "err", .title = "± $", .rank = 8, .wide = 6, .cell = cell_error,
		.value = value_self, .used = used_time, .need = need_error, .data = data_error },
	{ .id = "cum_pct", .title = "cum%", .rank = 9, .wide = 7, .cell = cell_running,
		.used = used_time, .data = data_running },
	{ .id = "total_pct", .title = "%total", .letter = 't', .rank = 4, .width = 7, .wide = 8,
		.cell = cell_total_percent, .value = value_total, .used = used_time,
		.data = data_total_percent },
	{ .id = "total", .title = "total $", .letter = 'T', .rank = 10, .wide = 9,
		.cell = cell_total, .value = value_total, .used = used_time_beside_percent,
		.need = need_marked_time, .data = data_total },
	[SORT_CALLS] = { .id = "calls", .title = "calls", .letter = 'c', .rank = 5, .width = 10,
		.wide = 12, .cell = cell_calls, .value = value_calls, .used = used_calls,
		.data = data_calls },
	{ .id = "self_call", .title = "/call", .wide_title = "self/call", .letter = 'p',
		.rank = 6, .width = 8, .wide = 11, .cell = cell_self_each,
		.value = value_self_each, .used = used_time_and_calls, .data = data_self_each },
	{ .id = "total_call", .title = "total/call", .letter = 'P', .rank = 11, .wide = 11,
		.cell = cell_total_each, .value = value_total_each,
		.used = used_time_and_calls, .data = data_total_each },
	{ .id = "max_avg", .title = "max/avg", .letter = 'm', .rank = 12, .wide = 9,
		.cell = cell_unevenness, .value = value_unevenness, .used = used_spread,
		.data = data_unevenness },
	{ .id = "max_file", .title = "most in", .letter = 'M', .rank = 13, .wide = 9,
		.ascending = true, .cell = cell_most_file, .value = value_most_file,
		.used = used_spread, .need = need_most_file, .data = data_most_file },
	{ .id = "name", .title = "name", .letter = 'n', .width = 1, .wide = 2, .rest = true,
		.ascending = true, .cell = cell_function, .text = text_of_name,
		.is_name = true, .data = data_name },
	{ .id = "file", .title = "file:line", .letter = 'f', .rank = 14, .wide = 24,
		.left = true, .ascending = true, .cell = cell_place,
		.text = text_of_file, .used = used_places, .data = data_file },
	{ .id = "line", .ascending = true, .value = value_line, .data = data_line },
	{ .id = "inner", .data = data_inner_calls },
	{ .id = "file_least", .data = data_file_least },
	{ .id = "file_most", .data = data_file_most },
	{ .id = "file_mean", .data = data_file_mean },
	{ .id = "file_deviation", .data = data_file_deviation },
	COLUMNS_WORTH,
};

static void
fill(struct view *v)
{
	const struct graph *g = v->scene->graph;
	uint32_t i, n;

	if (v->sort == SORT_SELF && !v->scene->has_time)
		v->sort = SORT_CALLS;
	for (i = 0; i < g->nnodes; i++) {
		n = g->entries[i];
		if (scene_is_cycle(v->scene, n) || scene_is_folded(v->scene, n))
			continue;
		if (v->scene->all || !scene_is_idle(v->scene, n)
			|| scene_is_out(v->scene, n))
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
	return origin_of_func(v->scene->origin, r->thing);
}

static void
title(const struct view *v, struct title *t)
{
	const struct column *by = v->sort >= 0 ? &columns[v->sort] : NULL;
	const struct scene *s = v->scene;
	size_t rows = v->filled;

	title_profiles(t, s, true);
	if (t->wide && by)
		title_add(t, 5, "by %.*s", by->title ? (int)strcspn(by->title, "$") : -1,
			by->title ? by->title : by->id);
	title_add(t, 3, "%zu of %u functions%s", rows, scene_functions(s),
		t->wide && !s->all && rows < scene_functions(s) ? " (z: all)" : "");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	say_node(v->scene, r->thing, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	tell_node(v->scene, r->thing, out);
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	if (r->depth == 0)
		add_members(v, v->scene->graph->nodes[r->thing].cycle, 0, children);
}

const struct view_ops functions_view = {
	.where = FUNCTIONS,
	.name = "functions",
	.empty = "no function has time or calls: z shows them all, ! tells why",
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = SORT_SELF,
	.running = true,
	.fill = fill,
	.expand = expand,
	.facts = facts,
	.target = target,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
