/* describe_known.c - functions and calls of profiles whose totals are known, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_known.h"

#include <math.h>
#include <string.h>

#include "columns/cells.h"
#include "figures/series.h"
#include "lookup/eventratios.h"
#include "measured/measured.h"
#include "table/cost.h"
#include "words/describe_addresses.h"

/* What figures are, in a profile of stacks and in one of costs of calls. */
static const struct known_words {
	const char *outermost, *self, *no_self, *total, *total_of_calls, *no_calls;
	const char *excluded, *excluded_calls;
} stacks = {
	.outermost = "outermost frame: stacks begin with it",
	.self = "the stacks that end in it", .no_self = "no stack ends in it",
	.total = "the stacks that contain it, each once",
	.total_of_calls = "the stacks in which the caller calls the callee, each once",
	.no_calls = "not counted. Only calls of functions that were compiled with -pg, "
		"-mfentry or -finstrument-functions are counted",
	.excluded = "stacks that contain it do not count",
	.excluded_calls = "in stacks with such a call, only the frames from the callee on count",
}, costs = {
	.outermost = "no caller recorded: the file has no call of it",
	.self = "the cost of its own code", .no_self = "the cost of its own code",
	.total = "self and the recorded cost of its calls",
	.total_of_calls = "the recorded cost of these calls, with all that they called",
	.no_calls = "none recorded",
	.excluded = "its cost does not count", .excluded_calls = "their cost does not count",
};

static const struct known_words *
words_of(const struct view_context *ctx)
{
	return profile_has(ctx->profile, HAS_STACKS) ? &stacks : &costs;
}

const char *
describe_known_outermost(const struct view_context *ctx)
{
	return profile_has(ctx->profile, HAS_CALLERS) ? words_of(ctx)->outermost
		: "calls are not recorded";
}

/* Returns the mark before the total of COST. */
static const char *
mark_of(const struct cost *cost)
{
	return cell_estimate_mark(cost->certainty == CERTAIN || cost->certainty == IMPOSSIBLE
		? cost->certainty : SHARED);
}

void
describe_known_total_brief(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct cost cost = cost_of_node(ctx, n);
	char total[2 * FIGURE], hi[FIGURE];

	if (!cost.has_time)
		return;
	if (cost.lacks_total) {
		figure_spoken(total, &ctx->scale, cost.lo);
		figure_spoken(hi, &ctx->scale, cost.hi);
		if (cost.hi > 0)
			fprintf(out, "%.*s to %s with callees\t", figure_number_length(total),
				total, hi);
		return;
	}
	if (cost.children == 0)
		return;
	cost_total_text(total, ctx, &cost);
	fprintf(out, "%s%s with callees\t", mark_of(&cost), total);
}

/* Explains how reliable the self time and the total of a node are. */
static void
explain_reliability(const struct view_context *ctx, FILE *out)
{
	const struct measured *m = ctx->profile->measured;
	char each[FIGURE];

	if (m->estimated)
		fprintf(out, "Totals are estimates, as the file says%s%s.\n",
			m->estimated_why != NULL ? ": " : "",
			m->estimated_why != NULL ? m->estimated_why : "");
	if (graph_event(ctx->graph)->is_sampled && ctx->graph->total == 0) {
		fprintf(out, "No samples were taken, so no times are known.\n");
	} else if (ctx->scale.weight > 0) {
		figure_spoken(each, &ctx->scale, ctx->scale.weight);
		fprintf(out, "These figures are sampled. The error is %s%sthe square root of the number of "
			"samples.\n", ctx->scale.weight == 1 ? "" : each,
			ctx->scale.weight == 1 ? "" : " times ");
	} else if (ctx->graph->node_variances != NULL)
		fprintf(out, "These figures are sampled. Samples differ in value: the error is the square "
			"root of the sum of their squares%s.\n", graph_event(ctx->graph)->favours_large
			? ", and less for what is almost always recorded, such as large objects"
			: "");
	else if (graph_event(ctx->graph)->is_sampled)
		fprintf(out, "These figures are sampled. The file does not say from how many samples, so "
			"their error is not known.\n");
	else if (graph_event(ctx->graph)->is_unsaid && strcmp(m->format, "folded") == 0)
		fprintf(out, "The file does not say whether its numbers are samples. If they are, "
			"--counts=samples adds the error.\n");
	else if (graph_event(ctx->graph)->is_unsaid)
		fprintf(out, "The file does not say whether these figures are sampled or counted.\n");
	else
		fprintf(out, "These figures are counted, not sampled.\n");
}

