/* view_tree.c - the view of calls as a tree: callees or callers of a function, and so on
 *
 * A call graph does not count call paths, so the time of a row deeper in the tree is an estimate:
 * the time of the function, multiplied by the call shares along the path.  A row whose function is
 * already on its call path cannot be opened.  A cycle has one row.  In a tree of callees, the
 * members are inside the row of their cycle, and inside each member are its calls that leave the
 * cycle.  In a tree of callers, the callers of the cycle are inside its row.
 *
 * If the profile has stacks, the rows are recorded call paths instead (columns/pathrows.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#include "callgraph/bounds.h"
#include "callgraph/entries.h"
#include "columns/cells.h"
#include "columns/columns.h"
#include "columns/describe.h"
#include "columns/members.h"
#include "columns/pathrows.h"
#include "lookup/sourceplace.h"
#include "table/view_unfold.h"
#include "views/views.h"

enum { LEAST_NAME = 20 };		/* least cells that the indentation leaves to the name */

/* If the ratio of two times is from SAME to 1, they differ only by rounding. */
static const double SAME = 1 - 1e-9;

enum kind {
	ROOT,				/* row.thing is a node */
	CALLEE, CALLER,			/* row.thing is an arc */
	MEMBER,				/* inside the row of its cycle; row.thing is a function */
	CYCLE,				/* in a tree of callers, inside the row of a member;
					 * row.thing is the index of the cycle */
};

static uint32_t
node_of(const struct view *v, const struct row *r)
{
	const struct graph *g = v->ctx->graph;
	const struct arc *arcs = v->ctx->profile->arcs;

	if (v->paths != NULL)
		return pathrows_func(v, r);
	switch ((enum kind)r->kind) {
	case CALLEE:
		/* The row of a call from outside a cycle shows the whole cycle. */
		return graph_is_inner(g, r->thing) ? arcs[r->thing].callee
			: graph_cycle_or_self(g, arcs[r->thing].callee);
	case CALLER:
		return arcs[r->thing].caller;
	case CYCLE:
		return entries_at_index(g, r->thing);
	case ROOT: case MEMBER:
		break;
	}
	return r->thing;
}

static bool
is_arc(const struct row *r)
{
	return r->kind == CALLEE || r->kind == CALLER;
}

/* Returns bounds of the fraction PART of the time of N, a cycle or a function outside cycles. */
static struct bound
bound_of_part(const struct graph *g, uint32_t n, double part)
{
	struct bound bound = g->bounds[n];

	bound.lo = part < 1 ? 0 : bound.lo;
	bound.cycle_calls = bounds_cycle_calls(g, n, part);
	return bound;
}

/* F is the fraction R->share of the time of N, a cycle or a function outside cycles.  If few calls
 * share this time, only its bounds are known. */
static void
set_few_calls(const struct view *v, const struct row *r, uint32_t n, struct cost *f)
{
	struct bound bound = bound_of_part(v->ctx->graph, n, r->share);

	/* A call path has at most as many calls as the shorter path to the row around it. */
	if (r->few_calls)
		bound.cycle_calls = 1;
	if (!f->has_time || !bounds_have_few_calls(v->ctx->graph, &bound))
		return;
	f->lacks_total = true;
	f->lo = bound.lo;
	f->hi = bound.hi;
	/* The self time of a part of a cycle is not known either. */
	if (r->share >= 1 || !view_context_is_cycle(v->ctx, n))
		return;
	f->undivided = true;
	f->children += f->self;
	f->self = 0;
}

/* Row R shows N, a member of a cycle.  Set the total of F to the part R->share of the estimated
 * total of N or, if there is no estimate, set the bounds of F. */
static void
set_member_total(const struct view *v, const struct row *r, uint32_t n, struct cost *f)
{
	struct cost member = cost_of_node(v->ctx, n);

	f->children = member.children * r->share;
	f->lacks_total = member.lacks_total;
	f->certainty = r->share < 1 && member.certainty == CERTAIN ? SHARED : member.certainty;
	f->hi = member.hi;
	f->lo = r->share >= 1 ? member.lo : 0;
	if (r->share < 1)
		set_few_calls(v, r, v->ctx->graph->nodes[n].cycle, f);
}

/* Row R shows a call inside a cycle.  If the time of the call is estimated, set the time of F to
 * the estimate.  R must be directly inside the root: a deeper row shows only the part of one call
 * path. */
