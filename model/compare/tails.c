/* tails.c - tails of the distributions by which two profiles are compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/tails.h"

#include <math.h>

/* Returns log(Gamma(X)) less Stirling's approximation of it, for X > 0. */
static double
stirling_rest(double x)
{
	static const double half_log_2pi = 0.91893853320467274178;
	double s = 1 / (x * x);

	if (x < 16)
		return lgamma(x) - ((x - 0.5) * log(x) - x + half_log_2pi);
	return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - s / 1188) * s) * s) * s) / x;
}

/* Returns the logarithm of (MEAN + OFF) / MEAN, which is REACHED / MEAN. */
static double
log_off(double reached, double mean, double off)
{
	return fabs(off) < mean / 2 ? log1p(off / mean) : log(reached / mean);
}

/* Returns X^A (1 - X)^B / (A Beta(A, B)).  The large logarithms of the factors are not subtracted
 * from one another: only their ratios to those at the mean are used, so no digits are lost. */
static double
front(double a, double b, double x)
{
	static const double pi = 3.14159265358979323846;
	double n = a + b, off = a * (1 - x) - b * x;	/* A - N X */
	double from_mean = a * log_off(a, n * x, off) + b * log_off(b, n * (1 - x), -off);

	return exp(stirling_rest(n) - stirling_rest(a) - stirling_rest(b) - from_mean)
		* sqrt(b / (2 * pi * n * a));
}

/* Returns the continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8),
 * computed from its front (Lentz's method). */
static double
fraction(double a, double b, double x)
{
	enum { MOST_STEPS = 100000 };
	double over = 1, under = 0, value = 1;

	for (int i = 1; i < MOST_STEPS; i++) {
		double m = (double)(i >> 1);
		double d = i % 2 == 0 ? m * (b - m) * x / ((a + i - 1) * (a + i))
			: -(a + m) * (a + b + m) * x / ((a + i - 1) * (a + i));

		under = 1 / (1 + d * under);
		over = 1 + d / over;
		value *= over * under;
		if (fabs(over * under - 1) < 1e-15)
			break;
	}
	return value;
}

/* Returns the incomplete beta function for large A and B by a normal distribution (Abramowitz and
 * Stegun, 26.5.22). */
static double
by_normal(double a, double b, double x)
{
	double v = cbrt(b * x), w = cbrt(a * (1 - x));
	double z = 3 * (v * (1 - 1 / (9 * b)) - w * (1 - 1 / (9 * a)))
		/ sqrt(v * v / b + w * w / a);

	return erfc(-z / sqrt(2)) / 2;
}

double
tails_beta(double a, double b, double x)
{
	static const double large = 1e6;

	if (x <= 0 || x >= 1)
		return x >= 1;
	if (a <= 0 || b <= 0)
		return a <= 0;
	if (a > large && b > large)
		return by_normal(a, b, x);
	/* The fraction converges fast only below the mean. */
	if (x > (a + 1) / (a + b + 2))
		return 1 - front(b, a, 1 - x) / fraction(b, a, 1 - x);
	return front(a, b, x) / fraction(a, b, x);
}

double
tails_f(double f, double n, double m)
{
	return f <= 0 ? 1 : tails_beta(m / 2, n / 2, m / (m + n * f));
}

/* Each of N samples is of one kind with the probability P.  Sets *LOW to the probability that at
 * most K are of this kind, and *HIGH to the probability that at least K are, both less half of the
 * probability of exactly K (mid-p).  N and K may have fractions. */
static void
set_binomial(double *low, double *high, double k, double n, double p)
{
	/* At least K of N are of the kind with the probability tails_beta(K, N - K + 1, P). */
	*high = (tails_beta(k, n - k + 1, p) + tails_beta(k + 1, n - k, p)) / 2;
	*low = (tails_beta(n - k, k + 1, 1 - p) + tails_beta(n - k + 1, k, 1 - p)) / 2;
}

double
tails_binomial_test(double k, double n, double p)
{
	double low, high;

	set_binomial(&low, &high, k, n, p);
	return fmin(1, 2 * fmin(low, high));
}
