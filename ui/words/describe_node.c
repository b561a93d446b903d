/* describe_node.c - functions and cycles in words, and how reliable each figure is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe.h"

#include <math.h>
#include <string.h>

#include "columns/outliercells.h"
#include "columns/spreadcells.h"
#include "elf/image.h"
#include "figures/bounds.h"
#include "lookup/sourceplace.h"
#include "profile/inlining.h"
#include "table/cell.h"
#include "words/describe_known.h"
#include "words/describe_sides.h"
#include "words/sentences.h"

/* The total of node N of a profile whose totals are known. */
static void
add_known_total(struct facts *f, uint32_t n, const struct cost *cost)
{
	fact_cost(f, cost);
	fact_is(f, "unowned", graph_unowned(f->ctx->graph, n) > 0);
	fact_is(f, "rest", f->ctx->graph->rest != NULL && n < f->ctx->graph->nfuncs
		&& f->ctx->graph->rest[n] != 0);
	/* The costs of calls inside a cycle explain no total. */
	fact_is(f, "stated", f->ctx->graph->in.totals != NULL && n < f->ctx->graph->nfuncs
		&& f->ctx->graph->nodes[n].cycle != NOBODY);
	fact_is(f, "lacks", cost->lacks_total);
	fact_is(f, "bounds", cost->hi > 0);
	if (cost->lacks_total)
		fact_bounds(f, cost->lo, cost->hi);
}

/* The total of node N, to which time is propagated.  A member of a cycle has an estimate. */
static void
add_propagated_total(struct facts *f, uint32_t n)
{
	struct view_context *ctx = f->ctx;
	const struct node *node = &ctx->graph->nodes[n];
	const struct bound *bound = &ctx->graph->bounds[n];
	double total = graph_node_time(node);
	struct cycle_figure e;

	fact_is(f, "propagated", true);
	fact_is(f, "member", node->cycle != NOBODY);
	fact_is(f, "children", node->cycle != NOBODY || node->children > 0);
	if (node->cycle == NOBODY) {
		fact_is(f, "cut_cycle", bound->certainty == CYCLE_ESTIMATED);
		fact_is(f, "cut_calls", ctx->graph->excluded_calls != NULL);
		fact_text(f, "mark", cell_estimate_mark(bound->certainty == CYCLE_ESTIMATED
			? CYCLE_ESTIMATED : SHARED));
		fact_time(f, "total", total);
		fact_share(f, "total_part", total, ctx->graph->total, 1);
		fact_bound(f, bound);
	} else {
		e = cycle_estimate_of_member(view_context_estimate(ctx), n);
		bound = &ctx->graph->bounds[node->cycle];
		total = e.samples;
		fact_estimate(f, &e);
		fact_is(f, "whole", e.is_whole);
		if (!e.is_whole)
			return;
		fact_bound(f, bound);
		if (!facts_hold(f, "few"))
			fact_bounds(f, e.lo, e.hi);
		fact_text(f, "mark", cell_estimate_mark(bound->certainty));
	}
	if (bound->certainty == CERTAIN)
		fact_sampled(f, "total", total);
}

static void
add_calls(struct facts *f, uint32_t n, const struct cost *cost)
{
	const struct profile *p = f->ctx->profile;
	uint64_t self_calls = graph_self_calls(f->ctx->graph, n);

	fact_is(f, "called", cost->calls > 0 || self_calls > 0);
	fact_count(f, "calls", cost->calls);
	fact_count(f, "self_calls", self_calls);
	fact_count(f, "excluded_calls", cost->excluded_calls);
	fact_is(f, "lost", p->calls_lost);
	fact_is(f, "threads", p->can_run_threads);
}

/* What both the detail line and "i" say of node N. */
static void
add_node(struct facts *f, uint32_t n)
{
	struct view_context *ctx = f->ctx;
	const struct graph *g = ctx->graph;
	bool is_cycle = view_context_is_cycle(ctx, n), counts = graph_fract(g, n) > 0;
	struct cost cost;

	fact_node(f, "name", "index", n);
	fact_is(f, "cycle", is_cycle);
	fact_is(f, "excluded", view_context_is_excluded(ctx, n));
	fact_is(f, "omitted", !is_cycle && graph_is_omitted(g, n));
	fact_is(f, "joined", view_context_is_inlined(ctx, n));
	fact_is(f, "profiler", !is_cycle && ctx->profile->funcs[n].is_profiler);
	fact_is(f, "counts", counts);
	fact_is(f, "time", ctx->has_time);
	if (is_cycle)
		fact_count(f, "members", g->member_at[n - g->nfuncs + 1] - g->member_at[n - g->nfuncs]);
	else
		fact_is(f, "outermost", !describe_has_caller(ctx, n));
	if (g->nodes[n].cycle != NOBODY)
		fact_node(f, "of_cycle", "of_cycle_index", g->nodes[n].cycle);
	cost = cost_of_node(ctx, n);
	cost_self_text(fact_room(f, "self", cost.self != 0), ctx, &cost);
	if (graph_is_difference(g))
		return;
	add_calls(f, n, &cost);
	if (profile_has(ctx->profile, HAS_TOTALS))
		add_known_total(f, n, &cost);
	else if (ctx->has_time && counts)
		add_propagated_total(f, n);
}

