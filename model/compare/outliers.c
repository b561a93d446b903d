/* outliers.c - which of many runs has another time of a function than the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/outliers.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "compare/rates.h"
#include "compare/tails.h"
#include "measured/measured.h"

static const double significant = 0.05;	/* greatest q of an outlier */

/* Returns the difference of the run with N samples from the mean of all runs of S. */
static double
distance(const struct run_sums *s, double n)
{
	return fabs(n - s->sum / s->nruns);
}

/* Returns the samples in the run of S that differs most. */
static double
farthest(const struct run_sums *s)
{
	return distance(s, s->most) >= distance(s, s->least) ? s->most : s->least;
}

/* Returns what the runs of S show, without one that has N samples. */
static struct dispersion_item
item_without(const struct run_sums *s, double n)
{
	double others = s->nruns - 1, sum = s->sum - n, squares = s->squares - n * n;
	struct dispersion_item item = { .mean = s->nruns > 0 ? s->sum / s->nruns : 0,
		.pearson = -1 };

	if (s->nruns < OUTLIERS_LEAST || sum <= 0)
		return item;
	item.df = others - 1;
	item.pearson = fmax(0, squares - sum * sum / others) / (sum / others);
	return item;
}

/* Returns the mean of the variance that N runs show without the one that differs most, if their
 * true variance is 1.
 *
 * The part of the sum of squares that belongs to one run has the beta distribution of 1/2 and N / 2
 * - 1; the greatest of N such parts is above X with a chance of at most N times that of one, and
 * seldom with less. */
static double
shrinkage(uint32_t n)
{
	enum { STEPS = 400 };
	double most = 0;

	for (int i = 0; i < STEPS; i++) {
		double x = (i + 0.5) / STEPS;

		most += fmin(1, n * tails_beta(n / 2.0 - 1, 0.5, 1 - x)) / STEPS;
	}
	return (n - 1) * (1 - most) / (n - 2);
}

/* Sets O->dispersion. */
static void
fit(struct outliers *o)
{
	struct dispersion_item *items = mem_new(o->n, sizeof(*items));
	uint32_t nruns = 0;
	double by = 1;

	for (uint32_t f = 0; f < o->n; f++) {
		const struct run_sums *s = &o->runs[f];

		items[f] = item_without(s, farthest(s));
		if (items[f].pearson < 0)
			continue;
		if (s->nruns != nruns)
			by = shrinkage(s->nruns);
		nruns = s->nruns;
		items[f].pearson /= by;
	}
	dispersion_fit(&o->dispersion, items, o->n);
	free(items);
}

/* Returns the part of N samples in the deviance if the negative binomial distribution has MEAN and
 * the variance MEAN (1 + EXCESS MEAN). */
static double
deviance(double n, double mean, double excess)
{
	double at = n > 0 ? n * log(n / mean) : 0;

	if (excess * fmax(n, mean) < 1e-6)
		return 2 * (at - (n - mean));
	return 2 * (at - (n + 1 / excess) * log1p(excess * (n - mean) / (1 + excess * mean)));
}

double
outliers_chance(const struct outliers *o, uint32_t func, double samples)
{
	const struct run_sums *s = &o->runs[func];
	struct dispersion_item item = item_without(s, samples);
	double mean = item.mean, others = s->nruns - 1, df, excess, all;

	if (s->nruns < OUTLIERS_LEAST || mean <= 0)
		return 1;
	excess = (dispersion_of(&o->dispersion, &item, &df) - 1) / mean;
	all = deviance(samples, mean, excess)
		+ others * deviance(fmax(0, s->sum - samples) / others, mean, excess);
	/* The F distribution has longer tails than that of chi-square. */
	if (s->nruns * erfc(sqrt(fmax(0, all) / 2)) >= 1)
		return 1;
	return fmin(1, s->nruns * tails_f(all, 1, df));
}

/* Sets the outlier of function FUNC of O, without its .q. */
static void
find(struct outliers *o, uint32_t func)
{
	const struct run_sums *s = &o->runs[func];
	struct outlier *x = &o->v[func];
	double n = farthest(s), others;

	x->p = x->q = 1;
	x->is_tested = s->nruns >= OUTLIERS_LEAST && s->sum >= RATES_LEAST;
	if (!x->is_tested)
		return;
	others = (s->sum - n) / (s->nruns - 1);
	x->run = n == s->most ? s->most_run : s->least_run;
	x->times = others > 0 ? n / others : HUGE_VAL;
	x->p = outliers_chance(o, func, n);
}

void
outliers_find(struct outliers *o, struct run_sums *runs, uint32_t n)
{
	double *p = mem_new(n, sizeof(*p)), *q = mem_new(n, sizeof(*q));
	size_t ntests = 0;

	*o = (struct outliers){ .runs = runs, .n = n, .v = mem_new(n, sizeof(*o->v)) };
	fit(o);
	for (uint32_t f = 0; f < n; f++) {
		find(o, f);
		if (o->v[f].is_tested)
			p[ntests++] = o->v[f].p;
	}
	rates_discoveries(p, q, ntests);
	ntests = 0;
	for (uint32_t f = 0; f < n; f++)
		if (o->v[f].is_tested)
			o->v[f].q = q[ntests++];
	free(p);
	free(q);
}

bool
outliers_open(struct outliers *o, const struct graph *g, struct stop *stop)
{
	const struct profile *p = g->profile;
	struct run_sums *runs;

	*o = (struct outliers){ 0 };
	/* The files of a folded function are not added up. */
	if (!profile_has(p, HAS_EVENTS) && p->fold != NULL)
		return true;
	if (runs_weight(g, NOBODY, false) <= 0
	    || (profile_has(p, HAS_EVENTS) && runs_count(p->measured, NULL) < OUTLIERS_LEAST))
		return true;
	runs = runs_sum(g, NULL, stop);
	if (runs != NULL)
		outliers_find(o, runs, g->nfuncs);
	return stop == NULL || stop->asked == 0;
}

void
outliers_release(struct outliers *o)
{
	free(o->runs);
	free(o->v);
	*o = (struct outliers){ 0 };
}

const struct outlier *
outliers_of(const struct outliers *o, uint32_t func)
{
	return o->v != NULL && func < o->n && o->v[func].is_tested && o->v[func].q < significant
		? &o->v[func] : NULL;
}
