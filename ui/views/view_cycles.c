/* view_cycles.c - the view of recursive functions: cycles, their members and calls as a tree
 *
 * Cycles, and functions that call only themselves, are sorted together by total.  The row of a
 * cycle contains its members; the row of a member contains its calls of other members.  Excluded
 * functions come last, and then excluded calls that are in no cycle any more.
 *
 * A profile with stacks needs no cycles, since its totals are known.  For such a profile, the view
 * shows groups of functions that call each other, and the known time of these calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "columns/columns.h"
#include "columns/members.h"
#include "figures/entries.h"
#include "lookup/sourceplace.h"
#include "table/cell.h"
#include "table/view_unfold.h"
#include "text/shorten.h"
#include "views/views.h"
#include "words/describe.h"

enum kind {
	CYCLE,				/* row.thing is the index of the cycle, which stays the same
					 * when calls are excluded */
	MEMBER,				/* a member of a cycle; row.thing is a function */
	CALL,				/* row.thing is an arc */
	ITSELF,				/* a function that calls itself; row.thing is the
					 * function */
	GROUP,				/* a group of recursive functions, in a profile with stacks;
					 * row.thing is the first function of the group */
};

static const struct recursive_group *
group_of(const struct view *v, const struct row *r)
{
	assert(r->kind == GROUP && v->recursion->group_of[r->thing] != NOBODY);
	return &v->recursion->v[v->recursion->group_of[r->thing]];
}

static uint32_t
node_of(const struct view *v, const struct row *r)
{
	if (r->kind == CYCLE)
		return entries_at_index(v->ctx->graph, r->thing);
	if (r->kind == GROUP)
		return NOBODY;
	return r->kind == CALL ? v->ctx->profile->arcs[r->thing].callee : r->thing;
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	uint32_t n = node_of(v, r);

	if (r->kind == GROUP) {
		const struct recursive_group *group = group_of(v, r);

		*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time,
			.counted = view_context_is_counted(v->ctx), .self = group->self,
			.children = group->total - group->self, .certainty = CERTAIN };
		return true;
	}
	if (r->kind != CALL) {
		*f = cost_of_node(v->ctx, n);
		return true;
	}
	*f = cost_of_arc(v->ctx, r->thing);
	f->node = n;
	if (v->recursion != NULL)
		return true;
	f->join = 0;			/* the column of calls shows only .calls, without a second
					 * number */
	f->has_time = f->has_time && graph_is_inner(v->ctx->graph, r->thing);
	return true;
}

static uint32_t
count_members(const struct view *v, uint32_t n)
{
	const struct graph *g = v->ctx->graph;

	assert(view_context_is_cycle(v->ctx, n));
	return g->member_at[n - g->nfuncs + 1] - g->member_at[n - g->nfuncs];
}

static bool
is_excluded(const struct view *v, const struct row *r)
{
	return r->kind == CALL && view_context_is_arc_excluded(v->ctx, r->thing);
}

/* Returns the graph without exclusions. */
static const struct graph *
base_graph(const struct view_context *ctx)
{
	return ctx->exclusions != NULL ? ctx->exclusions->now.base : ctx->graph;
}

/* Returns the cycle that would contain caller and callee of ARC if nothing were excluded, or
 * NOBODY. */
static uint32_t
cycle_without_exclusions(const struct view_context *ctx, uint32_t arc)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	const struct graph *g = base_graph(ctx);
	uint32_t cycle = g->nodes[a->caller].cycle;

	return cycle == g->nodes[a->callee].cycle ? cycle : NOBODY;
}

/* Does the row of the caller of ARC contain a row for ARC?  True if ARC is inside the caller's
 * cycle, or would be inside it if ARC were not excluded.  In a profile with stacks, true if caller
 * and callee of ARC are in the same group. */
static bool
is_inside(const struct view *v, uint32_t arc)
{
	const struct view_context *ctx = v->ctx;
	const struct arc *a = &ctx->profile->arcs[arc];

	if (v->recursion != NULL)
		return recursion_has_arc(v->recursion, ctx->graph, arc);
	if (a->caller == a->callee || ctx->graph->nodes[a->caller].cycle == NOBODY
		|| profile_is_possible(ctx->profile, arc))
		return false;
	if (view_context_is_arc_excluded(ctx, arc))
		return cycle_without_exclusions(ctx, arc) != NOBODY;
	return graph_is_inner(ctx->graph, arc);
}

/* Does the row of member F contain rows of calls? */
static bool
calls_inside(const struct view *v, uint32_t f)
{
	const struct profile *p = v->ctx->profile;
	uint32_t i;

	for (i = p->out.at[f]; i < p->out.at[f + 1]; i++)
		if (is_inside(v, profile_arc(&p->out, i)))
			return true;
	return false;
}

