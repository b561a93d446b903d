/* describe_arc.c - calls in words, and how reliable each figure is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe.h"

#include <assert.h>

#include "figures/bounds.h"
#include "profile/inlining.h"
#include "words/describe_known.h"
#include "words/describe_sides.h"
#include "words/sentences.h"

/* The known time of ARC. */
static void
add_known_time(struct facts *f, uint32_t arc, const struct cost *cost)
{
	const struct graph *g = f->ctx->graph;
	uint32_t callee = g->profile->arcs[arc].callee;
	uint32_t whole = graph_is_inner(g, arc) ? callee : graph_cycle_or_self(g, callee);

	fact_cost(f, cost);
	fact_is(f, "undivided", cost->undivided);
	fact_share(f, "callee_part", cost->self + cost->children,
		graph_node_time(&g->nodes[whole]), 1);
	fact_time(f, "self", cost->self);
	fact_time(f, "in_callees", cost->children);
	fact_count(f, "counted", cost->calls);
}

/* The time that ARC, which is not inside a cycle, propagates. */
static void
add_share(struct facts *f, uint32_t arc)
{
	struct share share = graph_share(f->ctx->graph, arc);
	struct bound bound = bounds_of_arc(f->ctx->graph, arc);

	fact_bound(f, &bound);
	fact_time(f, "self", share.self);
	fact_time(f, "children", share.children);
	fact_time(f, "total", share.self + share.children);
	if (bound.certainty == CERTAIN)
		fact_sampled(f, "total", share.self + share.children);
}

/* The time of ARC, which is not a possible call. */
static void
add_time(struct facts *f, uint32_t arc, const struct cost *cost)
{
	struct view_context *ctx = f->ctx;
	const struct arc *a = &ctx->profile->arcs[arc];
	const struct graph *g = ctx->graph;
	bool is_inner = graph_is_inner(g, arc), is_known = profile_has(ctx->profile, HAS_TOTALS);
	struct cycle_figure e;

	fact_is(f, "known", is_known);
	fact_is(f, "timed", cost->has_time);
	if (is_known) {
		add_known_time(f, arc, cost);
	} else if (!ctx->has_time || facts_hold(f, "excluded")) {
		return;
	} else if (!is_inner) {
		add_share(f, arc);
	} else if (a->caller != a->callee) {
		e = cycle_estimate_of_arc(view_context_estimate(ctx), arc);
		fact_estimate(f, &e);
	}
}

/* ARC, its calls, and those of its callee or of the cycle of the callee. */
static void
add_arc(struct facts *f, uint32_t arc)
{
	struct view_context *ctx = f->ctx;
	const struct profile *p = ctx->profile;
	const struct graph *g = ctx->graph;
	const struct arc *a = &p->arcs[arc];
	uint32_t whole = graph_cycle_or_self(g, a->callee);
	bool is_inner = graph_is_inner(g, arc);
	uint64_t count = graph_is_excluded(g, arc) ? profile_arc_calls(p, arc)
		: graph_calls(g, arc);
	uint64_t all = g->nodes[is_inner ? a->callee : whole].calls;
	struct cost cost;

	fact_node(f, "caller", "caller_index", a->caller);
	fact_node(f, "callee", "callee_index", a->callee);
	fact_text(f, "whole", view_context_name(ctx, whole));
	fact_is(f, "possible", profile_is_possible(p, arc));
	fact_is(f, "has_arcs", p->has_arcs);
	if (profile_is_possible(p, arc) || graph_is_difference(g))
		return;
	cost = cost_of_arc(ctx, arc);
	if (profile_has(p, HAS_TOTALS))
		all = cost.join == '/' ? cost.other : count;
	fact_is(f, "excluded", view_context_is_arc_excluded(ctx, arc));
	fact_is(f, "no_caller", view_context_is_excluded(ctx, a->caller));
	fact_is(f, "no_callee", view_context_is_excluded(ctx, a->callee));
	fact_is(f, "inlined", inlining_is_arc(p, arc));
	fact_is(f, "inner", is_inner);
	fact_is(f, "recursive", a->caller == a->callee);
	fact_is(f, "member", whole != a->callee);
	fact_is(f, "time", ctx->has_time);
	fact_is(f, "caller_counts", graph_fract(g, a->caller) > 0);
	fact_is(f, "shared", ctx->has_time && graph_fract(g, whole) > 0
		&& graph_fract(g, a->caller) > 0);
	fact_count(f, "count", count);
	fact_count(f, "all", all);
	fact_is(f, "every", count == all);
	fact_is(f, "only", all == 1);
	if (all > 0 && !is_inner)
		figure_plain(fact_room(f, "part", count > 0), 100 * (double)count / (double)all, 3);
	fact_is(f, "lost", p->calls_lost);
	fact_is(f, "threads", p->can_run_threads);
	add_time(f, arc, &cost);
}

void
describe_arc_brief(struct view_context *ctx, uint32_t arc, bool caller, FILE *out)
{
	struct facts f;

	if (graph_is_difference(ctx->graph)) {
		describe_sides_brief(ctx, ctx->profile->arcs[arc].callee, arc, out);
		return;
	}
	facts_begin(&f, ctx);
	add_arc(&f, arc);
	fact_is(&f, "shows_caller", caller);
	sentences_say(&f, "ARC_BRIEF", out);
}

void
describe_arc_full(struct view_context *ctx, uint32_t arc, FILE *out)
{
	struct facts f;

	assert(arc < ctx->profile->narcs);
	facts_begin(&f, ctx);
	add_arc(&f, arc);
	sentences_say(&f, "ARC_NAMES", out);
	if (profile_is_possible(ctx->profile, arc))
		return;
	if (graph_is_difference(ctx->graph))
		describe_sides_full(ctx, ctx->profile->arcs[arc].callee, arc, out);
	else if (profile_has(ctx->profile, HAS_TOTALS))
		describe_known_arc(&f, arc, out);
	else
		sentences_say(&f, "ARC", out);
}
