/* describe.c - functions and calls in words, and how reliable each figure is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "columns/cells.h"
#include "columns/outliercells.h"
#include "columns/spreadcells.h"
#include "elf/image.h"
#include "figures/bounds.h"
#include "lookup/sourceplace.h"
#include "profile/inlining.h"
#include "samples/samples.h"
#include "words/describe_cycle.h"
#include "words/describe_known.h"
#include "words/describe_sides.h"

static bool
has_caller(const struct view_context *ctx, uint32_t f)
{
	const struct profile *p = ctx->profile;
	uint32_t i;

	for (i = p->in.at[f]; i < p->in.at[f + 1]; i++)
		if (p->arcs[profile_arc(&p->in, i)].caller != f
		    && !profile_is_possible(p, profile_arc(&p->in, i)))
			return true;
	return false;
}

const char *
describe_spontaneous(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;

	if (profile_has(p, HAS_TOTALS))
		return describe_known_outermost(ctx);
	if (n >= p->nfuncs)
		return "called by code that is not in the profile: a library, or code without -pg";
	if (inlining_is_row(p, n))
		return "it is inlined, and how often inlined code ran is not counted";
	if (p->funcs[n].is_profiler)
		return "part of the profiler itself: its callers are not recorded";
	if (!p->has_arcs)
		return "the profile holds no calls at all: only samples";
	if (p->outside != NULL && p->outside[n] > 0 && p->nimages > 0
		&& p->samples[p->funcs[n].image].has_outside)
		return "called from other images: the program, or other libraries";
	if (p->outside != NULL && p->outside[n] > 0)
		return "called from code outside every function of the image: a library, a signal";
	if (p->out.at[n + 1] > p->out.at[n]
	    && !profile_is_possible(p, profile_arc(&p->out, p->out.at[n])))
		return "called by code without -pg: the C library calls main, signal handlers, "
			"and functions passed to qsort";
	return "no call of it was recorded: it, or every caller, was built without -pg";
}

static void
detail_calls(const struct view_context *ctx, uint32_t n, bool is_cycle, FILE *out)
{
	uint64_t calls = ctx->graph->nodes[n].calls, self_calls = graph_self_calls(ctx->graph, n);
	uint64_t excluded = graph_counted_calls(ctx->graph, n) - calls;

	if (calls == 0 && self_calls == 0)
		return;
	fprintf(out, "%s%llu call%s", ctx->profile->calls_lost ? "at least " : "",
		(unsigned long long)calls, calls == 1 ? "" : "s");
	if (self_calls > 0)
		fprintf(out, " and %llu %s", (unsigned long long)self_calls,
			is_cycle ? "inside" : "from itself");
	if (excluded > 0)
		fprintf(out, ", without %llu excluded", (unsigned long long)excluded);
	fputc('\t', out);
}

static void
detail_bounds(const struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct node *node = &ctx->graph->nodes[n];
	const struct bound *bound = &ctx->graph->bounds[n];
	char total[2 * FIGURE], lo[FIGURE], hi[FIGURE];

	if (graph_fract(ctx->graph, n) == 0 || (node->children <= 0 && bound->certainty == CERTAIN))
		return;
	/* If the total is certain, it has no bounds, only a sampling error. */
	if (bound->certainty == CERTAIN) {
		figure_sampled(total, &ctx->scale, node->self + node->children);
		fprintf(out, "%s with callees, sampled\t", total);
		return;
	}
	if (bounds_have_few_calls(ctx->graph, bound)) {
		describe_few_calls_brief(ctx, bound, out);
		return;
	}
	figure_spoken(total, &ctx->scale, node->self + node->children);
	figure_spoken(lo, &ctx->scale, bound->lo);
	figure_spoken(hi, &ctx->scale, bound->hi);
	fprintf(out, "%s%s with callees (%.*s to %.*s)\t", bound->certainty == CYCLE_ESTIMATED
		? cell_estimate_mark(CYCLE_ESTIMATED) : "~", total,
		figure_number_length(lo), lo, figure_number_length(hi), hi);
}