/* Draws the name of the caller in front of the callee.  Row R is a call outside the rows of
 * members, so no row above it names the caller. */
static void
draw_caller(const struct view *v, const struct row *r, struct pen *pen)
{
	const char *name = view_context_name(v->ctx, v->ctx->profile->arcs[r->thing].caller);
	char *text = shorten_name(name, v->whole ? INT_MAX : pen_left(pen) / 2 - 2, v->ctx->ascii);

	pen_name(pen, text);
	pen_text(pen, " ");
	free(text);
}

static void
cell_member(const struct view *v, const struct row *r, struct pen *pen)
{
	bool has_more = r->kind == CYCLE || r->kind == GROUP
		|| (r->kind == MEMBER && calls_inside(v, r->thing));
	uint32_t n = node_of(v, r);
	char text[64];

	pen_gap(pen);
	pen_skip(pen, 2 * r->depth);
	if (!v->shift || v->whole)
		pen_text(pen, r->open ? "- " : has_more ? "+ " : "  ");
	if (r->kind == CYCLE) {
		pen_style(pen, STYLE_SELF);
		pen_name(pen, view_context_name(v->ctx, n));
		snprintf(text, sizeof(text), "  %u functions", count_members(v, n));
		pen_text(pen, text);
		return;
	}
	if (r->kind == GROUP) {
		pen_style(pen, STYLE_SELF);
		snprintf(text, sizeof(text), "%u functions call each other", group_of(v, r)->n);
		pen_text(pen, text);
		return;
	}
	if (is_excluded(v, r))
		pen_text(pen, "x ");
	if (r->kind == CALL && r->depth == 0)
		draw_caller(v, r, pen);
	if (r->kind == CALL)
		pen_text(pen, "→ ");
	if (r->kind == ITSELF)
		cell_name_noted(v, n, "  calls itself", pen);
	else
		cell_name(v, n, pen);
}

/* Draws how many calls are lost by excluding the call in row R.  If the call is inside a cycle,
 * also draws the percentage of all calls inside this cycle, as "311873 (16.2 %)". */
static void
cell_lost(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct view_context *ctx = v->ctx;
	uint32_t cycle = r->kind == CALL ? cycle_without_exclusions(ctx, r->thing) : NOBODY;
	char count[FIGURE], part[FIGURE], text[3 * FIGURE];
	uint64_t all;

	if (r->kind != CALL)
		return;
	figure_count(count, graph_calls(ctx->graph, r->thing), 9);
	all = cycle != NOBODY ? graph_self_calls(base_graph(ctx), cycle) : 0;
	figure_percent(part, (double)graph_calls(ctx->graph, r->thing), (double)all, 1);
	if (is_excluded(v, r))
		snprintf(text, sizeof(text), "%s calls lost", count);
	else
		snprintf(text, sizeof(text), part[0] ? "%s (%s %%)" : "%s", count, part);
	pen_gap(pen);
	pen_text(pen, text);
}

static bool
used_cycles(const struct view_context *ctx)
{
	return ctx->graph->ncycles > 0;
}

static bool
value_role(const struct view *v, const struct row *r, struct column_value *d)
{
	bool is_cycle = r->kind == CYCLE || r->kind == GROUP;

	(void)v;
	return column_value_set_text(d, is_cycle ? "cycle" : r->kind == MEMBER ? "member"
		: r->kind == ITSELF ? "itself" : "call");
}

static bool
value_name(const struct view *v, const struct row *r, struct column_value *d)
{
	return r->kind == GROUP ? column_value_set_text(d, "<recursive functions>")
		: column_name(v, r, d);
}

