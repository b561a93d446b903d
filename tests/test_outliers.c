/* test_outliers.c - runs that differ from the others: false alarms, planted ones, profile files
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
#include "bytes.h"
#include "compare/outliers.h"
#include "elf_functions.h"
#include "figures/graph_solve.h"
#include "lined.h"
#include "load/open.h"
#include "noise.h"
#include "profile/spread.h"

enum { FUNCS = 50, PLANTED = 7 };

static uint64_t seed;

static void
add_run(struct run_sums *s, uint32_t run, double n)
{
	if (run == 0 || n < s->least) {
		s->least = n;
		s->least_run = run;
	}
	if (run == 0 || n > s->most) {
		s->most = n;
		s->most_run = run;
	}
	s->sum += n;
	s->squares += n * n;
	s->nruns++;
}

/* Simulates runs of a program and finds their outliers.  In the run that is in the middle, the
 * function PLANTED, or all functions if ALL is set, take TIMES as long. */
static void
simulate(struct outliers *o, const struct noise *noise, double times, bool all)
{
	struct run_sums *runs = mem_new(FUNCS, sizeof(*runs));
	double means[FUNCS];

	for (uint32_t f = 0; f < FUNCS; f++)
		means[f] = exp(log(10) * (0.7 + 2.8 * noise_uniform(&seed)));
	means[PLANTED] = 1000;
	for (uint32_t run = 0; run < noise->nruns; run++) {
		double speed = noise_speed(noise, &seed);

		for (uint32_t f = 0; f < FUNCS; f++) {
			bool other = run == noise->nruns / 2 && (all || f == PLANTED);

			add_run(&runs[f], run, noise_samples(noise,
				means[f] * (other ? times : 1), speed, &seed));
		}
	}
	outliers_find(o, runs, FUNCS);
}

/* Returns how many profiles to simulate. */
static int
rounds(uint32_t nruns)
{
	const char *wide = getenv("CHECK_WIDE");

	return wide != NULL && strcmp(wide, "yes") == 0 ? 1000 : nruns > 100 ? 40 : 200;
}

/* Of profiles of equal runs, about one in 20 may show an outlier.  The chances that are found are
 * not smaller than they should be. */
static void
assert_quiet(const struct noise *noise)
{
	int n = rounds(noise->nruns), alarms = 0;
	double small = 0, tests = 0;

	seed = noise_seed();
	for (int i = 0; i < n; i++) {
		struct outliers o;
		bool alarm = false;

		simulate(&o, noise, 1, false);
		for (uint32_t f = 0; f < FUNCS; f++) {
			tests += o.v[f].is_tested;
			small += o.v[f].is_tested && o.v[f].p < 0.05;
			alarm |= outliers_of(&o, f) != NULL;
		}
		alarms += alarm;
		outliers_release(&o);
	}
	print_message("# %u runs: %d of %d profiles with an outlier, p below 0.05 in %.2f %%\n",
		noise->nruns, alarms, n, 100 * small / tests);
	assert_true(alarms <= 0.075 * n);
	assert_true(small <= 0.06 * tests);
}

static void
test_equal_runs(void **state)
{
	static const uint32_t nruns[] = { 3, 5, 50, 500 };

	(void)state;
	for (size_t i = 0; i < sizeof(nruns) / sizeof(*nruns); i++) {
		const struct noise kinds[] = {
			{ .nruns = nruns[i] },
			{ .nruns = nruns[i], .dispersion = 3 },
			{ .nruns = nruns[i], .each = 0.2 },
			{ .nruns = nruns[i], .each = 0.05, .common = 0.03 },
		};

		for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
			assert_quiet(&kinds[k]);
	}
}

/* Returns in which part of profiles, in percent, the planted outlier is found, and no other run of
 * this function. */
static double
found(const struct noise *noise, double times, bool all)
{
	int n = rounds(noise->nruns), hits = 0;

	seed = noise_seed();
	for (int i = 0; i < n; i++) {
		const struct outlier *x;
		struct outliers o;

		simulate(&o, noise, times, all);
		x = outliers_of(&o, PLANTED);
		hits += x != NULL && x->run == noise->nruns / 2 && (x->times > 1) == (times > 1);
		outliers_release(&o);
	}
	print_message("# %u runs, %g times: found in %.0f %%\n", noise->nruns, times,
		100.0 * hits / n);
	return 100.0 * hits / n;
}

static void
test_planted(void **state)
{
	const struct noise few = { .nruns = 8 }, many = { .nruns = 64 };
	const struct noise noisy = { .nruns = 64, .each = 0.05, .common = 0.03 };

	(void)state;
	assert_true(found(&few, 1.3, false) > 90);
	assert_true(found(&many, 1.3, false) > 90);
	assert_true(found(&many, 0.7, false) > 90);
	assert_true(found(&noisy, 1.5, false) > 90);
	/* A slow machine is not hidden by being slow everywhere. */
	assert_true(found(&few, 2, true) > 90);
	assert_true(found(&noisy, 1.5, true) > 90);
}