void
describe_node_brief(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	add_node(&f, n);
	fact_is(&f, "by_user", describe_is_excluded_by_user(ctx, false, n));
	sentences_say(&f, "NODE_BRIEF", out);
	if (!outliercell_describe_brief(ctx, n, out))
		spreadcell_describe_brief(ctx, n, out);
	if (graph_is_difference(ctx->graph))
		describe_sides_brief(ctx, n, NOBODY, out);
	else if (profile_has(ctx->profile, HAS_TOTALS))
		sentences_say(&f, "KNOWN_TOTAL_BRIEF", out);
	else
		sentences_say(&f, "TOTAL_BRIEF", out);
	sentences_say(&f, "NODE_CALLS_BRIEF", out);
	/* Write the place last, so that narrow screens omit it first.  It is long, and other views
	 * show it, too. */
	describe_place(ctx, n, out);
}

/* The names of node N, and where its code is. */
static void
say_name(struct facts *facts, uint32_t n, FILE *out)
{
	struct view_context *ctx = facts->ctx;
	const struct profile *p = ctx->profile;
	struct source_place place = { 0 };
	const struct func *f;

	if (view_context_is_cycle(ctx, n)) {
		sentences_say(facts, "NODE_NAME", out);
		return;
	}
	f = &p->funcs[n];
	if (strcmp(f->name, view_context_name(ctx, n)) != 0)
		fact_text(facts, "raw", f->name);
	sentences_say(facts, "NODE_NAME", out);
	for (uint32_t i = 0; i < f->nalso; i++) {
		fact_text(facts, "also", f->also[i]);
		sentences_say(facts, "NODE_ALSO", out);
	}
	if (ctx->lookup != NULL)
		place = sourceplace_of_func(ctx->lookup, n);
	fact_text(facts, "file", place.file);
	fact_count(facts, "line", place.line);
	fact_text(facts, "image", p->images[f->image].path);
	fact_is(facts, "kernel", f->frames == FRAME_KERNEL);
	fact_is(facts, "inlined", inlining_is_row(p, n));
	fact_is(facts, "instances", inlining_has_instances(p, n));
	fact_is(facts, "static", f->is_static);
	fact_printf(facts, "from", "0x%llx", (unsigned long long)f->lo);
	fact_printf(facts, "to", "0x%llx", (unsigned long long)f->hi);
	sentences_say(facts, "NODE_CODE", out);
}

/* The self time of node N, and the samples that it comes from. */
static void
add_samples(struct facts *f, uint32_t n)
{
	const struct view_context *ctx = f->ctx;
	const struct graph *g = ctx->graph;
	/* The value of each sample; 0: samples differ in value. */
	double each = ctx->scale.weight;
	double samples = graph_time(g, n) / (each > 0 ? each : 1);

	fact_samples(f, "samples", samples);
	fact_is(f, "fractions", samples != floor(samples));
	fact_is(f, "in_part", bounds_counts_in_part(g, n));
	fact_time(f, "each", each);
	fact_is(f, "unit", each == 1);
	fact_share(f, "self_part", g->nodes[n].self, g->total, 2);
	fact_time64(f, "all_time", g->total, g->total64);
}

/* The time of each call of node N, and where calls of unknown callers come from. */
static void
add_each_call(struct facts *f, uint32_t n)
{
	struct view_context *ctx = f->ctx;
	struct cost cost = cost_of_node(ctx, n);
	char self[FIGURE], total[FIGURE];
	bool is_cycle = view_context_is_cycle(ctx, n);

	figure_each(self, &ctx->scale, ctx->graph->nodes[n].self, cost_counted_calls(&cost));
	figure_each(total, &ctx->scale, cost_total(&cost), cost_counted_calls(&cost));
	fact_is(f, "uncalled", cost.excluded_calls == 0 && !facts_hold(f, "called"));
	fact_is(f, "per_call", self[0] != '\0' || total[0] != '\0');
	fact_is(f, "per_call_total", total[0] != '\0' || !cost.lacks_total);
	fact_is(f, "per_call_certain", cost.certainty == CERTAIN);
	fact_is(f, "lacks", cost.lacks_total);
	fact_printf(f, "self_each", "%s", self[0] ? self : "too little to see");
	fact_printf(f, "total_each", "%s", total[0] ? total : "too little to see");
	if (!is_cycle)
		fact_count(f, "outside", graph_outside(ctx->graph, n));
	fact_text(f, "why", describe_spontaneous(ctx, n));
}

void
describe_node_full(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct facts f;

	facts_begin(&f, ctx);
	add_node(&f, n);
	say_name(&f, n, out);
	if (graph_is_difference(ctx->graph)) {
		describe_sides_full(ctx, n, NOBODY, out);
		return;
	}
	add_samples(&f, n);
	if (profile_has(ctx->profile, HAS_TOTALS)) {
		describe_known_node(&f, n, out);
	} else {
		add_each_call(&f, n);
		sentences_say(&f, "NODE", out);
		spreadcell_describe_full(ctx, n, out);
	}
	outliercell_describe_full(ctx, n, out);
	if (!profile_has(ctx->profile, HAS_TOTALS))
		sentences_say(&f, "NODE_CYCLE", out);
}
