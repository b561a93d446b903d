/* view_calls.c - the view of the callers and callees of a function or a cycle
 *
 * The view shows an entry of the call graph.  Callers are above the function, the hottest caller
 * next to it.  Callees are below, the hottest callee first.  If the time of a call inside a cycle
 * cannot be estimated, the call is ranked by the number of calls, which is drawn as a bar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/columns.h"
#include "columns/members.h"
#include "columns/sidecolumns.h"
#include "figures/ranking.h"
#include "lookup/sourceplace.h"
#include "samples/samples.h"
#include "table/cell.h"
#include "text/text.h"
#include "views/views.h"
#include "words/describe.h"

enum { MOST_SITES = 8 };		/* greatest number of call sites that a row shows */

enum kind {
	SPONTANEOUS,			/* calls by unknown callers; row.thing is the subject */
	CALLER, CALLEE,			/* a caller or callee; row.thing is an arc */
	SUBJECT,			/* the subject; row.thing is a node */
	MEMBER,				/* a member of a cycle; row.thing is a function */
};

static uint32_t
node_of(const struct view *v, const struct row *r)
{
	switch ((enum kind)r->kind) {
	case SPONTANEOUS:
		return NOBODY;
	case CALLER:
		return v->ctx->profile->arcs[r->thing].caller;
	case CALLEE:
		return v->ctx->profile->arcs[r->thing].callee;
	case SUBJECT:
	case MEMBER:
		break;
	}
	return r->thing;
}

/* Does the profile say that the unknown caller in row R is in another image?  Only profiles of
 * libraries say this. */
static bool
is_outside(const struct view *v, const struct row *r)
{
	const struct profile *p = v->ctx->profile;

	return r->kind == SPONTANEOUS && cost_outside_calls(v->ctx, r->thing) > 0
		&& !view_context_is_cycle(v->ctx, r->thing) && p->nimages > 0
		&& p->samples[p->funcs[r->thing].image].has_outside;
}

/* If row R shows an unknown caller, returns the text for the column of names.  Returns NULL if the
 * column shows the name of a node or "<spontaneous>". */
static const char *
unnamed(const struct view *v, const struct row *r)
{
	if (r->kind != SPONTANEOUS)
		return NULL;
	if (profile_has(v->ctx->profile, HAS_STACKS))
		return measured_outermost;
	return is_outside(v, r) ? "<outside>" : NULL;
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	struct view_context *ctx = v->ctx;

	switch ((enum kind)r->kind) {
	case SPONTANEOUS:
		*f = cost_of_outside(ctx, r->thing);
		break;
	case CALLER:
	case CALLEE:
		*f = cost_of_arc(ctx, r->thing);
		f->node = node_of(v, r);
		break;
	case SUBJECT:
	case MEMBER:
		*f = cost_of_node(ctx, r->thing);
		f->subject = r->kind == SUBJECT;
		break;
	}
	return true;
}

static uint32_t
arc_of(const struct view *v, const struct row *r)
{
	(void)v;
	return r->kind == CALLER || r->kind == CALLEE ? r->thing : NOBODY;
}

static bool
total_of_side(const struct view *v, const struct row *r, int side, double *total)
{
	const struct graph *g = v->ctx->compared.graph[side];

	if (r->kind != SPONTANEOUS)
		return sidecolumn_total_of(v->ctx, node_of(v, r), arc_of(v, r), side, total);
	*total = g->root_times != NULL && r->thing < g->nfuncs ? g->root_times[r->thing] : 0;
	return g->root_times != NULL && r->thing < g->nfuncs;
}

static bool
is_excluded(const struct view *v, const struct row *r)
{
	return arc_of(v, r) != NOBODY && view_context_is_arc_excluded(v->ctx, r->thing);
}

/* Returns the cycle that the call in row R enters from outside; the row then shows a part of the
 * figures of the whole cycle.  Returns NOBODY if the call enters no cycle. */
