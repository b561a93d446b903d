/* test_rates.c - tests of rates of samples, against scipy
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "compare/rates.h"
#include "compare/tails.h"
#include "rates_vectors.h"

/* Asserts that X is WANTED, except for the digit after the last one of the vectors. */
static void
assert_near(double x, double wanted, const char *what, size_t i)
{
	if (x == wanted || fabs(x - wanted) <= 2e-7 * fabs(wanted))
		return;
	fail_msg("%s of vector %zu is %.10g, not %.10g", what, i, x, wanted);
}

static void
test_vectors(void **state)
{
	size_t n = sizeof(rates_vectors) / sizeof(*rates_vectors);

	(void)state;
	assert_int_equal(n, 1000);
	for (size_t i = 0; i < n; i++) {
		const struct rates_vector *v = &rates_vectors[i];
		double least, most;

		assert_near(rates_test(&v->rates, 1), v->p, "p", i);
		rates_bounds(&v->rates, 0.05, &least, &most);
		assert_near(least, v->least, "least", i);
		assert_near(most, v->most, "most", i);
	}
}

/* Exchanging the profiles keeps p and inverts the bounds. */
static void
test_exchange(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rates_vectors) / sizeof(*rates_vectors); i++) {
		struct rates r = rates_vectors[i].rates;
		struct rates back = { { r.n[1], r.n[0] }, { r.exposure[1], r.exposure[0] },
			r.dispersion, r.df };
		double least[2], most[2];

		assert_near(rates_test(&back, 1), rates_test(&r, 1), "p", i);
		rates_bounds(&r, 0.05, &least[0], &most[0]);
		rates_bounds(&back, 0.05, &least[1], &most[1]);
		assert_near(1 / least[1], most[0], "most", i);
		assert_near(1 / most[1], least[0], "least", i);
	}
}

/* Numbers of samples that no file of a usual run has. */
static void
test_extremes(void **state)
{
	const double numbers[] = { 0, 1e-9, 0.4, 5, 1e5, 1e9, 1e15, 1.8e19 };
	enum { N = sizeof(numbers) / sizeof(*numbers) };

	(void)state;
	for (int i = 0; i < N * N * 4; i++) {
		struct rates r = { { numbers[i % N], numbers[i / N % N] },
			{ i / N / N % 2 ? 1 : 1e6, 1 }, 1 + i % 3, i / N / N / 2 ? 8 : 0 };
		double p = rates_test(&r, 1), least, most;

		assert_true(p >= 0 && p <= 1);
		rates_bounds(&r, 0.05, &least, &most);
		assert_true(least >= 0 && least <= most);
		assert_true(rates_detectable(&r) > 1 || r.n[0] + r.n[1] > 1e9);
	}
	assert_true(tails_beta(2, 3, -1) == 0 && tails_beta(2, 3, 2) == 1);
	assert_true(tails_f(-1, 1, 3) == 1);
}

/* The normal distribution that replaces the fraction fits where it begins. */
static void
test_large(void **state)
{
	(void)state;
	for (double z = -5; z <= 5; z += 0.5) {
		double x = 0.3 + z * sqrt(0.3 * 0.7 / 3.4e6);

		assert_true(fabs(tails_beta(1.0001e6, 1.0001e6 * 7 / 3, x)
			- tails_beta(0.9999e6, 0.9999e6 * 7 / 3, x)) < 1e-4);
	}
}

static void
test_detectable(void **state)
{
	struct rates r = { { 100, 100 }, { 1, 1 }, 1, 0 };

	(void)state;
	assert_near(rates_detectable(&r), 1.4861724, "100 samples", 0);
}

static void
test_families(void **state)
{
	static const double p[] = { 0.47384, 0.05605, 0.10107, 0.00098, 0.00043, 0.00059, 0.50554,
		0.58585, 0.65738, 0.00164, 0.35494, 0.00236, 0.81648, 0.27154, 0.07552, 0.0003,
		0.65419, 0.83775, 0.59097, 0.00489 };
	/* By numpy, from the definitions. */
	static const double bh[] = { 0.7222, 0.140125, 0.20214, 0.0049, 0.0039333333, 0.0039333333,
		0.7222, 0.73042222, 0.73042222, 0.00656, 0.59156667, 0.0078666667, 0.83775,
		0.49370909, 0.16782222, 0.0039333333, 0.73042222, 0.83775, 0.73042222,
		0.013971429 };
	static const double holm[] = { 1, 0.72865, 1, 0.01666, 0.00817, 0.01062, 1, 1, 1, 0.02624,
		1, 0.0354, 1, 1, 0.90624, 0.006, 1, 1, 1, 0.06846 };
	enum { N = sizeof(p) / sizeof(*p) };
	double q[N];

	(void)state;
	rates_discoveries(p, q, N);
	for (size_t i = 0; i < N; i++)
		assert_near(q[i], bh[i], "q", i);
	rates_findings(p, q, N);
	for (size_t i = 0; i < N; i++)
		assert_near(q[i], holm[i], "Holm's p", i);
	rates_discoveries(p, q, 0);
	rates_findings(p, q, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_exchange),
		cmocka_unit_test(test_extremes),
		cmocka_unit_test(test_large),
		cmocka_unit_test(test_detectable),
		cmocka_unit_test(test_families),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
