/* describe_cycle.c - members of cycles and calls inside cycles in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_cycle.h"

#include "columns/cells.h"
#include "figures/bounds.h"
#include "table/cost.h"
#include "text/figures.h"

/* A struct cycle_figure as text.  .total is cycle_figure.samples as a time, .part is the same in
 * percent of all time. */
struct words {
	char total[FIGURE], part[FIGURE], lo[FIGURE], hi[FIGURE], least[FIGURE], most[FIGURE];
};

static struct words
words_of(const struct view_context *ctx, const struct cycle_figure *f)
{
	struct words w;

	figure_spoken(w.total, &ctx->scale, f->samples);
	figure_percent(w.part, f->samples, ctx->graph->total, 1);
	figure_spoken(w.lo, &ctx->scale, f->lo);
	figure_spoken(w.hi, &ctx->scale, f->hi);
	figure_spoken(w.least, &ctx->scale, f->least);
	figure_spoken(w.most, &ctx->scale, f->most);
	return w;
}

/* B are the bounds of a time that comes from cycles.  Writes the number of calls that enter these
 * cycles. */
static void
write_cycle_calls(const struct bound *b, FILE *out)
{
	if (b->cycle_calls < 0.5F)
		fprintf(out, "less than one call");
	else
		fprintf(out, "%.0f call%s", (double)b->cycle_calls,
			b->cycle_calls < 1.5F ? "" : "s");
}

void
describe_few_calls_brief(const struct view_context *ctx, const struct bound *b, FILE *out)
{
	char lo[FIGURE], hi[FIGURE];

	figure_spoken(lo, &ctx->scale, b->lo);
	figure_spoken(hi, &ctx->scale, b->hi);
	fprintf(out, "%.*s to %s with callees\tby ", figure_number_length(lo), lo, hi);
	write_cycle_calls(b, out);
	fprintf(out, " into a cycle: may be all of it or none\t");
}

/* Writes the difference of the greatest and the least estimate of F, in percent of all time. */
static void
write_spread(const struct view_context *ctx, const struct cycle_figure *f, FILE *out)
{
	char spread[FIGURE];

	figure_percent(spread, f->most - f->least, ctx->graph->total, 0);
	fprintf(out, "estimates differ by %s %%\t", spread);
}

void
describe_cycle_member_brief(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct cycle_figure f = cycle_estimate_of_member(view_context_estimate(ctx), n);
	struct words w = words_of(ctx, &f);
	const struct bound *cycle = &ctx->graph->bounds[ctx->graph->nodes[n].cycle];
	enum certainty certainty = f.is_whole ? cycle->certainty : CYCLE_ESTIMATED;
	char total[2 * FIGURE];

	if (f.is_whole && bounds_have_few_calls(ctx->graph, cycle)) {
		describe_few_calls_brief(ctx, cycle, out);
		return;
	}
	if (certainty == CERTAIN) {
		figure_sampled(total, &ctx->scale, f.samples);
		fprintf(out, "%s with callees, sampled\t", total);
		return;
	}
	if (f.trust != CYCLE_TRUSTED)
		fprintf(out, "%.*s to %s with callees\t", figure_number_length(w.lo), w.lo, w.hi);
	switch (f.trust) {
	case CYCLE_TRUSTED:
		fprintf(out, "%s%s with callees (%.*s to %.*s)\t", cell_estimate_mark(certainty),
			w.total, figure_number_length(w.lo), w.lo, figure_number_length(w.hi),
			w.hi);
		break;
	case CYCLE_DISAGREE:
		write_spread(ctx, &f, out);
		break;
	case CYCLE_RARE:
		fprintf(out, "may be all of it or none\t");
		break;
	case CYCLE_TOO_LARGE:
		fprintf(out, "no estimate: the cycle is too large\t");
		break;
	case CYCLE_STOPPED:
		fprintf(out, "no estimate: stopped\t");
		break;
	}
}

/* Writes why there is no estimate of F, or nothing if there is an estimate.  W is F as text. */
static void
explain_absence(const struct cycle_figure *f, const struct words *w, FILE *out)
{
	switch (f->trust) {
	case CYCLE_TRUSTED:
		break;
	case CYCLE_DISAGREE:
		fprintf(out, "There is no estimate that can be trusted: the ways to compute one "
			"from the calls yield %.*s to %s. ", figure_number_length(w->least), w->least,
			w->most);
		break;
	case CYCLE_RARE:
		fprintf(out, "With so few calls it may be on the stack for all of the time or for "
			"none. ");
		break;
	case CYCLE_TOO_LARGE:
		fprintf(out, "It is not estimated, because the cycle is too large. ");
		break;
	case CYCLE_STOPPED:
		fprintf(out, "It is not estimated, because you stopped the work. ");
		break;
	}
}