static void
explain_self(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct cost cost = cost_of_node(ctx, n);
	char time[2 * FIGURE], part[FIGURE], all[FIGURE];

	cost_self_text(time, ctx, &cost);
	figure_percent(part, cost.self, ctx->graph->total, 2);
	figure_spoken64(all, &ctx->scale, ctx->graph->total, ctx->graph->total64);
	if (*part == '\0') {
		fprintf(out, "Self: %s.\n", time);
		return;
	}
	fprintf(out, "Self: %s, %s %% of %s: %s.\n", time, part, all, cost.self == 0
		? words_of(ctx)->no_self : words_of(ctx)->self);
}

/* Explains the total COST of node N, which contradicts other costs. */
static void
explain_impossible(struct view_context *ctx, uint32_t n, const struct cost *cost, FILE *out)
{
	const struct graph *g = ctx->graph;
	double all = graph_node_time(&g->nodes[n]), paid = 0;
	char total[FIGURE], part[FIGURE], callers[FIGURE], whole[FIGURE];

	for (uint32_t a = 0; a < g->profile->narcs; a++)
		if (graph_cycle_or_self(g, g->profile->arcs[a].callee) == n
		    && !graph_is_inner(g, a) && g->in.costs[a] > 0)
			paid += g->in.costs[a];
	figure_spoken(total, &ctx->scale, cost->self + cost->children);
	figure_percent(part, cost->self + cost->children, g->total, 1);
	figure_spoken(callers, &ctx->scale, paid);
	figure_spoken(whole, &ctx->scale, g->total);
	fprintf(out, "Total: %s, %s %% of %s: impossible. ", total, part, whole);
	if (paid > all && g->contradicted != NULL)
		fprintf(out, "Its callers paid %s for it.", callers);
	else if (graph_is_above_all(g, all))
		fprintf(out, "No function has more than all costs.");
	else
		fprintf(out, "It has calls that cost more than their callees have, or less than 0.");
	fprintf(out, " The costs in the file contradict each other.\n");
}

static void
explain_total(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct cost cost = cost_of_node(ctx, n);
	char total[2 * FIGURE], part[FIGURE], hi[FIGURE];

	if (!profile_has(ctx->profile, HAS_CALLERS)) {
		fprintf(out, "Total: not known. The file has only own costs, as cachegrind writes them.\n");
		return;
	}
	if (cost.lacks_total) {
		figure_spoken(total, &ctx->scale, cost.lo);
		figure_spoken(hi, &ctx->scale, cost.hi);
		fprintf(out, "Total: not known");
		if (cost.hi > 0)
			fprintf(out, ", from %.*s to %s", figure_number_length(total), total, hi);
		fprintf(out, ". The costs of calls inside a cycle count the same work more than once. So "
			"only the whole cycle has a total.\n");
		return;
	}
	cost_total_text(total, ctx, &cost);
	figure_percent(part, cost.self + cost.children, ctx->graph->total, 1);
	if (*part == '\0') {
		fprintf(out, "Total: %s.\n", total);
		return;
	}
	if (cost.certainty == IMPOSSIBLE) {
		explain_impossible(ctx, n, &cost, out);
		return;
	}
	if (cost.certainty != CERTAIN && !ctx->profile->measured->estimated) {
		fprintf(out, "Total: about %s, %s %%. Estimated: the file does not say what calls cost "
			"without the excluded functions, so the recorded costs are divided.\n", total, part);
		return;
	}
	fprintf(out, "Total: %s%s, %s %%: %s.\n", cost.certainty == CERTAIN ? "" : "about ", total, part,
		graph_unowned(ctx->graph, n) > 0 ? "what its callers paid, which is more than the file "
		"has of it"
		: view_context_is_cycle(ctx, n) ? "self of its members and the recorded cost of the calls "
		"that leave the cycle" : words_of(ctx)->total);
}

/* Explains why the profile has no number of calls of a function, or of calls by one caller. */
static void
explain_no_calls(const struct view_context *ctx, FILE *out)
{
	if (!profile_has(ctx->profile, HAS_CALLERS))
		fprintf(out, "Calls: not recorded.\n");
	else if (!profile_has(ctx->profile, HAS_COUNTS))
		fprintf(out, "Calls: not recorded. Stacks do not say how often a function was called.\n");
	else
		fprintf(out, "Calls: %s.\n", words_of(ctx)->no_calls);
}