static void
set_inner_time(const struct view *v, const struct row *r, struct cost *f)
{
	struct cost inner = cost_of_arc(v->ctx, r->thing);

	if (!inner.has_time)
		return;
	f->has_time = f->propagated = true;
	f->self = inner.self;
	f->children = inner.children;
	f->certainty = inner.certainty;
	f->lo = inner.lo;
	f->hi = inner.hi;
}

/* Row R shows a call directly inside the root.  If its cost is known, set the time of F to it. */
static void
set_known_cost(const struct view *v, const struct row *r, struct cost *f)
{
	struct cost known = cost_of_arc(v->ctx, r->thing);

	if (!known.has_time)
		return;
	f->self = known.self;
	f->children = known.children;
	f->certainty = known.certainty;
	f->undivided = known.undivided;
	f->propagated = known.propagated;
	f->lo = known.lo;
	f->hi = known.hi;
}

/* Set F to the figures of row R, if the profile has no stacks.  In a tree of callees, this is the
 * part R->share of the figures of the row's node.  In a tree of callers, it is this part of the
 * figures of the root or, if the root is a member of a cycle, of the whole cycle. */
static void
estimate_cost(const struct view *v, const struct row *r, struct cost *f)
{
	const struct graph *g = v->ctx->graph;
	uint32_t n = node_of(v, r);
	bool up = r->kind == CALLER || r->kind == CYCLE;
	bool own = r->kind == ROOT || r->kind == MEMBER;
	uint32_t whose = up ? v->subject : n;
	uint32_t of = own ? n : graph_cycle_or_self(g, whose);
	const struct node *shown = &g->nodes[of];
	const struct bound *bound = &g->bounds[of];

	*f = (struct cost){ .node = n, .subject = r->kind == ROOT, .has_calls = true,
		.has_time = v->ctx->has_time && shown->fract > 0 && r->share > 0,
		.excluded = 1 - shown->fract, .counted = v->ctx->profile->arc_costs != NULL };
	f->self = shown->self * r->share;
	f->children = shown->children * r->share;
	f->certainty = g->nodes[whose].cycle != NOBODY ? CYCLIC
		: r->share < 1 && bound->certainty == CERTAIN ? SHARED : bound->certainty;
	f->calls = is_arc(r) ? v->ctx->profile->arcs[r->thing].count : g->nodes[n].calls;
	/* A part of the figures is computed from numbers of calls. */
	f->propagated = r->share < 1;
	f->hi = r->kind == ROOT || f->propagated ? bound->hi : 0;
	f->lo = r->kind == ROOT ? bound->lo : 0;
	set_few_calls(v, r, of, f);
	if (own && f->has_time && g->nodes[n].cycle != NOBODY)
		set_member_total(v, r, n, f);
	if (is_arc(r) && r->depth == 1 && graph_is_inner(g, r->thing))
		set_inner_time(v, r, f);
	else if (is_arc(r) && r->depth == 1 && v->ctx->profile->arc_costs != NULL)
		set_known_cost(v, r, f);
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	if (v->paths != NULL)
		*f = pathrows_cost(v, r);
	else
		estimate_cost(v, r, f);
	return true;
}

/* Is node N on the call path from the root to row R, R included? */
static bool
is_on_path(const struct view *v, const struct row *r, uint32_t n)
{
	int depth = r->depth;
	const struct row *up;

	for (up = r; ; up--) {
		if (up->depth <= depth) {
			if (node_of(v, up) == n)
				return true;
			depth = up->depth - 1;
		}
		if (depth < 0 || up == v->rows.v)
			return false;
	}
}

/* Does the tree, of a profile without stacks, show ARC?  It does not show possible calls, excluded
 * calls, and calls of a function by itself without a count.  Folding makes such arcs of the arcs
 * whose calls it has added to another arc. */
static bool
is_counted(const struct view_context *ctx, uint32_t arc)
{
	const struct arc *a = &ctx->profile->arcs[arc];

	return !profile_is_possible(ctx->profile, arc) && !graph_is_excluded(ctx->graph, arc)
		&& (a->caller != a->callee || a->count > 0);
}

/* Does ARC enter a cycle from outside, and are only the bounds known of the fraction PART of the
 * time of this cycle?  See bounds_have_few_calls(). */
static bool
enters_by_few_calls(const struct graph *g, uint32_t arc, double part)
{
	uint32_t whole = graph_cycle_or_self(g, g->profile->arcs[arc].callee);
	struct bound bound = bound_of_part(g, whole, part);

	return whole >= g->nfuncs && !graph_is_inner(g, arc) && bounds_have_few_calls(g, &bound);
}

