/* describe_compare.c - two profiles side by side in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_compare.h"

#include <math.h>
#include <string.h>

const char *
describe_compare_name(struct view_context *ctx, const struct comparison_row *row)
{
	int side = row->func[1] != NOBODY;
	struct names *names = ctx->compared.names[side];
	uint32_t f = view_context_compared(ctx, row);

	/* A row has the name of B, whichever side is shown. */
	if (f != NOBODY && (ctx->compared.side != COMPARED_A || side == COMPARED_A))
		return view_context_name(ctx, f);
	return ctx->mangled ? names->profile->funcs[row->func[side]].name
		: names_of(names, row->func[side]);
}

void
describe_compare_ratio(char out[FIGURE], double ratio)
{
	if (ratio >= 1e6)
		snprintf(out, FIGURE, "%.0e", ratio);
	else
		snprintf(out, FIGURE, "%.*f", ratio < 10 ? 2 : ratio < 100 ? 1 : 0, ratio);
}

/* Writes both times of V. */
static void
write_times(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	char a[FIGURE], b[FIGURE];

	figure_spoken(a, &ctx->scale, view_context_compared_time(ctx, row->self.value[0]));
	figure_spoken(b, &ctx->scale, view_context_compared_time(ctx, row->self.value[1]));
	if (row->func[0] == NOBODY)
		fprintf(out, "only in B: %s", b);
	else if (row->func[1] == NOBODY)
		fprintf(out, "only in A: %s", a);
	else
		fprintf(out, "A %s, B %s", a, b);
}

/* Returns what can be said about the difference of ROW, in words. */
static const char *
verdict(const struct comparison_row *row)
{
	switch (row->mark) {
	case MARK_EQUAL:	return "no difference";
	case MARK_MORE:		return row->self.is_tested ? "more, and no noise" : "more, exactly";
	case MARK_LESS:		return row->self.is_tested ? "less, and no noise" : "less, exactly";
	case MARK_NOISE:	return "may be noise";
	case MARK_FEW:		return "too few samples to say";
	case MARK_NEW: case MARK_GONE: case COMPARISON_MARKS: break;
	}
	return row->mark == MARK_NEW ? "new" : "gone";
}

void
describe_compare_brief(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	double least, most, cost;
	struct rates r;
	char text[2][FIGURE];

	write_times(ctx, row, out);
	fprintf(out, "\t%s\t", verdict(row));
	comparison_rates(ctx->comparison, row, &r);
	if (row->self.is_tested && r.n[0] > 0) {
		rates_bounds(&r, 0.05, &least, &most);
		describe_compare_ratio(text[0], least);
		describe_compare_ratio(text[1], most);
		fprintf(out, "%s to %s times\t", text[0], text[1]);
	}
	if (row->calls[0] + row->calls[1] > 0
	    && comparison_cost_change(ctx->comparison, row, &cost)) {
		figure_signed(text[0], &ctx->scale, view_context_compared_time(ctx, cost));
		figure_signed(text[1], &ctx->scale,
			view_context_compared_time(ctx, comparison_difference(&row->self) - cost));
		fprintf(out, "%s by the cost of calls, %s by their number\t", text[0], text[1]);
	}
}

/* Writes what could have been seen with the samples of ROW. */
static void
explain_limits(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	const struct comparison *c = ctx->comparison;
	struct rates r;

	comparison_rates(c, row, &r);
	if (r.exposure[0] <= 0 || r.exposure[1] <= 0) {
		fprintf(out, "The files do not say how many samples these figures are, so nothing can be "
			"said about noise. For folded stacks that are numbers of samples, "
			"--counts=samples says so.\n");
		return;
	}
	fprintf(out, "A has %.0f samples of it, B %.0f. ", r.n[0], r.n[1]);
	if (r.n[0] + r.n[1] > 0)
		fprintf(out, "With so many, a change below %.0f %% would be missed in more than one of "
			"five comparisons. ", 100 * (rates_detectable(&r) - 1));
	if (!c->knows_runs)
		fprintf(out, "There is one run of each: the figures tell the noise of sampling, but not "
			"how much two runs of one program differ. Compare several runs of each, or state "
			"it with --phi.\n");
	else if (row->dispersion > 1)
		fprintf(out, "From run to run, it varies %.1f times as much as samples of one run do, "
			"and this is counted as noise.\n", sqrt(row->dispersion));
	else
		fprintf(out, "Its runs differ no more than samples of one run do.\n");
}

