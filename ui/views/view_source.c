/* view_source.c - the view of a source file: its lines with samples, execution counts and calls
 *
 * The view shows all lines of the file if its text is found, otherwise the lines that have figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/columns.h"
#include "columns/linecells.h"
#include "columns/linedata.h"
#include "columns/linesides.h"
#include "columns/linetimes.h"
#include "columns/nodelines.h"
#include "columns/sidecolumns.h"
#include "columns/sourcecolumns.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "table/cell.h"
#include "text/shorten.h"
#include "text/text.h"
#include "views/views.h"
#include "words/describe.h"
#include "words/describe_line.h"

enum kind {
	LINE,				/* row.thing is the line number */
	CALL,				/* a call made on the line above; row.thing is the index of
					 * the call in sources.calls */
	NOT_FOUND,			/* the message that the text of the file was not found */
	CANDIDATE,			/* a path at which the file was looked for; row.thing is its
					 * number for sourcepaths_candidate() */
};

#define ARROW "  → "			/* drawn in front of the callee or callees of a line */

enum {
	MARK_CELLS = 2,			/* cells of the mark in front of the text of a line */
	LEAST_NAME = 6,			/* least number of cells for the name of a callee */
	LEAST_CALLEE = 20,		/* a callee is drawn only if more than this number of cells
					 * is free after the text of the line */
	CALLEES_END = 86,		/* on a screen that is wide enough, a callee ends this
					 * number of cells after the beginning of the column of
					 * texts */
};

static const struct sources *
sources_of(const struct view *v)
{
	return lookup_sources(v->ctx->lookup);
}

static const struct source_line *
line_of(const struct view *v, const struct row *r)
{
	const struct sources *s = sources_of(v);

	if (s == NULL || r->kind != LINE)
		return NULL;
	return sources_line(s, v->subject, r->thing);
}

static const struct line_call *
call_of(const struct view *v, const struct row *r)
{
	const struct sources *s = sources_of(v);

	return s != NULL && r->kind == CALL ? &s->calls[r->thing] : NULL;
}

static bool
is_wide(const struct pen *pen)
{
	return pen->grid->width >= GRID_WIDE;
}

static void
cell_count(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct line_call *c = call_of(v, r);
	char text[FIGURE];

	if (c != NULL && c->count > 0 && !is_wide(pen)) {
		figure_count(text, c->count, 13);
		pen_right(pen, text);
	}
	linecell_count(v, r, pen);
	linecell_entered(v, r, !is_wide(pen), pen);
}

static bool
value_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct line_call *c = call_of(v, r);

	if (c == NULL)
		return linedata_calls(v, r, d);
	d->is_shown = column_value_set_count(d, c->count);
	return false;
}

/* Returns the line that makes the call of row R. */
static const struct source_line *
line_of_call(const struct view *v, const struct row *r)
{
	const struct sources *s = sources_of(v);
	const struct source *file = &s->files[v->subject];

	for (uint32_t i = 0; i < file->nlines; i++) {
		const struct source_line *l = &s->lines[file->line_at + i];

		if (r->thing - l->call_at < l->ncalls)
			return l;
	}
	return NULL;
}

static bool
value_side_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct line_call *c = call_of(v, r);
	const struct source_line *l = c != NULL ? line_of_call(v, r) : line_of(v, r);

	return l != NULL && lineside_set_calls(v->ctx, l, NOBODY, c != NULL ? c->arc : NOBODY, d);
}

/* Returns the number of the line in row R, as users see it. */
static uint32_t
number_of(const struct view *v, const struct row *r)
{
	return lookup_line_shown(v->ctx->lookup, sources_of(v)->files[v->subject].path, r->thing);
}

/* Returns the number of the last line of the file.  Returns 0 if the text of the file is not known,
 * and no line has figures. */
static uint32_t
last_line(const struct view *v)
{
	const struct sources *s = sources_of(v);
	const struct source_text *t;
	const struct source *file;
	uint32_t last = 0;

	if (s == NULL)
		return 0;
	file = &s->files[v->subject];
	t = lookup_text(v->ctx->lookup, v->subject, NULL);
	if (file->nlines > 0)
		last = s->lines[file->line_at + file->nlines - 1].number;
	return t != NULL && t->nlines > last ? t->nlines : last;
}