/* Add rows for the COUNT arcs ARCS inside row R, and free ARCS.  Arcs inside a cycle and arcs to a
 * function on the call path get the share 0 and cannot be opened.  OUTER: add only arcs that enter
 * or leave the cycle. */
static void
add_arcs(const struct view *v, const struct row *r, uint32_t *arcs, size_t count, bool outer,
	struct rows *children)
{
	const struct view_context *ctx = v->ctx;
	bool up = v->ops->goes_up;

	for (size_t i = 0; i < count; i++) {
		uint32_t arc = arcs[up ? count - 1 - i : i];
		struct row child = { .thing = arc, .kind = up ? CALLER : CALLEE };

		if (!is_counted(ctx, arc) || (outer && graph_is_inner(ctx->graph, arc)))
			continue;
		if (!is_on_path(v, r, node_of(v, &child)))
			child.share = r->share * graph_arc_part(ctx->graph, arc);
		child.few_calls = r->few_calls || enters_by_few_calls(ctx->graph, arc,
			up ? graph_arc_part(ctx->graph, arc) : child.share);
		view_rows_add(children, child);
	}
	free(arcs);
}

/* If R is the root, add a row for each of the COUNT arcs ARCS that is inside the cycle of R.  These
 * rows cannot be opened.  Frees ARCS. */
static void
add_inner(const struct view *v, const struct row *r, uint32_t *arcs, size_t count,
	struct rows *children)
{
	const struct view_context *ctx = v->ctx;

	for (size_t i = count; r->kind == ROOT && i-- > 0;)
		if (graph_is_inner(ctx->graph, arcs[i]) && is_counted(ctx, arcs[i]))
			view_rows_add(children, (struct row){ .thing = arcs[i], .kind = CALLER });
	free(arcs);
}

static void
expand_members(struct view *v, const struct row *r, uint32_t cycle, struct rows *children)
{
	size_t i = children->n;

	members_add(v, cycle, MEMBER, children);
	for (; i < children->n; i++) {
		children->v[i].share = r->share;
		children->v[i].few_calls = r->few_calls;
	}
}

/* Add the rows inside R to CHILDREN, if the profile has no stacks. */
static void
expand_estimated(struct view *v, const struct row *r, struct rows *children)
{
	const struct view_context *ctx = v->ctx;
	bool up = v->ops->goes_up;
	uint32_t n = node_of(v, r), *arcs, cycle;
	size_t count;

	if (r->depth > 0 && r->share <= 0)
		return;
	if (view_context_is_cycle(ctx, n)) {
		if (!up) {
			expand_members(v, r, n, children);
			return;
		}
		arcs = members_callers(ctx, n, &count);
		add_arcs(v, r, arcs, count, true, children);
		return;
	}
	cycle = ctx->graph->nodes[n].cycle;
	if (up && cycle != NOBODY)
		view_rows_add(children, (struct row){ .thing = ctx->graph->nodes[cycle].index,
			.kind = CYCLE, .share = r->share, .few_calls = r->few_calls });
	arcs = up ? entries_callers(ctx->graph, n, &count)
		: entries_callees(ctx->graph, n, &count);
	/* Add only callers inside the cycle: the row of the cycle contains the callers outside. */
	if (up && cycle != NOBODY)
		add_inner(v, r, arcs, count, children);
	else
		add_arcs(v, r, arcs, count, r->kind == MEMBER, children);
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	if (v->paths != NULL)
		pathrows_expand(v, r, v->ops->goes_up ? CALLER : CALLEE, children);
	else
		expand_estimated(v, r, children);
}

static uint32_t
arc_of(const struct view *v, const struct row *r)
{
	(void)v;
	return is_arc(r) ? r->thing : NOBODY;
}

/* Does function N call any function outside its cycle? */
static bool
calls_outside(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;

	for (uint32_t i = p->out_at[n]; i < p->out_at[n + 1]; i++)
		if (!graph_is_inner(ctx->graph, p->out[i]) && is_counted(ctx, p->out[i]))
			return true;
	return false;
}

