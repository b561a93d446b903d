/* view_summary.c - the summary: what was measured, and where the time is, in some twenty lines
 *
 * Each line has a section.  All figures are those that other views show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/sort.h"
#include "columns/cells.h"
#include "columns/columns.h"
#include "figures/bounds.h"
#include "figures/frametree.h"
#include "measured/measured.h"
#include "profile/origin.h"
#include "table/wrap.h"
#include "views/views.h"
#include "words/describe.h"
#include "words/describe_compare.h"

enum {
	/* Lines of a section. */
	MOST_FUNCS = 10, MOST_CHANGES = 5, MOST_PLACES = 4, MOST_NOTES = 5,
	MOST_FRAMES = 24,		/* functions of the hottest path */
	INDENT = 2,
	NODE_BITS = 28,			/* text_line.of: the section above, and the node below these
					 * bits */
	NO_NODE = (1 << NODE_BITS) - 1,
};

/* The names of sections, in the order in which they are shown. */
static const char *const sections[] = { "profile", "change", "events", "images", "parts", "functions",
	"path", "notes" };

enum section { OF_PROFILE, OF_CHANGE, OF_EVENTS, OF_IMAGES, OF_PARTS, OF_FUNCTIONS, OF_PATH,
	OF_NOTES };

/* Something with a name and a time. */
struct place {
	const char *name;
	double time;
};

/* Adds a line to SECTION.  NODE is the function that it is about, or NOBODY. */
static void
add(struct view *v, enum section section, uint32_t node, const char *text)
{
	uint32_t of = (uint32_t)section << NODE_BITS | (node < NO_NODE ? node : NO_NODE);

	wrap_paragraph(v, text, of, section == OF_PROFILE ? 0 : INDENT,
		section == OF_PROFILE ? STYLE_SELF : STYLE_TEXT);
}

/* Adds the title of a section, as a line that is no record. */
static void
add_title(struct view *v, const char *text)
{
	wrap_paragraph(v, text, NOBODY, 0, STYLE_DIM);
}

/* Returns "12.3 %  1.23 s" for TIME. */
static const char *
share(struct view *v, double time)
{
	char percent[FIGURE], spoken[FIGURE];

	figure_percent(percent, time, v->ctx->graph->total, 1);
	figure_spoken(spoken, &v->ctx->scale, time);
	return arena_printf(&v->text, "%5s %%  %s", percent, spoken);
}

/* Says for how long the program was measured, if the files say it.  Recordings say it in ms. */
static void
add_elapsed(struct view *v)
{
	enum { MS = 1000000, SHORT = 100 * MS };
	const struct measured *m = v->ctx->profile->measured;

	if (m != NULL && m->elapsed > 0)
		add(v, OF_PROFILE, NOBODY, arena_printf(&v->text, "elapsed: %.*f s",
			m->elapsed < SHORT && m->elapsed % MS != 0 ? 6 : 3,
			(double)m->elapsed / 1e9));
}

/* Says what was measured, and how. */
static void
add_profile(struct view *v)
{
	const struct view_context *ctx = v->ctx;
	const struct origin from = origin_of(ctx->profile);
	const struct measure *measure = &ctx->graph->measure;
	const char *event = graph_event(ctx->graph)->name, *of = " of ";
	/* Are the values themselves numbers of samples? */
	bool is_number = ctx->scale.rate == 0 && strcmp(ctx->scale.counted, "samples") == 0;
	char time[FIGURE];

	figure_spoken(time, &ctx->scale, ctx->graph->total);
	if (*event == '\0' || (ctx->scale.rate == 0 && strcmp(event, ctx->scale.counted) == 0))
		event = of = "";
	if (measure->nsamples > 0 && !is_number)
		add(v, OF_PROFILE, NOBODY, arena_printf(&v->text, "%s in %llu sample%s%s%s", time,
			(unsigned long long)measure->nsamples, measure->nsamples == 1 ? "" : "s",
			of, event));
	else
		add(v, OF_PROFILE, NOBODY, arena_printf(&v->text, "%s%s%s", time, of, event));
	add_elapsed(v);
	if (from.title != NULL)
		add(v, OF_PROFILE, NOBODY, from.title);
	if (from.format != NULL)
		add(v, OF_PROFILE, NOBODY, arena_printf(&v->text, "format: %s", from.format));
	if (from.lost != NULL)
		add(v, OF_PROFILE, NOBODY, from.lost);
}

