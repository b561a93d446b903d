/* test_arcs.c - from arc records to arcs between functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "load/arcs.h"
#include "made.h"
#include "profile/spread.h"

static const uint64_t at[] = { 0x1000, 0x1010, 0x1020, 0x1030 };

static void
add_record(struct profile *p, uint64_t from, uint64_t self, uint64_t count)
{
	samples_add_arc(p->samples, from, self, count);
}

static void
assert_arc(const struct profile *p, uint32_t a, uint32_t caller, uint32_t callee,
	uint64_t count)
{
	assert_true(a < p->narcs);
	assert_int_equal(p->arcs[a].caller, caller);
	assert_int_equal(p->arcs[a].callee, callee);
	assert_true(profile_arc_calls(p, a) == count);
}

static struct arc_record
site_of(const struct profile *p, uint32_t arc, uint32_t i)
{
	const struct arc_sites of = profile_sites(p, arc);

	return profile_site(p, &of, i);
}

/* Arcs are in the order of their first records.  Every record of an arc is one of its call
 * sites. */
static void
test_records_become_arcs(void **state)
{
	struct profile p;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		uint32_t n;

		made_image(&p, (enum rules)rules, at, 4, 0x1040);
		add_record(&p, 0x1020, 0x1030, 5);
		add_record(&p, 0x1000, 0x1010, 1);
		add_record(&p, 0x1028, 0x1034, (uint64_t)1 << 40);
		add_record(&p, 0x1010, 0x1010, 7);
		add_record(&p, 0x1000, 0x1010, 2);
		add_record(&p, 0x1000, 0x1030, 0);
		arcs_assemble(&p);
		assert_int_equal(p.nfuncs, 4);	/* there is no [before] and no [after] */
		assert_int_equal(p.narcs, 4);
		assert_arc(&p, 0, 2, 3, 5 + ((uint64_t)1 << 40));
		assert_arc(&p, 1, 0, 1, 3);
		assert_arc(&p, 2, 1, 1, 7);
		assert_arc(&p, 3, 0, 3, 0);
		assert_int_equal(profile_first_site(&p, 0), 0);
		n = profile_first_site(&p, 4);
		assert_int_equal(n, 6);
		assert_true(site_of(&p, 0, 0).from == 0x1020);
		assert_true(site_of(&p, 0, 0).count == 5);
		assert_true(site_of(&p, 0, 1).from == 0x1028);
		assert_true(site_of(&p, 0, 1).self == 0x1034);
		assert_int_equal(profile_first_site(&p, 1), 2);
		assert_true(site_of(&p, 1, 2).count == 1);
		assert_true(site_of(&p, 1, 3).count == 2);
		profile_release(&p);
	}
}

/* A call whose caller is outside the code counts as a call from outside.  gprof drops such a
 * call. */
static void
test_calls_from_outside(void **state)
{
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 4, 0x1040);
	add_record(&p, 0, 0x1000, 1);
	add_record(&p, 0x1010, 0x1000, 10);
	add_record(&p, 0x9999, 0x1000, 2);
	add_record(&p, UINT64_MAX, 0x1020, 4);
	arcs_assemble(&p);
	assert_int_equal(p.narcs, 1);
	assert_arc(&p, 0, 1, 0, 10);
	assert_true(p.outside[0] == 3 && p.outside[1] == 0 && p.outside[2] == 4);
	assert_int_equal(profile_first_site(&p, 1), 1);
	profile_release(&p);

	made_image(&p, RULES_GPROF, at, 4, 0x1040);
	add_record(&p, 0, 0x1000, 1);
	add_record(&p, 0x1010, 0x1000, 10);
	add_record(&p, 0x1010, 0x9999, 10);
	add_record(&p, 0x1010, 0, 10);
	arcs_assemble(&p);
	assert_int_equal(p.narcs, 1);
	assert_true(p.outside[0] == 0);
	profile_release(&p);
}