static const struct column columns[] = {
	COLUMN_INDEX('i'),
	{ .id = "depth", .value = column_depth },
	{ .id = "role", .value = value_role },
	COLUMN_TOTAL_PERCENT('t'),
	COLUMN_TOTAL_BAR,
	COLUMN_SELF('s', 3),
	COLUMN_CHILDREN('h'),
	COLUMN_TOTAL('T'),
	{ .id = "calls", .title = "called+inner", .letter = 'c', .rank = 2, .width = 16, .wide = 22,
		.left = true, .sortable = true, .value = column_calls, .look = LOOK_JOINED,
		.used = column_used_calls },
	{ .id = "inner", .value = column_inner_calls },
	{ .id = "name", .title = "cycle / member / call inside",
		.titles = { { HAS_STACKS, "recursive functions / calls inside" } }, .letter = 'n',
		.width = 1, .wide = 2, .rest = true, .sortable = true, .ascending = true,
		.is_name = true, .value = value_name, .cell = cell_member },
	{ .title = "lost if excluded", .rank = 9, .wide = 22, .left = true, .cell = cell_lost,
		.used = used_cycles },
	COLUMNS_ESTIMATE,
};

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	const struct profile *p = v->ctx->profile;
	uint32_t *arcs, j;
	size_t n, i;

	if (r->kind == CYCLE)
		members_add(v, node_of(v, r), MEMBER, children);
	for (i = 0; r->kind == GROUP && i < group_of(v, r)->n; i++)
		view_rows_add(children, (struct row){ .kind = MEMBER,
			.thing = v->recursion->members[group_of(v, r)->first + i] });
	if (r->kind != MEMBER)
		return;
	arcs = entries_callees(v->ctx->graph, r->thing, &n);
	for (i = 0; i < n; i++)
		if (is_inside(v, arcs[i]))
			view_rows_add(children, (struct row){ .thing = arcs[i], .kind = CALL });
	free(arcs);
	for (j = p->out.at[r->thing]; j < p->out.at[r->thing + 1]; j++)
		if (view_context_is_arc_excluded(v->ctx, profile_arc(&p->out, j))
		    && is_inside(v, profile_arc(&p->out, j)))
			view_rows_add(children, (struct row){
				.thing = profile_arc(&p->out, j), .kind = CALL });
}

/* Is node N a function that calls itself directly, but is in no cycle?  If the profile has stacks,
 * calls without time are ignored. */
static bool
calls_itself(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;
	bool has_stacks = profile_has(p, HAS_STACKS);

	for (uint32_t i = has_stacks ? p->out.at[n] : 0; has_stacks && i < p->out.at[n + 1]; i++)
		if (p->arcs[profile_arc(&p->out, i)].callee == n)
			return graph_propagates(ctx->graph, profile_arc(&p->out, i))
				&& !graph_is_excluded(ctx->graph, profile_arc(&p->out, i))
				&& !profile_is_unnamed(p, n);
	return !view_context_is_cycle(ctx, n) && ctx->graph->nodes[n].cycle == NOBODY
		&& graph_self_calls(ctx->graph, n) > 0;
}

static uint32_t
count_recursive(const struct view_context *ctx)
{
	uint32_t count = 0;

	for (uint32_t n = 0; n < ctx->graph->nfuncs; n++)
		count += calls_itself(ctx, n);
	return count;
}

/* Adds a row for each group of functions that call each other in stacks, and unfolds the first
 * group.  Returns false if there is no group, or if the work was stopped. */
static bool
add_groups(struct view *v)
{
	v->recursion = mem_new(1, sizeof(*v->recursion));
	if (!recursion_open(v->recursion, v->ctx->graph, v->ctx->stop)) {
		free(v->recursion);
		v->recursion = NULL;
		v->ctx->stopped = true;
		return false;
	}
	for (uint32_t k = 0; k < v->recursion->n; k++)
		view_add(v, (struct row){ .kind = GROUP,
			.thing = v->recursion->members[v->recursion->v[k].first] });
	if (v->rows.n > 0)
		view_unfold(v, 0);
	return v->rows.n > 0;
}

static int
by_total(uint32_t x, uint32_t y, const void *with)
{
	const double *totals = with;

	return totals[x] > totals[y] ? -1 : totals[x] < totals[y];
}

/* Returns all nodes, sorted by totals without exclusions; to be free()d.  Entries are in this order
 * unless they have kept the numbers that they had for another event, part or time of reading.
 * Cycles that exist only with exclusions come last. */
static uint32_t *
nodes_by_total(const struct view_context *ctx)
{
	const struct graph *g = ctx->graph, *base = base_graph(ctx);
	uint32_t *nodes = mem_uncleared(g->nnodes, sizeof(*nodes));
	double *totals = mem_uncleared(g->nnodes, sizeof(*totals));

	for (uint32_t i = 0; i < g->nnodes; i++) {
		uint32_t n = g->entries[i], was = n < g->nfuncs ? n
			: entries_at_index(base, g->nodes[n].index);

		nodes[i] = n;
		totals[n] = was != NOBODY ? fabs(graph_node_time(&base->nodes[was])) : -1;
	}
	sort_numbers(nodes, g->nnodes, by_total, totals);
	free(totals);
	return nodes;
}

