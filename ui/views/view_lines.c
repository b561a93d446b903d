/* view_lines.c - the view of source lines: of the whole program, or of a function in all files
 *
 * If the view is about a node, which is a function or a cycle, each row shows only the node's part
 * of the figures of its line.  Row.share is the number of samples in this part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "columns/cells.h"
#include "columns/columns.h"
#include "columns/linecells.h"
#include "columns/linedata.h"
#include "columns/linesides.h"
#include "columns/linetimes.h"
#include "columns/nodelines.h"
#include "columns/sidecolumns.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "table/view_sort.h"
#include "text/shorten.h"
#include "views/views.h"
#include "words/describe_line.h"
#include "words/describe_sides.h"

enum { SORT_SELF = 1, SORT_CALLS = 11 };	/* indexes of columns by which rows are sorted at
						 * first */

/* Returns the line of row R, or NULL if R shows the samples whose line is not known. */
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

/* Returns the function whose lines V shows, or NOBODY if V shows lines of several functions. */
static uint32_t
about_of(const struct view *v)
{
	return is_of_node(v) && v->subject < v->ctx->graph->nfuncs ? v->subject : NOBODY;
}

/* Returns the function of line L, or NOBODY.  If V is about a function, returns this function.
 * Otherwise, returns the function with the most samples on L.  If L has no samples, returns the
 * function with the most calls on L.  If L has no calls either, returns the function whose code
 * contains L. */
static uint32_t
function_of(const struct view *v, const struct source_line *l)
{
	uint32_t f = about_of(v) != NOBODY ? about_of(v)
		: sourceplace_func_of_line(v->ctx->lookup, l);

	return f == NOBODY ? NOBODY : view_context_node_of(v->ctx, f);
}

/* Draws the function of the line in row R.  Behind it, as in "main +2", draws how many other
 * functions have samples or calls on the line.  If V is about a node, draws no such number; if the
 * code of the line is then inlined, draws the inlined function instead. */
static void
cell_function(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? function_of(v, l) : NOBODY;
	const char *name = is_of_node(v) && l != NULL ? describe_line_inlined(v->ctx, l, v->subject)
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
cell_line(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);

	pen_gap(pen);
	if (l != NULL && v->ctx->lookup->both != NULL)
		pen_ntext(pen, (char[]){ lineside_mark(v->ctx, l->file, l->number), ' ' }, 2);
	if (l != NULL)
		linecell_text(v, l->file, l->number, true, pen);
}

/* Lines are numbered in the order of file and line.  Returns the number of the line in row R.  If R
 * shows the samples whose line is not known, returns NOBODY, the greatest number. */
static double
key_where(const struct view *v, const struct row *r)
{
	(void)v;
	return r->thing;
}

static bool
value_file(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);

	return l != NULL && column_value_set_text(d, lookup_side_text(v->ctx->lookup,
		lookup_path(v->ctx->lookup, l->file), l->number));
}

static bool
value_number(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);

	return l != NULL && column_value_set_number(d, lookup_line_shown(v->ctx->lookup,
		lookup_path(v->ctx->lookup, l->file), l->number));
}

static bool
value_function(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? function_of(v, l) : NOBODY;
	const char *name = is_of_node(v) && l != NULL ? describe_line_inlined(v->ctx, l, v->subject)
		: NULL;

	if (name != NULL)
		return column_value_set_text(d, name);
	return f != NOBODY && column_value_set_text(d, view_context_name(v->ctx, f));
}

/* If V is about a node, and the code of the line in row R is inlined, sets D to the function into
 * which it is inlined.  Otherwise returns false. */
