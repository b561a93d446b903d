/* view_lines.c - the view of source lines: of the whole program, or of a function in all files
 *
 * If the view is about a function or a cycle, a row shows the part of its node in the figures of a
 * line, and row.share is the number of samples of this part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/cells.h"
#include "columns/columns.h"
#include "columns/linecells.h"
#include "columns/linedata.h"
#include "columns/nodelines.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "text/shorten.h"
#include "views/views.h"

enum { SORT_SELF = 1, SORT_CALLS = 7 };	/* indexes of columns that rows are sorted by at first */

/* Returns the line of R; NULL: R shows the samples of which no line is known. */
static const struct source_line *
line_of(const struct view *v, const struct row *r)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return s != NULL && r->thing != NOBODY ? &s->lines[r->thing] : NULL;
}

/* Is the view about a function or a cycle? */
static bool
is_of_node(const struct view *v)
{
	return v->subject != NOBODY;
}

static const char *
place_text(const struct view *v, const struct row *r, char text[SOURCEPLACE_ROOM])
{
	const struct source_line *l = line_of(v, r);
	const struct sources *s = lookup_sources(v->ctx->lookup);

	if (l == NULL)
		return "(no line)";
	return sourceplace_text(v->ctx->lookup, (struct source_place){
		.file = s->files[l->file].path, .line = l->number }, text);
}

static void
cell_where(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[SOURCEPLACE_ROOM];

	pen_gap(pen);
	if (line_of(v, r) == NULL)
		pen_style(pen, STYLE_DIM);
	cell_draw_place(place_text(v, r, text), pen);
}

/* Returns the function whose lines V shows; NOBODY: lines of several functions. */
static uint32_t
about_of(const struct view *v)
{
	return is_of_node(v) && v->subject < v->ctx->graph->nfuncs ? v->subject : NOBODY;
}

/* In the view of a function, returns that function; in other views the function with most samples
 * on L, else with most calls, or NOBODY. */
static uint32_t
function_of(const struct view *v, const struct source_line *l)
{
	uint32_t f = about_of(v) != NOBODY ? about_of(v)
		: sourceplace_func_of_line(v->ctx->lookup, l);

	return f == NOBODY ? NOBODY : view_context_node_of(v->ctx, f);
}

/* Draw the function whose code the line is, and how many others have samples or calls on it.  In
 * the view of a function, draw the function that the line stands in. */
static void
cell_function(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? function_of(v, l) : NOBODY;
	const char *name = is_of_node(v) && l != NULL ? linecell_inlined(v->ctx, l, v->subject)
		: NULL;
	char others[FIGURE] = "", *text;

	pen_gap(pen);
	if (name == NULL && f == NOBODY)
		return;
	if (!is_of_node(v) && l->nowners > 1)
		snprintf(others, sizeof(others), " +%u", l->nowners - 1);
	text = shorten_name(name != NULL ? name : view_context_name(v->ctx, f),
		pen_left(pen) - (int)strlen(others), v->ctx->ascii);
	pen_style(pen, STYLE_DIM);
	pen_text(pen, text);
	pen_text(pen, others);
	free(text);
}

static void
cell_text(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);

	pen_gap(pen);
	if (l != NULL)
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
	const struct source_line *l = line_of(v, r);

	return l != NULL && column_value_set_text(d, s->files[l->file].path);
}

static bool
value_number(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);

	return l != NULL && column_value_set_number(d, l->number);
}

static bool
value_function(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? function_of(v, l) : NOBODY;
	const char *name = is_of_node(v) && l != NULL ? linecell_inlined(v->ctx, l, v->subject)
		: NULL;

	if (name != NULL)
		return column_value_set_text(d, name);
	return f != NOBODY && column_value_set_text(d, view_context_name(v->ctx, f));
}

/* In the view of a function: the function into which the code of the line is inlined. */
static bool
value_inlined_into(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL && is_of_node(v)
		&& linecell_inlined(v->ctx, l, v->subject) != NULL ? function_of(v, l) : NOBODY;

	return f != NOBODY && column_value_set_text(d, view_context_name(v->ctx, f));
}

