/* view_source.c - a source file with hits, counts and calls on its lines
 *
 * The whole file if it can be found, else the lines that have figures.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#include "columns/cells.h"
#include "columns/describe.h"
#include "columns/linecells.h"
#include "lookup/lookup.h"
#include "table/column_values.h"
#include "text/shorten.h"
#include "text/text.h"

enum kind {
	LINE,				/* thing is its number */
	CALL,				/* made on the line above;
					 * thing is its number in the sources */
	NOWHERE,			/* the file was not found */
	TRIED,				/* a place where it is not; thing says which */
};

#define ARROW "  → "			/* before what a line calls */

enum {
	MARK_CELLS = 3, NOTE_ROOM = 40,
	LEAST_NAME = 6,			/* cells of whom a line calls */
	NOTES_END = 87,			/* up to here what a line calls stands, if it can */
};

static const struct sources *
sources_of(const struct view *v)
{
	return origin_sources(v->scene->origin);
}

static const struct source_line *
line_of(const struct view *v, const struct row *r)
{
	const struct sources *s = sources_of(v);

	if (!s || r->kind != LINE)
		return NULL;
	return sources_line(s, v->subject, r->thing);
}

static const struct line_call *
call_of(const struct view *v, const struct row *r)
{
	const struct sources *s = sources_of(v);

	return s && r->kind == CALL ? &s->calls[r->thing] : NULL;
}

static bool
is_wide(const struct pen *pen)
{
	return pen->grid->width >= WIDE;
}

static void
cell_count(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct line_call *c = call_of(v, r);
	char text[FIGURE];

	if (c && !is_wide(pen)) {
		figure_count(text, c->count, 13);
		pen_right(pen, text);
	}
	linecell_count(v, r, pen);
	linecell_entered(v, r, !is_wide(pen), pen);
}

static void
cell_calls_made(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct line_call *c = call_of(v, r);
	char text[FIGURE];

	if (c) {
		figure_count(text, c->count, 11);
		pen_right(pen, text);
	}
	linecell_calls(v, r, pen);
}

static void
cell_number(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[FIGURE];

	(void)v;
	if (r->kind != LINE)
		return;
	snprintf(text, sizeof(text), "%u", r->thing);
	pen_style(pen, STYLE_DIM);
	pen_right(pen, text);
}

/* Cells of the longest number of a line with figures. */
static int
need_number(const struct scene *s)
{
	return origin_sources(s->origin) ? snprintf(NULL, 0, "%u", s->origin->last_line) : 0;
}

/* At END of a wide line or behind it, whom it calls: "→ init_block [7] ×3071". */
static void
draw_call(const struct view *v, const struct source_line *l, int end, struct pen *pen)
{
	const struct line_call *c = &sources_of(v)->calls[l->call_at];
	uint32_t callee = scene_callee(v->scene, c->arc);
	bool ascii = v->scene->ascii;
	char count[FIGURE], rest[2 * FIGURE], *name = NULL;
	struct pen note = *pen;
	int cells;

	figure_count(count, c->count, 11);
	if (l->ncalls > 1)
		snprintf(rest, sizeof(rest), "%u functions", l->ncalls);
	else
		snprintf(rest, sizeof(rest), " [%u] ×%s%s", v->scene->graph->nodes[callee].index,
			count, c->sure ? "" : "?");
	cells = text_width(ARROW, ascii) + text_width(rest, ascii);
	if (cells + (l->ncalls > 1 ? 0 : LEAST_NAME) > pen_left(pen))
		return;
	if (l->ncalls == 1) {
		name = shorten(scene_name(v->scene, callee), pen_left(pen) - cells, ascii);
		cells += text_width(name, ascii);
	}
	/* Not too far from the text on screens that are very wide. */
	if (note.end > end)
		note.end = note.x + cells > end ? note.x + cells : end;
	note.x = note.end - cells;
	note.skip = 0;
	pen_style(&note, STYLE_DIM);
	pen_text(&note, ARROW);
	pen_text(&note, name ? name : "");
	pen_text(&note, rest);
	free(name);
}

/* What stands in front of the text: the line is hot, at least half as much as the hottest
 * one, or calls something. */