/* Returns how many cells the greatest line number in V needs. */
static int
need_number(const struct view *v)
{
	uint32_t last = last_line(v);

	return last > 0 ? snprintf(NULL, 0, "%u", last) : 0;
}

/* Draws the callee of line L, as "→ init_block [7] ×3071", so that it ends at cell END.  If L has
 * several callees, draws their number instead.  If the text of L is long, the callee ends further
 * to the right.  If there is too little room, draws nothing. */
static void
draw_call(const struct view *v, const struct source_line *l, int end, struct pen *pen)
{
	const struct line_call *c = &sources_of(v)->calls[l->call_at];
	uint32_t callee = view_context_callee(v->ctx, c->arc);
	bool ascii = v->ctx->ascii;
	char count[FIGURE], rest[2 * FIGURE], *name = NULL;
	struct pen note = *pen;
	int cells;

	figure_count(count, c->count, 11);
	if (l->ncalls > 1)
		snprintf(rest, sizeof(rest), "%u functions", l->ncalls);
	else if (c->count == 0 || v->ctx->lookup->both != NULL)
		snprintf(rest, sizeof(rest), " [%u]", v->ctx->graph->nodes[callee].index);
	else
		snprintf(rest, sizeof(rest), " [%u] ×%s%s", v->ctx->graph->nodes[callee].index,
			count, c->sure ? "" : "?");
	cells = text_width(ARROW, ascii) + text_width(rest, ascii);
	if (cells + (l->ncalls > 1 ? 0 : LEAST_NAME) > pen_left(pen))
		return;
	if (l->ncalls == 1) {
		name = shorten_name(view_context_name(v->ctx, callee), pen_left(pen) - cells,
			ascii);
		cells += text_width(name, ascii);
	}
	/* On very wide screens, draw the callee near the text, not at the right edge. */
	if (note.end > end)
		note.end = note.x + cells > end ? note.x + cells : end;
	note.x = note.end - cells;
	note.skip = 0;
	pen_style(&note, STYLE_DIM);
	pen_text(&note, ARROW);
	pen_text(&note, name != NULL ? name : "");
	pen_text(&note, rest);
	pen->x = note.x;
	free(name);
}

/* Returns the mark in front of the text of line L.  If L has at least half the samples of the
 * hottest line of the file, the mark is a bar.  If L has fewer samples, but makes calls, it is an
 * arrow.  For other lines, it is blanks.  L may be NULL. */
static const char *
mark_of(const struct view *v, const struct source_line *l)
{
	if (l != NULL && l->hits != 0
	    && fabs(l->hits) >= 0.5 * sources_of(v)->files[v->subject].most)
		return "▌ ";
	return l != NULL && l->ncalls > 0 ? "→ " : "  ";
}

static uint32_t
callee_of(const struct view *v, const struct row *r)
{
	return view_context_callee(v->ctx, call_of(v, r)->arc);
}

/* Returns why the text of the file, which was not found, is not shown. */
static const char *
why_not_found(const struct view *v)
{
	const struct err *why;

	(void)lookup_text(v->ctx->lookup, v->subject, &why);
	return why->kind == ERR_MISSING ? "source not found" : why->text;
}

/* Draws row R: the message that the text of the file was not found, or a path at which it was
 * looked for. */
static void
draw_not_found(const struct view *v, const struct row *r, struct pen *pen)
{
	char *path = NULL;

	pen_skip(pen, MARK_CELLS);
	pen_style(pen, STYLE_WARN);
	pen->skip = v->shift;
	if (r->kind == NOT_FOUND) {
		pen_text(pen, why_not_found(v));
		pen_text(pen, "; press o to name it; looked for:");
		return;
	}
	path = sourcepaths_candidate(v->ctx->lookup->paths,
		sources_of(v)->files[v->subject].path, r->thing);
	pen_text(pen, "  ");
	pen_text(pen, path != NULL ? path : "");
	free(path);
}