static void
explain_test(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	const struct compared *v = &row->self;
	char p[FIGURE], q[FIGURE], text[2][FIGURE];
	double least, most;
	struct rates r;

	if (!v->is_tested)
		return;
	figure_chance(p, v->p);
	figure_chance(q, v->q);
	comparison_rates(ctx->comparison, row, &r);
	rates_bounds(&r, 0.05, &least, &most);
	describe_compare_ratio(text[0], least);
	describe_compare_ratio(text[1], most);
	if (r.n[0] > 0)
		fprintf(out, "B takes %s to %s times the time of A (95 %% interval). ", text[0],
			text[1]);
	fprintf(out, "Noise alone gives such a difference with a chance of %s. If all functions whose "
		"chance is no greater are called changed, about %s of these are called so wrongly "
		"(q).\n", p, q);
}

/* Explains whether a change comes from the number of calls or from their cost. */
static void
explain_calls(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	const struct comparison *c = ctx->comparison;
	double cost;
	char by_cost[FIGURE], by_calls[FIGURE];

	if (row->calls[0] + row->calls[1] == 0 || !comparison_cost_change(c, row, &cost))
		return;
	figure_signed(by_cost, &ctx->scale, view_context_compared_time(ctx, cost));
	figure_signed(by_calls, &ctx->scale,
		view_context_compared_time(ctx, comparison_difference(&row->self) - cost));
	fprintf(out, "\nIt was called %.15g times in a run of A, %.15g times in a run of B; these numbers "
		"are exact. Of the difference, %s comes from the number of calls, %s from the cost of "
		"each.\n", comparison_calls(c, row, 0), comparison_calls(c, row, 1), by_calls, by_cost);
}

/* Names the run of each side that differs from the other runs of this side. */
static void
explain_runs(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	for (int side = 0; side < 2; side++) {
		const struct comparison_side *s = &ctx->comparison->side[side];
		const struct outlier *x = row->func[side] != NOBODY
			? outliers_of(&s->outliers, row->func[side]) : NULL;
		char times[FIGURE], q[FIGURE];

		if (x == NULL)
			continue;
		describe_compare_ratio(times, x->times);
		figure_chance(q, x->q);
		fprintf(out, "\nOf the %u runs of %s, %s differs from the others by more than noise (q "
			"%s): it has %s times their mean. If something has disturbed this run, compare "
			"without it.\n", s->nruns, side == 0 ? "A" : "B",
			runs_path(s->profile, row->func[side], x->run), q, times);
	}
}

static void
explain_match(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	const char *name = describe_compare_name(ctx, row);

	switch (row->match) {
	case PARTNER_SAME:
		break;
	case PARTNER_FOLDED:
		fprintf(out, "\nClones and parts of %s, and functions that only numbers from the "
			"compiler tell apart, are in this row.\n", name);
		break;
	case PARTNER_RENAMED:
		fprintf(out, "\nIn A it is called %s: --rename has joined them.\n",
			names_of(ctx->compared.names[0], row->func[0]));
		break;
	case PARTNER_NAME:
		fprintf(out, "\nOnly the name says that it is the same function in A and B: the image, "
			"the source file or the parameters differ, or several functions are called so.\n");
		break;
	case PARTNER_NEW: case PARTNER_GONE: case PARTNER_MATCHES:
		fprintf(out, "\nNo function of the other profile has this name. It may have been renamed "
			"(--rename=s/OLD/NEW/ joins such functions), or inlined into its callers, whose time "
			"then includes it.\n");
		break;
	}
}

void
describe_compare_full(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	char text[FIGURE];

	fprintf(out, "%s: ", describe_compare_name(ctx, row));
	write_times(ctx, row, out);
	figure_signed(text, &ctx->scale,
		view_context_compared_time(ctx, comparison_difference(&row->self)));
	fprintf(out, ", a difference of %s: %s.\n\n", text, verdict(row));
	explain_test(ctx, row, out);
	if (row->mark != MARK_EQUAL && (row->self.is_tested || row->mark == MARK_FEW))
		explain_limits(ctx, row, out);
	explain_calls(ctx, row, out);
	explain_runs(ctx, row, out);
	explain_match(ctx, row, out);
}