static bool
value_text(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);

	return l != NULL && linedata_text(v, l->file, l->number, d);
}

static const struct column columns[] = {
	{ .id = "self_pct", .title = "%self", .letter = '%', .rank = 0, .width = 6, .wide = 8,
		.sortable = true, .form = FORM_PERCENT, .value = linedata_self,
		.draw = cell_draw_plain_percent, .used = column_used_time },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 3, .width = 8,
		.wide = 10, .sortable = true, .value = linedata_self, .draw = linecell_draw_time,
		.used = column_used_time_beside_percent, .need = column_need_time },
	{ .title = "", .rank = 12, .wide = 9, .left = true, .value = linedata_self,
		.draw = linecell_draw_bar, .used = column_used_time },
	{ .id = "hits", .title = "hits", .letter = 'h', .rank = 8, .width = 7, .wide = 8,
		.sortable = true, .value = linedata_hits, .draw = linecell_draw_hits,
		.used = column_used_time },
	{ .id = "count", .title = "count", .letter = 'n', .rank = 7, .width = 14, .wide = 15,
		.sortable = true, .absent = -1, .value = linedata_count, .cell = linecell_count,
		.used = linecell_used_counts, .need = linecell_need_counts },
	{ .id = "branches", .value = linedata_branches },
	{ .id = "self_exec", .title = "s/exec", .rank = 11, .wide = 10, .form = FORM_EACH,
		.value = linedata_each, .draw = cell_draw_each, .used = linecell_used_each },
	[SORT_CALLS] = { .id = "calls", .title = "calls", .letter = 'c', .rank = 10, .width = 10,
		.wide = 12, .sortable = true, .value = linedata_calls, .draw = linecell_draw_calls,
		.used = column_used_calls },
	{ .id = "file", .title = "file:line", .letter = 'f', .rank = 1, .width = 21, .wide = 30,
		.left = true, .sortable = true, .ascending = true, .value = value_file,
		.cell = cell_where, .sort_key = key_where },
	{ .id = "line", .sortable = true, .ascending = true, .value = value_number,
		.sort_key = key_where },
	{ .id = "function", .title = "function", .rank = 9, .wide = 24, .left = true,
		.value = value_function, .cell = cell_function },
	{ .id = "inlined_into", .value = value_inlined_into },
	{ .id = "text", .title = "text", .width = 1, .wide = 2, .rest = true, .value = value_text,
		.cell = cell_text },
};

/* Add the lines of the whole program. */
static void
fill_all(struct view *v, const struct sources *s)
{
	uint32_t i;

	for (i = 0; i < s->nlines; i++)
		if (s->lines[i].hits > 0 || (!v->ctx->has_time && s->lines[i].calls > 0)
			|| v->ctx->all)
			view_add(v, (struct row){ .thing = i });
}

/* Of the lines FROM to TO - 1, add those in the text of function F that have no samples or calls.
 * They are listed because F begins on them or they have execution counts. */
static void
add_counted_lines(struct view *v, const struct sources *s, uint32_t f, uint32_t from, uint32_t to)
{
	const struct source *file = &s->files[s->file_of[f]];
	uint32_t end = file->line_at + file->nlines, i;

	for (i = from < file->line_at ? file->line_at : from; i < to && i < end; i++)
		if (s->lines[i].nowners == 0
			&& sources_func_before(s, s->file_of[f], s->lines[i].number) == f)
			view_add(v, (struct row){ .thing = i });
}

/* Add the lines of the node that the view is about. */
static void
fill_node(struct view *v, const struct sources *s)
{
	struct node_lines lines = nodelines_of(v->ctx, v->subject);
	bool has_text = v->ctx->all && v->subject < v->ctx->graph->nfuncs
		&& s->file_of[v->subject] != NOBODY;
	uint32_t next = 0;
	size_t i;

	for (i = 0; i < lines.n; i++) {
		const struct line_part *p = &lines.v[i];

		if (has_text)
			add_counted_lines(v, s, v->subject, next, p->line);
		next = p->line != NOBODY ? p->line + 1 : NOBODY;
		if (p->hits > 0 || !v->ctx->has_time || v->ctx->all)
			view_add(v, (struct row){ .thing = p->line, .share = p->hits });
	}
	if (has_text)
		add_counted_lines(v, s, v->subject, next, NOBODY);
	free(lines.v);
}

