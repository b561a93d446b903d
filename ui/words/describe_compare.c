/* describe_compare.c - two profiles side by side in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_compare.h"

#include <math.h>

#include "words/sentences.h"

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

static void
add_ratio(struct facts *f, const char *name, double ratio)
{
	figure_ratio(fact_room(f, name, true), ratio);
}

static void
add_change(struct facts *f, const char *name, double time)
{
	figure_signed(fact_room(f, name, true), &f->ctx->scale,
		view_context_compared_time(f->ctx, time));
}

/* Whether the difference may be noise, and what could have been seen with the samples of ROW. */
static void
add_test(struct facts *f, const struct comparison_row *row)
{
	const struct comparison *c = f->ctx->comparison;
	struct rates r;
	double least, most;

	comparison_rates(c, row, &r);
	fact_is(f, "interval", row->self.is_tested && r.n[0] > 0);
	if (row->self.is_tested) {
		figure_chance(fact_room(f, "p", true), row->self.p);
		figure_chance(fact_room(f, "q", true), row->self.q);
		rates_bounds(&r, 0.05, &least, &most);
		add_ratio(f, "least", least);
		add_ratio(f, "most", most);
	}
	fact_is(f, "limits", row->mark != MARK_EQUAL && (row->self.is_tested || row->mark == MARK_FEW));
	fact_is(f, "exposed", r.exposure[0] > 0 && r.exposure[1] > 0);
	fact_printf(f, "samples_a", "%.0f", r.n[0]);
	fact_printf(f, "samples_b", "%.0f", r.n[1]);
	if (r.n[0] + r.n[1] > 0)
		fact_printf(f, "detectable", "%.0f", 100 * (rates_detectable(&r) - 1));
	fact_is(f, "means", c->side[0].nruns > 1 || c->side[1].nruns > 1);
	if (c->side[0].nruns > 1)
		fact_count(f, "runs_a", c->side[0].nruns);
	if (c->side[1].nruns > 1)
		fact_count(f, "runs_b", c->side[1].nruns);
	fact_is(f, "runs", c->knows_runs);
	fact_is(f, "spans", comparison_is_of_spans(c));
	if (row->dispersion > 1)
		fact_printf(f, "dispersion", "%.1f", sqrt(row->dispersion));
}

/* What is known of both times T, and of their difference, which has MARK. */
static void
add_times(struct facts *f, const struct compared *t, enum comparison_mark mark)
{
	static const char *const marks[] = {
		[MARK_EQUAL] = "is_equal", [MARK_MORE] = "is_more", [MARK_LESS] = "is_less",
		[MARK_NOISE] = "is_noise", [MARK_FEW] = "is_few", [MARK_NEW] = "is_new",
		[MARK_GONE] = "is_gone",
	};

	fact_time(f, "time_a", view_context_compared_time(f->ctx, t->value[0]));
	fact_time(f, "time_b", view_context_compared_time(f->ctx, t->value[1]));
	fact_is(f, "tested", t->is_tested);
	fact_is(f, marks[mark], true);
	fact_is(f, "measured", f->ctx->comparison->is_measured);
	add_change(f, "change", comparison_difference(t));
}

void
describe_compare_calls(struct facts *f, const double calls[2])
{
	bool is_whole = !comparison_is_of_spans(f->ctx->comparison);

	fact_printf(f, "calls_a", "%.15g", is_whole ? calls[0] : round(calls[0]));
	fact_printf(f, "calls_b", "%.15g", is_whole ? calls[1] : round(calls[1]));
}

/* What is known of ROW: both times, their difference, and why it is one. */
static void
add_row(struct facts *f, struct view_context *ctx, const struct comparison_row *row)
{
	const struct comparison *c = ctx->comparison;
	double difference = comparison_difference(&row->self), cost;

	facts_begin(f, ctx);
	fact_text(f, "name", describe_compare_name(ctx, row));
	fact_is(f, "only_a", row->func[1] == NOBODY);
	fact_is(f, "only_b", row->func[0] == NOBODY);
	add_times(f, &row->self, row->mark);
	add_test(f, row);
	if (row->calls[0] + row->calls[1] > 0 && comparison_cost_change(c, row, &cost)) {
		add_change(f, "by_cost", cost);
		add_change(f, "by_calls", difference - cost);
		describe_compare_calls(f, (const double[2]){ comparison_calls(c, row, 0),
			comparison_calls(c, row, 1) });
	}
}

void
describe_compare_brief(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	struct facts f;

	add_row(&f, ctx, row);
	sentences_say(&f, "COMPARE_BRIEF", out);
}

void
describe_compare_total(struct view_context *ctx, FILE *out)
{
	const struct comparison *c = ctx->comparison;
	struct facts f;

	facts_begin(&f, ctx);
	add_times(&f, &c->total, comparison_total_mark(c));
	fact_is(&f, "percent", false);
	if (c->total.value[0] > 0)
		fact_printf(&f, "percent", "%+.1f", 100 * comparison_difference(&c->total)
			/ c->total.value[0]);
	sentences_say(&f, "COMPARE_TOTAL", out);
}

void
describe_compare_summary(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	struct facts f;

	add_row(&f, ctx, row);
	sentences_say(&f, "COMPARE_SUMMARY", out);
}

/* Names the run of each side that differs from the other runs of this side. */
static void
say_runs(struct facts *f, const struct comparison_row *row, FILE *out)
{
	for (int side = 0; side < 2; side++) {
		const struct comparison_side *s = &f->ctx->comparison->side[side];
		const struct outlier *x = row->func[side] != NOBODY
			? outliers_of(&s->outliers, row->func[side]) : NULL;

		if (x == NULL)
			continue;
		fact_count(f, "nruns", s->nruns);
		fact_text(f, "side", side == 0 ? "A" : "B");
		fact_text(f, "run", runs_path(s->profile, row->func[side], x->run));
		figure_chance(fact_room(f, "q", true), x->q);
		add_ratio(f, "times", x->times);
		sentences_say(f, "COMPARE_RUN", out);
	}
}

void
describe_compare_full(struct view_context *ctx, const struct comparison_row *row, FILE *out)
{
	struct facts f;

	add_row(&f, ctx, row);
	sentences_say(&f, "COMPARE", out);
	say_runs(&f, row, out);
	fact_is(&f, "folded", row->match == PARTNER_FOLDED);
	fact_is(&f, "same_name", row->match == PARTNER_NAME);
	fact_is(&f, "no_partner", row->match != PARTNER_SAME && row->match != PARTNER_FOLDED
		&& row->match != PARTNER_RENAMED && row->match != PARTNER_NAME);
	if (row->match == PARTNER_RENAMED)
		fact_text(&f, "name_a", names_of(ctx->compared.names[0], row->func[0]));
	sentences_say(&f, "COMPARE_MATCH", out);
}