void
describe_place(struct view_context *ctx, uint32_t n, FILE *out)
{
	char text[SOURCEPLACE_ROOM];

	if (!view_context_is_cycle(ctx, n) && ctx->lookup != NULL && ctx->lookup->may_open
		&& *sourceplace_text(ctx->lookup, sourceplace_of_func(ctx->lookup, n), text))
		fprintf(out, "%s\t", text);
}

void
describe_excluded(const struct view_context *ctx, bool is_arc, uint32_t number, FILE *out)
{
	bool by_user = ctx->exclusions != NULL && exclusions_has(ctx->exclusions, is_arc, number);

	fprintf(out, by_user ? "excluded: x includes it again\t"
		: "excluded by an option of the command line\t");
}

void
describe_node_brief(struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct node *node = &ctx->graph->nodes[n];
	double fract = graph_fract(ctx->graph, n);
	char time[2 * FIGURE];
	bool is_cycle = view_context_is_cycle(ctx, n);

	if (view_context_is_excluded(ctx, n))
		describe_excluded(ctx, false, n, out);
	else if (!is_cycle && graph_is_omitted(ctx->graph, n))
		fprintf(out, "omitted: $ shows it\t");
	else if (fract == 0)
		fprintf(out, "reached only through excluded code\t");
	if (ctx->has_time && fract > 0) {
		struct cost cost = cost_of_node(ctx, n);

		cost_self_text(time, ctx, &cost);
		fprintf(out, "%s\t", time);
	}
	if (is_cycle)
		fprintf(out, "%u functions that call each other\t",
			ctx->graph->member_at[n - ctx->graph->nfuncs + 1]
			- ctx->graph->member_at[n - ctx->graph->nfuncs]);
	else if (ctx->profile->funcs[n].is_profiler)
		fprintf(out, "the cost of being profiled\t");
	else if (!has_caller(ctx, n))
		fprintf(out, profile_has(ctx->profile, HAS_STACKS) ? "outermost frame\t"
			: "no caller recorded\t");
	if (!outliercell_describe_brief(ctx, n, out))
		spreadcell_describe_brief(ctx, n, out);
	if (graph_is_difference(ctx->graph))
		describe_sides_brief(ctx, n, NOBODY, out);
	else if (profile_has(ctx->profile, HAS_TOTALS))
		describe_known_total_brief(ctx, n, out);
	else if (ctx->has_time && node->cycle != NOBODY && fract > 0)
		describe_cycle_member_brief(ctx, n, out);
	else if (ctx->has_time)
		detail_bounds(ctx, n, out);
	if (!graph_is_difference(ctx->graph))
		detail_calls(ctx, n, is_cycle, out);
	if (node->cycle != NOBODY)
		fprintf(out, "in %s\t", view_context_name(ctx, node->cycle));
	/* Write the place last, so that narrow screens omit it first.  It is long, and other views
	 * show it, too. */
	describe_place(ctx, n, out);
}

/* Describes the time that ARC propagates, as a sum of samples or as an estimate with bounds. */
static void
detail_share(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint64_t count = profile_arc_calls(ctx->profile, arc);
	struct share share = graph_share(ctx->graph, arc);
	struct bound bound = bounds_of_arc(ctx->graph, arc);
	char time[2 * FIGURE], lo[FIGURE], hi[FIGURE], part[FIGURE];
	uint64_t all = ctx->graph->nodes[graph_cycle_or_self(ctx->graph, a->callee)].calls;

	if (bound.certainty == CERTAIN) {
		figure_sampled(time, &ctx->scale, share.self + share.children);
		fprintf(out, "%s: sampled\t", time);
		return;
	}
	if (bounds_have_few_calls(ctx->graph, &bound)) {
		describe_few_calls_brief(ctx, &bound, out);
		return;
	}
	figure_spoken(time, &ctx->scale, share.self + share.children);
	figure_spoken(lo, &ctx->scale, bound.lo);
	figure_spoken(hi, &ctx->scale, bound.hi);
	fprintf(out, "~%s", time);
	if (all > 0 && count > 0) {
		figure_plain(part, 100 * (double)count / (double)all, 3);
		fprintf(out, " = %s %% of the calls", part);
	}
	fprintf(out, "\tbetween %.*s and %s\t", figure_number_length(lo), lo, hi);
}