static int
by_difference(uint32_t a, uint32_t b, const void *with)
{
	const struct comparison *c = with;
	double x = fabs(comparison_difference(&c->rows[a].self));
	double y = fabs(comparison_difference(&c->rows[b].self));

	return x > y ? -1 : x < y;
}

/* Adds a line that ROW or, if ROW is NULL, the totals of the comparison make. */
static void
add_difference(struct view *v, const struct comparison_row *row)
{
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);

	if (row != NULL)
		describe_compare_summary(v->ctx, row, out);
	else
		describe_compare_total(v->ctx, out);
	mem_close(out);
	add(v, OF_CHANGE, row != NULL ? view_context_compared(v->ctx, row) : NOBODY, text);
	free(text);
}

/* If two profiles are compared, says what changed. */
static void
add_change(struct view *v)
{
	const struct comparison *c = v->ctx->comparison;
	const char *path;
	uint32_t *order;

	if (c == NULL)
		return;
	path = origin_of(c->side[0].profile).file;
	add_title(v, arena_printf(&v->text, "what changed from A%s%s to B", path != NULL ? " " : "",
		path != NULL ? path : ""));
	add_difference(v, NULL);
	order = mem_new(c->nrows, sizeof(*order));
	for (uint32_t i = 0; i < c->nrows; i++)
		order[i] = i;
	sort_numbers(order, c->nrows, by_difference, c);
	for (uint32_t i = 0; i < c->nrows && i < MOST_CHANGES
		&& comparison_difference(&c->rows[order[i]].self) != 0; i++)
		add_difference(v, &c->rows[order[i]]);
	free(order);
}

/* Names the events, if there are several. */
static void
add_events(struct view *v)
{
	const struct measured *m = v->ctx->profile->measured;
	const char *text = "";

	if (m == NULL || m->nevents < 2)
		return;
	for (uint32_t k = 0; k < m->nevents && k < MOST_FUNCS; k++)
		text = arena_printf(&v->text, "%s%s%s%s", text, k > 0 ? ", " : "",
			m->events[k].name, k == v->ctx->graph->selection.event ? " (shown)" : "");
	if (m->nevents > MOST_FUNCS)
		text = arena_printf(&v->text, "%s and %u more", text, m->nevents - MOST_FUNCS);
	add_title(v, "events");
	add(v, OF_EVENTS, NOBODY, text);
}

static int
by_time(uint32_t a, uint32_t b, const void *with)
{
	const struct place *places = with;

	double x = fabs(places[a].time), y = fabs(places[b].time);

	return x > y ? -1 : x < y;
}

/* Adds the N places at PLACES with the most time to SECTION, which is called TITLE. */
static void
add_places(struct view *v, enum section section, const char *title, const struct place *places,
	uint32_t n)
{
	uint32_t *order = mem_new(n, sizeof(*order));

	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	sort_numbers(order, n, by_time, places);
	for (uint32_t i = 0; i < n && i < MOST_PLACES && places[order[i]].time != 0; i++) {
		if (i == 0)
			add_title(v, title);
		add(v, section, NOBODY, arena_printf(&v->text, "%s  %s", share(v,
			places[order[i]].time), places[order[i]].name));
	}
	free(order);
}

