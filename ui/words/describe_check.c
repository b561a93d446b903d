/* describe_check.c - estimated and known shares of a function or a call in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_check.h"

#include "base/decimal.h"
#include "measured/measured.h"

/* Returns what the known shares come from: "the stacks" or "the costs of calls". */
static const char *
known_from(const struct view_context *ctx)
{
	return profile_has(ctx->check->known->profile, HAS_STACKS) ? "the stacks" : "the costs of calls";
}

/* Writes the share S to TEXT in percent, with its error if this is known, as "50.0 ±0.5 %". */
static void
share_text(char text[3 * FIGURE], const struct check_share *s)
{
	if (s->error > 0)
		snprintf(text, 3 * FIGURE, "%.1f ±%.1f %%", 100 * s->value, 100 * s->error);
	else
		snprintf(text, 3 * FIGURE, "%.1f %%", 100 * s->value);
}

/* Writes PART to TEXT in percent of WHOLE; writes "0.0 %" if WHOLE is 0. */
static void
part_text(char text[FIGURE], double part, double whole)
{
	snprintf(text, FIGURE, "%.1f %%", whole > 0 ? 100 * part / whole : 0);
}

/* Returns whether the difference of ROW is larger than the noise, in words. */
static const char *
noise_word(const struct check_row *row)
{
	return row->is_real ? "larger than the noise" : "within the noise";
}

void
describe_check_brief(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	char estimate[3 * FIGURE], known[3 * FIGURE];

	share_text(estimate, &row->estimate);
	share_text(known, &row->known);
	if (row->estimate.is_known)
		fprintf(out, "estimated %s, known %s\t%s\t", estimate, known, noise_word(row));
	else
		fprintf(out, "no reliable estimate: %.0f to %.0f %%, known %s\t",
			100 * row->estimate.lo, 100 * row->estimate.hi, known);
	if (row->estimate.is_known && row->noise > 0)
		fprintf(out, "noise up to %.1f\t", 100 * row->noise);
	if (row->caller == NOBODY && row->known_func == NOBODY)
		fprintf(out, "not in %s\t", known_from(ctx));
	else if (row->caller != NOBODY && row->known_arc == NOBODY)
		fprintf(out, "the call is not in %s\t", known_from(ctx));
	else if (row->caller != NOBODY && row->arc == NOBODY)
		fprintf(out, "no call was counted\t");
}

/* Explains which share of the callee's time the caller in ROW gets by gprof's rule, and which share
 * is known.  ROW must have an arc that is not inside a cycle. */
static void
explain_division(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	const struct sharecheck *c = ctx->check;
	const struct graph *g = c->estimate;
	uint32_t whole = graph_cycle_or_self(g, row->func);
	const char *caller = view_context_name(ctx, row->caller);
	char part[FIGURE], known[FIGURE], calls[DECIMAL_GROUPED], all[DECIMAL_GROUPED];
	double time = 0;

	if (row->known_func != NOBODY)
		time = graph_node_time(&c->known->nodes[row->known_func]) / c->known->total;
	part_text(part, graph_arc_part(g, row->arc), 1);
	part_text(known, row->known.value, time);
	fprintf(out, "gprof's rule gives %s %s of the time of %s, because it made %s of %s calls; "
		"%s show %s.\n", caller, part, view_context_name(ctx, whole),
		decimal_grouped(calls + sizeof(calls), graph_calls(g, row->arc)),
		decimal_grouped(all + sizeof(all), g->nodes[whole].calls), known_from(ctx), known);
}

static void
explain_call(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	const struct graph *g = ctx->check->estimate;
	const char *caller = view_context_name(ctx, row->caller);
	const char *callee = view_context_name(ctx, row->func);

	if (row->arc == NOBODY)
		fprintf(out, "No calls from %s to %s were counted, so gprof's rule gives these calls "
			"no time. In %s, there are calls from %s to %s.\n", caller, callee, known_from(ctx),
			caller, callee);
	else if (graph_is_inner(g, row->arc))
		fprintf(out, "%s and %s are in one cycle. gprof's rule divides no time inside a "
			"cycle: the estimate is gprowse's.\n", caller, callee);
	else
		explain_division(ctx, row, out);
}

static void
explain_function(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	const struct sharecheck *c = ctx->check;
	const struct node *here = &c->estimate->nodes[row->func];
	const char *name = view_context_name(ctx, row->func);

	fprintf(out, "By the samples, %.1f %% of the time is in the code of %s.",
		100 * here->self / c->estimate->total, name);
	if (here->cycle != NOBODY)
		fprintf(out, " It is in a cycle. gprof's rule divides no time inside a cycle, so the "
			"time of its callees is an estimate of gprowse.");
	else
		fprintf(out, " gprof's rule gives it %.1f %% from the functions that it calls.",
			100 * here->children / c->estimate->total);
	if (row->known_func != NOBODY) {
		const struct node *there = &c->known->nodes[row->known_func];

		fprintf(out, " %s show %.1f %% in its code and %.1f %% in the functions that it "
			"calls.\n", profile_has(c->known->profile, HAS_STACKS) ? "The stacks"
			: "The costs of calls", 100 * there->self / c->known->total,
			100 * there->children / c->known->total);
	} else {
		fprintf(out, " It is not in %s, and has hardly any samples of its own: so its known "
			"share is taken to be 0.\n", known_from(ctx));
	}
	if (here->cycle == NOBODY && c->estimate->bounds[row->func].certainty == CERTAIN)
		fprintf(out, "No function below it has another caller, so gprof's rule divides "
			"nothing here. A difference has other causes: the sampling error, calls that "
			"were not counted, such as those by libraries, or different runs.\n");
}

bool
describe_check_is_sampled(const struct view_context *ctx)
{
	const struct graph *known = ctx->check->known;

	return graph_event(known)->is_sampled;
}

/* Explains the difference of ROW and its noise; if there is no estimate, explains the bounds. */
static void
explain_difference(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	char estimate[3 * FIGURE], known[3 * FIGURE];

	share_text(estimate, &row->estimate);
	share_text(known, &row->known);
	if (!row->estimate.is_known) {
		fprintf(out, "\nOf the time of the program: known %s. There is no reliable estimate, "
			"only bounds: %.1f to %.1f %%.\n", known, 100 * row->estimate.lo,
			100 * row->estimate.hi);
		return;
	}
	fprintf(out, "\nOf the time of the program: estimated %s, known %s, a difference of %+.1f "
		"percentage points.\n", estimate, known, 100 * row->difference);
	fprintf(out, "It is %s. The noise is up to %.1f points, %d times the square root of the sum "
		"of the squares of both errors. In less than one of 370 rows, noise is larger.\n",
		noise_word(row), 100 * row->noise, CHECKFIGURES_NOISE);
	if (describe_check_is_sampled(ctx) && row->known.error <= 0)
		fprintf(out, "The error of the known share is not known, and taken as 0.\n");
}

void
describe_check_full(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	if (row->caller != NOBODY)
		explain_call(ctx, row, out);
	else
		explain_function(ctx, row, out);
	explain_difference(ctx, row, out);
}