static uint32_t
cycle_called(const struct view *v, const struct row *r)
{
	const struct view_context *ctx = v->ctx;
	uint32_t whole;

	if (r->kind != CALLEE || profile_is_possible(ctx->profile, r->thing)
		|| graph_is_inner(ctx->graph, r->thing)
		|| view_context_is_arc_excluded(ctx, r->thing))
		return NOBODY;
	whole = graph_cycle_or_self(ctx->graph, ctx->profile->arcs[r->thing].callee);
	return view_context_is_cycle(ctx, whole) ? whole : NOBODY;
}

/* Does row R show the calls of the subject by itself? */
static bool
is_recursive_call(const struct view *v, const struct row *r)
{
	return (r->kind == CALLER || r->kind == CALLEE)
		&& v->ctx->profile->arcs[r->thing].caller == v->ctx->profile->arcs[r->thing].callee;
}

static bool
value_caller(const struct view *v, const struct row *r, struct column_value *d)
{
	uint32_t cycle = cycle_called(v, r);
	char note[64];

	d->style = r->kind == SUBJECT ? STYLE_SELF : STYLE_TEXT;
	d->lead = r->kind == SUBJECT ? "" : is_excluded(v, r) ? "x " : "  ";
	if (unnamed(v, r) != NULL)
		return column_value_set_text(d, unnamed(v, r));
	if (cycle != NOBODY) {
		snprintf(note, sizeof(note), ": all %s", view_context_name(v->ctx, cycle));
		d->note = d->made = mem_text(note, strlen(note));
	} else if (is_recursive_call(v, r)) {
		d->note = ": recursive call";
	}
	return column_name(v, r, d);
}

/* Returns at most MOST call sites of the arc in row R as text; free() it.  In "pcg.hpp:123,131?",
 * the "?" marks an uncertain line.  In the row of the subject, returns the place where the function
 * begins. */
static char *
sites_of(const struct view *v, const struct row *r, size_t most)
{
	struct lookup *lookup = v->ctx->lookup;
	char text[SOURCEPLACE_ROOM] = "";

	if (r->kind == CALLER || r->kind == CALLEE)
		return sourceplace_sites(lookup, r->thing, most);
	if (r->kind == SUBJECT && !view_context_is_cycle(v->ctx, r->thing))
		sourceplace_text(lookup, sourceplace_of_func(lookup, r->thing), text);
	return mem_text(text, strlen(text));
}

static void
cell_sites(const struct view *v, const struct row *r, struct pen *pen)
{
	bool ascii = pen->grid->ascii, cut = false;
	char *text = sites_of(v, r, MOST_SITES), *comma;
	int room;

	pen_gap(pen);
	pen_style(pen, STYLE_DIM);
	room = pen_left(pen);
	/* If the text is too wide, drop whole line numbers at its end. */
	while (text_width(text, ascii) > room && (comma = strrchr(text, ',')) != NULL) {
		*comma = '\0';
		room = pen_left(pen) - text_width(",…", ascii);
		cut = true;
	}
	pen_short(pen, text);
	if (cut)
		pen_text(pen, ",…");
	free(text);
}

static bool
used_sites(const struct view_context *ctx)
{
	return lookup_has_sites(ctx->lookup);
}

static bool
value_sites(const struct view *v, const struct row *r, struct column_value *d)
{
	d->made = sites_of(v, r, SIZE_MAX);
	return *d->made && column_value_set_text(d, d->made);
}

static bool
value_entry(const struct view *v, const struct row *r, struct column_value *d)
{
	(void)r;
	return column_value_set_number(d, v->ctx->graph->nodes[v->subject].index);
}

static bool
value_role(const struct view *v, const struct row *r, struct column_value *d)
{
	static const char *const roles[] = { [SPONTANEOUS] = "spontaneous", [CALLER] = "caller",
		[CALLEE] = "callee", [SUBJECT] = "function", [MEMBER] = "member" };

	if (r->kind == SUBJECT && view_context_is_cycle(v->ctx, r->thing))
		return column_value_set_text(d, "cycle");
	if ((r->kind == CALLER || r->kind == CALLEE)
		&& profile_is_possible(v->ctx->profile, r->thing))
		return column_value_set_text(d, r->kind == CALLER ? "possible caller" : "possible callee");
	return column_value_set_text(d, roles[r->kind]);
}