static void
fill(struct view *v)
{
	const struct graph *g = v->ctx->graph;
	uint32_t *nodes, i;
	bool first = true;

	if (profile_has(v->ctx->profile, HAS_STACKS))
		(void)add_groups(v);
	nodes = nodes_by_total(v->ctx);
	for (i = 0; i < g->nnodes; i++) {
		uint32_t n = nodes[i];

		if (calls_itself(v->ctx, n) && !view_context_is_excluded(v->ctx, n))
			view_add(v, (struct row){ .thing = n, .kind = ITSELF });
		if (!view_context_is_cycle(v->ctx, n))
			continue;
		view_add(v, (struct row){ .thing = g->nodes[n].index, .kind = CYCLE });
		if (first)
			view_unfold(v, (int)v->rows.n - 1);
		first = false;
	}
	for (i = 0; i < g->nnodes; i++)
		if (calls_itself(v->ctx, nodes[i]) && view_context_is_excluded(v->ctx, nodes[i]))
			view_add(v, (struct row){ .thing = nodes[i], .kind = ITSELF });
	free(nodes);
	for (i = 0; v->ctx->exclusions != NULL && i < v->ctx->profile->narcs; i++)
		if (view_context_is_arc_excluded(v->ctx, i) && !is_inside(v, i))
			view_add(v, (struct row){ .thing = i, .kind = CALL, .order = 1 });
}

static uint32_t
arc_of(const struct view *v, const struct row *r)
{
	(void)v;
	return r->kind == CALL ? r->thing : NOBODY;
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (r->kind == GROUP)
		return (struct target){ .goal = GOAL_UNFOLD };
	return (struct target){ .goal = GOAL_CALLS, .node = node_of(v, r) };
}

/* Returns the place in the source that row R shows.  For a call, this is the line that makes the
 * call. */
static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	uint32_t n = r->kind == CALL ? v->ctx->profile->arcs[r->thing].caller : node_of(v, r);
	struct source_place place = { 0 };

	if (n == NOBODY || view_context_is_cycle(v->ctx, n))
		return place;
	*about = n;
	if (r->kind == CALL)
		place = sourceplace_of_arc(v->ctx->lookup, r->thing);
	return place.file != NULL ? place : sourceplace_of_func(v->ctx->lookup, n);
}

static void
title(const struct view *v, struct title *t)
{
	uint32_t n = v->ctx->graph->ncycles, recursive = count_recursive(v->ctx);
	char part[FIGURE];

	title_profiles(t, v->ctx, true);
	if (v->recursion != NULL && v->recursion->n > 0)
		title_add(t, 1, "%u group%s of recursive functions", v->recursion->n,
			v->recursion->n == 1 ? "" : "s");
	else if (v->recursion != NULL)
		title_add(t, 1, "no functions call each other");
	else if (n == 0)
		title_add(t, 1, "no cycles");
	else
		title_add(t, 1, "%u cycle%s", n, n == 1 ? "" : "s");
	if (recursive > 0) {
		title_add(t, 2, ", %u call%s", recursive, recursive == 1 ? "s itself" : " themselves");
		t->parts[t->n - 1].joined = true;
	}
	if (v->recursion != NULL && v->recursion->unnamed > 0) {
		figure_percent(part, v->recursion->unnamed, v->ctx->graph->total, 1);
		title_add(t, 1, "unnamed code omitted (%s %%)", part);
	}
}

static void
describe_group_brief(const struct view *v, const struct row *r, FILE *out)
{
	const struct recursive_group *group = group_of(v, r);
	char total[2 * FIGURE];

	figure_with_error(total, &v->ctx->scale, group->total,
		cost_paths_variance(v->ctx, group->total, group->variance));
	fprintf(out, "%s in stacks with any of them\trecursive; totals are known\t",
		total);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	if (is_excluded(v, r))
		describe_excluded(v->ctx, true, r->thing, out);
	if (r->kind == GROUP)
		describe_group_brief(v, r, out);
	else if (r->kind == CALL)
		describe_arc_brief(v->ctx, r->thing, false, out);
	else
		describe_node_brief(v->ctx, node_of(v, r), out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	char total[2 * FIGURE], part[FIGURE];

	if (r->kind == GROUP) {
		const struct recursive_group *group = group_of(v, r);

		figure_with_error(total, &v->ctx->scale, group->total,
			cost_paths_variance(v->ctx, group->total, group->variance));
		figure_percent(part, group->total, v->ctx->graph->total, 1);
		fprintf(out, "%u functions call each other, directly or indirectly. Stacks that contain "
			"any of them have %s, %s %%. Each stack counts once.\n", group->n, total,
			part);
		fprintf(out, "The total of each function is known, too: no calls need to be excluded to "
			"see it.\n");
		return;
	}
	if (r->kind == CALL)
		describe_arc_full(v->ctx, r->thing, out);
	describe_node_full(v->ctx, node_of(v, r), out);
}

const struct view_ops cycles_view = {
	.info = VIEW_INFO(cycles_view),
	VIEW_COLUMNS(columns),
	.sort = -1,
	.empty = "no function with a name is recursive",
	.more_names = true,
	.printed_open = true,
	.fill = fill,
	.expand = expand,
	.cost = cost_of_row,
	.target = target,
	.arc = arc_of,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