static bool
value_inlined_into(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = line_of(v, r);
	bool is_inlined = l != NULL && is_of_node(v)
		&& describe_line_inlined(v->ctx, l, v->subject) != NULL;
	uint32_t f = is_inlined ? function_of(v, l) : NOBODY;

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
		.used = column_used_time },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 3, .width = 8,
		.wide = 10, .sortable = true, .value = linedata_self,
		.look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES,
		.used = column_used_time_beside_percent },
	COLUMNS_LINE_SIDES,
	{ .title = "", .rank = 12, .wide = 9, .left = true, .value = linedata_self,
		.form = FORM_BAR, .used = column_used_time },
	{ .id = "hits", .title = "hits", .letter = 'h', .rank = 8, .width = 7, .wide = 8,
		.sortable = true, .value = linedata_hits, .look = LOOK_HOT | LOOK_BLANK,
		.used = column_used_time, .wanted = HAS_BINS },
	{ .id = "total_pct", .title = "%total", .letter = 't', .rank = 5, .width = 7, .wide = 8,
		.sortable = true, .form = FORM_PERCENT, .value = column_total,
		.used = linetimes_used },
	{ .id = "total", .title = "total $", .letter = 'T', .rank = 13, .wide = 10,
		.sortable = true, .value = column_total, .look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES,
		.used = linetimes_used },
	{ .id = "count", .title = "count", .letter = 'n', .rank = 7, .width = 14, .wide = 15,
		.sortable = true, .absent = -1, .value = linedata_count, .cell = linecell_count,
		.used = linecell_used_counts, .need = linecell_need_counts },
	{ .id = "branches", .value = linedata_branches },
	{ .id = "self_exec", .title = "s/exec", .rank = 11, .wide = 10, .form = FORM_EACH,
		.value = linedata_each, .used = linecell_used_each },
	[SORT_CALLS] = { .id = "calls", .title = "calls", .letter = 'c', .rank = 10, .width = 10,
		.wide = 12, .sortable = true, .value = linedata_calls, .used = column_used_calls },
	COLUMN_LINE_SIDE_CALLS,
	{ .id = "file", .title = "file:line", .letter = 'f', .rank = 1, .width = 21, .wide = 30,
		.left = true, .sortable = true, .ascending = true, .value = value_file,
		.cell = cell_where, .sort_key = key_where },
	{ .id = "line", .sortable = true, .ascending = true, .value = value_number,
		.sort_key = key_where },
	{ .id = "function", .title = "function", .rank = 9, .wide = 24, .left = true,
		.value = value_function, .cell = cell_function },
	{ .id = "inlined_into", .value = value_inlined_into },
	{ .id = "text", .title = "text", .width = 1, .wide = 2, .rest = true, .value = value_text,
		.cell = cell_line },
	COLUMNS_LINE_SIDES_IDS,
};

static bool
has_known_total(const struct view_context *ctx, const struct source_line *l)
{
	struct cost f = { 0 };

	if (linetimes_used(ctx))
		f = linetimes_of_line(ctx, l);
	return f.self + f.children != 0;
}

/* Does A or B of the difference that CTX shows have samples on line L? */
static bool
has_side(const struct view_context *ctx, const struct source_line *l)
{
	double self[2];

	return lineside_self(ctx, l, NOBODY, 0, &self[0])
		&& lineside_self(ctx, l, NOBODY, 1, &self[1]) && (self[0] != 0 || self[1] != 0);
}

/* Adds the lines of the whole program. */
static void
fill_all(struct view *v, const struct sources *s)
{
	uint32_t i;

	for (i = 0; i < s->nlines; i++)
		if (s->lines[i].hits != 0 || (!v->ctx->has_time && s->lines[i].calls > 0)
			|| has_known_total(v->ctx, &s->lines[i])
			|| has_side(v->ctx, &s->lines[i])
			|| (v->ctx->all && s->lines[i].number > 0))
			view_add(v, (struct row){ .thing = i });
}

/* Adds the lines in sources.lines[FROM] to sources.lines[TO - 1] that are in the text of function
 * F, but have no samples or calls.  sources.lines contains such lines because F begins on them, or
 * because they have execution counts. */
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

/* Adds the lines of the node that V is about. */
static void
fill_node(struct view *v, const struct sources *s)
{
	struct node_lines lines = nodelines_of(v->ctx, v->subject);
	bool has_text = v->ctx->all && v->subject < v->ctx->graph->nfuncs
		&& s->file_of[v->subject] != NOBODY;
	uint32_t next = 0;
	size_t i;

	for (i = 0; i < lines.n; i++) {
		const struct func_line *p = &lines.v[i];

		if (has_text)
			add_counted_lines(v, s, v->subject, next, p->line);
		next = p->line != NOBODY ? p->line + 1 : NOBODY;
		if (p->hits != 0 || !v->ctx->has_time || v->ctx->all || linetimes_used(v->ctx))
			view_add(v, (struct row){ .thing = p->line, .share = p->hits });
	}
	if (has_text)
		add_counted_lines(v, s, v->subject, next, NOBODY);
	free(lines.v);
}