/* Describes ARC, which is inside a cycle or leads from a function to itself. */
static void
detail_inner(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint64_t count = profile_arc_calls(ctx->profile, arc);
	uint64_t all = ctx->graph->nodes[a->callee].calls;

	if (a->caller != a->callee)
		fprintf(out, "%llu of its %llu call%s, inside %s\t", (unsigned long long)count,
			(unsigned long long)all, all == 1 ? "" : "s",
			view_context_name(ctx, ctx->graph->nodes[a->callee].cycle));
	else
		fprintf(out, "%llu call%s\t", (unsigned long long)count,
			count == 1 ? "" : "s");
	describe_cycle_arc_brief(ctx, arc, out);
}

void
describe_arc_brief(struct view_context *ctx, uint32_t arc, bool caller, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint64_t count = profile_arc_calls(ctx->profile, arc);
	uint32_t whole = graph_cycle_or_self(ctx->graph, a->callee);
	uint64_t all = ctx->graph->nodes[whole].calls;

	if (graph_is_difference(ctx->graph)) {
		describe_sides_brief(ctx, a->callee, arc, out);
		return;
	}
	if (profile_is_possible(ctx->profile, arc)) {
		fprintf(out, "possible: in the code, not counted\t");
		return;
	}
	if (view_context_is_arc_excluded(ctx, arc)) {
		if (count > 0)
			fprintf(out, "%llu call%s lost\t", (unsigned long long)count,
				count == 1 ? " is" : "s are");
		return;
	}
	if (profile_has(ctx->profile, HAS_TOTALS)) {
		describe_known_arc_brief(ctx, arc, out);
		return;
	}
	if (graph_is_inner(ctx->graph, arc)) {
		detail_inner(ctx, arc, out);
		return;
	}
	if (whole != a->callee)
		fprintf(out, "figures of %s\t", view_context_name(ctx, whole));
	if (inlining_is_arc(ctx->profile, arc))
		fprintf(out, count == 0 ? "inlined: %s\t" : "also inlined: %s\t",
			"its calls are not counted");
	else if (count == 0)
		fprintf(out, "a call in the code, never counted\t");
	else if (count == all && caller)
		fprintf(out, all == 1 ? "makes the only call\t" : "makes all %llu calls\t",
			(unsigned long long)all);
	else if (count == all)
		fprintf(out, all == 1 ? "its only call comes from here\t"
			: "all its %llu calls come from here\t", (unsigned long long)all);
	if (ctx->has_time && graph_fract(ctx->graph, whole) > 0
	    && graph_fract(ctx->graph, a->caller) > 0)
		detail_share(ctx, arc, out);
	if (count != all && count > 0)
		fprintf(out, "%llu of %llu calls%s\t", (unsigned long long)count,
			(unsigned long long)all, whole != a->callee ? " into it" : "");
}

static void
explain_name(struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct profile *p = ctx->profile;
	struct source_place place = { 0 };
	const struct func *f;
	uint32_t i;

	fprintf(out, "[%u] %s\n", ctx->graph->nodes[n].index, view_context_name(ctx, n));
	if (view_context_is_cycle(ctx, n))
		return;
	f = &p->funcs[n];
	if (strcmp(f->name, view_context_name(ctx, n)) != 0)
		fprintf(out, "In the %s: %s\n", profile_has(p, HAS_EVENTS) ? "file" : "symbol table",
			f->name);
	for (i = 0; i < f->nalso; i++)
		fprintf(out, "Also called: %s\n", f->also[i]);
	if (ctx->lookup != NULL)
		place = sourceplace_of_func(ctx->lookup, n);
	if (place.file != NULL)
		fprintf(out, "Source: %s:%u\n", place.file, place.line);
	if (profile_has(p, HAS_EVENTS)) {
		if (*p->images[f->image].path != '\0')
			fprintf(out, "Object: %s\n", p->images[f->image].path);
		if (f->frames == FRAME_KERNEL)
			fprintf(out, "It is code of the kernel. U adds its time to the functions that "
				"entered the kernel.\n");
		return;
	}
	if (inlining_is_row(p, n)) {
		fprintf(out, "Its code is inlined into its callers. The time is that of its source "
			"lines.\nImage: %s\n", p->images[f->image].path);
		return;
	}
	if (inlining_has_instances(p, n))
		fprintf(out, "Some of its code is inlined into its callers, and counts here.\n");
	fprintf(out, "Code: 0x%llx to 0x%llx of %s%s\n", (unsigned long long)f->lo,
		(unsigned long long)f->hi, p->images[f->image].path,
		f->is_static ? ", local to its source file" : "");
	if (f->is_profiler)
		fprintf(out, "It belongs to the profiler: its time is the cost of being profiled.\n");
}