static const char *
mark_of(const struct view *v, const struct source_line *l)
{
	if (l && l->hits > 0 && l->hits >= 0.5 * sources_of(v)->files[v->subject].most)
		return " ▌ ";
	return l && l->calls > 0 ? " → " : "   ";
}

static uint32_t
callee_of(const struct view *v, const struct row *r)
{
	return scene_callee(v->scene, call_of(v, r)->arc);
}

/* What stands in the place of a text that was not found. */
static void
draw_nowhere(const struct view *v, const struct row *r, struct pen *pen)
{
	struct origin *o = v->scene->origin;
	const struct err *why;
	char *path = NULL;

	pen_skip(pen, MARK_CELLS);
	pen_style(pen, STYLE_WARN);
	pen->skip = v->shift;
	if (r->kind == NOWHERE) {
		(void)origin_text(o, v->subject, &why);
		pen_text(pen, why->kind == ERR_MISSING ? "the source is not there" : why->text);
		pen_text(pen, "; o asks for it; looked for:");
		return;
	}
	path = source_paths_try(o->paths, sources_of(v)->files[v->subject].path, r->thing);
	pen_text(pen, "  ");
	pen_text(pen, path ? path : "");
	free(path);
}

static void
cell_text(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = line_of(v, r);
	int start = pen->x;

	if (r->kind == NOWHERE || r->kind == TRIED) {
		draw_nowhere(v, r, pen);
		return;
	}
	if (r->kind == CALL) {
		pen_text(pen, call_of(v, r)->sure ? "     → " : "   ? → ");
		cell_name(v, callee_of(v, r), pen);
		return;
	}
	pen_text(pen, mark_of(v, l));
	linecell_text(v, v->subject, r->thing, false, pen);
	if (l && l->ncalls > 0 && is_wide(pen) && pen_left(pen) > NOTE_ROOM / 2)
		draw_call(v, l, start + NOTES_END, pen);
}

static bool
used_counts(const struct scene *s)
{
	const struct sources *sources = origin_sources(s->origin);

	return sources && (sources->ncounts > 0 || (s->has_calls && sources->nfuncs > 0));
}

static bool
data_file(const struct view *v, const struct row *r, struct datum *d)
{
	(void)r;
	return datum_text(d, sources_of(v)->files[v->subject].path);
}

static bool
data_number(const struct view *v, const struct row *r, struct datum *d)
{
	(void)v;
	return datum_number(d, r->thing);
}

static bool
data_text(const struct view *v, const struct row *r, struct datum *d)
{
	return linedata_text(v, v->subject, r->thing, d);
}

static double
value_number(const struct view *v, const struct row *r)
{
	(void)v;
	return r->thing;
}

/* Lines, but not the calls on them and where the text was looked for. */
static bool
is_line(const struct view *v, const struct row *r)
{
	(void)v;
	return r->kind == LINE;
}

static const struct column columns[] = {
	{ .id = "hits", .title = "hits", .rank = 0, .width = 6, .wide = 6, .cell = linecell_hits,
		.value = linevalue_hits, .used = used_time, .data = linedata_hits },
	{ .id = "self", .title = "time $", .rank = 7, .wide = 9, .cell = linecell_time,
		.value = linevalue_hits, .used = used_time, .need = need_time,
		.data = linedata_self },
	{ .id = "self_pct", .title = "%", .rank = 8, .wide = 6, .cell = linecell_percent,
		.value = linevalue_hits, .used = used_time, .data = linedata_percent },
	{ .title = "", .rank = 11, .wide = 9, .left = true, .cell = linecell_bar, .used = used_time },
	{ .id = "count", .title = "count", .rank = 2, .width = 14, .wide = 13,
		.cell = cell_count, .value = linevalue_count, .used = used_counts,
		.need = need_counts,
		.data = linedata_count },
	{ .id = "branches", .data = linedata_branches },
	{ .id = "entered", .data = linedata_entered },
	{ .id = "self_exec", .title = "s/exec", .rank = 9, .wide = 10, .cell = linecell_each,
		.used = used_line_each, .data = linedata_each },
	{ .id = "calls", .title = "calls", .rank = 10, .wide = 12, .cell = cell_calls_made,
		.value = linevalue_calls, .used = used_calls, .data = linedata_calls },
	{ .id = "line", .title = "line", .rank = 1, .width = 6, .wide = 8, .ascending = true,
		.cell = cell_number, .value = value_number, .need = need_number,
		.data = data_number },
	{ .id = "file", .data = data_file },
	{ .id = "text", .title = "  @", .width = 1, .wide = 2, .rest = true, .cell = cell_text,
		.data = data_text },
};