static void
explain_calls(const struct view_context *ctx, uint32_t n, FILE *out)
{
	uint64_t calls = ctx->graph->nodes[n].calls, self_calls = graph_self_calls(ctx->graph, n);
	bool is_cycle = view_context_is_cycle(ctx, n);

	if (calls == 0 && self_calls == 0)
		explain_no_calls(ctx, out);
	else
		fprintf(out, "Calls, counted: %llu from %s, %llu %s.\n",
			(unsigned long long)calls, is_cycle ? "outside" : "others",
			(unsigned long long)self_calls,
			is_cycle ? "between its members" : "from itself");
}

/* Explains which part of the total of function F comes from stacks that begin with F, and why the
 * times of the callers of F may add up to more than this total.  The profile must have stacks. */
static void
explain_callers(struct view_context *ctx, uint32_t f, FILE *out)
{
	const struct profile *p = ctx->profile;
	const struct graph *g = ctx->graph;
	double total = graph_node_time(&g->nodes[f]), root = g->root_times[f], callers = root;
	char text[FIGURE];

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
		struct share share = graph_share(g, profile_arc(&p->in, i));

		callers += share.self + share.children;
	}
	figure_spoken(text, &ctx->scale, root);
	if (root != 0 && fabs(root - total) > 1e-9 * fabs(total))
		fprintf(out, "No caller in %s of the total: these stacks begin with it.\n", text);
	else if (root != 0)
		fprintf(out, "No caller: every stack that contains it begins with it.\n");
	figure_spoken(text, &ctx->scale, callers);
	if (callers / total > 1 + 1e-9)
		fprintf(out, "Its callers add up to %s, more than the total, because it is recursive: "
			"a stack counts for every caller in it.\n", text);
}

static void
explain_inlined(const struct view_context *ctx, const struct series *v, FILE *out)
{
	char text[FIGURE];

	figure_spoken(text, &ctx->scale, ctx->profile->inlined ? v->inlined_total
		: v->inlined_self);
	if (ctx->profile->inlined && v->inlined_total != 0)
		fprintf(out, "Inlined: in %s of the total, it was inlined into a caller.\n", text);
	else if (!ctx->profile->inlined && v->inlined_self != 0)
		fprintf(out, "Inlined: %s of self are in functions that were inlined into it. L shows "
			"them as functions of their own.\n", text);
}

/* Writes VALUE, a value of event E, which is SUM64 modulo 2^64 (sum64.h), to TEXT with its unit. */
static void
event_text(char text[2 * FIGURE], const struct measured_event *e, double value, uint64_t sum64)
{
	struct scale bytes = figure_scale_measured(figure_scale(0, fabs(value), 0, 's'), 0, 0,
		e->unit);
	double rate = bytes.is_bytes ? bytes.rate : measured_event_rate(e);
	bool has_unit = *e->unit != '\0' && strcmp(e->unit, "count") != 0;
	char number[FIGURE];

	if (rate > 0) {
		figure_plain(number, fabs(value) / rate, 4);
		snprintf(text, 2 * FIGURE, "%s%s %s", value < 0 ? "-" : "", number,
			bytes.is_bytes ? bytes.symbol : "s");
	} else {
		if (!sum64_text(number, value, sum64))
			snprintf(number, sizeof(number), fabs(value) < SUM64_EXACT ? "%.0f" : "%.11g",
				value);
		snprintf(text, 2 * FIGURE, "%s%s%.40s", number, has_unit ? " " : "",
			has_unit ? e->unit : "");
	}
}

/* Writes the values of event I in V: self if HAS_SELF is set, total if HAS_TOTAL is set. */
static void
explain_event(const struct view_context *ctx, const struct series *v, uint32_t i,
	bool has_self, bool has_total, FILE *out)
{
	const struct measured_event *e = &ctx->profile->measured->events[i];
	char self[2 * FIGURE], total[2 * FIGURE], self_part[FIGURE], total_part[FIGURE];

	event_text(self, e, v->events[i].self, v->events[i].sums64.self);
	event_text(total, e, v->events[i].total, v->events[i].sums64.total);
	figure_percent(self_part, v->events[i].self, v->events[i].amount, 2);
	figure_percent(total_part, v->events[i].total, v->events[i].amount, 1);
	fprintf(out, "Event %s:", e->name);
	if (has_self)
		fprintf(out, " self %s (%s %%)%s", self, *self_part ? self_part : "-",
			has_total ? "," : "");
	if (has_total)
		fprintf(out, " total %s (%s%s %%)", total, ctx->graph->unowned != NULL
			&& fabs(v->events[i].total) > v->events[i].amount * GRAPH_ROUNDING
			? cell_estimate_mark(IMPOSSIBLE) : "", *total_part ? total_part : "-");
	fprintf(out, ".\n");
}

