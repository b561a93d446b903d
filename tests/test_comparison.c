/* test_comparison.c - comparisons of simulated runs: false alarms, planted changes, sums
 *
 * CHECK_WIDE=yes simulates more, CHECK_SEED=N other runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "compare/comparison.h"
#include "compare/gate.h"
#include "figures/graph_solve.h"
#include "made.h"
#include "noise.h"
#include "profile/spread.h"

enum { FUNCS = 50 };

static uint64_t seed;

/* Makes P the profile of the runs of a program whose functions have MEANS in a run. */
static void
run(struct profile *p, const struct noise *noise, const double *means)
{
	made_profile(p, RULES_EXACT, FUNCS);
	p->nimages = 1;
	p->images = mem_new(1, sizeof(*p->images));
	p->images->fd = -1;
	p->images->path = "program";
	p->samples = mem_new(1, sizeof(*p->samples));
	p->samples->nfiles = noise->nruns;
	p->samples->files = mem_new(noise->nruns, sizeof(*p->samples->files));
	p->spread = mem_new(FUNCS, sizeof(*p->spread));
	p->nspread = FUNCS;
	profile_link(p);
	for (uint32_t k = 0; k < noise->nruns; k++) {
		double speed = noise_speed(noise, &seed);

		for (uint32_t f = 0; f < FUNCS; f++) {
			double n = noise_samples(noise, means[f], speed, &seed);

			p->ticks[f] += n;
			p->total += n;
			p->spread[f].sum += n;
			p->spread[f].squares += n * n;
			p->spread[f].nfiles += n > 0;
		}
	}
	p->has_histogram = true;
}

struct compared_runs {
	struct profile p[2];
	struct graph g[2];
	struct callsites sites[2];
	struct comparison c;
};

static void
compare_as(struct compared_runs *x, const struct noise *noise, const double *a, const double *b,
	const struct comparison_options *o)
{
	struct err e;

	for (int side = 0; side < 2; side++) {
		run(&x->p[side], noise, side == 0 ? a : b);
		assert_true(graph_solve(&x->g[side], &x->p[side], NULL, NULL));
		callsites_open(&x->sites[side], &x->p[side]);
	}
	assert_true(comparison_open(&x->c, &x->g[0], &x->g[1], x->sites, o, NULL, &e));
}

static void
compare(struct compared_runs *x, const struct noise *noise, const double *a, const double *b,
	double dispersion)
{
	compare_as(x, noise, a, b, &(const struct comparison_options){ .dispersion = dispersion });
}

static void
release(struct compared_runs *x)
{
	comparison_release(&x->c);
	for (int side = 0; side < 2; side++) {
		callsites_release(&x->sites[side]);
		graph_release(&x->g[side]);
		profile_release(&x->p[side]);
	}
}

static bool
is_never_named(void *with, const struct comparison_row *row, const char *name, size_t n)
{
	(void)with;
	(void)row;
	(void)name;
	(void)n;
	return false;
}

/* Sets MEANS to random times, from a few samples to some thousands. */
static void
random_means(double *means)
{
	for (uint32_t f = 0; f < FUNCS; f++)
		means[f] = exp(log(10) * (0.7 + 2.8 * noise_uniform(&seed)));
}

/* Compares ROUNDS pairs of equal programs.  Returns in how many the gate gives a false alarm;
 * *SMALL becomes the part of all tests with a p below 0.05. */
static int
count_alarms(const struct noise *noise, double dispersion, int rounds, double *small)
{
	const struct gate_limits limits = { .has_slower = true };
	double means[FUNCS], tests = 0, below = 0;
	struct compared_runs x;
	struct gate gate;
	int alarms = 0;

	for (int i = 0; i < rounds; i++) {
		random_means(means);
		compare(&x, noise, means, means, dispersion);
		for (uint32_t k = 0; k < x.c.nrows; k++) {
			tests += x.c.rows[k].self.is_tested;
			below += x.c.rows[k].self.is_tested && x.c.rows[k].self.p < 0.05;
		}
		gate_open(&gate, &x.c, &limits, is_never_named, NULL);
		alarms += gate.result == GATE_REGRESSION;
		gate_release(&gate);
		release(&x);
	}
	*small = below / tests;
	return alarms;
}

