/* dispersion.c - how much more the times of runs vary than samples of one run do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/dispersion.h"

#include <math.h>
#include <stdbool.h>

enum { LEAST_MEAN = 3 };		/* functions with fewer samples in a run are not used for
					 * the fit */

/* Returns the derivative of the logarithm of the gamma function, for X > 0. */
static double
digamma(double x)
{
	double sum = 0, s;

	while (x < 8) {
		sum -= 1 / x;
		x += 1;
	}
	s = 1 / (x * x);
	return sum + log(x) - 0.5 / x - (1.0 / 12 - (1.0 / 120 - s / 252) * s) * s;
}

/* Returns the derivative of digamma(). */
static double
trigamma(double x)
{
	double sum = 0, s;

	while (x < 8) {
		sum += 1 / (x * x);
		x += 1;
	}
	s = 1 / (x * x);
	return sum + 1 / x + s / 2 + (1.0 / 6 - (1.0 / 30 - s / 42) * s) * s / x;
}

/* Returns X for which trigamma(X) is Y, from 0 to half of DISPERSION_MOST_DF. */
static double
inverse_trigamma(double y)
{
	enum { STEPS = 60 };
	double lo = 1e-3, hi = DISPERSION_MOST_DF / 2.0;

	for (int i = 0; i < STEPS; i++) {
		double x = (lo + hi) / 2;

		if (trigamma(x) > y)
			lo = x;
		else
			hi = x;
	}
	return hi;
}

static bool
is_used(const struct dispersion_item *v)
{
	return v->mean >= LEAST_MEAN && v->pearson >= 0 && v->df > 0;
}

/* Fits D->base and D->slope by least squares, whose weights follow from the fit itself. */
static void
fit_line(struct dispersion *d, const struct dispersion_item *v, size_t n)
{
	enum { STEPS = 10 };

	for (int step = 0; step < STEPS; step++) {
		double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, spread;

		for (size_t i = 0; i < n; i++) {
			double x = v[i].mean, near = d->base + d->slope * x;
			double weight = is_used(&v[i]) ? v[i].df / (near * near) : 0;
			double y = weight > 0 ? v[i].pearson / v[i].df : 0;

			s += weight;
			sx += weight * x;
			sy += weight * y;
			sxx += weight * x * x;
			sxy += weight * x * y;
		}
		if (s <= 0)
			return;
		spread = s * sxx - sx * sx;
		d->slope = spread > 1e-9 * s * sxx ? fmax(0, (s * sxy - sx * sy) / spread) : 0;
		d->base = (sy - d->slope * sx) / s;
		if (d->base < 1) {
			d->base = 1;
			d->slope = sxx > 0 ? fmax(0, (sxy - sx) / sxx) : 0;
		}
	}
}

/* Sets D->df by how much the items V differ from the line more than by chance. */
static void
fit_df(struct dispersion *d, const struct dispersion_item *v, size_t n)
{
	double sum = 0, squares = 0, chance = 0, count = 0, df = 0, variance, mean;

	for (size_t i = 0; i < n; i++) {
		double ratio, x;

		if (!is_used(&v[i]))
			continue;
		ratio = v[i].pearson / v[i].df / (d->base + d->slope * v[i].mean);
		x = log(fmax(ratio, 1e-3)) - digamma(v[i].df / 2) + log(v[i].df / 2);
		sum += x;
		squares += x * x;
		chance += trigamma(v[i].df / 2);
		df += v[i].df;
		count++;
	}
	if (count < 3)
		return;
	mean = sum / count;
	variance = (squares - sum * mean) / (count - 1) - chance / count;
	d->df = fmin(df, 2 * inverse_trigamma(fmax(variance, 0)));
}

void
dispersion_fit(struct dispersion *d, const struct dispersion_item *v, size_t n)
{
	*d = (struct dispersion){ .base = 1 };
	fit_line(d, v, n);
	fit_df(d, v, n);
}

double
dispersion_of(const struct dispersion *d, const struct dispersion_item *item, double *df)
{
	double all = d->base + d->slope * item->mean;
	double own_df = item->pearson >= 0 ? item->df : 0;

	*df = d->df + own_df;
	if (*df <= 0) {
		*df = 1;
		return fmax(1, all);
	}
	return fmax(1, (d->df * all + (own_df > 0 ? item->pearson : 0)) / *df);
}
