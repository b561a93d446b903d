/* gate.c - has a program become slower, or does it make other calls: a decision for scripts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/gate.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "compare/sideruns.h"

static const double level = 0.05;	/* greatest chance of any false finding */
static const double most_unmatched = 0.05;	/* greatest part of the time without a partner */

static void
add(struct gate *g, struct gate_finding finding)
{
	g->findings = mem_grow(g->findings, g->nfindings + 1, &g->room, sizeof(*g->findings));
	g->findings[g->nfindings++] = finding;
}

static void
say_unknown(struct gate *g, const char *why)
{
	if (g->nunknown < sizeof(g->unknown) / sizeof(*g->unknown))
		g->unknown[g->nunknown++] = why;
}

/* Is the growth of V at least what LIMITS lets pass? */
static bool
is_large(const struct comparison *c, const struct gate_limits *limits, const struct compared *v)
{
	return comparison_difference(v) > limits->least_time * c->side[1].read->measure.per_unit;
}

/* V is tested with R; noise alone would give it, or another finding, with the chance FINDING.  Adds
 * it to G if it is slower than LIMITS allow. */
static void
judge(struct gate *g, const struct comparison *c, const struct gate_limits *limits,
	const struct comparison_row *row, const struct compared *v, const struct rates *r,
	double finding)
{
	struct gate_finding f = { .kind = GATE_SLOWER, .row = row, .p = v->p, .finding = finding };

	if (finding >= level || comparison_difference(v) <= 0 || !is_large(c, limits, v))
		return;
	rates_bounds(r, 0.05, &f.least, &f.most);
	if (f.least > 1 + limits->slower)
		add(g, f);
}

/* Judges the times of all functions, and of the whole, which have noise. */
static void
judge_sampled(struct gate *g, const struct comparison *c, const struct gate_limits *limits)
{
	double *p = mem_new((size_t)c->nrows + 1, sizeof(*p));
	double *finding = mem_new((size_t)c->nrows + 1, sizeof(*finding));
	bool tests_total = c->total.is_tested && c->options.scale == SCALE_NONE;
	struct rates r;
	uint32_t n = 0;

	if (tests_total)
		p[n++] = c->total.p;
	for (uint32_t i = 0; i < c->nrows; i++)
		if (c->rows[i].self.is_tested)
			p[n++] = c->rows[i].self.p;
	rates_findings(p, finding, n);
	g->ntests = n;
	n = 0;
	if (tests_total) {
		comparison_total_rates(c, &r);
		judge(g, c, limits, NULL, &c->total, &r, finding[n++]);
	}
	for (uint32_t i = 0; i < c->nrows; i++) {
		if (!c->rows[i].self.is_tested)
			continue;
		comparison_rates(c, &c->rows[i], &r);
		judge(g, c, limits, &c->rows[i], &c->rows[i].self, &r, finding[n++]);
	}
	free(p);
	free(finding);
}

/* Judges V, a time of ROW that was counted. */
static void
judge_exact(struct gate *g, const struct comparison *c, const struct gate_limits *limits,
	const struct comparison_row *row, const struct compared *v)
{
	double ratio = v->value[0] > 0 ? v->value[1] / v->value[0] : HUGE_VAL;

	if (ratio > 1 + limits->slower && comparison_difference(v) > 0 && is_large(c, limits, v))
		add(g, (struct gate_finding){ .kind = GATE_SLOWER, .row = row, .least = ratio,
			.most = ratio });
}

/* Returns which part of the time of SIDE may be in functions that only SIDE has.  A recording knows
 * the functions of its samples.  Those that a program has, but of which no sample was taken, have
 * about as much of its time as those of which only one was taken (Good and Turing). */
static double
may_be_unmatched(const struct comparison *c, int side)
{
	struct rates r;
	double once = 0, unseen;

	if (!c->has_noise || !profile_has(c->side[!side].profile, HAS_EVENTS))
		return most_unmatched;
	for (uint32_t i = 0; i < c->nrows; i++) {
		comparison_rates(c, &c->rows[i], &r);
		once += r.n[!side] > 0 && r.n[!side] < 1.5;
	}
	comparison_total_rates(c, &r);
	if (r.n[0] <= 0 || r.n[1] <= 0)
		return most_unmatched;
	unseen = once / r.n[!side];
	return most_unmatched + unseen + 2 * sqrt(unseen * (1 / r.n[0] + 1 / r.n[1]));
}