static struct cost
cost_of_line(const struct view *v, const struct row *r)
{
	const struct source_line *l = line_of(v, r);

	return is_of_node(v) ? linetimes_of_part(v->ctx, l, v->subject, r->share)
		: linetimes_of_line(v->ctx, l);
}

/* Sorts the rows by their known totals.  When they are sorted by self time later, rows with the
 * same self time keep this order. */
static void
sort_by_total(struct view *v)
{
	size_t n = v->rows.n;
	uint32_t *order = mem_new(n, sizeof(*order));
	uint64_t *keys = mem_new(n, sizeof(*keys));
	struct row *rows = mem_new(n, sizeof(*rows));
	struct cost f;

	for (size_t i = 0; i < n; i++) {
		f = cost_of_line(v, &v->rows.v[i]);
		order[i] = (uint32_t)i;
		keys[i] = sort_key_greatest(fabs(f.self + f.children));
		rows[i] = v->rows.v[i];
	}
	sort_by_keys(order, keys, n);
	for (size_t i = 0; i < n; i++)
		v->rows.v[i] = rows[order[i]];
	free(order);
	free(keys);
	free(rows);
}

static void
fill(struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	view_sort_at_first(v, SORT_SELF, SORT_CALLS);
	if (s != NULL && is_of_node(v))
		fill_node(v, s);
	else if (s != NULL)
		fill_all(v, s);
	if (linetimes_used(v->ctx))
		sort_by_total(v);
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct source_line *l = line_of(v, r);

	*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time };
	if (is_of_node(v) || l != NULL)
		*f = cost_of_line(v, r);
	return is_of_node(v) || l != NULL;
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct source_line *l = line_of(v, r);

	if (l == NULL)
		return (struct target){ .goal = GOAL_NONE,
			.why = linecell_why_unknown(v->ctx) };
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
		title_unplaced(t, v->ctx, s);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	uint32_t f = l != NULL ? sourceplace_func_of_line(v->ctx->lookup, l) : NOBODY;
	struct cost cost = *view_cost(v, r);
	char text[SOURCEPLACE_ROOM];

	fprintf(out, "%s\t", place_text(v, r, text));
	if (l == NULL && !describe_sides_line(v->ctx, l, v->subject, out))
		describe_line_hits(v->ctx, r->share, out);
	if (l == NULL)
		return;
	if (!is_of_node(v) && f != NOBODY && describe_line_inlined(v->ctx, l, NOBODY) == NULL) {
		f = view_context_node_of(v->ctx, f);
		fprintf(out, "in [%u] %s\t", v->ctx->graph->nodes[f].index,
			view_context_name(v->ctx, f));
	}
	describe_line_brief(v, l, &cost, v->subject, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	bool has_bins = profile_has(v->ctx->profile, HAS_BINS);
	char hits[FIGURE];

	if (l != NULL)
		describe_line_full(v->ctx, l, out);
	if (!is_of_node(v) || (!has_bins && r->share == 0))
		return;
	if (has_bins)
		figure_samples(hits, r->share);
	else
		figure_spoken(hits, &v->ctx->scale, r->share);
	if (l == NULL)
		fprintf(out, "%s: %s%s", profile_has(v->ctx->profile, HAS_COSTS) ? "Counted" : "Sampled",
			hits, has_bins ? " samples" : "");
	else if (has_bins)
		fprintf(out, "Of its samples, %s", hits);
	else
		fprintf(out, "Of its self %s, %s", figure_what(&v->ctx->scale), hits);
	fprintf(out, l != NULL ? " are in [%u] %s.\n"
		: " of [%u] %s are in code of which no source line is known.\n",
		v->ctx->graph->nodes[v->subject].index, view_context_name(v->ctx, v->subject));
}

const struct view_ops lines_view = {
	.info = VIEW_INFO(lines_view),
	VIEW_COLUMNS(columns),
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