/* Records without a callee are dropped, whether their caller has few or many records. */
static void
test_records_that_do_not_count(void **state)
{
	struct profile p;

	(void)state;
	for (uint32_t times = 1; times < 30; times += 7) {
		made_image(&p, RULES_GPROF, at, 4, 0x1040);
		add_record(&p, 0x1000, 0x9999, 1);
		for (uint32_t i = 0; i < times; i++) {
			add_record(&p, 0x1010, 0x1020, 1);
			add_record(&p, 0x1010, 0x9999, 1);
			add_record(&p, 0x1010, 0x1030, 2);
		}
		add_record(&p, 0x1020, 0x1020, 3);
		arcs_assemble(&p);
		assert_int_equal(p.narcs, 3);
		assert_arc(&p, 0, 1, 2, times);
		assert_arc(&p, 1, 1, 3, 2 * times);
		assert_arc(&p, 2, 2, 2, 3);
		assert_int_equal(profile_first_site(&p, 3), 2 * times + 1);
		profile_release(&p);
	}
}

/* Code without a symbol first becomes a function.  If this function has neither samples nor calls,
 * it is dropped, and each array indexed by function is renumbered. */
static void
test_rows_without_a_symbol(void **state)
{
	struct profile p;

	(void)state;
	for (int used = 0; used < 4; used++) {
		bool samples = used & 1, called = used & 2;
		uint32_t first = samples;

		made_image(&p, RULES_EXACT, at, 4, 0x1040);
		p.ticks[0] = samples ? 3 : 0;
		p.ticks[1] = 10;
		p.ticks[4] = 40;
		made_selection(&p, EXCL_GRAPH, "f1");
		p.nplaces = p.nspread = p.nfuncs;
		p.places = mem_new(p.nplaces, sizeof(*p.places));
		p.spread = mem_new(p.nspread, sizeof(*p.spread));
		for (uint32_t f = 0; f < p.nfuncs; f++)
			p.places[f].line = p.spread[f].nfiles = f;
		add_record(&p, 0x1030, 0x1010, 1);
		if (called)
			add_record(&p, 0x1000, 0x5000, 2);
		arcs_assemble(&p);
		assert_int_equal(p.nfuncs, 4 + samples + called);
		assert_string_equal(p.funcs[first].name, "f0");
		assert_true(p.ticks[first] == 10 && p.ticks[first + 3] == 40);
		assert_true(p.nplaces == p.nfuncs && p.nspread == p.nfuncs);
		for (uint32_t f = first; f < first + 4; f++) {
			assert_int_equal(p.places[f].line, f - first + 1);
			assert_int_equal(p.spread[f].nfiles, f - first + 1);
		}
		assert_true(select_has(&p.named, EXCL_GRAPH, first + 1));
		assert_false(select_has(&p.named, EXCL_GRAPH, first));
		assert_arc(&p, 0, first + 3, first + 1, 1);
		if (called)
			assert_arc(&p, 1, first, first + 4, 2);
		assert_int_equal(profile_func_at(&p, 0, 0x1012), first + 1);
		assert_int_equal(profile_func_at(&p, 0, 0x10), samples ? 0 : NOBODY);
		assert_int_equal(profile_func_at(&p, 0, 0x5000), called ? first + 4 : NOBODY);
		profile_release(&p);
	}
}

/* By gprof's rules, calls of a label count as calls of the function before the label.  If there is
 * no function before the label, the calls are dropped. */
static void
test_gprof_labels(void **state)
{
	struct profile p;

	(void)state;
	made_image(&p, RULES_GPROF, at, 4, 0x1040);
	p.funcs[0].is_func = p.funcs[2].is_func = p.funcs[3].is_func = false;
	add_record(&p, 0x1020, 0x1030, 1);
	add_record(&p, 0x1020, 0x1020, 2);
	add_record(&p, 0x1020, 0x1010, 4);
	add_record(&p, 0x1020, 0x1000, 8);
	arcs_assemble(&p);
	assert_int_equal(p.narcs, 1);
	assert_arc(&p, 0, 2, 1, 7);
	profile_release(&p);

	made_image(&p, RULES_EXACT, at, 4, 0x1040);
	p.funcs[1].is_func = p.funcs[2].is_func = false;
	add_record(&p, 0x1020, 0x1010, 4);
	arcs_assemble(&p);
	assert_arc(&p, 0, 2, 1, 4);
	profile_release(&p);
}

static void
test_excluded_arcs(void **state)
{
	struct profile p;

	(void)state;
	made_image(&p, RULES_EXACT, at, 4, 0x1040);
	made_selection(&p, EXCL_ARCS, "f1/f2");
	add_record(&p, 0x1010, 0x1020, 1);
	add_record(&p, 0x1020, 0x1010, 2);
	add_record(&p, 0x1010, 0x1030, 4);
	arcs_assemble(&p);
	assert_int_equal(p.narcs, 2);
	assert_arc(&p, 0, 2, 1, 2);
	assert_arc(&p, 1, 1, 3, 4);
	profile_release(&p);
}