/* Adds the own times of functions by program and library. */
static void
add_images(struct view *v)
{
	const struct profile *p = v->ctx->profile;
	const struct measured *m = p->measured;
	uint32_t n = m != NULL ? m->ntexts : p->nimages, unknown = n;
	struct place *places = mem_new((size_t)n + 1, sizeof(*places));
	uint32_t *of = mem_new(p->nfuncs, sizeof(*of));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		of[f] = m != NULL ? unknown : p->funcs[f].image;
	for (uint32_t i = 0; m != NULL && i < m->nfuncs; i++)
		if (p->func_of[i] < p->nfuncs && m->funcs[i].object < n)
			of[p->func_of[i]] = m->funcs[i].object;
	for (uint32_t i = 0; i < n; i++)
		places[i].name = m != NULL ? m->texts[i] : p->images[i].path;
	places[unknown].name = "other";
	for (uint32_t f = 0; f < p->nfuncs; f++)
		places[of[f] < n ? of[f] : unknown].time += v->ctx->graph->nodes[f].self;
	if (n > 0 && fabs(places[unknown].time) < v->ctx->graph->total)
		add_places(v, OF_IMAGES, "programs and libraries", places, n + 1);
	free(places);
	free(of);
}

/* Adds the parts that contain no other parts, such as threads. */
static void
add_parts(struct view *v)
{
	const struct measured *m = v->ctx->profile->measured;
	struct part_totals totals;
	struct place *places;

	if (m == NULL || m->nparts < 2)
		return;
	parttotals_make(&totals, v->ctx->graph);
	places = mem_new(m->nparts, sizeof(*places));
	for (uint32_t i = 0; i < m->nparts; i++) {
		places[i].name = arena_printf(&v->text, "%s %s", m->parts[i].kind, m->parts[i].name);
		places[i].time = m->parts[i].is_divided ? 0 : totals.values[(size_t)i * m->nevents
			+ v->ctx->graph->selection.event];
	}
	add_places(v, OF_PARTS, "threads, processes and other parts", places, m->nparts);
	free(places);
	parttotals_release(&totals);
}

/* Returns the caller of function F that gets the most time of its calls; NOBODY: there is none. */
static uint32_t
hottest_caller(const struct view_context *ctx, uint32_t f)
{
	const struct profile *p = ctx->profile;
	uint32_t found = NOBODY;
	double most = 0;

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
		uint32_t arc = profile_arc(&p->in, i);
		struct share time = graph_share(ctx->graph, arc);

		if (p->arcs[arc].caller != f && fabs(time.self + time.children) > most) {
			most = fabs(time.self + time.children);
			found = p->arcs[arc].caller;
		}
	}
	return found;
}

/* Adds the line of function F. */
static void
add_func(struct view *v, uint32_t f)
{
	uint32_t caller = hottest_caller(v->ctx, f);
	char *place;
	size_t n;
	FILE *out = mem_stream(&place, &n);
	const char *text;

	describe_place(v->ctx, f, out);
	mem_close(out);
	text = arena_printf(&v->text, "%s  %s%s%.*s%s%s%s", share(v, v->ctx->graph->nodes[f].self),
		view_context_name(v->ctx, f), n > 0 ? "  " : "", n > 0 ? (int)n - 1 : 0, place,
		caller != NOBODY ? "  (mostly called by " : "",
		caller != NOBODY ? view_context_name(v->ctx, caller) : "",
		caller != NOBODY ? ")" : "");
	add(v, OF_FUNCTIONS, f, text);
	free(place);
}

/* Adds the functions with the most own time. */
static void
add_funcs(struct view *v)
{
	const struct graph *g = v->ctx->graph;
	uint32_t hottest[MOST_FUNCS], n = 0, i;

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		double size = fabs(g->nodes[f].self);

		if (size == 0
		    || (n == MOST_FUNCS && size <= fabs(g->nodes[hottest[n - 1]].self)))
			continue;
		n += n < MOST_FUNCS;
		for (i = n - 1; i > 0 && fabs(g->nodes[hottest[i - 1]].self) < size; i--)
			hottest[i] = hottest[i - 1];
		hottest[i] = f;
	}
	if (n > 0)
		add_title(v, "functions with the most own time");
	for (i = 0; i < n; i++)
		add_func(v, hottest[i]);
}

