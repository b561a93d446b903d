/* test_sharecheck.c - estimated shares compared with known ones, in random programs
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
#include "figures/graph_solve.h"
#include "figures/sharecheck.h"
#include "load/open_measured.h"
#include "made.h"
#include "measured/measured.h"
#include "stacks.h"

enum { MOST = 12, ROUNDS = 200, MOST_DEPTH = 8 };

/* A program: functions, their stacks, and a profile of -pg that fits the stacks. */
struct program {
	uint32_t nfuncs;
	struct stack stacks[STACKS];
	uint32_t nstacks;
	uint64_t counts[MOST][MOST];	/* calls, by caller and callee */
	uint32_t renamed;		/* a function that has another name in the stacks, or 0 */
	struct profile estimated, known;
	struct graph g, k;
	struct callsites here, there;
	struct sharecheck check;
};

static void
assert_near(double got, double want)
{
	if (!(fabs(got - want) <= 1e-9 * (1 + fabs(want))))
		fail_msg("%.17g is not %.17g", got, want);
}

/* Opens the profile P of the stacks of X, whose N functions are called NAMES[i].  If FILES is not
 * NULL, P has all N functions, and function i is in the source file FILES[i], which may be NULL.
 * If FILES is NULL, P has only the functions that have stacks. */
static void
open_known(struct profile *p, const struct program *x, const char *const *names,
	const char *const *files, uint32_t n)
{
	struct measured *m = measured_new();
	uint32_t numbers[MOST] = { 0 };

	measured_add_event(m, "cpu", 3, "");
	m->events[0].is_sampled = true;
	for (uint32_t f = 0; f < n; f++) {
		struct measured_func func = { .object = NOBODY, .file = NOBODY };

		if (files != NULL && files[f] != NULL)
			func.file = measured_text(m, files[f], strlen(files[f]));
		func.name = measured_text(m, names[f], strlen(names[f]));
		numbers[f] = NOBODY;
		for (uint32_t i = 0; i < x->nstacks; i++)
			for (uint32_t k = 0; k < x->stacks[i].n; k++)
				if (x->stacks[i].funcs[k] == f || files != NULL)
					numbers[f] = measured_func(m, &func);
	}
	for (uint32_t i = 0; i < x->nstacks; i++) {
		const struct stack *s = &x->stacks[i];
		const struct measured_weight weight = { .value = (int64_t)s->value,
			.samples = (uint64_t)s->value, .squares = s->value };
		uint32_t path = NOBODY;

		for (uint32_t k = 0; k < s->n; k++) {
			const struct measured_frame frame = { .func = numbers[s->funcs[k]],
				.file = NOBODY };

			path = measured_path(m, path, measured_frame(m, &frame));
		}
		measured_add_sample(m, path, NOBODY, &weight);
	}
	*p = (struct profile){ .rules = RULES_EXACT };
	open_measured(p, m, false);
	measured_release(m);
}

/* Opens both profiles of X, and compares them.  TICKS has the samples of each function in the
 * profile of -pg. */
static void
open_program(struct program *x, const double *ticks)
{
	const char *names[MOST] = { "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7",
		"f8", "f9", "f10", "f11" };

	made_profile(&x->estimated, RULES_EXACT, x->nfuncs);
	for (uint32_t f = 0; f < x->nfuncs; f++) {
		x->estimated.ticks[f] = ticks[f];
		x->estimated.total += ticks[f];
		for (uint32_t c = 0; c < x->nfuncs; c++)
			if (x->counts[f][c] > 0)
				made_call(&x->estimated, f, c, x->counts[f][c]);
	}
	profile_link(&x->estimated);
	if (x->renamed > 0)
		names[x->renamed] = "other";
	open_known(&x->known, x, names, NULL, x->nfuncs);
	assert_true(graph_solve(&x->g, &x->estimated, NULL, NULL));
	assert_true(graph_solve(&x->k, &x->known, NULL, NULL));
	callsites_open(&x->here, &x->estimated);
	callsites_open(&x->there, &x->known);
	assert_true(sharecheck_open(&x->check, &x->g, &x->k, &x->here, &x->there, NULL));
}

