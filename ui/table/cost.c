/* cost.c - time and calls of a node or an arc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/cost.h"

#include <assert.h>
#include <math.h>

#include "figures/bounds.h"
#include "figures/knowntimes.h"
#include "measured/measured.h"

void
cost_self_text(char out[2 * FIGURE], const struct view_context *ctx, const struct cost *f)
{
	figure_with_error64(out, &ctx->scale, f->self, cost_self_variance(f, &ctx->scale),
		f->sums64.self);
}

void
cost_total_text(char out[2 * FIGURE], const struct view_context *ctx, const struct cost *f)
{
	figure_with_error64(out, &ctx->scale, f->self + f->children,
		cost_total_variance(f, &ctx->scale), f->sums64.total);
}

/* Sets the total of F, the cost of member N of a cycle.  If the total cannot be estimated, sets
 * only its bounds. */
static void
set_member_total(struct view_context *ctx, struct cost *f, uint32_t n)
{
	const struct graph *g = ctx->graph;
	struct cycle_figure figure = cycle_estimate_of_member(view_context_estimate(ctx), n);

	f->lo = figure.lo;
	f->hi = figure.hi;
	f->lacks_total = figure.trust != CYCLE_TRUSTED;
	f->children = 0;
	if (!f->lacks_total && figure.samples > f->self)
		f->children = figure.samples - f->self;
	if (!f->lacks_total)
		f->certainty = figure.is_whole ? g->bounds[g->nodes[n].cycle].certainty
			: CYCLE_ESTIMATED;
	if (figure.is_whole)
		f->lacks_total |= bounds_have_few_calls(g, &g->bounds[g->nodes[n].cycle]);
}

/* Marks the total of F as an estimate without bounds. */
static void
set_estimated(struct cost *f)
{
	f->certainty = SHARED;
	f->lo = f->hi = 0;
}

bool
cost_node_has_time(const struct view_context *ctx, uint32_t n)
{
	return ctx->has_time && graph_fract(ctx->graph, n) > 0;
}

struct cost
cost_of_node(struct view_context *ctx, uint32_t n)
{
	const struct node *node = &ctx->graph->nodes[n];
	double fract = graph_fract(ctx->graph, n);
	const struct bound *bound = &ctx->graph->bounds[n];
	struct cost f = {
		.node = n,
		.has_time = cost_node_has_time(ctx, n),
		.self = node->self, .children = node->children, .certainty = bound->certainty,
		.has_calls = true, .calls = node->calls, .join = '+',
		.other = graph_self_calls(ctx->graph, n),
		.lo = bound->lo, .hi = bound->hi, .excluded = 1 - fract,
		.excluded_calls = graph_counted_calls(ctx->graph, n) - node->calls,
	};

	assert(n < ctx->graph->nnodes);
	f.counted = view_context_is_counted(ctx);
	if (ctx->graph->node_variances != NULL)
		f.variance = &ctx->graph->node_variances[n];
	f.sums64 = graph_node_sums64(ctx->graph, n);
	if (profile_has(ctx->profile, IS_ESTIMATED) && node->cycle == NOBODY
	    && bound->certainty != IMPOSSIBLE
	    && (ctx->graph->in.totals == NULL || bound->certainty == SHARED))
		set_estimated(&f);
	f.has_calls = f.calls > 0 || f.other > 0 || f.excluded_calls > 0
		|| profile_has(ctx->profile, COUNTS_ALL);
	if (!profile_has(ctx->profile, HAS_CALLERS)) {
		f.lacks_total = true;
		f.lo = f.self;
		f.hi = 0;
	} else if (f.has_time && graph_has_known_times(ctx->graph)
	    && (node->cycle != NOBODY || bound->certainty == CYCLIC))
		f.lacks_total = bound->certainty != CERTAIN;
	else if (f.has_time && node->cycle != NOBODY)
		set_member_total(ctx, &f, n);
	else
		f.lacks_total = f.has_time & bounds_have_few_calls(ctx->graph, bound);
	return f;
}