/* Writes the ratio R to TEXT.  PART and WHOLE are the values of its two events.  Writes "-" if
 * WHOLE is not more than 0, or if the ratio is less than 0. */
static void
ratio_text(char text[FIGURE], const struct measured *m, const struct event_ratio *r, double part,
	double whole)
{
	double rate = measured_event_rate(&m->events[r->part]);
	double value = part / whole * (r->is_percent ? 100 : 1) / (rate > 0 ? rate : 1);

	if (!(whole > 0) || !(value >= 0) || !isfinite(value)) {
		snprintf(text, FIGURE, "-");
		return;
	}
	figure_plain(text, value, 3);
	strcat(text, r->is_percent ? " %" : rate > 0 ? " s" : "");
}

/* Writes the values V of all events, if there are several, and the ratios of eventratios_at().
 * HAS_SELF and HAS_TOTAL are as for explain_event(). */
static void
explain_events(const struct view_context *ctx, const struct series *v, bool has_self,
	bool has_total, FILE *out)
{
	const struct measured *m = ctx->profile->measured;
	char self[FIGURE], total[FIGURE], all[FIGURE];
	struct event_ratio r;

	for (uint32_t i = 0; m->nevents > 1 && i < m->nevents; i++)
		if (v->events[i].amount != 0)
			explain_event(ctx, v, i, has_self, has_total, out);
	for (uint32_t i = 0; eventratios_at(m, i, &r); i++) {
		const struct series_value *part = &v->events[r.part], *whole = &v->events[r.whole];

		ratio_text(self, m, &r, part->self, whole->self);
		ratio_text(total, m, &r, part->total, whole->total);
		ratio_text(all, m, &r, part->all, whole->all);
		fprintf(out, "%c%s:", r.name[0] & ~0x20, r.name + 1);
		if (has_self)
			fprintf(out, " %s in itself,", self);
		if (has_total)
			fprintf(out, " %s with callees,", total);
		fprintf(out, " %s in the whole profile.\n", all);
	}
}

/* Writes the names of the parts of the profile with the greatest values, three parts at most.
 * Writes nothing if there are fewer than two parts, or if some values are above 0 and others are
 * below 0.  Clears elements of V->by_part. */
static void
explain_parts(const struct view_context *ctx, const struct series *v, FILE *out)
{
	enum { MOST = 3 };
	const struct measured *m = ctx->profile->measured;
	double sum = 0, sizes = 0;
	char part[FIGURE];

	for (uint32_t i = 0; i < m->nparts; i++) {
		sum += v->parts[i].total;
		sizes += fabs(v->parts[i].total);
	}
	if (m->nparts < 2 || sizes == 0 || fabs(sum) < sizes)
		return;
	fprintf(out, "Its total is greatest in");
	for (int k = 0; k < MOST; k++) {
		uint32_t most = 0;

		for (uint32_t i = 0; i < m->nparts; i++)
			if (fabs(v->parts[i].total) > fabs(v->parts[most].total))
				most = i;
		if (v->parts[most].total == 0)
			break;
		figure_percent(part, fabs(v->parts[most].total), sizes, 1);
		fprintf(out, "%s %s %s (%s %%)", k > 0 ? "," : "", m->parts[most].kind,
			m->parts[most].name, part);
		v->parts[most].total = 0;
	}
	fprintf(out, ".\n");
}

void
describe_known_node_full(struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct node *node = &ctx->graph->nodes[n];
	struct series v;

	if (view_context_is_excluded(ctx, n)) {
		fprintf(out, "It is excluded: %s.\n", words_of(ctx)->excluded);
		return;
	}
	if (!view_context_is_cycle(ctx, n) && graph_is_omitted(ctx->graph, n)) {
		fprintf(out, "It is omitted: stacks that contain it do not count. $ shows it.\n");
		return;
	}
	explain_self(ctx, n, out);
	explain_total(ctx, n, out);
	explain_reliability(ctx, out);
	explain_calls(ctx, n, out);
	if (ctx->graph->root_times != NULL)
		explain_callers(ctx, n, out);
	series_make(&v, ctx->graph, NOBODY, n);
	explain_inlined(ctx, &v, out);
	explain_events(ctx, &v, true, !cost_of_node(ctx, n).lacks_total, out);
	explain_parts(ctx, &v, out);
	series_release(&v);
	describe_addresses(ctx, n, out);
	if (node->cycle != NOBODY)
		fprintf(out, "It is in %s, [%u]: mutually recursive functions.\n",
			view_context_name(ctx, node->cycle), ctx->graph->nodes[node->cycle].index);
}