/* Can the times of C be judged?  If not, adds the reasons to G. */
static bool
can_judge(struct gate *g, const struct comparison *c, const struct gate_limits *limits, bool exact)
{
	struct rates r;
	uint32_t before = g->nunknown;

	if (c->is_measured)
		say_unknown(g, c->side[0].has_calls && c->side[1].has_calls
			? "the times were measured, not sampled, so it is not known which changes are noise; "
			"--same-calls and --max-calls judge calls"
			: "the times were measured, not sampled, so it is not known which changes are noise");
	else if (!exact && !c->has_noise)
		say_unknown(g, "the files do not say how many samples their figures are (for folded "
			"stacks, --counts=samples may)");
	if (!exact && c->has_noise && !c->knows_runs)
		say_unknown(g, "one run of each says nothing about the noise between runs: compare "
			"several runs, or state the noise with --phi");
	for (int side = 0; side < 2; side++)
		if (c->side[side].unmatched > may_be_unmatched(c, side) * c->side[side].total)
			say_unknown(g, arena_printf(&g->text, "%.1f %% of the time of %s is in functions "
				"that only %s has; --rename may join them, or --inlined, if they were "
				"inlined", 100 * c->side[side].unmatched
				/ c->side[side].total, side == 0 ? "A" : "B", side == 0 ? "A" : "B"));
	if (c->is_unlike)
		say_unknown(g, "the two profiles measure different things");
	if (exact || g->nunknown > before)
		return g->nunknown == before;
	comparison_total_rates(c, &r);
	if (rates_detectable(&r) > 1 + limits->slower && limits->slower > 0)
		say_unknown(g, arena_printf(&g->text, "too few samples: a change of all time below "
			"%.1f %% cannot be seen", 100 * (rates_detectable(&r) - 1)));
	if (!c->total.is_tested)
		say_unknown(g, "there are hardly any samples");
	return true;
}

static void
judge_times(struct gate *g, const struct comparison *c, const struct gate_limits *limits)
{
	bool exact = !c->has_noise && sideruns_is_exact(&c->side[0])
		&& sideruns_is_exact(&c->side[1]);

	if (!can_judge(g, c, limits, exact))
		return;
	if (!exact) {
		judge_sampled(g, c, limits);
		return;
	}
	judge_exact(g, c, limits, NULL, &c->total);
	for (uint32_t i = 0; i < c->nrows; i++)
		judge_exact(g, c, limits, &c->rows[i], &c->rows[i].self);
}

/* Judges the calls of the functions that LIMITS names. */
static void
judge_numbers(struct gate *g, const struct comparison *c, const struct gate_limits *limits,
	bool (*is_named)(void *with, const struct comparison_row *row, const char *name, size_t n),
	void *with)
{
	for (size_t k = 0; k < limits->ncalls; k++) {
		const struct gate_calls *limit = &limits->calls[k];
		bool found = false;

		for (uint32_t i = 0; i < c->nrows; i++) {
			const struct comparison_row *row = &c->rows[i];

			if (!is_named(with, row, limit->name, limit->length))
				continue;
			found = true;
			if (comparison_calls(c, row, 1) > limit->n)
				add(g, (struct gate_finding){ .kind = GATE_MANY_CALLS,
					.row = row, .limit = limit });
		}
		if (!found)
			g->missing = limit;
	}
}

/* Judges whether all functions are called as often in B as in A. */
static void
judge_sameness(struct gate *g, const struct comparison *c)
{
	for (uint32_t i = 0; i < c->nrows; i++)
		if (comparison_calls(c, &c->rows[i], 0) != comparison_calls(c, &c->rows[i], 1))
			add(g, (struct gate_finding){ .kind = GATE_OTHER_CALLS,
				.row = &c->rows[i] });
}

void
gate_open(struct gate *g, const struct comparison *c, const struct gate_limits *limits,
	bool (*is_named)(void *with, const struct comparison_row *row, const char *name, size_t n),
	void *with)
{
	*g = (struct gate){ .result = GATE_FINE };
	if (limits->has_slower)
		judge_times(g, c, limits);
	if (limits->ncalls > 0 && c->side[1].has_calls)
		judge_numbers(g, c, limits, is_named, with);
	else if (limits->ncalls > 0)
		say_unknown(g, "no calls were counted in B");
	if (limits->same_calls && c->side[0].has_calls && c->side[1].has_calls)
		judge_sameness(g, c);
	else if (limits->same_calls)
		say_unknown(g, "calls were not counted in both profiles");
	if (g->missing != NULL)
		g->result = GATE_ERROR;
	else if (g->nfindings > 0)
		g->result = GATE_REGRESSION;
	else if (g->nunknown > 0)
		g->result = GATE_UNKNOWN;
}

void
gate_release(struct gate *g)
{
	free(g->findings);
	arena_release(&g->text);
}