/* Sets the time of F, the cost of ARC inside a cycle, if the time can be estimated. */
static void
set_inner_time(struct view_context *ctx, struct cost *f, uint32_t arc)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	const struct node *callee = &ctx->graph->nodes[a->callee];
	struct cycle_figure figure;

	if (!ctx->has_time || a->caller == a->callee
	    || graph_fract(ctx->graph, a->callee) <= 0
	    || graph_fract(ctx->graph, a->caller) <= 0)
		return;
	figure = cycle_estimate_of_arc(view_context_estimate(ctx), arc);
	if (figure.trust != CYCLE_TRUSTED)
		return;
	f->has_time = true;
	f->propagated = true;
	f->self = callee->self * figure.part;
	f->self = f->self < figure.samples ? f->self : figure.samples;
	f->children = figure.samples - f->self;
	f->certainty = CYCLE_ESTIMATED;
	f->lo = figure.lo;
	f->hi = figure.hi;
}

/* F is the cost of calls of node WHOLE, and B has the bounds of its time.  Copies the certainty of
 * B to F and, if the time is not certain, the bounds, too. */
static void
set_bounds(const struct view_context *ctx, struct cost *f, uint32_t whole, const struct bound *b)
{
	f->certainty = (uint8_t)b->certainty;
	if (b->certainty == CERTAIN)
		return;
	f->lo = b->lo;
	f->hi = b->hi;
	f->lacks_total = f->has_time && bounds_have_few_calls(ctx->graph, b);
	/* If the calls get only a part of a cycle's time, it is not known how much of this part is
	 * self time. */
	if (!f->lacks_total || !view_context_is_cycle(ctx, whole) || f->calls >= f->other)
		return;
	f->undivided = true;
	f->children += f->self;
	f->self = 0;
}

/* Returns the known time of the calls of ARC. */
static struct cost
known_cost(const struct view_context *ctx, uint32_t arc)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint64_t calls = graph_calls(ctx->graph, arc);
	struct cost f = { .node = NOBODY, .calls = calls, .has_calls = calls > 0,
		.counted = view_context_is_counted(ctx) };
	bool is_inner = graph_is_inner(ctx->graph, arc);
	struct share share = graph_share(ctx->graph, arc);

	if (view_context_is_arc_excluded(ctx, arc))
		return f;
	f.join = f.has_calls && (!is_inner || a->caller != a->callee) ? '/' : 0;
	f.other = ctx->graph->nodes[a->callee].calls;
	if (is_inner && knowntimes_of_inner_arc(ctx->graph, arc, &share.children))
		is_inner = false;
	f.has_time = ctx->has_time && (!is_inner || profile_has(ctx->profile, HAS_STACKS))
		&& graph_fract(ctx->graph, a->caller) > 0
		&& graph_fract(ctx->graph, a->callee) > 0;
	f.undivided = profile_has(ctx->profile, HAS_COSTS);
	if (f.undivided && f.has_time
	    && fabs(share.children - ctx->graph->in.costs[arc]) > 1e-9 * share.children)
		f.certainty = SHARED;
	f.self = share.self;
	f.children = share.children;
	if (ctx->graph->arc_variances != NULL)
		f.variance = &ctx->graph->arc_variances[arc];
	f.sums64 = graph_arc_sums64(ctx->graph, arc);
	if (profile_has(ctx->profile, IS_ESTIMATED))
		set_estimated(&f);
	if (ctx->graph->contradicted != NULL && ctx->graph->contradicted[arc])
		f.certainty = IMPOSSIBLE;
	return f;
}