static bool
used_called(const struct view_context *ctx)
{
	return ctx->has_calls || ctx->profile->npossible > 0;
}

static bool
value_called(const struct view *v, const struct row *r, struct column_value *d)
{
	if (!view_cost(v, r)->possible)
		return column_calls(v, r, d);
	d->is_shown = column_value_set_text(d, "   possible");
	d->style = STYLE_DIM;
	return false;
}

/* Does row R show a call inside a cycle whose time is not estimated? */
static bool
is_by_calls(const struct view *v, const struct row *r)
{
	return arc_of(v, r) != NOBODY && r->share > 0 && !view_cost(v, r)->has_time
		&& !view_cost(v, r)->possible;
}

static bool
value_self(const struct view *v, const struct row *r, struct column_value *d)
{
	if (!is_by_calls(v, r))
		return column_self(v, r, d);
	d->is_shown = column_value_set_text(d, "by calls");
	d->style = STYLE_DIM;
	return false;
}

/* Sets D to what the cell of row R, a call inside a cycle without an estimate of its time, shows in
 * place of times: a bar for its part of the calls.  The column of time bars does not show this bar,
 * because users would read it as a time.  Returns false. */
static bool
show_calls(const struct row *r, struct column_value *d)
{
	d->is_shown = true;
	d->form = FORM_BAR;
	d->value = r->share;
	d->whole = 1;
	return false;
}

static bool
value_children(const struct view *v, const struct row *r, struct column_value *d)
{
	return is_by_calls(v, r) ? show_calls(r, d) : column_children(v, r, d);
}

static bool
value_total(const struct view *v, const struct row *r, struct column_value *d)
{
	return is_by_calls(v, r) ? show_calls(r, d) : column_total(v, r, d);
}

static const struct column columns[] = {
	COLUMN_SIDE_MARK,
	COLUMN_INDEX('i'),
	{ .id = "role", .value = value_role },
	{ .id = "entry", .value = value_entry },
	COLUMN_TOTAL_PERCENT('t'),
	COLUMN_TOTAL_BAR,
	COLUMNS_SIDES,
	COLUMN_SIDE_CALLS,
	{ .id = "self", .title = "self $", .letter = 's', .rank = 2, .width = 8, .wide = 10,
		.sortable = true, .value = value_self, .look = LOOK_TIMES,
		.used = column_used_time },
	{ .id = "children", .title = "children", .letter = 'h', .rank = 4, .width = 9, .wide = 10,
		.sortable = true, .value = value_children, .look = LOOK_ZERO | LOOK_TIMES,
		.used = column_used_time_of_one, .unwanted = HAS_COSTS },
	{ .id = "total", .title = "total $", .letter = 'T', .rank = 4, .width = 9, .wide = 10,
		.sortable = true, .value = value_total, .look = LOOK_MARKED | LOOK_TIMES,
		.used = column_used_time_of_one, .wanted = HAS_COSTS | HAS_CALLERS },
	{ .id = "calls", .title = "called/of", .letter = 'c', .rank = 3, .width = 16, .wide = 22,
		.left = true, .sortable = true, .value = value_called, .look = LOOK_JOINED,
		.used = used_called },
	{ .id = "of", .value = column_of_calls },
	{ .id = "inner", .value = column_inner_calls },
	{ .id = "call_pct", .title = "%call", .rank = 8, .wide = 7, .form = FORM_PERCENT,
		.value = column_calls, .used = column_used_calls },
	{ .id = "total_call", .title = "per call", .letter = 'p', .rank = 9, .wide = 10,
		.sortable = true, .form = FORM_EACH, .value = column_total_each,
		.look = LOOK_MARKED, .used = column_used_time_and_calls },
	{ .id = "name", .title = "caller / function / callee", .letter = 'n', .width = 1, .wide = 2,
		.rest = true, .sortable = true, .ascending = true, .is_name = true,
		.value = value_caller, .form = FORM_NAME },
	{ .id = "sites", .title = "call sites", .rank = 10, .wide = 22, .left = true,
		.value = value_sites, .cell = cell_sites, .used = used_sites },
	COLUMNS_ESTIMATE,
};