static void
close_program(struct program *x)
{
	sharecheck_release(&x->check);
	callsites_release(&x->here);
	callsites_release(&x->there);
	graph_release(&x->g);
	graph_release(&x->k);
	profile_release(&x->estimated);
	profile_release(&x->known);
}

/* Returns the row of the calls of CALLEE by CALLER or, if CALLER is NOBODY, of function CALLEE.
 * Returns NULL if there is none. */
static const struct check_row *
row_of(const struct program *x, uint32_t caller, uint32_t callee)
{
	for (uint32_t i = 0; i < x->check.nrows; i++)
		if (x->check.rows[i].func == callee && x->check.rows[i].caller == caller)
			return &x->check.rows[i];
	return NULL;
}

static void
add_stack(struct program *x, const uint32_t *funcs, uint32_t n, double value)
{
	struct stack *s = &x->stacks[x->nstacks++];

	s->n = n;
	s->value = value;
	memcpy(s->funcs, funcs, n * sizeof(*funcs));
}

/* The functions easy() and hard() call work() equally often, but only calls by hard() take time. */
static void
test_easy_and_hard(void **state)
{
	enum { START, EASY, HARD, WORK };
	struct program x = { .nfuncs = 4 };
	const double ticks[] = { 0, 0, 0, 1000 };
	const struct check_row *row;

	(void)state;
	x.counts[START][EASY] = x.counts[START][HARD] = 7;
	x.counts[EASY][WORK] = x.counts[HARD][WORK] = 500;
	add_stack(&x, (uint32_t[]){ START, HARD, WORK }, 3, 2000);
	open_program(&x, ticks);
	row = row_of(&x, EASY, WORK);
	assert_near(row->estimate.value, 0.5);
	assert_near(row->known.value, 0);
	assert_near(row->difference, 0.5);
	assert_true(row->is_real);
	assert_int_equal(row->known_arc, NOBODY);
	row = row_of(&x, HARD, WORK);
	assert_near(row->difference, -0.5);
	assert_true(row->is_real);
	/* The function easy is in no stack, so only the estimate gives it time. */
	row = row_of(&x, NOBODY, EASY);
	assert_int_equal(row->known_func, NOBODY);
	assert_near(row->difference, 0.5);
	assert_near(row_of(&x, NOBODY, WORK)->difference, 0);
	assert_false(row_of(&x, NOBODY, WORK)->is_real);
	assert_int_equal(x.check.worst, WORK);
	assert_near(x.check.wrong, 0.5);
	assert_near(x.check.wrong_real, 0.5);
	assert_int_equal(x.check.nwrong, 1);
	assert_near(x.check.estimate_unmatched, 0);
	assert_near(x.check.known_unmatched, 0);
	assert_int_equal(x.check.nreal, 6);
	close_program(&x);
}

/* Makes X a random program in which each function has one caller, and sets TICKS to random
 * samples. */
static void
make_tree(struct program *x, double ticks[MOST], uint64_t *seed)
{
	uint32_t caller[MOST] = { 0 }, path[MOST_DEPTH];

	*x = (struct program){ .nfuncs = 2 + random_below(seed, MOST - 2) };
	for (uint32_t f = 0; f < x->nfuncs; f++) {
		uint32_t n = 0, depth = 0;

		if (f > 0) {
			caller[f] = random_below(seed, f);
			x->counts[caller[f]][f] = 1 + random_below(seed, 1000);
		}
		ticks[f] = random_below(seed, 500) + (f == 0);
		for (uint32_t c = f; c > 0; c = caller[c])
			depth++;
		if (depth >= MOST_DEPTH) {
			x->counts[caller[f]][f] = 0;
			caller[f] = 0;
			x->counts[0][f] = 1;
			depth = 1;
		}
		n = depth + 1;
		for (uint32_t c = f; n > 0; c = caller[c])
			path[--n] = c;
		add_stack(x, path, depth + 1, ticks[f]);
	}
}

/* If each function has one caller, gprof's rule divides no time, so estimates and known shares are
 * the same. */
