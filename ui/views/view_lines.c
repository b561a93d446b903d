/* view_lines.c - the view of source lines, the hottest lines of the program first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

#include "columns/cells.h"
#include "columns/columns.h"
#include "columns/linecells.h"
#include "columns/linedata.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "views/views.h"

enum { SORT_SELF = 1, SORT_CALLS = 7 };	/* indexes of columns that rows are sorted by at first */

static const struct source_line *
line_of(const struct view *v, const struct row *r)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return s != NULL ? &s->lines[r->thing] : NULL;
}

static const char *
place_text(const struct view *v, const struct row *r, char text[SOURCEPLACE_ROOM])
{
	const struct source_line *l = line_of(v, r);
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return sourceplace_text(v->ctx->lookup, (struct source_place){
		.file = s->files[l->file].path, .line = l->number }, text);
}

static void
cell_where(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[SOURCEPLACE_ROOM];

	pen_gap(pen);
	pen_short(pen, place_text(v, r, text));
}

static void
cell_text(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);

	pen_gap(pen);
	linecell_text(v, l->file, l->number, true, pen);
}

/* Returns the number of the line in row R among all lines, which are sorted by file and line. */
static double
key_where(const struct view *v, const struct row *r)
{
	(void)v;
	return r->thing;
}

static bool
value_file(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return column_value_set_text(d, s->files[line_of(v, r)->file].path);
}

static bool
value_number(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_number(d, line_of(v, r)->number);
}

static bool
value_text(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);

	return linedata_text(v, l->file, l->number, d);
}

static const struct column columns[] = {
	{ .id = "self_pct", .title = "%self", .letter = '%', .rank = 0, .width = 6, .wide = 8,
		.sortable = true, .form = FORM_PERCENT, .value = linedata_self,
		.draw = cell_draw_plain_percent, .used = column_used_time },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 3, .width = 8,
		.wide = 10, .sortable = true, .value = linedata_self, .draw = linecell_draw_time,
		.used = column_used_time_beside_percent, .need = column_need_time },
	{ .title = "", .rank = 11, .wide = 9, .left = true, .value = linedata_self,
		.draw = linecell_draw_bar, .used = column_used_time },
	{ .id = "hits", .title = "hits", .letter = 'h', .rank = 8, .width = 7, .wide = 8,
		.sortable = true, .value = linedata_hits, .draw = linecell_draw_hits,
		.used = column_used_time },
	{ .id = "count", .title = "count", .letter = 'n', .rank = 7, .width = 14, .wide = 15,
		.sortable = true, .absent = -1, .value = linedata_count, .cell = linecell_count,
		.used = linecell_used_counts, .need = linecell_need_counts },
	{ .id = "branches", .value = linedata_branches },
	{ .id = "self_exec", .title = "s/exec", .rank = 10, .wide = 10, .form = FORM_EACH,
		.value = linedata_each, .draw = cell_draw_each, .used = linecell_used_each },
	[SORT_CALLS] = { .id = "calls", .title = "calls", .letter = 'c', .rank = 9, .width = 10,
		.wide = 12, .sortable = true, .value = linedata_calls, .draw = linecell_draw_calls,
		.used = column_used_calls },
	{ .id = "file", .title = "file:line", .letter = 'f', .rank = 1, .width = 21, .wide = 30,
		.left = true, .sortable = true, .ascending = true, .value = value_file,
		.cell = cell_where, .sort_key = key_where },
	{ .id = "line", .sortable = true, .ascending = true, .value = value_number,
		.sort_key = key_where },
	{ .id = "text", .title = "text", .width = 1, .wide = 2, .rest = true, .value = value_text,
		.cell = cell_text },
};

static void
fill(struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	uint32_t i;

	if (v->sort == SORT_SELF && !v->ctx->has_time)
		v->sort = SORT_CALLS;
	for (i = 0; s != NULL && i < s->nlines; i++)
		if (s->lines[i].hits > 0 || (!v->ctx->has_time && s->lines[i].calls > 0)
			|| v->ctx->all)
			view_add(v, (struct row){ .thing = i });
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct source_line *l = line_of(v, r);

	*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time };
	if (l == NULL)
		return false;
	f->self = l->hits;
	f->calls = l->calls;
	f->has_calls = true;
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct source_line *l = line_of(v, r);

	return (struct target){ .goal = GOAL_SOURCE, .node = NOBODY, .file = l->file,
		.line = l->number };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	const struct source_line *l = line_of(v, r);
	const struct sources *s = lookup_sources(v->ctx->lookup);

	*about = NOBODY;
	return (struct source_place){ .file = s->files[l->file].path, .line = l->number };
}

static void
title(const struct view *v, struct title *t)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	title_profiles(t, v->ctx, true);
	title_add(t, 1, "%zu line%s", v->filled, v->filled == 1 ? "" : "s");
	if (s != NULL && s->unplaced > 0)
		title_unplaced(t, s);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? sourceplace_func_of_line(v->ctx->lookup, l) : NOBODY;
	char text[SOURCEPLACE_ROOM];

	fprintf(out, "%s\t", place_text(v, r, text));
	if (f != NOBODY && sourceplace_inlined(v->ctx->lookup, l) == NULL) {
		f = view_context_node_of(v->ctx, f);
		fprintf(out, "in [%u] %s\t", v->ctx->graph->nodes[f].index,
			view_context_name(v->ctx, f));
	}
	linecell_describe_brief(v->ctx, l, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	linecell_describe_full(v->ctx, line_of(v, r), out);
}

const struct view_ops lines_view = {
	.info = VIEW_INFO(lines_view),
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = SORT_SELF,
	.empty = "no line has samples",
	.rows_are_places = true,
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.source = source,
	.line = line_of,
	.title = title,
	.detail = detail,
	.explain = explain,
};