static void
explain_self(struct view_context *ctx, uint32_t n, bool is_cycle, FILE *out)
{
	const struct node *node = &ctx->graph->nodes[n];
	char time[2 * FIGURE], part[FIGURE], all[FIGURE], period[FIGURE], found[FIGURE];
	/* The value of each sample; 0: samples differ in value. */
	double each = ctx->scale.weight;
	double sampled = graph_time(ctx->graph, n);
	double samples = each > 0 ? sampled / each : sampled;

	if (!ctx->has_time) {
		fprintf(out, "Time: the profile holds no samples.\n");
		return;
	}
	figure_samples(found, samples);
	if (graph_fract(ctx->graph, n) == 0) {
		fprintf(out, "Self: not counted. Sampled: %s sample%s in %s.\n",
			found, samples == 1 ? "" : "s",
			is_cycle ? "the code of its members" : "this code");
		return;
	}
	figure_sampled(time, &ctx->scale, node->self);
	figure_percent(part, node->self, ctx->graph->total, 2);
	figure_spoken64(all, &ctx->scale, ctx->graph->total, ctx->graph->total64);
	figure_spoken(period, &ctx->scale, each);
	if (each == 0) {
		fprintf(out, "Self: %s, %s %% of %s. Sampled.\n", time, part, all);
		return;
	}
	fprintf(out, "Self: %s, %s %% of %s. Sampled: %s sample%s in %s. ",
		time, part, all, found, samples == 1 ? "" : "s",
		is_cycle ? "the code of its members" : "this code");
	if (bounds_counts_in_part(ctx->graph, n))
		fprintf(out, "The share of excluded callers does not count; it is estimated "
			"from the number of calls. ");
	if (samples != floor(samples))
		fprintf(out, "Some samples are shared with neighbouring code. ");
	if (sampled > 0)
		fprintf(out, "The error is %s times the square root of the number of samples.\n", period);
	else
		fprintf(out, "The true time may still be up to about three periods of %s.\n", period);
}

static void
explain_total(struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct node *node = &ctx->graph->nodes[n];
	const struct bound *bound = &ctx->graph->bounds[n];
	char total[2 * FIGURE], part[FIGURE], lo[FIGURE], hi[FIGURE];

	if (!ctx->has_time || graph_fract(ctx->graph, n) == 0)
		return;
	if (bounds_have_few_calls(ctx->graph, bound)) {
		describe_few_calls_full(ctx, bound, out);
		return;
	}
	if (bound->certainty == CERTAIN)
		figure_sampled(total, &ctx->scale, node->self + node->children);
	else
		figure_spoken(total, &ctx->scale, node->self + node->children);
	figure_percent(part, node->self + node->children, ctx->graph->total, 1);
	fprintf(out, "Total, with what it calls: %s%s, %s %%. ",
		bound->certainty == CERTAIN ? "" : "about ", total, part);
	if (node->children <= 0 && bound->certainty == CERTAIN)
		fprintf(out, "No time was seen in its callees.\n");
	else if (bound->certainty == CERTAIN)
		fprintf(out, "Sampled, not estimated: every function that it calls, directly or indirectly, "
			"is called from nowhere else.\n");
	else {
		figure_spoken(lo, &ctx->scale, bound->lo);
		figure_spoken(hi, &ctx->scale, bound->hi);
		fprintf(out, "Estimated%s: the time of callees with other callers is shared among "
			"their callers in proportion to the calls%s. Without the sampling error, "
			"the total lies between %.*s and %s.\n",
			bound->certainty == CYCLE_ESTIMATED ? " in a cycle that exclusions broke up" : "",
			ctx->graph->excluded_calls != NULL ? " that are not excluded" : "",
			figure_number_length(lo), lo, hi);
	}
}

/* Returns the reason why a count of calls may be too low, as the end of a sentence, or "" if there
 * is no reason. */