static bool
has_more(const struct view *v, const struct row *r)
{
	const struct profile *p = v->ctx->profile;
	uint32_t n = node_of(v, r);
	bool up = v->ops->goes_up;
	const uint32_t *at = up ? p->in_at : p->out_at, *arcs = up ? p->in : p->out;

	if (v->paths != NULL)
		return pathrows_has_more(v, r);
	if (r->depth > 0 && r->share <= 0)
		return false;
	if (view_context_is_cycle(v->ctx, n))
		return !up || v->ctx->graph->nodes[n].calls > 0;
	if (up && v->ctx->graph->nodes[n].cycle != NOBODY)
		return true;
	if (r->kind == MEMBER)
		return calls_outside(v->ctx, n);
	/* Look only at the counted calls, which come before the possible calls. */
	for (uint32_t i = at[n]; i < at[n + 1] && !profile_is_possible(p, arcs[i]); i++)
		if (is_counted(v->ctx, arcs[i]))
			return true;
	return false;
}

/* Is R the only row inside the row above it? */
static bool
is_alone_inside(const struct view *v, const struct row *r)
{
	size_t i = (size_t)(r - v->rows.v);

	return i > 0 && r[-1].depth < r->depth && v->indents[i] == v->indents[i - 1];
}

/* Indent row R by two cells a level.  If this leaves less than LEAST_NAME cells for the name,
 * indent it less and draw its depth as a number.  A row that is alone inside the row above it is
 * not indented further, but marked with "└". */
static void
draw_indent(const struct view *v, const struct row *r, struct pen *pen)
{
	bool known = v->indents != NULL && !v->stale;
	int level = known ? v->indents[r - v->rows.v] : r->depth;
	int most = pen_left(pen) > LEAST_NAME ? (pen_left(pen) - LEAST_NAME) / 2 : 0;
	uint16_t style = pen->style;
	char depth[8];
	int digits = snprintf(depth, sizeof(depth), "%d ", r->depth);

	if (level > most && 2 * level > digits && !v->whole) {
		pen_skip(pen, 2 * most - digits);
		pen_style(pen, STYLE_DIM);
		pen_text(pen, depth);
		pen->style = style;
	} else {
		pen_skip(pen, 2 * level);
	}
	if (known && is_alone_inside(v, r))
		pen_text(pen, "└");
}

static void
cell_node(const struct view *v, const struct row *r, struct pen *pen)
{
	uint32_t n = node_of(v, r);

	pen_gap(pen);
	draw_indent(v, r, pen);
	if (r->kind == ROOT)
		pen_style(pen, STYLE_SELF);
	pen_text(pen, r->open ? "- " : has_more(v, r) ? "+ " : v->paths == NULL && r->depth > 0
		&& r->share <= 0 ? "↻ " : "  ");
	cell_name(v, n, pen);
	if (r->kind != CALLEE || !view_context_is_cycle(v->ctx, n) || v->shift > 0)
		return;
	pen_style(pen, STYLE_DIM);
	pen_text(pen, " through ");
	cell_name(v, v->ctx->profile->arcs[r->thing].callee, pen);
}

static const struct column columns[] = {
	COLUMN_INDEX(0),
	{ .id = "depth", .value = column_depth },
	COLUMN_TOTAL_PERCENT(0),
	COLUMN_TOTAL_BAR,
	COLUMN_SELF(0, 3),
	COLUMN_CHILDREN(0),
	COLUMN_TOTAL(0),
	{ .id = "calls", .title = "calls", .rank = 2, .width = 10, .wide = 12,
		.sortable = true, .value = column_calls, .cell = cell_calls,
		.used = column_used_calls },
	{ .id = "name", .title = "callees: time estimated",
		.wide_title = "function and its callees, times as estimates",
		.stacks_title = "callees: recorded call paths",
		.costs_title = "callees: deeper levels estimated", .width = 1,
		.wide = 2, .rest = true, .sortable = true, .ascending = true, .is_name = true,
		.value = column_name, .cell = cell_node },
	COLUMNS_ESTIMATE,
};

static const struct column up_columns[] = {
	COLUMN_INDEX(0),
	{ .id = "depth", .value = column_depth },
	COLUMN_TOTAL_PERCENT(0),
	COLUMN_TOTAL_BAR,
	{ .id = "calls", .title = "calls", .rank = 2, .width = 10, .wide = 12,
		.sortable = true, .value = column_calls, .cell = cell_calls,
		.used = column_used_calls },
	{ .id = "name", .title = "callers: time by call path",
		.wide_title = "function and its callers: its time by call path",
		.stacks_title = "callers: recorded call paths",
		.costs_title = "callers: deeper levels estimated", .width = 1,
		.wide = 2, .rest = true, .sortable = true, .ascending = true, .is_name = true,
		.value = column_name, .cell = cell_node },
	COLUMNS_ESTIMATE,
};

/* Without a subject and without stacks, the roots are all functions with figures that no function
 * calls, or that code outside of all functions calls. */