/* Returns how many comparisons to simulate. */
static int
rounds(void)
{
	const char *wide = getenv("CHECK_WIDE");

	return wide != NULL && strcmp(wide, "yes") == 0 ? 1000 : 120;
}

/* Asserts that equal programs with NOISE give few false alarms. */
static void
assert_quiet(const struct noise *noise, double dispersion, double least, double most)
{
	int n = rounds(), alarms;
	double small;

	seed = noise_seed();
	alarms = count_alarms(noise, dispersion, n, &small);
	print_message("# %d alarms in %d, p below 0.05 in %.2f %%\n", alarms, n, 100 * small);
	assert_true(alarms <= n / 20);
	assert_true(small >= least && small <= most);
}

static void
test_one_run(void **state)
{
	const struct noise noise = { .nruns = 1 };

	(void)state;
	assert_quiet(&noise, 1, 0.03, 0.055);
}

static void
test_known_dispersion(void **state)
{
	const struct noise noise = { .nruns = 1, .dispersion = 3 };

	(void)state;
	assert_quiet(&noise, 3, 0.03, 0.055);
}

static void
test_five_runs(void **state)
{
	const struct noise calm = { .nruns = 5 };
	const struct noise scaled = { .nruns = 5, .dispersion = 3 };
	const struct noise relative = { .nruns = 5, .each = 0.05, .common = 0.03 };
	const struct noise strong = { .nruns = 5, .each = 0.2 };

	(void)state;
	assert_quiet(&calm, 0, 0.03, 0.055);
	assert_quiet(&scaled, 0, 0.03, 0.055);
	assert_quiet(&relative, 0, 0.03, 0.055);
	assert_quiet(&strong, 0, 0.03, 0.055);
}

static void
test_planted(void **state)
{
	const struct noise noise = { .nruns = 1 };
	double a[FUNCS], b[FUNCS];
	struct compared_runs x;
	int n = rounds(), found = 0;

	(void)state;
	seed = noise_seed();
	for (int i = 0; i < n; i++) {
		random_means(a);
		a[7] = 1000;
		memcpy(b, a, sizeof(b));
		b[7] = 1200;
		compare(&x, &noise, a, b, 1);
		for (uint32_t k = 0; k < x.c.nrows; k++)
			found += x.c.rows[k].func[0] == 7 && x.c.rows[k].mark == MARK_MORE;
		release(&x);
	}
	print_message("# +20 %% with 1,000 samples found in %.0f %%\n", 100.0 * found / n);
	assert_true(found >= 0.8 * n);
}

/* Spans of different length of a program whose load is constant do not differ, except in the one
 * function that became slower. */
static void
test_spans(void **state)
{
	const struct comparison_options spans = { .seconds = { 1, 13 } };
	const struct noise noise = { .nruns = 1 };
	double a[FUNCS], b[FUNCS], ratio = 0;
	struct compared_runs x;
	int n = rounds(), marked = 0, found = 0;

	(void)state;
	seed = noise_seed();
	for (int i = 0; i < n; i++) {
		random_means(a);
		a[7] = 1000;
		for (uint32_t f = 0; f < FUNCS; f++)
			b[f] = 13 * a[f];
		compare_as(&x, &noise, a, b, &spans);
		ratio += x.c.total.value[1] / x.c.total.value[0] / n;
		assert_true(fabs(x.c.side[1].total / x.c.total.value[1] - 1) < 1e-6);
		marked += comparison_total_mark(&x.c) != MARK_NOISE;
		release(&x);
		b[7] *= 1.2;
		compare_as(&x, &noise, a, b, &spans);
		for (uint32_t k = 0; k < x.c.nrows; k++)
			found += x.c.rows[k].func[0] == 7 && x.c.rows[k].mark == MARK_MORE;
		release(&x);
	}
	print_message("# ratio %.4f, %d of %d marked, %d found\n", ratio, marked, n, found);
	assert_true(fabs(ratio - 1) < 0.02);
	assert_true(marked <= 0.25 * n);
	assert_true(found >= 0.8 * n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_run),
		cmocka_unit_test(test_known_dispersion),
		cmocka_unit_test(test_five_runs),
		cmocka_unit_test(test_planted),
		cmocka_unit_test(test_spans),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
