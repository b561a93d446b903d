/* view_files.c - one row a source file, with its functions inside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "base/pathname.h"
#include "columns/cells.h"
#include "columns/describe.h"
#include "lookup/lookup.h"
#include "table/column_values.h"

enum kind { FILE_ROW, FUNCTION_ROW };

enum { SORT_SELF = 1 };	/* the column that rows are sorted by at first */

static const struct source *
file_of(const struct view *v, const struct row *r)
{
	const struct sources *s = origin_sources(v->scene->origin);

	return s && r->kind == FILE_ROW ? &s->files[r->thing] : NULL;
}

static bool
facts(const struct view *v, const struct row *r, struct facts *f)
{
	const struct source *file = file_of(v, r);

	if (file)
		*f = (struct facts){ .node = NOBODY, .has_time = v->scene->has_time,
			.self = file->hits, .has_calls = true, .calls = file->calls };
	else
		*f = facts_of_node(v->scene, r->thing);
	return true;
}

static void
cell_functions(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source *file = file_of(v, r);
	char text[FIGURE];

	if (!file)
		return;
	snprintf(text, sizeof(text), "%u", file->nfuncs);
	pen_right(pen, text);
}

static void
cell_file(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source *file = file_of(v, r);
	char index[FIGURE];

	pen_gap(pen);
	if (!file) {
		snprintf(index, sizeof(index), "    [%u] ", v->scene->graph->nodes[r->thing].index);
		pen_text(pen, index);
		cell_name(v, r->thing, pen);
		return;
	}
	pen_text(pen, file->nfuncs == 0 ? "  " : r->open ? "- " : "+ ");
	pen->skip = v->whole ? 0 : v->shift;
	pen_text(pen, v->whole || pen->grid->width >= WIDE ? file->path
		: origin_shown(v->scene->origin, file->path));
}

static const char *
text_of_file(const struct view *v, const struct row *r)
{
	const struct source *file = file_of(v, r);

	return file ? pathname_base(file->path) : text_of_name(v, r);
}

static double
value_functions(const struct view *v, const struct row *r)
{
	const struct source *file = file_of(v, r);

	return file ? file->nfuncs : 0;
}

static bool
data_functions(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source *file = file_of(v, r);

	return file && datum_number(d, file->nfuncs);
}

static bool
data_file(const struct view *v, const struct row *r, struct datum *d)
{
	const struct sources *s = origin_sources(v->scene->origin);
	uint32_t file = !s ? NOBODY : r->kind == FILE_ROW ? r->thing : s->file_of[r->thing];

	return file != NOBODY && datum_text(d, s->files[file].path);
}

static bool
data_function(const struct view *v, const struct row *r, struct datum *d)
{
	return !file_of(v, r) && data_name(v, r, d);
}

static const struct column columns[] = {
	{ .id = "self_pct", .title = "%self", .letter = '%', .rank = 0, .width = 6, .wide = 8,
		.cell = cell_self_percent, .value = value_self, .used = used_time,
		.data = data_self_percent },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 2, .width = 8,
		.wide = 10, .cell = cell_self, .value = value_self,
		.used = used_time_beside_percent, .need = need_time,
		.data = data_self },
	{ .title = "", .rank = 5, .wide = 9, .left = true, .cell = cell_self_bar,
		.used = used_time },
	{ .id = "calls", .title = "calls", .letter = 'c', .rank = 3, .width = 11, .wide = 12,
		.cell = cell_calls, .value = value_calls, .used = used_calls, .data = data_calls },
	{ .id = "functions", .title = "functions", .rank = 4, .width = 10, .wide = 11,
		.cell = cell_functions, .value = value_functions, .data = data_functions },
	{ .id = "file", .title = "file / function", .letter = 'f', .width = 1, .wide = 2,
		.rest = true, .ascending = true, .cell = cell_file, .text = text_of_file,
		.data = data_file },
	{ .id = "depth", .data = data_depth },
	{ .id = "index", .data = data_index },
	{ .id = "name", .data = data_function },
};

static void
fill(struct view *v)
{
	const struct sources *s = origin_sources(v->scene->origin);
	uint32_t f;

	for (f = 0; s && f < s->nfiles; f++)
		if (origin_has_figures(&s->files[f]) || v->scene->all)
			view_add(v, (struct row){ .thing = f, .kind = FILE_ROW });
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	const struct sources *s = origin_sources(v->scene->origin);
	const struct source *file = file_of(v, r);
	uint32_t i;

	for (i = 0; file && i < file->nfuncs; i++) {
		uint32_t f = s->funcs[file->func_at + i];

		if (!scene_is_folded(v->scene, f)
			&& (v->scene->all || !scene_is_idle(v->scene, f)))
			rows_add(children, (struct row){ .thing = f, .kind = FUNCTION_ROW,
				.depth = 1 });
	}
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (file_of(v, r))
		return (struct target){ .goal = GOAL_UNFOLD };
	return (struct target){ .goal = GOAL_CALLS, .node = r->thing };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	const struct source *file = file_of(v, r);

	*about = file ? NOBODY : r->thing;
	if (!file)
		return origin_of_func(v->scene->origin, r->thing);
	return (struct source_place){ .file = file->path, .line = 1 };
}

static void
title(const struct view *v, struct title *t)
{
	const struct sources *s = origin_sources(v->scene->origin);

	title_profiles(t, v->scene, true);
	title_add(t, 1, "%zu file%s", v->filled, v->filled == 1 ? "" : "s");
	if (s && s->unplaced > 0)
		title_unplaced(t, s);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source *file = file_of(v, r);
	char time[2 * FIGURE];

	if (!file) {
		say_node(v->scene, r->thing, out);
		return;
	}
	fprintf(out, "%s\t", pathname_base(file->path));
	if (v->scene->has_time) {
		figure_sampled(time, &v->scene->scale, file->hits);
		fprintf(out, "%s on its lines\t", time);
	}
	fprintf(out, "%u function%s in it\t", file->nfuncs,
		file->nfuncs == 1 ? " begins" : "s begin");
	if (strchr(file->path, '/'))
		fprintf(out, "%s\t", file->path);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct source *file = file_of(v, r);
	char time[2 * FIGURE];

	if (!file) {
		tell_node(v->scene, r->thing, out);
		return;
	}
	figure_sampled(time, &v->scene->scale, file->hits);
	fprintf(out, "%s\nSampled: %s on its lines; code that the compiler has inlined from it "
		"into other files counts here.\nCounted: %llu calls are made on its lines.\n",
		file->path, time, (unsigned long long)file->calls);
}

const struct view_ops files_view = {
	.where = FILES,
	.name = "files",
	.empty = "no source file has time or calls: z shows them all",
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = SORT_SELF,
	.fill = fill,
	.expand = expand,
	.facts = facts,
	.target = target,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