/* Random records give the same arcs as a table of all pairs. */
static void
test_random_records(void **state)
{
	enum { N = 30 };
	uint64_t seed = 37, starts[N];

	(void)state;
	for (uint32_t f = 0; f < N; f++)
		starts[f] = 0x1000 + 16 * (uint64_t)f;
	for (int round = 0; round < 200; round++) {
		uint64_t want[N][N] = { { 0 } };
		bool there[N][N] = { { false } };
		uint32_t order[N * N], n = 0;
		struct profile p;

		made_image(&p, RULES_GPROF, starts, N, 0x1000 + 16 * N);
		for (uint32_t i = 0, m = random_below(&seed, 400); i < m; i++) {
			uint32_t caller = random_below(&seed, N), callee = random_below(&seed, N);
			uint64_t count = (uint64_t)random_below(&seed, 1000)
				<< (round % 2 > 0 ? random_below(&seed, 50) : 0);

			if (random_below(&seed, 50) == 0)	/* no function is called */
				add_record(&p, starts[caller], 1, count);
			add_record(&p, starts[caller] + random_below(&seed, 16),
				starts[callee] + random_below(&seed, 16), count);
			if (!there[caller][callee])
				order[n++] = caller * N + callee;
			there[caller][callee] = true;
			want[caller][callee] += count;
		}
		arcs_assemble(&p);
		profile_link(&p);
		assert_int_equal(p.narcs, n);
		for (uint32_t a = 0; a < n; a++) {
			const struct arc_sites of = profile_sites(&p, a);
			uint64_t sum = 0;

			assert_arc(&p, a, order[a] / N, order[a] % N,
				want[order[a] / N][order[a] % N]);
			for (uint32_t i = of.first; i < of.end; i++)
				sum += profile_site(&p, &of, i).count;
			assert_true(sum == profile_arc_calls(&p, a));
		}
		for (uint32_t f = 0; f < N; f++) {
			for (uint32_t i = p.out.at[f]; i < p.out.at[f + 1]; i++)
				assert_true(p.arcs[profile_arc(&p.out, i)].caller == f
					&& (i == p.out.at[f] || profile_arc(&p.out, i - 1)
						< profile_arc(&p.out, i)));
			for (uint32_t i = p.in.at[f]; i < p.in.at[f + 1]; i++)
				assert_true(p.arcs[profile_arc(&p.in, i)].callee == f
					&& (i == p.in.at[f] || profile_arc(&p.in, i - 1)
						< profile_arc(&p.in, i)));
		}
		assert_true(p.out.at[N] == n && p.in.at[N] == n);
		profile_release(&p);
	}
}

/* Many labels follow one function, and each label is called.  The time to find the function for all
 * labels is linear, not quadratic. */
static void
test_many_labels(void **state)
{
	enum { N = 200000 };
	uint64_t *starts = mem_new(N, sizeof(*starts));
	clock_t begin;
	struct profile p;

	(void)state;
	for (uint32_t f = 0; f < N; f++)
		starts[f] = 0x1000 + 4 * (uint64_t)f;
	made_image(&p, RULES_GPROF, starts, N, 0x1000 + 4 * (uint64_t)N);
	for (uint32_t f = 1; f < N; f++) {
		p.funcs[f].is_func = false;
		add_record(&p, starts[f], starts[f], 1);
	}
	begin = clock();
	arcs_assemble(&p);
	assert_true(clock() - begin < 3 * CLOCKS_PER_SEC);
	assert_int_equal(p.narcs, N - 1);
	assert_arc(&p, N - 2, N - 1, 0, 1);
	profile_release(&p);
	free(starts);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_records_become_arcs),
		cmocka_unit_test(test_calls_from_outside),
		cmocka_unit_test(test_records_that_do_not_count),
		cmocka_unit_test(test_rows_without_a_symbol),
		cmocka_unit_test(test_gprof_labels),
		cmocka_unit_test(test_excluded_arcs),
		cmocka_unit_test(test_random_records),
		cmocka_unit_test(test_many_labels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
