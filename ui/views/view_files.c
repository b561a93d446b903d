/* view_files.c - the view of source files, each with its functions inside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "base/pathname.h"
#include "columns/columns.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "table/cell.h"
#include "views/views.h"
#include "words/describe.h"

enum kind { FILE_ROW, FUNCTION_ROW };

enum { SORT_SELF = 1 };	/* index of the column that rows are sorted by at first */

static const struct source *
file_of(const struct view *v, const struct row *r)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return s != NULL && r->kind == FILE_ROW ? &s->files[r->thing] : NULL;
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct source *file = file_of(v, r);

	if (file != NULL)
		*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time,
			.self = file->hits, .sums64.self = file->hits64, .has_calls = true,
			.calls = file->calls };
	else
		*f = cost_of_node(v->ctx, r->thing);
	return true;
}

static void
cell_file(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source *file = file_of(v, r);
	char index[FIGURE];

	pen_gap(pen);
	if (file == NULL) {
		snprintf(index, sizeof(index), "    [%u] ", v->ctx->graph->nodes[r->thing].index);
		pen_text(pen, index);
		cell_name(v, r->thing, pen);
		return;
	}
	pen_text(pen, file->nfuncs == 0 ? "  " : r->open ? "- " : "+ ");
	pen->skip = v->whole ? 0 : v->shift;
	pen_text(pen, v->whole || pen->grid->width >= GRID_WIDE ? file->path
		: sourceplace_shown(v->ctx->lookup, file->path));
}

static bool
value_functions(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source *file = file_of(v, r);

	return file != NULL && column_value_set_number(d, file->nfuncs);
}

static bool
value_file(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	uint32_t file = s == NULL ? NOBODY : r->kind == FILE_ROW ? r->thing : s->file_of[r->thing];

	if (r->kind == FUNCTION_ROW)
		d->order = view_context_name(v->ctx, r->thing);
	else if (file != NOBODY)
		d->order = pathname_base(s->files[file].path);
	return file != NOBODY && column_value_set_text(d, s->files[file].path);
}

static bool
value_function(const struct view *v, const struct row *r, struct column_value *d)
{
	return file_of(v, r) == NULL && column_name(v, r, d);
}

static const struct column columns[] = {
	{ .id = "self_pct", .title = "%self", .letter = '%', .rank = 0, .width = 6, .wide = 8,
		.sortable = true, .form = FORM_PERCENT, .value = column_self, .look = LOOK_HOT,
		.used = column_used_time },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 2, .width = 8,
		.wide = 10, .sortable = true, .value = column_self, .look = LOOK_TIMES,
		.used = column_used_time_beside_percent },
	{ .title = "", .rank = 5, .wide = 9, .left = true, .value = column_self, .form = FORM_BAR,
		.used = column_used_time },
	{ .id = "calls", .title = "calls", .letter = 'c', .rank = 3, .width = 11, .wide = 12,
		.sortable = true, .value = column_calls, .used = column_used_calls },
	{ .id = "functions", .title = "functions", .rank = 4, .width = 10, .wide = 11,
		.sortable = true, .value = value_functions },
	{ .id = "file", .title = "file: its lines / function",
		.wide_title = "file: samples on its lines / function", .letter = 'f', .width = 1,
		.wide = 2, .rest = true, .sortable = true, .ascending = true, .value = value_file,
		.cell = cell_file },
	{ .id = "depth", .value = column_depth },
	{ .id = "index", .value = column_index },
	{ .id = "name", .value = value_function },
};

static void
fill(struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	uint32_t f;

	for (f = 0; s != NULL && f < s->nfiles; f++)
		if (sources_has_figures(&s->files[f]) || v->ctx->all)
			view_add(v, (struct row){ .thing = f, .kind = FILE_ROW });
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	const struct source *file = file_of(v, r);
	uint32_t i;

	for (i = 0; file != NULL && i < file->nfuncs; i++) {
		uint32_t f = s->funcs[file->func_at + i];

		if (!view_context_is_folded(v->ctx, f)
			&& (v->ctx->all || !view_context_is_idle(v->ctx, f)))
			view_rows_add(children, (struct row){ .thing = f, .kind = FUNCTION_ROW,
				.depth = 1 });
	}
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (file_of(v, r) != NULL)
		return (struct target){ .goal = GOAL_UNFOLD };
	return (struct target){ .goal = GOAL_CALLS, .node = r->thing };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	const struct source *file = file_of(v, r);

	*about = file != NULL ? NOBODY : r->thing;
	if (file == NULL)
		return sourceplace_of_func(v->ctx->lookup, r->thing);
	return (struct source_place){ .file = file->path, .line = 1 };
}

static void
title(const struct view *v, struct title *t)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	title_profiles(t, v->ctx, true);
	title_add(t, 1, "%zu file%s", v->filled, v->filled == 1 ? "" : "s");
	if (s != NULL && s->unplaced > 0)
		title_unplaced(t, v->ctx, s);
}

static void
hits_text(char text[2 * FIGURE], const struct view *v, const struct source *file)
{
	const struct scale *s = &v->ctx->scale;

	figure_with_error64(text, s, file->hits, figure_variance(s, file->hits), file->hits64);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source *file = file_of(v, r);
	char time[2 * FIGURE];

	if (file == NULL) {
		describe_node_brief(v->ctx, r->thing, out);
		return;
	}
	fprintf(out, "%s\t", pathname_base(file->path));
	if (v->ctx->has_time) {
		hits_text(time, v, file);
		fprintf(out, "%s on its lines\t", time);
	}
	fprintf(out, "%u function%s in it\t", file->nfuncs,
		file->nfuncs == 1 ? " begins" : "s begin");
	if (strchr(file->path, '/') != NULL)
		fprintf(out, "%s\t", file->path);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct source *file = file_of(v, r);
	char time[2 * FIGURE];

	if (file == NULL) {
		describe_node_full(v->ctx, r->thing, out);
		return;
	}
	hits_text(time, v, file);
	fprintf(out, "%s\nSampled: %s on its lines; code that the compiler has inlined from it "
		"into other files counts here.\nCounted: %llu calls are made on its lines.\n",
		file->path, time, (unsigned long long)file->calls);
}

const struct view_ops files_view = {
	.info = VIEW_INFO(files_view),
	VIEW_COLUMNS(columns),
	.sort = SORT_SELF,
	.empty = "no source file has time or calls: z shows them all",
	.rows_are_places = true,
	.fill = fill,
	.expand = expand,
	.cost = cost_of_row,
	.target = target,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