static void
cell_line(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);
	int start = pen->x;

	if (r->kind == NOT_FOUND || r->kind == CANDIDATE) {
		draw_not_found(v, r, pen);
		return;
	}
	if (r->kind == CALL) {
		pen_text(pen, call_of(v, r)->sure ? "    → " : "  ? → ");
		cell_name(v, callee_of(v, r), pen);
		return;
	}
	pen_text(pen, v->ctx->lookup->both == NULL ? mark_of(v, l)
		: (const char[]){ lineside_mark(v->ctx, v->subject, r->thing), ' ', '\0' });
	linecell_text(v, v->subject, r->thing, false, pen);
	if (l != NULL && l->ncalls > 0 && is_wide(pen) && pen_left(pen) > LEAST_CALLEE)
		draw_call(v, l, start + CALLEES_END, pen);
}

static bool
value_file(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, lookup_side_text(v->ctx->lookup,
		sources_of(v)->files[v->subject].path, r->thing));
}

static bool
value_number(const struct view *v, const struct row *r, struct column_value *d)
{
	d->style = STYLE_DIM;
	return r->kind == LINE && column_value_set_number(d, number_of(v, r));
}

static bool
value_text(const struct view *v, const struct row *r, struct column_value *d)
{
	return linedata_text(v, v->subject, r->thing, d);
}

/* Is row R a line of the source, not a call or a message? */
static bool
is_line(const struct view *v, const struct row *r)
{
	(void)v;
	return r->kind == LINE;
}

static const struct column columns[] = {
	{ .id = "hits", .title = "hits", .rank = 8, .wide = 6, .sortable = true,
		.value = linedata_hits, .look = LOOK_HOT | LOOK_BLANK, .used = column_used_time,
		.wanted = HAS_BINS, .used_in = sourcecolumns_used_percent },
	{ .title = "hits", .rank = 0, .width = 6, .value = linedata_hits,
		.look = LOOK_HOT | LOOK_BLANK, .used_in = sourcecolumns_used_narrow_hits },
	{ .id = "self", .title = "self $", .rank = 7, .width = 7, .wide = 9, .sortable = true,
		.value = linedata_self, .look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES,
		.used_in = sourcecolumns_used_time_beside },
	{ .id = "self_pct", .title = "%", .rank = 0, .width = 6, .wide = 6, .sortable = true,
		.form = FORM_PERCENT, .value = linedata_self,
		.look = LOOK_SHORT | LOOK_HOT | LOOK_BLANK, .used_in = sourcecolumns_used_percent },
	{ .title = "self $", .rank = 0, .width = 9, .value = linedata_self,
		.look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES,
		.used_in = sourcecolumns_used_narrow_change },
	COLUMNS_LINE_SIDES,
	{ .title = "", .rank = 3, .width = 5, .wide = 9, .left = true, .value = linedata_self,
		.form = FORM_BAR, .used_in = sourcecolumns_used_bar },
	{ .id = "total", .title = "total $", .rank = 11, .wide = 9, .sortable = true,
		.value = column_total, .look = LOOK_HOT | LOOK_BLANK | LOOK_TIMES,
		.used = linetimes_used,
		.used_in = sourcecolumns_used_total },
	{ .id = "total_pct", .title = "%total", .rank = 4, .width = 7, .wide = 7, .sortable = true,
		.form = FORM_PERCENT, .value = column_total,
		.look = LOOK_SHORT | LOOK_HOT | LOOK_BLANK, .used = linetimes_used,
		.used_in = sourcecolumns_used_total },
	{ .id = "count", .title = "count", .rank = 2, .width = 6, .wide = 7, .sortable = true,
		.absent = -1, .value = linedata_count, .cell = cell_count,
		.used_in = sourcecolumns_used_counts, .need = sourcecolumns_need_count },
	{ .id = "branches", .value = linedata_branches },
	{ .id = "entered", .value = linedata_entered },
	{ .id = "self_exec", .title = "s/exec", .rank = 9, .wide = 10, .form = FORM_EACH,
		.value = linedata_each, .used = linecell_used_each,
		.used_in = sourcecolumns_used_each },
	{ .id = "calls", .title = "calls", .rank = 10, .wide = 12, .sortable = true,
		.value = value_calls, .used = column_used_calls,
		.used_in = sourcecolumns_used_calls },
	{ .title = "calls A→B", .rank = 10, .wide = 16, .value = value_side_calls,
		.used = sidecolumn_used_calls, .used_in = sourcecolumns_used_side_calls },
	{ .id = "line", .title = "line", .rank = 1, .width = 5, .wide = 6, .sortable = true,
		.ascending = true, .value = value_number, .need = need_number },
	{ .id = "file", .value = value_file },
	{ .id = "text", .title = "  @", .width = 1, .wide = 2, .rest = true, .value = value_text,
		.cell = cell_line },
	COLUMNS_LINE_SIDES_IDS,
};