/* Returns what is found for one function with the N SAMPLES, one in each run. */
static struct outlier
outlier_in(const double *samples, uint32_t n)
{
	struct run_sums *runs = mem_new(1, sizeof(*runs));
	struct outliers o;
	struct outlier x;

	for (uint32_t i = 0; i < n; i++)
		add_run(runs, i, samples[i]);
	outliers_find(&o, runs, 1);
	x = o.v[0];
	if (x.is_tested)
		assert_true(x.p == outliers_chance(&o, 0, samples[x.run]));
	outliers_release(&o);
	return x;
}

static void
test_few(void **state)
{
	struct outlier x;

	(void)state;
	assert_false(outlier_in((const double[]){ 10, 1000 }, 2).is_tested);
	assert_false(outlier_in((const double[]){ 0, 0, 0 }, 3).is_tested);
	assert_false(outlier_in((const double[]){ 0, 4, 0 }, 3).is_tested);
	assert_false(outlier_in(NULL, 0).is_tested);
	x = outlier_in((const double[]){ 0, 0, 900, 0, 0 }, 5);
	assert_true(x.is_tested && x.run == 2 && isinf(x.times));
	x = outlier_in((const double[]){ 900, 920, 880, 0, 910 }, 5);
	assert_true(x.is_tested && x.run == 3 && x.times == 0 && x.p < 0.01);
	x = outlier_in((const double[]){ 7, 7, 7, 7 }, 4);
	assert_true(x.is_tested && x.times == 1 && x.p == 1);
}

/* A run with more samples is never more likely noise. */
static void
test_chance(void **state)
{
	const struct noise noise = { .nruns = 20, .dispersion = 2 };
	struct outliers o;

	(void)state;
	seed = noise_seed();
	simulate(&o, &noise, 1, false);
	for (uint32_t f = 0; f < FUNCS; f++) {
		double mean = o.runs[f].sum / o.runs[f].nruns, before = 2;

		for (double n = o.runs[f].most; n < 40 * mean && n < o.runs[f].sum; n *= 1.1) {
			double p = outliers_chance(&o, f, n);

			assert_true(p >= 0 && p <= 1 && p <= before);
			before = p;
		}
	}
	outliers_release(&o);
}

enum { FILES = 12, SIZE = 0x20, BASE = 0x1100, BINS = 16 };

/* Samples of the two functions in file I. */
static uint16_t
in_file(size_t i, int func)
{
	if (func == 0)
		return (uint16_t)(400 + 13 * (i % 3));
	return i == 4 ? 88 : i == 9 ? 280 : (uint16_t)(100 + i % 4);
}

/* The files of a function are told apart. */
static void
test_files(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "a", BASE, SIZE, STT_FUNC, STB_GLOBAL, TEXT },
		{ "b", BASE + SIZE, SIZE, STT_FUNC, STB_GLOBAL, TEXT },
	};
	struct elf_file elf = usual_file(symbols, 2);
	char *image = make_elf(&elf), *files[FILES];
	struct open_options options = { .image = image, .rules = RULES_EXACT,
		.files = (const char *const *)files, .nfiles = FILES, .spread = true };
	struct spread_figures s;
	const struct outlier *x;
	struct outliers o;
	struct profile p;
	struct graph g;
	struct err e;
	uint32_t b = 0;

	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		struct bytes data = { .big_endian = elf.big_endian,
			.address_size = elf.address_size };
		uint16_t bins[BINS] = { in_file(i, 0) };

		bins[SIZE / 4] = in_file(i, 1);
		put_gmon_header(&data, 1);
		put_histogram(&data, BASE, BASE + 4 * BINS, 100, bins, BINS);
		files[i] = write_file(&data);
		bytes_release(&data);
	}
	assert_true(open_profile(&p, &options, &e));
	assert_true(graph_solve(&g, &p, NULL, NULL));
	while (strcmp(p.funcs[b].name, "b") != 0)
		b++;
	assert_true(spread_of(&p, b, &s));
	assert_int_equal(s.file, 9);
	assert_int_equal(s.least_file, 4);
	assert_true(outliers_open(&o, &g, NULL));
	for (uint32_t f = 0; f < p.nfuncs; f++)
		assert_true((outliers_of(&o, f) != NULL) == (f == b));
	x = outliers_of(&o, b);
	assert_int_equal(x->run, 9);
	assert_string_equal(runs_path(&p, b, x->run), files[9]);
	assert_true(outliers_chance(&o, b, 0) < 0.3);
	outliers_release(&o);
	graph_release(&g);
	profile_release(&p);
	for (size_t i = 0; i < FILES; i++)
		remove_file(files[i]);
	remove_file(image);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equal_runs),
		cmocka_unit_test(test_planted),
		cmocka_unit_test(test_few),
		cmocka_unit_test(test_chance),
		cmocka_unit_test(test_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