static void
add_arcs(struct view *v, uint32_t *arcs, size_t n, enum kind kind, int order)
{
	const struct graph *g = v->ctx->graph;
	double of = v->subject < g->nfuncs && g->nodes[v->subject].cycle != NOBODY
		? (double)ranking_inner_calls(g, v->subject, kind == CALLER) : 0;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct arc *a = &v->ctx->profile->arcs[arcs[i]];
		struct row row = { .thing = arcs[i], .kind = (uint8_t)kind,
			.order = (int8_t)order };

		if (of > 0 && graph_is_inner(g, arcs[i]))
			row.share = (double)graph_calls(g, arcs[i]) / of;
		/* Skip calls of a function by itself, because the row of the function shows their
		 * number.  But if the profile has stacks, these calls have a time, so they get a
		 * row. */
		if (a->caller != a->callee || (profile_has(v->ctx->profile, HAS_STACKS)
			&& graph_propagates(g, arcs[i])))
			view_add(v, row);
	}
	free(arcs);
}

/* Adds rows for excluded calls: calls of function N if CALLERS is set, otherwise calls that N
 * makes. In these rows, the user can include the calls again. */
static void
add_excluded(struct view *v, uint32_t n, bool callers)
{
	const struct profile *p = v->ctx->profile;
	const struct arc_list *list = callers ? &p->in : &p->out;
	uint32_t i;

	for (i = list->at[n]; i < list->at[n + 1]; i++)
		if (view_context_is_arc_excluded(v->ctx, profile_arc(list, i)))
			view_add(v, (struct row){ .thing = profile_arc(list, i),
				.kind = callers ? CALLER : CALLEE, .order = callers ? -1 : 1 });
}

static void
fill(struct view *v)
{
	const struct graph *g = v->ctx->graph;
	uint32_t n = v->subject;
	bool is_cycle = view_context_is_cycle(v->ctx, n);
	struct ranking ranking = view_context_ranking(v->ctx, n);
	size_t count, i, first = v->rows.n;
	uint32_t *arcs;
	struct rows members = { 0 };

	assert(n < g->nnodes);
	if (!is_cycle)
		add_excluded(v, n, true);
	arcs = is_cycle ? members_callers(v->ctx, n, &count) : ranking_callers(&ranking, n, &count);
	add_arcs(v, arcs, count, CALLER, -1);
	if (v->rows.n == first || cost_outside_calls(v->ctx, n) > 0
	    || (g->root_times != NULL && g->root_times[n] != 0))
		view_add(v, (struct row){ .thing = n, .kind = SPONTANEOUS, .order = -1 });
	view_add(v, (struct row){ .thing = n, .kind = SUBJECT });
	if (!is_cycle) {
		arcs = ranking_callees(&ranking, n, &count);
		add_arcs(v, arcs, count, CALLEE, 1);
		add_excluded(v, n, false);
		return;
	}
	members_add(v, n, MEMBER, &members);
	for (i = 0; i < members.n; i++) {
		members.v[i].order = 1;
		view_add(v, members.v[i]);
	}
	free(members.v);
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	uint32_t n = node_of(v, r);

	if (r->depth == 0 && n != NOBODY)
		members_add(v, v->ctx->graph->nodes[n].cycle, MEMBER, children);
}

/* Returns where Enter leads on the row of the function itself: to its source or, if this is not
 * known, to the page that explains the row. */
static struct target
subject_target(const struct view *v, const struct row *r)
{
	struct source_place place = sourceplace_of_func(v->ctx->lookup, r->thing);
	const struct sources *s = place.file != NULL ? lookup_sources(v->ctx->lookup) : NULL;
	uint32_t file = s != NULL ? sources_file(s, place.file) : NOBODY;

	if (file == NOBODY)
		return (struct target){ .goal = GOAL_EXPLAIN };
	return (struct target){ .goal = GOAL_SOURCE, .node = r->thing, .file = file };
}

/* Returns the part of WHY, a reason, that follows the colon.  The detail line already shows the
 * part before the colon. */