static void
test_one_caller(void **state)
{
	uint64_t seed = 3;
	double ticks[MOST];
	struct program x;

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		make_tree(&x, ticks, &seed);
		open_program(&x, ticks);
		for (uint32_t r = 0; r < x.check.nrows; r++) {
			assert_near(x.check.rows[r].difference, 0);
			assert_false(x.check.rows[r].is_real);
		}
		assert_near(row_of(&x, NOBODY, 0)->known.value, 1);
		assert_int_equal(x.check.worst, NOBODY);
		assert_int_equal(x.check.nreal, 0);
		close_program(&x);
	}
}

/* Makes random stacks in which functions call only functions of higher numbers, and random counts
 * of these calls.  In some programs, the calls of f1 by f0 are not counted. */
static void
make_acyclic(struct program *x, double ticks[MOST], uint64_t *seed)
{
	uint32_t path[MOST_DEPTH];

	*x = (struct program){ .nfuncs = 4 + random_below(seed, MOST - 4) };
	for (uint32_t f = 0; f < MOST; f++)
		ticks[f] = 0;
	while (x->nstacks < 20) {
		uint32_t n = 0, f = random_below(seed, 2);
		double value = random_below(seed, 100);

		while (f < x->nfuncs && n < MOST_DEPTH) {
			path[n++] = f;
			if (n > 1 && x->counts[path[n - 2]][f] == 0)
				x->counts[path[n - 2]][f] = 1 + random_below(seed, 1000);
			f += 1 + random_below(seed, 4);
		}
		ticks[path[n - 1]] += value;
		add_stack(x, path, n, value);
	}
	ticks[0]++;
	add_stack(x, &(uint32_t){ 0 }, 1, 1);
	if (x->counts[0][1] > 0 && random_below(seed, 2) == 0)
		x->counts[0][1] = 0;
}

/* Returns the share, from 0 to 1, of the stacks of X in which CALLER calls CALLEE.  If CALLER is
 * NOBODY, returns the share of the stacks that contain CALLEE. */
static double
known_part(const struct program *x, uint32_t caller, uint32_t callee)
{
	double all = 0, sum = 0;

	for (uint32_t i = 0; i < x->nstacks; i++) {
		const struct stack *s = &x->stacks[i];
		bool has = false;

		for (uint32_t k = 0; k < s->n; k++)
			has |= s->funcs[k] == callee && (caller == NOBODY
				|| (k > 0 && s->funcs[k - 1] == caller));
		sum += has ? s->value : 0;
		all += s->value;
	}
	return sum / all;
}

/* Checks the row of CALLER and CALLEE, whose estimated share must be ESTIMATE.  Returns how much
 * more this is than the known share, or 0 if it is less, there is no row, or the estimate is not
 * known. */
static double
check_row(const struct program *x, uint32_t caller, uint32_t callee, double estimate)
{
	const struct check_row *row = row_of(x, caller, callee);
	double known = known_part(x, caller, callee);

	if (row == NULL) {
		assert_near(estimate, 0);
		assert_near(known, 0);
		return 0;
	}
	if (!row->estimate.is_known)
		return 0;
	assert_near(row->estimate.value, estimate);
	assert_near(row->known.value, known);
	assert_near(row->difference, estimate - known);
	assert_near(row->noise, 3 * hypot(row->estimate.error, row->known.error));
	assert_int_equal(row->is_real, fabs(row->difference) > row->noise);
	return fmax(row->difference, 0);
}

/* Computes what gprof's rule gives to functions, TOTAL, and to calls, CALLS[caller][callee], as
 * shares from 0 to 1. */
static void
estimate_by_hand(const struct program *x, const double *ticks, double total[MOST],
	double calls[MOST][MOST])
{
	double all = 0;

	memset(calls, 0, MOST * sizeof(*calls));
	for (uint32_t f = x->nfuncs; f-- > 0;) {
		double count = 0;

		total[f] = ticks[f];
		all += ticks[f];
		for (uint32_t c = 0; c < x->nfuncs; c++) {
			total[f] += calls[f][c];
			count += (double)x->counts[c][f];
		}
		for (uint32_t c = 0; c < x->nfuncs; c++)
			if (x->counts[c][f] > 0)
				calls[c][f] = total[f] * (double)x->counts[c][f] / count;
	}
	for (uint32_t f = 0; f < x->nfuncs; f++) {
		total[f] /= all;
		for (uint32_t c = 0; c < x->nfuncs; c++)
			calls[c][f] /= all;
	}
}