static void
fill(struct view *v)
{
	const struct graph *g = v->ctx->graph;
	uint32_t i;

	if (v->ctx->profile->paths != NULL) {
		pathrows_fill(v, ROOT);
		return;
	}
	if (v->subject != NOBODY) {
		view_add(v, (struct row){ .thing = v->subject, .kind = ROOT, .share = 1 });
		view_unfold(v, 0);
		return;
	}
	for (i = 0; i < g->nnodes; i++) {
		uint32_t n = g->entries[i];

		if (!view_context_is_cycle(v->ctx, n) && !view_context_is_idle(v->ctx, n)
			&& (g->nodes[n].calls == 0 || (v->ctx->profile->outside != NULL
				&& v->ctx->profile->outside[n] > 0)))
			view_add(v, (struct row){ .thing = n, .kind = ROOT, .share = 1 });
	}
}

static struct target
target(const struct view *v, const struct row *r)
{
	return (struct target){ .goal = GOAL_CALLS, .node = node_of(v, r) };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	uint32_t n = r->kind == CALLEE ? v->ctx->profile->arcs[r->thing].callee
		: node_of(v, r);

	if (view_context_is_cycle(v->ctx, n))
		return (struct source_place){ 0 };
	*about = n;
	return sourceplace_of_func(v->ctx->lookup, n);
}

static void
title(const struct view *v, struct title *t)
{
	const char *lead = v->ops->goes_up ? "callers of " : "tree of ";

	title_profiles(t, v->ctx, t->wide);
	if (v->subject != NOBODY)
		title_node(t, 1, lead, v->subject);
	else
		title_add(t, 1, "%zu roots", v->filled);
}

/* If row R shows only a part of the time of its call or node, write this part and the whole
 * time. */
static void
detail_path(const struct view *v, const struct row *r, FILE *out)
{
	const struct graph *g = v->ctx->graph;
	struct cost f = view_cost(v, r);
	char along[FIGURE], whole[FIGURE];
	double all, time = f.self + f.children;

	if (!f.has_time || f.lacks_total || r->kind == ROOT)
		return;
	if (is_arc(r)) {
		struct share share = graph_share(g, r->thing);

		all = share.self + share.children;
	} else {
		all = g->nodes[f.node].self + g->nodes[f.node].children;
	}
	if (time >= all * SAME)
		return;
	figure_spoken(along, &v->ctx->scale, time);
	figure_spoken(whole, &v->ctx->scale, all);
	fprintf(out, "~%s along this path, of %s\t", along, whole);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	if (v->paths != NULL) {
		pathrows_describe_brief(v, r, out);
		return;
	}
	detail_path(v, r, out);
	if (!is_arc(r))
		describe_node_brief(v->ctx, node_of(v, r), out);
	else if (r->share <= 0 && !graph_is_inner(v->ctx->graph, r->thing))
		fprintf(out, "already on this call path: not expanded again\t");
	else
		describe_arc_brief(v->ctx, r->thing, r->kind == CALLER, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	char part[FIGURE];

	if (v->paths != NULL) {
		pathrows_describe_full(v, r, out);
		describe_node_full(v->ctx, node_of(v, r), out);
		return;
	}
	if (r->kind != ROOT) {
		figure_plain(part, 100 * r->share, 3);
		fprintf(out, "Times in a tree are estimates: a call graph counts calls from one "
			"function to the next, not whole call paths.  This row gets %s %% of the "
			"function's time: the product of the call shares along the path.\n", part);
	}
	if (is_arc(r)) {
		describe_arc_full(v->ctx, r->thing, out);
		fputc('\n', out);
	}
	describe_node_full(v->ctx, node_of(v, r), out);
}

/* The tree of callees and the tree of callers.  They differ in columns and in the rows inside a
 * row. */
#define TREE_VIEW(ops, shown, up) { \
	.info = VIEW_INFO(ops), .columns = (shown), .ncolumns = sizeof(shown) / sizeof(*(shown)), \
	.sort = -1, .endless = true, .is_tree = true, .least_rest = 40, .goes_up = (up), \
	.more_names = true, \
	.fill = fill, .expand = expand, .cost = cost_of_row, .target = target, \
	.arc = arc_of, .source = source, .title = title, .detail = detail, .explain = explain, \
}

const struct view_ops tree_view = TREE_VIEW(tree_view, columns, false);

const struct view_ops callers_tree_view = TREE_VIEW(callers_tree_view, up_columns, true);