static void
explain_remedy(const struct view_context *ctx, FILE *out)
{
	const char *recording = ctx->profile->recording;

	fprintf(out, "Only measured stacks can tell how much it is: gprowse %s.\n",
		recording != NULL ? recording : "record");
}

void
describe_few_calls_full(const struct view_context *ctx, const struct bound *b, FILE *out)
{
	char lo[FIGURE], hi[FIGURE];

	figure_spoken(lo, &ctx->scale, b->lo);
	figure_spoken(hi, &ctx->scale, b->hi);
	fprintf(out, "Total, with callees: between %.*s and %s, without the sampling error. Only ",
		figure_number_length(lo), lo, hi);
	write_cycle_calls(b, out);
	fprintf(out, ", direct or indirect, lead%s from here into a cycle that has other callers. "
		"So few calls may have all of the cycle's time or none. ",
		b->cycle_calls < 1.5F ? "s" : "");
	explain_remedy(ctx, out);
}

void
describe_cycle_member_full(struct view_context *ctx, uint32_t n, FILE *out)
{
	struct cycle_figure f = cycle_estimate_of_member(view_context_estimate(ctx), n);
	const struct bound *cycle = &ctx->graph->bounds[ctx->graph->nodes[n].cycle];
	struct words w = words_of(ctx, &f);
	char total[2 * FIGURE];

	if (f.is_whole && bounds_have_few_calls(ctx->graph, cycle)) {
		describe_few_calls_full(ctx, cycle, out);
		return;
	}
	if (f.is_whole && cycle->certainty == CERTAIN) {
		figure_sampled(total, &ctx->scale, f.samples);
		fprintf(out, "Total, with what it calls: %s, %s %%, the time of the whole cycle: "
			"every call from outside comes to it first. Sampled, not estimated.\n", total,
			w.part);
		return;
	}
	if (f.is_whole) {
		fprintf(out, "Total, with what it calls: about %s, %s %%, the time of the whole cycle: "
			"every call from outside comes to it first. Without the sampling error, the "
			"total lies between %.*s and %s.\n", w.total, w.part, figure_number_length(w.lo), w.lo,
			w.hi);
		return;
	}
	if (f.trust == CYCLE_TRUSTED)
		fprintf(out, "Total, with what it calls: about %s, %s %%. Estimated in a cycle, from "
			"the calls between its members: the ways to compute it yield %.*s to %s. The "
			"estimate is often wrong by some percent of all time. Without the sampling "
			"error, the total lies between %.*s and %s. ", w.total, w.part,
			figure_number_length(w.least), w.least, w.most,
			figure_number_length(w.lo), w.lo, w.hi);
	else
		fprintf(out, "Total, with what it calls: between %.*s and %s, without the sampling "
			"error. ", figure_number_length(w.lo), w.lo, w.hi);
	explain_absence(&f, &w, out);
	explain_remedy(ctx, out);
}

void
describe_cycle_arc_brief(struct view_context *ctx, uint32_t arc, FILE *out)
{
	struct cost cost = cost_of_arc(ctx, arc);
	struct cycle_figure f;
	struct words w;

	if (!cost.has_time)
		return;
	f = cycle_estimate_of_arc(view_context_estimate(ctx), arc);
	w = words_of(ctx, &f);
	fprintf(out, "%s%s (%.*s to %.*s)\t", cell_estimate_mark(CYCLE_ESTIMATED), w.total,
		figure_number_length(w.lo), w.lo, figure_number_length(w.hi), w.hi);
}

void
describe_cycle_arc_full(struct view_context *ctx, uint32_t arc, FILE *out)
{
	const struct arc *a = &ctx->profile->arcs[arc];
	struct cycle_figure f;
	struct words w;

	if (a->caller == a->callee) {
		fprintf(out, "A function's calls of itself propagate no time.\n");
		return;
	}
	fprintf(out, "Both are in %s: calls inside a cycle propagate no time. ",
		view_context_name(ctx, graph_cycle_or_self(ctx->graph, a->callee)));
	if (!ctx->has_time) {
		fputc('\n', out);
		return;
	}
	f = cycle_estimate_of_arc(view_context_estimate(ctx), arc);
	w = words_of(ctx, &f);
	if (f.trust == CYCLE_TRUSTED)
		fprintf(out, "Time during which these calls are on the stack: about %s, %s %%. "
			"Estimated in a cycle, from the calls between its members: the ways to "
			"compute it yield %.*s to %s. ", w.total, w.part, figure_number_length(w.least),
			w.least, w.most);
	explain_absence(&f, &w, out);
	explain_remedy(ctx, out);
}