static void
test_against_hand(void **state)
{
	uint64_t seed = 11;
	double ticks[MOST], total[MOST], calls[MOST][MOST];
	uint32_t nworst = 0;
	struct program x;

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		double most = 0;

		make_acyclic(&x, ticks, &seed);
		open_program(&x, ticks);
		estimate_by_hand(&x, ticks, total, calls);
		for (uint32_t f = 0; f < x.nfuncs; f++) {
			uint32_t ncallers = 0;
			double excess = 0;

			check_row(&x, NOBODY, f, total[f]);
			for (uint32_t c = 0; c < x.nfuncs; c++) {
				excess += check_row(&x, c, f, calls[c][f]);
				ncallers += row_of(&x, c, f) != NULL;
			}
			most = ncallers > 1 ? fmax(most, excess) : most;
		}
		assert_near(x.check.wrong, most);
		assert_true(x.check.wrong <= 1 + 1e-9);
		assert_true(x.check.wrong_real <= x.check.wrong + 1e-9);
		nworst += x.check.worst != NOBODY;
		close_program(&x);
	}
	assert_true(nworst > ROUNDS / 2);
}

/* Five callers are in the same stack, so each has all of the time, and the estimate gives each a
 * fifth. */
static void
test_callers_in_one_stack(void **state)
{
	struct program x = { .nfuncs = 7 };
	const double ticks[] = { 0, 0, 0, 0, 0, 0, 1000 };
	uint32_t path[] = { 0, 1, 6, 2, 6, 3, 6, 4 };

	(void)state;
	for (uint32_t f = 1; f < 5; f++)
		x.counts[f][6] = 10;
	add_stack(&x, path, 8, 1);
	path[7] = 6;
	add_stack(&x, path + 5, 3, 2000);
	add_stack(&x, path, 8, 2000);
	open_program(&x, ticks);
	assert_true(x.check.wrong <= 1);
	close_program(&x);
}

/* Time passes through three functions, one after the other, and the wrong callers of each get half
 * of it.  This is not 150 % of the time. */
static void
test_wrong_thrice(void **state)
{
	struct program x = { .nfuncs = 7 };
	const double ticks[] = { 0, 0, 0, 0, 0, 0, 1000 };

	(void)state;
	for (uint32_t f = 1; f < 7; f++)
		for (uint32_t c = f % 2 == 0 ? f - 2 : f - 1; f >= 2 && c < f; c++)
			x.counts[c][f] = 10;
	x.counts[0][1] = 10;
	add_stack(&x, (uint32_t[]){ 0, 2, 4, 6 }, 4, 3000);
	open_program(&x, ticks);
	assert_true(x.check.wrong > 0.4 && x.check.wrong <= 0.5);
	close_program(&x);
}

/* A function that has many samples, but is in no stack, must have another name in the stacks.  It
 * is not compared. */
static void
test_renamed(void **state)
{
	struct program x = { .nfuncs = 3 };
	const double ticks[] = { 100, 300, 600 };

	(void)state;
	x.counts[0][1] = x.counts[1][2] = 5;
	add_stack(&x, (uint32_t[]){ 0, 2 }, 2, 900);
	add_stack(&x, (uint32_t[]){ 0 }, 1, 100);
	open_program(&x, ticks);
	assert_null(row_of(&x, NOBODY, 1));
	assert_null(row_of(&x, 0, 1));
	assert_null(row_of(&x, 1, 2));
	assert_near(x.check.estimate_unmatched, 0.3);
	assert_near(x.check.known_unmatched, 0);
	/* Only the stacks have the call of f2 by f0.  It is not compared, because f1 must have
	 * another name in the stacks, and this name may be f0. */
	assert_null(row_of(&x, 0, 2));
	close_program(&x);
}