static void
fill(struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	if (v->sort == SORT_SELF && !v->ctx->has_time)
		v->sort = SORT_CALLS;
	if (s != NULL && is_of_node(v))
		fill_node(v, s);
	else if (s != NULL)
		fill_all(v, s);
}

/* Returns how many calls the node that V is about makes on line L. */
static uint64_t
calls_of_node(const struct view *v, const struct source_line *l)
{
	const struct view_context *ctx = v->ctx;
	const struct sources *s = lookup_sources(ctx->lookup);
	uint64_t calls = 0;
	uint32_t i;

	for (i = 0; i < l->ncalls; i++) {
		const struct line_call *c = &s->calls[l->call_at + i];
		uint32_t caller = view_context_node_of(ctx,
			ctx->lookup->profile->arcs[c->arc].caller);

		if (caller == v->subject || ctx->graph->nodes[caller].cycle == v->subject)
			calls += c->count;
	}
	return calls;
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct source_line *l = line_of(v, r);

	*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time };
	if (is_of_node(v)) {
		f->self = r->share;
		f->has_calls = l != NULL;
		f->calls = l != NULL ? calls_of_node(v, l) : 0;
		return true;
	}
	if (l == NULL)
		return false;
	f->self = l->hits;
	f->has_calls = true;
	f->calls = l->calls;
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct source_line *l = line_of(v, r);

	if (l == NULL)
		return (struct target){ .goal = GOAL_NONE,
			.why = "no source line is known for these samples; compile with -g" };
	return (struct target){ .goal = GOAL_SOURCE, .node = about_of(v), .file = l->file,
		.line = l->number };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	const struct source_line *l = line_of(v, r);
	const struct sources *s = lookup_sources(v->ctx->lookup);

	*about = about_of(v);
	if (l == NULL)
		return (struct source_place){ 0 };
	return (struct source_place){ .file = s->files[l->file].path, .line = l->number };
}

static void
title(const struct view *v, struct title *t)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	char lead[FIGURE];

	title_profiles(t, v->ctx, true);
	if (is_of_node(v)) {
		snprintf(lead, sizeof(lead), "lines of [%u] ",
			v->ctx->graph->nodes[v->subject].index);
		title_node(t, 1, lead, v->subject);
	}
	title_add(t, is_of_node(v) ? 4 : 1, "%zu line%s", v->filled, v->filled == 1 ? "" : "s");
	if (s != NULL && s->unplaced > 0 && !is_of_node(v))
		title_unplaced(t, s);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? sourceplace_func_of_line(v->ctx->lookup, l) : NOBODY;
	char text[SOURCEPLACE_ROOM];

	fprintf(out, "%s\t", place_text(v, r, text));
	if (l == NULL) {
		linecell_describe_hits(v->ctx, r->share, out);
		return;
	}
	if (!is_of_node(v) && f != NOBODY && linecell_inlined(v->ctx, l, NOBODY) == NULL) {
		f = view_context_node_of(v->ctx, f);
		fprintf(out, "in [%u] %s\t", v->ctx->graph->nodes[f].index,
			view_context_name(v->ctx, f));
	}
	linecell_describe_brief(v, l, view_cost(v, r).self, v->subject, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	char hits[FIGURE];

	figure_samples(hits, r->share);
	if (l == NULL) {
		fprintf(out, "Sampled: %s samples of [%u] %s are in code of which no source line "
			"is known.\n", hits, v->ctx->graph->nodes[v->subject].index,
			view_context_name(v->ctx, v->subject));
		return;
	}
	linecell_describe_full(v->ctx, l, out);
	if (is_of_node(v))
		fprintf(out, "Of its samples, %s are in [%u] %s.\n", hits,
			v->ctx->graph->nodes[v->subject].index,
			view_context_name(v->ctx, v->subject));
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
