/* test_dispersion.c - how much more the times of runs vary than samples do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytes.h"
#include "compare/dispersion.h"

enum { ITEMS = 2000, RUNS_DF = 4 };

static uint64_t seed;

static void
assert_near(double x, double wanted, double error)
{
	if (fabs(x - wanted) > error)
		fail_msg("%g, not %g", x, wanted);
}

static void
test_nothing_known(void **state)
{
	const struct dispersion_item few = { .mean = 2, .pearson = 9, .df = 3 };
	const struct dispersion_item unknown = { .mean = 100, .pearson = -1, .df = 3 };
	struct dispersion d;
	double df;

	(void)state;
	dispersion_fit(&d, NULL, 0);
	assert_near(d.base, 1, 0);
	assert_near(d.slope, 0, 0);
	assert_near(d.df, 0, 0);
	assert_near(dispersion_of(&d, &unknown, &df), 1, 0);
	assert_near(df, 1, 0);
	assert_near(dispersion_of(&d, &few, &df), 3, 1e-12);
	assert_near(df, 3, 0);
	/* Functions with few samples, and those of which nothing is known, are not used. */
	dispersion_fit(&d, (const struct dispersion_item[]){ few, unknown }, 2);
	assert_near(d.base, 1, 0);
	assert_near(d.df, 0, 0);
}

/* Items that are exactly on a line give the line; as nothing differs from it by more than chance,
 * it counts for as much as all of them know. */
static void
test_line(void **state)
{
	struct dispersion_item v[40];
	struct dispersion d;
	double df;

	(void)state;
	for (int i = 0; i < 40; i++)
		v[i] = (struct dispersion_item){ .mean = 10 + 25 * i, .df = 3,
			.pearson = 3 * (1.5 + 0.02 * (10 + 25 * i)) };
	dispersion_fit(&d, v, 40);
	assert_near(d.base, 1.5, 1e-6);
	assert_near(d.slope, 0.02, 1e-8);
	assert_near(d.df, 120, 1);
	assert_near(dispersion_of(&d, &v[7], &df), v[7].pearson / 3, 1e-6);
	assert_near(df, d.df + 3, 1e-9);
	/* A function of which nothing is known gets the line. */
	v[7].pearson = -1;
	assert_near(dispersion_of(&d, &v[7], &df), 1.5 + 0.02 * v[7].mean, 1e-6);
	assert_near(df, d.df, 1e-9);
}

/* Runs that vary less than samples do have the dispersion 1. */
static void
test_least(void **state)
{
	struct dispersion_item v[20];
	struct dispersion d;
	double df;

	(void)state;
	for (int i = 0; i < 20; i++)
		v[i] = (struct dispersion_item){ .mean = 50 + i, .pearson = 0.2, .df = 4 };
	dispersion_fit(&d, v, 20);
	assert_near(d.base, 1, 0);
	assert_near(d.slope, 0, 1e-12);
	assert_near(dispersion_of(&d, &v[0], &df), 1, 0);
}

/* Returns a random number of the chi-square distribution with an even number of degrees of freedom:
 * a sum of exponential ones. */
static double
chi_square(int df)
{
	double sum = 0;

	for (int i = 0; i < df / 2; i++)
		sum -= 2 * log((random_below(&seed, 1 << 30) + 0.5) / (1 << 30));
	return sum;
}

/* Returns the degrees of freedom that are found if functions have a dispersion of 3, divided by a
 * chi-square with DF degrees of freedom over DF; DF 0: exactly 3. */
static double
found_df(int df)
{
	static struct dispersion_item v[ITEMS];
	struct dispersion d;

	for (int i = 0; i < ITEMS; i++) {
		double own = df > 0 ? 3 * df / chi_square(df) : 3;

		v[i] = (struct dispersion_item){ .mean = 20 + i % 500, .df = RUNS_DF,
			.pearson = own * chi_square(RUNS_DF) };
	}
	dispersion_fit(&d, v, ITEMS);
	/* The mean of what was drawn is 3 or, with DF, 3 DF / (DF - 2). */
	assert_near(d.base + d.slope * 270, df > 0 ? 3.0 * df / (df - 2) : 3, 0.5);
	return d.df;
}

/* How near functions are to the line is found from themselves (Smyth). */
static void
test_found_df(void **state)
{
	double far, near, equal;

	(void)state;
	far = found_df(8);
	near = found_df(40);
	equal = found_df(0);
	assert_true(far > 5 && far < 13);
	assert_true(near > 20 && near < 120);
	assert_true(equal > 60 && equal <= DISPERSION_MOST_DF);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_known),
		cmocka_unit_test(test_line),
		cmocka_unit_test(test_least),
		cmocka_unit_test(test_found_df),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