/* f0 calls f1 and f4, f1 calls f2, f2 calls f3.  In the stacks, f1 and f2 are inlined. */
static void
test_inlined(void **state)
{
	struct program x = { .nfuncs = 5 };
	const double ticks[] = { 100, 0, 0, 600, 300 };

	(void)state;
	x.counts[0][1] = x.counts[1][2] = x.counts[2][3] = x.counts[0][4] = 5;
	add_stack(&x, (uint32_t[]){ 0, 3 }, 2, 600);
	add_stack(&x, (uint32_t[]){ 0, 4 }, 2, 300);
	add_stack(&x, (uint32_t[]){ 0 }, 1, 100);
	open_program(&x, ticks);
	assert_null(row_of(&x, NOBODY, 1));
	assert_null(row_of(&x, NOBODY, 2));
	assert_null(row_of(&x, 0, 1));
	assert_null(row_of(&x, 2, 3));
	assert_null(row_of(&x, 0, 3));
	assert_near(row_of(&x, NOBODY, 3)->difference, 0);
	assert_near(row_of(&x, 0, 4)->difference, 0);
	assert_int_equal(x.check.nreal, 0);
	close_program(&x);
}

/* The stacks have a call that was not counted: f1 calls f2. */
static void
test_uncounted(void **state)
{
	struct program x = { .nfuncs = 3 };
	const double ticks[] = { 100, 300, 600 };

	(void)state;
	x.counts[0][1] = x.counts[0][2] = 5;
	add_stack(&x, (uint32_t[]){ 0, 1, 2 }, 3, 600);
	add_stack(&x, (uint32_t[]){ 0, 1 }, 2, 300);
	add_stack(&x, (uint32_t[]){ 0 }, 1, 100);
	open_program(&x, ticks);
	assert_int_equal(row_of(&x, 1, 2)->arc, NOBODY);
	assert_near(row_of(&x, 1, 2)->difference, -0.6);
	assert_int_equal(row_of(&x, 0, 2)->known_arc, NOBODY);
	assert_near(row_of(&x, 0, 2)->difference, 0.6);
	assert_near(row_of(&x, NOBODY, 1)->difference, -0.6);
	assert_int_equal(x.check.worst, 2);
	assert_near(x.check.wrong, 0.6);
	close_program(&x);
}

/* In the stacks, f2 is between f0 and f1, because f2 was not compiled with -pg. */
static void
test_between(void **state)
{
	struct program x = { .nfuncs = 3 };
	const double ticks[] = { 100, 900, 0 };

	(void)state;
	x.counts[0][1] = 5;
	add_stack(&x, (uint32_t[]){ 0, 2, 1 }, 3, 900);
	add_stack(&x, (uint32_t[]){ 0 }, 1, 100);
	open_program(&x, ticks);
	assert_near(row_of(&x, 0, 1)->difference, 0.9);
	close_program(&x);
	/* If f2 is not in the profile of -pg at all, the call of f1 by f0 is not compared. */
	x.renamed = 2;
	open_program(&x, ticks);
	assert_null(row_of(&x, 0, 1));
	assert_near(row_of(&x, NOBODY, 1)->difference, 0);
	close_program(&x);
}

static void
test_errors(void **state)
{
	double q = 34.5 / 109;

	(void)state;
	assert_near(checkfigures_error(30, 100, 30, 100), sqrt(q * (1 - q) / 109));
	assert_near(checkfigures_error(0, 100, 0, 100), sqrt(4.5 / 109 * 104.5 / 109 / 109));
	assert_near(checkfigures_error(100, 100, 100, 100), checkfigures_error(0, 100, 0, 100));
	/* If the weight of each sample is 1000 instead of 1, the error of a share is the same. */
	assert_near(checkfigures_error(30e3, 100e3, 30e6, 100e6), sqrt(q * (1 - q) / 109));
	/* If the sum of squared weights in the part is larger, its error is larger. */
	assert_true(checkfigures_error(30, 100, 300, 400) > checkfigures_error(30, 100, 30, 400));
	assert_near(checkfigures_error(30, 100, 0, 0), 0);
	assert_near(checkfigures_error(0, 0, 0, 0), 0);
}

/* Compares two samplings of a program.  Less than 1 % of the rows differ by more than the noise.
 * 6 to 20 % of the rows differ by more than half of the noise. */