/* Say that the source PATH is not there, and where it was looked for. */
static void
add_places(struct view *v, const char *path)
{
	uint32_t i;
	char *place;

	view_add(v, (struct row){ .kind = NOWHERE, .open = true });
	for (i = 0; (place = source_paths_try(v->scene->origin->paths, path, i)); i++) {
		free(place);
		view_add(v, (struct row){ .kind = TRIED, .thing = i, .depth = 1 });
	}
}

static void
fill(struct view *v)
{
	const struct sources *s = sources_of(v);
	const struct source_text *t;
	const struct source *file;
	uint32_t i, last;

	if (!s)
		return;
	file = &s->files[v->subject];
	t = origin_text(v->scene->origin, v->subject, NULL);
	if (!t)
		add_places(v, file->path);
	for (i = 1; t && i <= t->nlines; i++)
		view_add(v, (struct row){ .thing = i, .kind = LINE });
	/* Lines with figures beyond the end of the text show that it is another one. */
	last = t ? t->nlines : 0;
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

	for (i = 0; l && i < l->ncalls; i++)
		rows_add(children, (struct row){ .thing = l->call_at + i, .kind = CALL,
			.depth = 1 });
}

static bool
facts(const struct view *v, const struct row *r, struct facts *f)
{
	const struct source_line *l = line_of(v, r);

	*f = (struct facts){ .node = NOBODY };
	if (r->kind == CALL)
		f->node = callee_of(v, r);
	if (!l)
		return true;
	f->has_time = v->scene->has_time;
	f->self = l->hits;
	f->has_calls = l->calls > 0;
	f->calls = l->calls;
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
		return (struct target){ .goal = GOAL_NONE, .why = "o asks for the file or its directory" };
	if (!l || l->ncalls == 0)
		return (struct target){ .goal = GOAL_NONE, .why = "no calls were counted on this line" };
	if (l->ncalls > 1)
		return (struct target){ .goal = GOAL_UNFOLD };
	return (struct target){ .goal = GOAL_CALLS,
		.node = scene_callee(v->scene, s->calls[l->call_at].arc) };
}

static void
title(const struct view *v, struct title *t)
{
	const struct sources *s = sources_of(v);
	const struct source_text *text = s ? origin_text(v->scene->origin, v->subject, NULL) : NULL;
	const char *path = text ? text->path : s ? s->files[v->subject].path : "";

	title_profiles(t, v->scene, true);
	if (v->about != NOBODY) {
		uint32_t n = scene_stands_for(v->scene, v->about);
		char lead[FIGURE];

		snprintf(lead, sizeof(lead), "source of [%u] ", v->scene->graph->nodes[n].index);
		title_node(t, 1, lead, n);
	}
	title_add(t, t->wide ? 2 : 4, "%s%s", t->wide ? path : origin_shown(v->scene->origin, path),
		s && origin_is_newer(v->scene->origin, v->subject) ? " (newer than the image)" : "");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);

	if (r->kind == CALL)
		say_call(v->scene, call_of(v, r), out);
	if (r->kind != LINE)
		return;
	fprintf(out, "%u: ", r->thing);
	if (l && (l->hits > 0 || l->ncounts > 0 || l->calls > 0 || line_entered(v->scene, l) > 0))
		say_line(v->scene, l, out);
	else
		fprintf(out, "no figures\t");
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct source_line *l = line_of(v, r);

	if (r->kind == CALL)
		tell_arc(v->scene, call_of(v, r)->arc, out);
	else if (l)
		tell_line(v->scene, l, out);
	else
		fprintf(out, "There are no figures for this line.\n");
}

const struct view_ops source_view = {
	.where = SOURCE,
	.name = "source",
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = -1,
	.least_rest = 50,
	.fill = fill,
	.expand = expand,
	.facts = facts,
	.target = target,
	.is_record = is_line,
	.line = line_of,
	.title = title,
	.detail = detail,
	.explain = explain,
};