static const char *
lost_calls(const struct view_context *ctx)
{
	if (ctx->profile->calls_lost)
		return "; there may have been more, as the table of calls was full";
	return ctx->profile->can_run_threads ? "; too low if several threads ran at once" : "";
}

static void
explain_calls(struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct node *node = &ctx->graph->nodes[n];
	uint64_t self_calls = graph_self_calls(ctx->graph, n);
	char self[FIGURE], total[FIGURE], excluded[64] = "";
	struct cost cost = cost_of_node(ctx, n);
	bool is_cycle = view_context_is_cycle(ctx, n);

	if (cost.excluded_calls > 0)
		snprintf(excluded, sizeof(excluded), ", without the %llu excluded calls",
			(unsigned long long)cost.excluded_calls);
	else if (node->calls == 0 && self_calls == 0) {
		fprintf(out, "Calls: none counted; %s.\n",
			is_cycle ? "nothing outside calls it" : describe_spontaneous(ctx, n));
		return;
	}
	fprintf(out, "Calls: %llu from %s, %llu %s%s. Counted, not sampled%s.\n",
		(unsigned long long)node->calls, is_cycle ? "outside" : "others",
		(unsigned long long)self_calls,
		is_cycle ? "between its members" : "from itself", excluded, lost_calls(ctx));
	figure_each(self, &ctx->scale, node->self, cost_counted_calls(&cost));
	figure_each(total, &ctx->scale, cost_total(&cost), cost_counted_calls(&cost));
	if (self[0] || total[0])
		fprintf(out, total[0] || !cost.lacks_total
			? "Per call%s, on average: %s in itself, %s%s with what it calls.\n"
			: "Per call%s, on average: %s in itself.\n",
			!is_cycle && self_calls > 0
				? " from others, including recursive calls below it" : "",
			self[0] ? self : "too little to see",
			cost.certainty == CERTAIN ? "" : cost.lacks_total ? "at least " : "about ",
			total[0] ? total : "too little to see");
	if (!is_cycle && ctx->profile->outside != NULL && ctx->profile->outside[n] > 0)
		fprintf(out, "%llu of the calls came from outside every function.\n",
			(unsigned long long)ctx->profile->outside[n]);
	else if (!is_cycle && !has_caller(ctx, n))
		fprintf(out, "No caller: %s.\n", describe_spontaneous(ctx, n));
}

void
describe_node_full(struct view_context *ctx, uint32_t n, FILE *out)
{
	uint32_t cycle = ctx->graph->nodes[n].cycle;
	bool is_cycle = view_context_is_cycle(ctx, n);

	explain_name(ctx, n, out);
	if (graph_is_difference(ctx->graph)) {
		describe_sides_full(ctx, n, NOBODY, out);
		return;
	}
	if (profile_has(ctx->profile, HAS_TOTALS)) {
		describe_known_node_full(ctx, n, out);
		outliercell_describe_full(ctx, n, out);
		return;
	}
	if (view_context_is_excluded(ctx, n))
		fprintf(out, "It is excluded: its own time does not count. Of the time of its "
			"callees, only the share of their other callers counts.\n");
	else if (!is_cycle && graph_is_omitted(ctx->graph, n))
		fprintf(out, "It is omitted: its own time does not count. $ shows it.\n");
	explain_self(ctx, n, is_cycle, out);
	explain_calls(ctx, n, out);
	if (ctx->has_time && cycle != NOBODY && graph_fract(ctx->graph, n) > 0)
		describe_cycle_member_full(ctx, n, out);
	else
		explain_total(ctx, n, out);
	spreadcell_describe_full(ctx, n, out);
	outliercell_describe_full(ctx, n, out);
	if (cycle != NOBODY)
		fprintf(out, "It is in %s, [%u]: mutually recursive functions. Calls "
			"between them propagate no time.\n", view_context_name(ctx, cycle),
			ctx->graph->nodes[cycle].index);
	if (is_cycle)
		fprintf(out, "Its members are mutually recursive: only the time of all of them "
			"together can be propagated to callers.\n");
}

/* Explains the number of calls of ARC, and their percentage of all calls of the callee or of its
 * cycle.  ARC must not be a possible call. */