/* Adds the message that the text of the file PATH was not found, and the paths at which it was
 * looked for. */
static void
add_candidates(struct view *v, const char *path)
{
	uint32_t i;
	char *candidate;

	view_add(v, (struct row){ .kind = NOT_FOUND, .open = true });
	for (i = 0; (candidate = sourcepaths_candidate(v->ctx->lookup->paths, path, i)) != NULL;
		i++) {
		free(candidate);
		view_add(v, (struct row){ .kind = CANDIDATE, .thing = i, .depth = 1 });
	}
}

static void
fill(struct view *v)
{
	const struct sources *s = sources_of(v);
	const struct source_text *t;
	const struct source *file;
	uint32_t i, last;

	if (s == NULL)
		return;
	assert(v->subject < s->nfiles);
	file = &s->files[v->subject];
	v->longest_count = sourcecolumns_measure(v);
	t = lookup_text(v->ctx->lookup, v->subject, NULL);
	if (t == NULL)
		add_candidates(v, file->path);
	for (i = 1; t != NULL && i <= t->nlines; i++)
		view_add(v, (struct row){ .thing = i, .kind = LINE });
	/* Add lines with figures beyond the end of the text.  There are some if the text is of
	 * another version of the file, or was not found. */
	last = t != NULL ? t->nlines : 0;
	for (i = 0; i < file->nlines; i++)
		if (s->lines[file->line_at + i].number > last)
			view_add(v, (struct row){ .thing = s->lines[file->line_at + i].number,
				.kind = LINE });
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	const struct source_line *l = line_of(v, r);
	uint32_t i;

	for (i = 0; l != NULL && i < l->ncalls; i++)
		view_rows_add(children, (struct row){ .thing = l->call_at + i, .kind = CALL,
			.depth = 1 });
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct source_line *l = line_of(v, r);

	*f = (struct cost){ .node = NOBODY };
	if (r->kind == CALL) {
		f->node = callee_of(v, r);
		f->counted = profile_has(v->ctx->profile, HAS_COSTS);
		f->undivided = true;
		f->has_time = linetimes_of_call(v->ctx, call_of(v, r), &f->children);
		f->sums64.total = call_of(v, r)->time64;
	}
	if (l == NULL)
		return true;
	*f = linetimes_of_line(v->ctx, l);
	f->has_calls = l->calls > 0;
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct source_line *l = line_of(v, r);
	const struct sources *s = sources_of(v);

	if (r->kind == CALL)
		return (struct target){ .goal = GOAL_CALLS, .node = callee_of(v, r) };
	if (r->kind != LINE)
		return (struct target){ .goal = GOAL_NONE, .why = "press o to name the file or its directory" };
	if (l == NULL || l->ncalls == 0)
		return (struct target){ .goal = GOAL_NONE,
			.why = profile_has(v->ctx->profile, HAS_STACKS)
			? "no calls were sampled on this line"
			: "no calls were counted on this line" };
	if (l->ncalls > 1)
		return (struct target){ .goal = GOAL_UNFOLD };
	return (struct target){ .goal = GOAL_CALLS,
		.node = view_context_callee(v->ctx, s->calls[l->call_at].arc) };
}