static const char *
rest_of_why(const char *why)
{
	const char *colon = strstr(why, ": ");

	return colon != NULL ? colon + 2 : why;
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (r->kind == SPONTANEOUS)
		return (struct target){ .goal = GOAL_NONE,
			.why = rest_of_why(describe_spontaneous(v->ctx, r->thing)) };
	if (r->kind == SUBJECT && !view_context_is_cycle(v->ctx, r->thing))
		return subject_target(v, r);
	if (r->kind == SUBJECT)
		return (struct target){ .goal = GOAL_EXPLAIN };
	return (struct target){ .goal = GOAL_CALLS, .node = node_of(v, r) };
}

/* Returns the place in the source that row R shows.  For a caller, this is the line that makes the
 * call. */
static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	uint32_t n = node_of(v, r);

	if (n == NOBODY || view_context_is_cycle(v->ctx, n))
		return (struct source_place){ 0 };
	*about = n;
	if (r->kind == CALLER) {
		struct source_place place = sourceplace_of_arc(v->ctx->lookup, r->thing);

		if (place.file != NULL)
			return place;
	}
	return sourceplace_of_func(v->ctx->lookup, n);
}

static void
title(const struct view *v, struct title *t)
{
	struct view_context *ctx = v->ctx;
	const struct node *n = &ctx->graph->nodes[v->subject];
	struct cost f = cost_of_node(ctx, v->subject);
	char lead[FIGURE], time[FIGURE], all[FIGURE], part[FIGURE];

	title_profiles(t, ctx, false);
	snprintf(lead, sizeof(lead), "calls of [%u] ", n->index);
	title_node(t, 1, lead, v->subject);
	if (!t->wide || !ctx->has_time || f.lacks_total)
		return;
	figure_spoken64(time, &ctx->scale, f.self + f.children, f.sums64.total);
	figure_spoken64(all, &ctx->scale, ctx->graph->total, ctx->graph->total64);
	figure_percent(part, f.self + f.children, ctx->graph->total, 1);
	title_add(t, 5, "%s%s = %s %% of %s", cell_estimate_mark(f.certainty), time, part, all);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const char *why;
	struct cost f;
	char *sites;

	switch ((enum kind)r->kind) {
	case SPONTANEOUS:
		cost_of_row(v, r, &f);
		if (f.calls > 0)
			fprintf(out, "%llu call%s\t", (unsigned long long)f.calls,
				f.calls == 1 ? "" : "s");
		why = describe_spontaneous(v->ctx, r->thing);
		fprintf(out, "%.*s\t", (int)strcspn(why, ":"), why);
		break;
	case CALLER:
	case CALLEE:
		if (is_excluded(v, r))
			describe_excluded(v->ctx, true, r->thing, out);
		describe_arc_brief(v->ctx, r->thing, r->kind == CALLER, out);
		sites = sourceplace_sites(v->ctx->lookup, r->thing, MOST_SITES);
		/* Show call sites or, if none is known, the place where the function begins.  Both
		 * in one line would be ambiguous. */
		if (sites[0])
			fprintf(out, "%s\t", sites);
		else
			describe_place(v->ctx, node_of(v, r), out);
		free(sites);
		break;
	case SUBJECT:
	case MEMBER:
		describe_node_brief(v->ctx, r->thing, out);
		break;
	}
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	if (r->kind == SPONTANEOUS) {
		const char *why = describe_spontaneous(v->ctx, r->thing);

		fprintf(out, "No caller is recorded: %s.\n", profile_has(v->ctx->profile, HAS_TOTALS)
			? rest_of_why(why) : why);
		return;
	}
	if (r->kind == CALLER || r->kind == CALLEE) {
		describe_arc_full(v->ctx, r->thing, out);
		fputc('\n', out);
	}
	describe_node_full(v->ctx, node_of(v, r), out);
}

const struct view_ops calls_view = {
	.info = VIEW_INFO(calls_view),
	VIEW_COLUMNS(columns),
	.sort = -1,
	.rows_are_calls = true,
	.nothing_inside = "it is not in a cycle: nothing to unfold",
	.fill = fill,
	.expand = expand,
	.cost = cost_of_row,
	.target = target,
	.arc = arc_of,
	.sides = total_of_side,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