/* Adds the path that goes, from the outermost function on, to the callee with the most time. */
static void
add_path(struct view *v)
{
	struct frametree tree;
	bool ends_unknown = false;
	const char *text = "";
	uint32_t f = 0, n, depth;

	if (!v->ctx->has_time || !frametree_open(&tree, v->ctx->graph,
		&(struct frametree_options){ .subject = NOBODY }))
		return;
	for (depth = 0; depth < MOST_FRAMES; depth++) {
		uint32_t inside = frametree_inside(&tree, f, NULL, &n);

		if (inside == NOBODY || n == 0 || tree.v[inside].width <= fabs(tree.v[f].self))
			break;
		ends_unknown = tree.v[inside].is_guess;
		if (ends_unknown)
			break;
		f = inside;
		text = arena_printf(&v->text, "%s%s%s", text, depth > 0 ? " > " : "",
			view_context_name(v->ctx, tree.v[f].node));
	}
	if (depth > 0) {
		add_title(v, "hottest path");
		add(v, OF_PATH, NOBODY, arena_printf(&v->text, "%s%s  %s%s", share(v, tree.v[f].total),
			tree.v[f].is_estimated ? " (estimated)" : "", text,
			ends_unknown ? " > ... (few calls of a cycle: their times are not known)"
			: depth == MOST_FRAMES ? " > ..." : ""));
	}
	frametree_release(&tree);
}

static void
add_notes(struct view *v)
{
	const struct profile *p = view_context_unfolded(v->ctx);

	if (p->nnotes > 0)
		add_title(v, p->nnotes > MOST_NOTES ? "notes (the first; --view=notes has all)" : "notes");
	for (uint32_t i = 0; i < p->nnotes && i < MOST_NOTES; i++)
		add(v, OF_NOTES, NOBODY, p->notes[i].text);
}

static void
fill(struct view *v)
{
	add_profile(v);
	if (v->ctx->has_time) {
		add_change(v);
		add_events(v);
		add_images(v);
		add_parts(v);
		add_funcs(v);
		add_path(v);
	}
	add_notes(v);
}

/* Returns text_line.of of row R. */
static uint32_t
of_row(const struct view *v, const struct row *r)
{
	assert(r->thing < v->ntext_lines);
	return v->text_lines[r->thing].of;
}

/* Returns the function that row R is about, or NOBODY. */
static uint32_t
node_of(const struct view *v, const struct row *r)
{
	uint32_t of = of_row(v, r);

	return of == NOBODY || (of & NO_NODE) == NO_NODE ? NOBODY : of & NO_NODE;
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	*f = (struct cost){ .node = node_of(v, r) };
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (node_of(v, r) == NOBODY)
		return (struct target){ .goal = GOAL_NONE, .why = "this line is about no function" };
	return (struct target){ .goal = GOAL_CALLS, .node = node_of(v, r) };
}

/* Is row R the first line of a paragraph of some section? */
static bool
is_record(const struct view *v, const struct row *r)
{
	const struct text_line *line = &v->text_lines[r->thing];
	const char *before = r->thing > 0 ? line[-1].text + line[-1].length : "";

	return of_row(v, r) != NOBODY && before[strspn(before, " ")] == '\0';
}

static bool
value_section(const struct view *v, const struct row *r, struct column_value *d)
{
	return is_record(v, r) && column_value_set_text(d, sections[of_row(v, r) >> NODE_BITS]);
}

static bool
value_text(const struct view *v, const struct row *r, struct column_value *d)
{
	/* The text goes on in the rows below. */
	return column_value_set_text(d, v->text_lines[r->thing].text);
}

static bool
value_name(const struct view *v, const struct row *r, struct column_value *d)
{
	return node_of(v, r) != NOBODY && column_name(v, r, d);
}

static const struct column columns[] = {
	{ .title = "what was measured, and where the time is", .left = true, .rest = true,
		.cell = cell_text_line },
	{ .id = "section", .value = value_section },
	{ .id = "text", .value = value_text },
	{ .id = "index", .value = column_index },
	{ .id = "name", .value = value_name },
};

static void
title(const struct view *v, struct title *t)
{
	title_profiles(t, v->ctx, true);
	title_add(t, 1, "summary");
}

const struct view_ops summary_view = {
	.info = VIEW_INFO(summary_view),
	VIEW_COLUMNS(columns),
	.sort = -1,
	.is_text = true,
	.untitled = true,
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.is_record = is_record,
	.title = title,
};