static void
test_noise(void **state)
{
	uint64_t seed = 5;
	uint32_t nrows = 0, nreal = 0, nhalf = 0;
	double ticks[MOST];
	struct program x;

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		double weights[MOST], sum = 0;

		make_tree(&x, weights, &seed);
		for (uint32_t f = 0; f < x.nfuncs; f++) {
			sum += weights[f];
			ticks[f] = x.stacks[f].value = 0;
		}
		for (int n = 0; n < 600; n++) {
			double at = sum * random_below(&seed, 1 << 20) / (1 << 20);
			uint32_t f = 0;

			while (f + 1 < x.nfuncs && (at -= weights[f]) >= 0)
				f++;
			if (n < 200)
				ticks[f]++;
			else
				x.stacks[f].value++;
		}
		open_program(&x, ticks);
		for (uint32_t r = 0; r < x.check.nrows; r++) {
			const struct check_row *row = &x.check.rows[r];

			nhalf += fabs(row->difference) > row->noise / 2;
		}
		nrows += x.check.nrows;
		nreal += x.check.nreal;
		close_program(&x);
	}
	assert_true(nrows > 1000);
	assert_in_range(1000 * nreal / nrows, 0, 8);
	assert_in_range(1000 * nhalf / nrows, 60, 200);
}

/* Makes the profile P of N functions that have NAMES and are in FILES. */
static void
open_named(struct profile *p, const char *const *names, const char *const *files, uint32_t n)
{
	struct program x = { .nfuncs = n };

	for (uint32_t f = 0; f < n; f++)
		add_stack(&x, &f, 1, 1);
	open_known(p, &x, names, files, n);
}

/* Returns the number of the function of P called NAME, in a source whose path contains FILE.  If
 * FILE is "", the source does not matter. */
static uint32_t
func_named(const struct profile *p, const char *name, const char *file)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (strcmp(p->funcs[f].name, name) == 0 && (*file == '\0'
		    || strstr(p->files[p->places[f].file], file) != NULL))
			return f;
	fail_msg("no %s in %s", name, file);
	return NOBODY;
}

static void
test_names(void **state)
{
	static const char *const here_names[] = { "main", "_ZN1a1fEi", "init", "init", "init",
		"step", "step", "gone", "_ZN1a1gEi", "_ZN1a1hEi", "_ZN1a1hEd" };
	static const char *const here_files[] = { NULL, NULL, "/b/x/a.c", "/b/x/b.c", "/b/y/b.c",
		"/b/s.c", "/b/t.c", NULL, NULL, NULL, NULL };
	static const char *const there_names[] = { "main", "a::f(int)", "init", "init", "init",
		"step", "new", "a::g", "a::h" };
	static const char *const there_files[] = { NULL, NULL, "a.c", "/b/x/b.c", "/b/y/b.c",
		NULL, NULL, NULL, NULL };
	struct profile p, q;
	struct callsites here, there;
	struct funcmatch m;

	(void)state;
	open_named(&p, here_names, here_files, 11);
	open_named(&q, there_names, there_files, 9);
	callsites_open(&here, &p);
	callsites_open(&there, &q);
	funcmatch_open(&m, &here, &there);
	assert_int_equal(m.n, 6);
	assert_int_equal(m.there_of[func_named(&p, "main", "")], func_named(&q, "main", ""));
	assert_int_equal(m.there_of[func_named(&p, "_ZN1a1fEi", "")], func_named(&q, "a::f(int)", ""));
	assert_int_equal(m.there_of[func_named(&p, "_ZN1a1gEi", "")], func_named(&q, "a::g", ""));
	assert_int_equal(m.there_of[func_named(&p, "_ZN1a1hEi", "")], FUNCMATCH_UNSURE);
	assert_int_equal(m.here_of[func_named(&q, "a::h", "")], FUNCMATCH_UNSURE);
	assert_int_equal(m.there_of[func_named(&p, "init", "a.c")], func_named(&q, "init", "a.c"));
	assert_int_equal(m.there_of[func_named(&p, "init", "x/b.c")], func_named(&q, "init", "x/b.c"));
	assert_int_equal(m.there_of[func_named(&p, "init", "y/b.c")], func_named(&q, "init", "y/b.c"));
	assert_int_equal(m.there_of[func_named(&p, "step", "s.c")], FUNCMATCH_UNSURE);
	assert_int_equal(m.there_of[func_named(&p, "step", "t.c")], FUNCMATCH_UNSURE);
	assert_int_equal(m.here_of[func_named(&q, "step", "")], FUNCMATCH_UNSURE);
	assert_int_equal(m.there_of[func_named(&p, "gone", "")], NOBODY);
	assert_int_equal(m.here_of[func_named(&q, "new", "")], NOBODY);
	for (uint32_t f = 0; f < p.nfuncs; f++)
		if (funcmatch_is_func(m.there_of[f]))
			assert_int_equal(m.here_of[m.there_of[f]], f);
	funcmatch_release(&m);
	callsites_release(&here);
	callsites_release(&there);
	profile_release(&p);
	profile_release(&q);
}