static void
explain_arc_count(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint64_t count = profile_arc_calls(ctx->profile, arc);
	uint32_t whole = graph_cycle_or_self(ctx->graph, a->callee);
	uint64_t calls = ctx->graph->nodes[whole].calls;
	char part[FIGURE];

	if (inlining_is_arc(ctx->profile, arc))
		fprintf(out, "Code of the callee is inlined into the caller. How often this code ran "
			"is not counted.\n");
	if (count == 0 && inlining_is_arc(ctx->profile, arc))
		return;
	fprintf(out, "%llu time%s", (unsigned long long)count, count == 1 ? "" : "s");
	if (calls > 0 && !graph_is_inner(ctx->graph, arc)) {
		figure_plain(part, 100 * (double)count / (double)calls, 3);
		fprintf(out, ", %s %% of %llu call%s%s", part, (unsigned long long)calls,
			calls == 1 ? "" : "s",
			whole != a->callee ? " of its cycle from outside" : "");
	}
	fprintf(out, ". Counted, not sampled%s.\n", lost_calls(ctx));
	if (whole != a->callee && !graph_is_inner(ctx->graph, arc))
		fprintf(out, "The callee is a member of %s: times, and the number of all calls, are "
			"those of the whole cycle.\n",
			view_context_name(ctx, whole));
}

/* Explains the time that ARC propagates, and how reliable this time is. */
static void
explain_share(struct view_context *ctx, uint32_t arc, FILE *out)
{
	struct share share = graph_share(ctx->graph, arc);
	struct bound bound = bounds_of_arc(ctx->graph, arc);
	char self[FIGURE], child[FIGURE], lo[FIGURE], hi[FIGURE];

	if (bounds_have_few_calls(ctx->graph, &bound)) {
		describe_few_calls_full(ctx, &bound, out);
		return;
	}
	figure_spoken(self, &ctx->scale, share.self);
	figure_spoken(child, &ctx->scale, share.children);
	figure_spoken(lo, &ctx->scale, bound.lo);
	figure_spoken(hi, &ctx->scale, bound.hi);
	fprintf(out, "Propagated to the caller: %s of self time, %s of children. ", self, child);
	if (bound.certainty == CERTAIN)
		fprintf(out, "Sampled, not estimated: %s.\n",
			inlining_is_arc(ctx->profile, arc) ? "the code belongs to the caller"
			: "all calls come from here");
	else if (inlining_is_arc(ctx->profile, arc))
		fprintf(out, "The self time is sampled, the time of calls is estimated. Without the "
			"sampling error, the time lies between %.*s and %s.\n",
			figure_number_length(lo), lo, hi);
	else
		fprintf(out, "Estimated: the time of the callee is shared among its callers in "
			"proportion to the calls, as if every call took the same time. Without "
			"the sampling error, the time lies between %.*s and %s.\n",
			figure_number_length(lo), lo, hi);
}

void
describe_arc_full(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];

	assert(arc < ctx->profile->narcs);
	fprintf(out, "[%u] %s\n", ctx->graph->nodes[a->caller].index,
		view_context_name(ctx, a->caller));
	fprintf(out, "calls [%u] %s\n", ctx->graph->nodes[a->callee].index,
		view_context_name(ctx, a->callee));
	if (profile_is_possible(ctx->profile, arc)) {
		fprintf(out, "A possible call: it is in the code, and %s.\n", ctx->profile->has_arcs
			? "was not seen to happen" : "its calls were not counted");
		return;
	}
	if (graph_is_difference(ctx->graph)) {
		describe_sides_full(ctx, a->callee, arc, out);
		return;
	}
	if (profile_has(ctx->profile, HAS_TOTALS)) {
		describe_known_arc_full(ctx, arc, out);
		return;
	}
	explain_arc_count(ctx, arc, out);
	if (view_context_is_arc_excluded(ctx, arc))
		fprintf(out, "These calls are excluded: they propagate no time.\n");
	else if (graph_is_inner(ctx->graph, arc))
		describe_cycle_arc_full(ctx, arc, out);
	else if (ctx->has_time && graph_fract(ctx->graph, a->caller) == 0)
		fprintf(out, "The caller does not count: its calls propagate no time.\n");
	else if (ctx->has_time)
		explain_share(ctx, arc, out);
}