static void
title(const struct view *v, struct title *t)
{
	const struct sources *s = sources_of(v);
	const struct source_text *text = s != NULL ? lookup_text(v->ctx->lookup, v->subject, NULL)
		: NULL;
	const char *path = text != NULL ? text->path : s != NULL ? s->files[v->subject].path : "";
	const char *older = s != NULL ? lookup_newer_than(v->ctx->lookup, v->subject) : NULL;
	char newer[FIGURE];

	snprintf(newer, sizeof(newer), " (newer than %s)", older != NULL ? older : "");
	title_profiles(t, v->ctx, true);
	if (v->about != NOBODY) {
		uint32_t n = view_context_node_of(v->ctx, v->about);
		char lead[FIGURE];

		snprintf(lead, sizeof(lead), "source of [%u] ", v->ctx->graph->nodes[n].index);
		title_node(t, 1, lead, n);
	}
	title_add(t, t->wide ? 2 : 4, "%s%s", t->wide ? path : sourceplace_shown(v->ctx->lookup, path),
		older != NULL ? newer : "");
}

/* Writes to TEXT how much time of the function in the title is in this file, and which files have
 * the rest. */
static void
heading(const struct view *v, char *text, size_t room)
{
	text[0] = '\0';
	if (v->ctx->has_time && v->about != NOBODY && sources_of(v) != NULL)
		snprintf(text, room, "%s", nodelines_rest(v->ctx,
			view_context_node_of(v->ctx, v->about), v->subject));
}

/* If only some of the samples on line L belong to the function in the title, writes how many. */
static void
detail_part(const struct view *v, const struct source_line *l, FILE *out)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	bool has_bins = profile_has(v->ctx->profile, HAS_BINS);
	const struct func_line *of_func;
	char own[FIGURE], all[FIGURE];

	if (v->about == NOBODY || v->ctx->into != NULL || s == NULL)
		return;
	of_func = funclines_find(&s->funclines, v->about, (uint32_t)(l - s->lines));
	if (of_func == NULL || of_func->hits == 0)
		return;
	if (has_bins) {
		figure_samples(own, of_func->hits);
		figure_samples(all, l->hits);
	} else {
		figure_time_or_zero(own, &v->ctx->scale, of_func->hits);
		figure_spoken64(all, &v->ctx->scale, l->hits,
			linetimes_of_line(v->ctx, l).sums64.self);
	}
	if (of_func->hits != l->hits && strcmp(own, all) != 0)
		fprintf(out, "%s of %s%s in [%u]\t", own, all,
			has_bins ? " hits" : "",
			v->ctx->graph->nodes[v->about].index);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	struct cost cost = *view_cost(v, r);

	if (r->kind == CALL)
		describe_line_call(v->ctx, call_of(v, r), out);
	if (r->kind != LINE)
		return;
	fprintf(out, "%u: ", number_of(v, r));
	if (l != NULL)
		detail_part(v, l, out);
	if (l != NULL && (l->hits != 0 || l->ncounts > 0 || l->ncalls > 0
			|| cost.children != 0 || linecell_entries(v->ctx, l) > 0))
		describe_line_brief(v, l, &cost, v->about, out);
	else
		fprintf(out, "no figures\t");
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);
	const char *path = lookup_side_text(v->ctx->lookup, lookup_path(v->ctx->lookup,
		v->subject), r->thing);

	if (r->kind == CALL)
		describe_arc_full(v->ctx, call_of(v, r)->arc, out);
	else if (l != NULL)
		describe_line_full(v->ctx, l, out);
	else if (r->kind == LINE)
		fprintf(out, "%s, line %u\nThere are no figures for this line.\n", path,
			number_of(v, r));
	else
		fprintf(out, "%s\nIts text is not shown: %s. The key o names the file or its "
			"directory.\n", path, why_not_found(v));
}

const struct view_ops source_view = {
	.info = VIEW_INFO(source_view),
	VIEW_COLUMNS(columns),
	.sort = -1,
	.least_rest = 50,
	.about_file = true,
	.any_time_is_hot = true,
	.fill = fill,
	.expand = expand,
	.cost = cost_of_row,
	.target = target,
	.is_record = is_line,
	.line = line_of,
	.title = title,
	.heading = heading,
	.detail = detail,
	.explain = explain,
};