struct cost
cost_of_arc(struct view_context *ctx, uint32_t arc)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	struct cost f = { .node = NOBODY };
	struct share share = graph_share(ctx->graph, arc);
	uint32_t whole = graph_cycle_or_self(ctx->graph, a->callee);
	double part = graph_fract(ctx->graph, a->caller);
	struct bound bound;

	f.possible = profile_is_possible(ctx->profile, arc);
	if (f.possible)
		return f;
	if (graph_has_known_times(ctx->graph))
		return known_cost(ctx, arc);
	f.calls = graph_calls(ctx->graph, arc);
	f.has_calls = f.calls > 0 || ctx->profile->inlining == NULL;
	if (view_context_is_arc_excluded(ctx, arc))
		return f;
	if (graph_is_inner(ctx->graph, arc)) {
		f.join = a->caller != a->callee ? '/' : 0;
		f.other = ctx->graph->nodes[a->callee].calls;
		set_inner_time(ctx, &f, arc);
		return f;
	}
	f.has_time = ctx->has_time && graph_fract(ctx->graph, whole) > 0 && part > 0;
	f.excluded = 1 - part;
	f.self = share.self;
	f.children = share.children;
	f.join = f.has_calls ? '/' : 0;
	f.other = ctx->graph->nodes[whole].calls;
	f.propagated = f.has_calls;
	bound = bounds_of_arc(ctx->graph, arc);
	set_bounds(ctx, &f, whole, &bound);
	return f;
}

uint64_t
cost_outside_calls(const struct view_context *ctx, uint32_t n)
{
	const struct graph *g = ctx->graph;
	uint64_t calls = 0;
	uint32_t i;

	if (ctx->profile->outside == NULL)
		return 0;
	if (!view_context_is_cycle(ctx, n))
		return graph_outside(g, n);
	for (i = g->member_at[n - g->nfuncs]; i < g->member_at[n - g->nfuncs + 1]; i++)
		calls += graph_outside(g, g->members[i]);
	return calls;
}

/* Sets the time of F, the calls of function N by no function, if the files state the total of N: it
 * is what the calls by functions have not cost. */
static void
set_rest(const struct view_context *ctx, struct cost *f, uint32_t n)
{
	const struct graph *g = ctx->graph;
	const struct profile *p = ctx->profile;
	double rest = graph_time(g, n) + graph_children_time(g, n);

	for (uint32_t i = p->in.at[n]; i < p->in.at[n + 1]; i++) {
		uint32_t arc = profile_arc(&p->in, i);
		struct share share = graph_share(g, arc);

		if (p->arcs[arc].caller != n)
			rest -= share.self + share.children;
	}
	f->children = fmax(rest, 0);
	f->undivided = true;
}

struct cost
cost_of_outside(const struct view_context *ctx, uint32_t n)
{
	uint32_t whole = view_context_is_cycle(ctx, n) ? n : graph_cycle_or_self(ctx->graph, n);
	const struct node *node = &ctx->graph->nodes[whole];
	struct bound bound = ctx->graph->bounds[whole];
	struct cost f = { .node = NOBODY };
	double part;

	if (ctx->graph->root_times != NULL) {
		f.has_time = ctx->has_time && ctx->graph->root_times[n] != 0;
		f.children = ctx->graph->root_times[n];
		if (ctx->graph->roots64 != NULL)
			f.sums64.total = ctx->graph->roots64[n];
		f.undivided = true;
		return f;
	}
	f.calls = cost_outside_calls(ctx, n);
	if (f.calls == 0 || node->calls == 0)
		return f;
	part = graph_part(node, f.calls);
	f.has_calls = true;
	f.join = '/';
	f.other = node->calls;
	f.has_time = ctx->has_time && graph_fract(ctx->graph, whole) > 0;
	if (ctx->graph->in.totals != NULL) {
		f.has_time &= whole == n && !view_context_is_cycle(ctx, n)
			&& bound.certainty != CYCLIC
			&& ctx->graph->selection.no_func == NULL
			&& ctx->graph->selection.no_arc == NULL;
		if (f.has_time)
			set_rest(ctx, &f, n);
		return f;
	}
	f.self = graph_time(ctx->graph, whole) * part;
	f.children = graph_children_time(ctx->graph, whole) * part;
	f.propagated = true;
	if (f.calls < graph_counted_calls(ctx->graph, whole))
		bound = (struct bound){ .lo = 0, .hi = bound.hi, .certainty = SHARED };
	bound.cycle_calls = bounds_cycle_calls(ctx->graph, whole, part);
	set_bounds(ctx, &f, whole, &bound);
	return f;
}