void
describe_known_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint64_t count = profile_arc_calls(ctx->profile, arc);
	struct cost cost = cost_of_arc(ctx, arc);
	double callee = graph_node_time(&ctx->graph->nodes[graph_cycle_or_self(ctx->graph,
		a->callee)]);
	uint64_t all = cost.join == '/' ? cost.other : count;
	char time[2 * FIGURE], part[FIGURE];

	if (cost.has_time) {
		cost_total_text(time, ctx, &cost);
		fprintf(out, "%s%s\t", mark_of(&cost), time);
		figure_percent(part, cost.self + cost.children, callee, 1);
		if (*part)
			fprintf(out, "%s %% of the callee's total\t", part);
	} else if (graph_is_inner(ctx->graph, arc) && a->caller != a->callee) {
		fprintf(out, "inside %s: no cost\t", view_context_name(ctx,
			graph_cycle_or_self(ctx->graph, a->callee)));
	}
	if (count > 0)
		fprintf(out, "%llu of %llu call%s\t", (unsigned long long)count,
			(unsigned long long)all, all == 1 ? "" : "s");
}

/* Explains COST, which is the known time of ARC. */
static void
explain_arc_time(struct view_context *ctx, uint32_t arc, const struct cost *cost, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	char time[2 * FIGURE], part[FIGURE], all[FIGURE], self[FIGURE], children[FIGURE];

	cost_total_text(time, ctx, cost);
	figure_percent(part, cost->self + cost->children, ctx->graph->total, 1);
	figure_spoken64(all, &ctx->scale, ctx->graph->total, ctx->graph->total64);
	fprintf(out, "Total: %s%s, %s %% of %s: %s.\n", cost->certainty == CERTAIN
		|| cost->certainty == IMPOSSIBLE ? "" : "about ", time, part, all,
		cost->certainty == IMPOSSIBLE ? "impossible: it contradicts other costs in the file"
		: cost->certainty != CERTAIN ? "an estimate"
		: words_of(ctx)->total_of_calls);
	if (cost->undivided) {
		fprintf(out, "How much of it is self of %s is not recorded.\n",
			view_context_name(ctx, a->callee));
		return;
	}
	figure_spoken(self, &ctx->scale, cost->self);
	figure_spoken(children, &ctx->scale, cost->children);
	fprintf(out, "Of this, %s are self of %s, and %s are in its callees.\n", self,
		view_context_name(ctx, a->callee), children);
}

/* Explains why ARC has no time, although the arc itself is not excluded. */
static void
explain_no_time(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	uint32_t excluded = view_context_is_excluded(ctx, a->callee) ? a->callee
		: view_context_is_excluded(ctx, a->caller) ? a->caller : NOBODY;

	if (excluded != NOBODY)
		fprintf(out, "%s is excluded: its calls do not count.\n",
			view_context_name(ctx, excluded));
	else if (graph_is_inner(ctx->graph, arc))
		fprintf(out, "Both are in a cycle: the costs of calls inside a cycle count the same work "
			"more than once, and are not shown.\n");
	else if (ctx->has_time)
		fprintf(out, "These calls are reached only through excluded code.\n");
}

void
describe_known_arc_full(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	struct cost cost = cost_of_arc(ctx, arc);
	struct series v;

	if (view_context_is_arc_excluded(ctx, arc)) {
		fprintf(out, "These calls are excluded: %s.\n", words_of(ctx)->excluded_calls);
		return;
	}
	if (cost.has_time)
		explain_arc_time(ctx, arc, &cost, out);
	else
		explain_no_time(ctx, arc, out);
	if (cost.calls > 0)
		fprintf(out, "Calls, counted: %llu.\n", (unsigned long long)cost.calls);
	else
		explain_no_calls(ctx, out);
	if (!cost.has_time)
		return;
	series_make(&v, ctx->graph, a->caller, a->callee);
	explain_events(ctx, &v, profile_has(ctx->profile, HAS_STACKS), true, out);
	explain_parts(ctx, &v, out);
	series_release(&v);
}
