/* rates.c - was the rate of samples in two profiles different?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/rates.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "compare/tails.h"

bool
rates_can_be_tested(const struct rates *r)
{
	return r->n[0] + r->n[1] >= RATES_LEAST;
}

/* Returns the part of N in the deviance if MEAN is expected. */
static double
deviance(double n, double mean)
{
	return n > 0 ? 2 * (n * log(n / mean) - (n - mean)) : 2 * mean;
}

/* Like rates_test(), if each sample of R is in profile 1 with the probability SHARE. */
static double
test_share(const struct rates *r, double share)
{
	double n = r->n[0] + r->n[1];

	if (share <= 0 || share >= 1)
		return r->n[share >= 1 ? 0 : 1] <= 0;
	if (r->df <= 0)
		return tails_binomial_test(r->n[1] / r->dispersion, n / r->dispersion, share);
	return tails_f((deviance(r->n[0], n * (1 - share)) + deviance(r->n[1], n * share))
		/ r->dispersion, 1, r->df);
}

double
rates_test(const struct rates *r, double ratio)
{
	double b = r->exposure[1] * ratio;

	return test_share(r, b / (r->exposure[0] + b));
}

/* Returns the probability whose log odds are U. */
static double
share_of(double u)
{
	return u < 0 ? exp(u) / (1 + exp(u)) : 1 / (1 + exp(-u));
}

/* Returns the log odds, on the side of the sign of STEP from U, at which test_share() is ALPHA; or
 * an infinity with this sign.  At U, it is at least ALPHA.  The root is found by false position; an
 * end that stays counts half (the Illinois method). */
static double
find_bound(const struct rates *r, double u, double step, double alpha)
{
	enum { MOST_STEPS = 60 };
	static const double farthest = 600;
	double at_in = test_share(r, share_of(u)) - alpha, at_out = at_in;
	double in = u, out = u, last = 0;

	while (at_out >= 0 && fabs(out) < farthest) {
		in = out;
		at_in = at_out;
		out += step;
		at_out = test_share(r, share_of(out)) - alpha;
		step *= 2;
	}
	if (at_out >= 0)
		return step > 0 ? HUGE_VAL : -HUGE_VAL;
	for (int i = 0; i < MOST_STEPS && fabs(out - in) > 1e-12 * (1 + fabs(in)); i++) {
		double mid = in + (out - in) * at_in / (at_in - at_out);
		double at = test_share(r, share_of(mid)) - alpha;

		if (at >= 0) {
			in = mid;
			at_in = at;
			at_out *= last > 0 ? 0.5 : 1;
		} else {
			out = mid;
			at_out = at;
			at_in *= last < 0 ? 0.5 : 1;
		}
		last = at;
		if (fabs(at) < 1e-9 * alpha)
			return mid;
	}
	return in;
}

void
rates_bounds(const struct rates *r, double alpha, double *least, double *most)
{
	double a = fmax(r->n[0], 0.5), b = fmax(r->n[1], 0.5), u = log(b / a);
	double step = 2 * sqrt(r->dispersion * (1 / a + 1 / b));
	double one = r->exposure[0] / r->exposure[1];	/* the ratio at even odds */

	*least = r->n[1] > 0 ? exp(find_bound(r, u, -step, alpha)) * one : 0;
	*most = r->n[0] > 0 ? exp(find_bound(r, u, step, alpha)) * one : HUGE_VAL;
}

double
rates_detectable(const struct rates *r)
{
	static const double z = 1.959964 + 0.841621;	/* quantiles: 97.5 % and 80 % */
	double n = r->n[0] + r->n[1], all = r->exposure[0] + r->exposure[1];

	if (n <= 0)
		return HUGE_VAL;
	return exp(z * sqrt(r->dispersion / n * (all / r->exposure[0] + all / r->exposure[1])));
}

struct rank {
	double p;
	size_t of;
};

static int
by_p(const void *a, const void *b)
{
	const struct rank *x = a, *y = b;

	return x->p != y->p ? (x->p > y->p) - (x->p < y->p) : (x->of > y->of) - (x->of < y->of);
}

/* Returns the N tests P in ascending order, to be free()d. */
static struct rank *
rank_tests(const double *p, size_t n)
{
	struct rank *ranks = mem_new(n, sizeof(*ranks));

	for (size_t i = 0; i < n; i++)
		ranks[i] = (struct rank){ p[i], i };
	if (n > 0)
		qsort(ranks, n, sizeof(*ranks), by_p);
	return ranks;
}

void
rates_discoveries(const double *p, double *q, size_t n)
{
	struct rank *ranks = rank_tests(p, n);
	double least = 1;

	for (size_t i = n; i-- > 0;) {
		least = fmin(least, ranks[i].p * (double)n / (double)(i + 1));
		q[ranks[i].of] = least;
	}
	free(ranks);
}

void
rates_findings(const double *p, double *q, size_t n)
{
	struct rank *ranks = rank_tests(p, n);
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		most = fmax(most, fmin(1, ranks[i].p * (double)(n - i)));
		q[ranks[i].of] = most;
	}
	free(ranks);
}