/* For members of a cycle, the estimates and bounds are those that views show. */
static void
test_cycle(void **state)
{
	struct program x = { .nfuncs = 3 };
	const double ticks[] = { 20, 20, 60 };
	const struct check_row *row;

	(void)state;
	x.counts[0][1] = 100;
	x.counts[1][2] = 200;
	x.counts[2][1] = 100;
	add_stack(&x, (uint32_t[]){ 0, 1, 2 }, 3, 60);
	add_stack(&x, (uint32_t[]){ 0, 1, 2, 1 }, 4, 20);
	add_stack(&x, (uint32_t[]){ 0 }, 1, 20);
	open_program(&x, ticks);
	row = row_of(&x, NOBODY, 2);	/* as in test_cycle_estimate.c */
	assert_true(row->estimate.is_known);
	assert_near(row->estimate.value, 0.6 + 0.2 / 3);
	assert_near(row->estimate.lo, 0.6);
	assert_near(row->estimate.hi, 0.8);
	assert_near(row->known.value, 0.8);
	row = row_of(&x, 0, 1);
	assert_near(row->estimate.value, 0.8);
	assert_near(row->known.value, 0.8);
	close_program(&x);
}

/* A member of a cycle without a reliable estimate has bounds, and no difference. */
static void
test_bounds(void **state)
{
	struct program x = { .nfuncs = 4 };
	const double ticks[] = { 0, 20, 5, 75 };
	const struct check_row *row;

	(void)state;
	x.counts[0][1] = 1;
	x.counts[1][2] = 1;
	x.counts[1][3] = 100;
	x.counts[2][3] = 1;
	x.counts[3][1] = 50;
	add_stack(&x, (uint32_t[]){ 0, 1, 2, 3 }, 4, 80);
	add_stack(&x, (uint32_t[]){ 0, 1 }, 2, 20);
	open_program(&x, ticks);
	row = row_of(&x, NOBODY, 2);
	assert_false(row->estimate.is_known);
	assert_false(row->is_real);
	assert_near(row->estimate.lo, 0.05);
	assert_near(row->estimate.hi, 1);
	assert_near(row->known.value, 0.8);
	close_program(&x);
}

static int polls;			/* polls that remain before count_down() stops the work */

static void
count_down(struct stop *s)
{
	s->asked = polls-- <= 0;
}

/* Work that is stopped leaves nothing to release. */
static void
test_stop(void **state)
{
	struct stop stop = { .tell = count_down };
	uint64_t seed = 11;
	double ticks[MOST];
	struct program x;
	struct sharecheck c;
	int n = 0;

	(void)state;
	make_acyclic(&x, ticks, &seed);
	open_program(&x, ticks);
	do
		polls = n++;
	while (!sharecheck_open(&c, &x.g, &x.k, &x.here, &x.there, &stop));
	assert_in_range(n, 2 * x.nfuncs, 1000);
	assert_int_equal(c.nrows, x.check.nrows);
	sharecheck_release(&c);
	close_program(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_easy_and_hard),
		cmocka_unit_test(test_one_caller),
		cmocka_unit_test(test_against_hand),
		cmocka_unit_test(test_callers_in_one_stack),
		cmocka_unit_test(test_wrong_thrice),
		cmocka_unit_test(test_renamed),
		cmocka_unit_test(test_inlined),
		cmocka_unit_test(test_uncounted),
		cmocka_unit_test(test_between),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_cycle),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_stop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
