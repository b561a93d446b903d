/* test_cyclecut.c - small sets of arcs whose exclusion breaks a cycle
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytes.h"
#include "callgraph/cyclecut.h"
#include "callgraph/entries.h"
#include "made.h"

enum { SMALL = 6, ROUNDS = 300, LARGE = 200 };

static void
random_calls(struct profile *p, uint64_t *seed, uint32_t n, uint32_t calls)
{
	static bool seen[LARGE][LARGE];

	memset(seen, 0, sizeof(seen));
	made_profile(p, RULES_EXACT, n);
	for (uint32_t i = 0; i < calls; i++) {
		uint32_t from = random_below(seed, n), to = random_below(seed, n);

		if (!seen[from][to])
			made_call(p, from, to, random_below(seed, 50));
		seen[from][to] = true;
	}
	profile_link(p);
}

/* With ARCS excluded, is no member of cycle C in a cycle? */
static bool
breaks_cycle(const struct graph *g, const struct profile *p, uint32_t c, const bool *arcs)
{
	const struct graph_options options = { .arcs = arcs };
	struct graph after;
	bool open = true;

	graph_solve(&after, p, &options);
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		open &= after.nodes[g->members[i]].cycle == NOBODY;
	graph_release(&after);
	return open;
}

/* Returns the least number of calls of any set of arcs whose exclusion breaks cycle C. */
static uint64_t
least_loss(const struct graph *g, const struct profile *p, uint32_t c)
{
	uint32_t inner[32], n = 0;
	uint64_t least = UINT64_MAX;
	bool *arcs = calloc(p->narcs, 1);

	for (uint32_t a = 0; a < p->narcs; a++)
		if (p->arcs[a].caller != p->arcs[a].callee && graph_is_inner(g, a)
		    && g->nodes[p->arcs[a].caller].cycle == g->nfuncs + c)
			inner[n++] = a;
	assert_true(n < 12);
	for (uint32_t set = 0; set < 1u << n; set++) {
		uint64_t loss = 0;

		for (uint32_t i = 0; i < n; i++) {
			arcs[inner[i]] = set >> i & 1;
			loss += arcs[inner[i]] ? p->arcs[inner[i]].count : 0;
		}
		if (loss < least && breaks_cycle(g, p, c, arcs))
			least = loss;
	}
	free(arcs);
	return least;
}

/* Assert that the set breaks the cycle and that each of its arcs is needed.  Returns the number of
 * calls of its arcs. */
static uint64_t
check_excluded_set(const struct graph *g, const struct profile *p, uint32_t c)
{
	size_t n;
	uint32_t *set = cyclecut_find(g, g->nfuncs + c, &n, NULL);
	bool *arcs = calloc(p->narcs, 1);
	uint64_t loss = 0;

	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		arcs[set[i]] = true;
		loss += p->arcs[set[i]].count;
	}
	assert_true(breaks_cycle(g, p, c, arcs));
	for (size_t i = 0; i < n; i++) {
		arcs[set[i]] = false;
		assert_false(breaks_cycle(g, p, c, arcs));
		arcs[set[i]] = true;
	}
	free(arcs);
	free(set);
	return loss;
}

static void
test_least_of_small_cycles(void **state)
{
	uint64_t seed = 1;
	uint32_t cycles = 0;

	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct profile p;
		struct graph g;

		random_calls(&p, &seed, SMALL, 4 + random_below(&seed, 7));
		graph_solve(&g, &p, NULL);
		for (uint32_t c = 0; c < g.ncycles; c++, cycles++)
			assert_int_equal(check_excluded_set(&g, &p, c), least_loss(&g, &p, c));
		graph_release(&g);
		profile_release(&p);
	}
	assert_true(cycles > ROUNDS / 4);
}

static void
test_large_cycles(void **state)
{
	uint64_t seed = 2;

	(void)state;
	for (uint32_t n = 13; n < LARGE; n += 31) {
		struct profile p;
		struct graph g;

		random_calls(&p, &seed, n, 2 * n);
		graph_solve(&g, &p, NULL);
		assert_true(g.ncycles > 0);
		for (uint32_t c = 0; c < g.ncycles; c++)
			assert_true(2 * check_excluded_set(&g, &p, c)
				<= g.nodes[g.nfuncs + c].self_calls);
		graph_release(&g);
		profile_release(&p);
	}
}

/* A chain of calls that one more call closes to a cycle. */
static void
test_single_call_breaks_cycle(void **state)
{
	struct profile p;
	struct graph g;
	struct stop stop = { .asked = 1 };
	size_t n;

	(void)state;
	made_profile(&p, RULES_EXACT, 1000);
	for (uint32_t i = 0; i + 1 < 1000; i++)
		made_call(&p, i, i + 1, 100);
	made_call(&p, 999, 0, 1);
	profile_link(&p);
	graph_solve(&g, &p, NULL);
	assert_int_equal(check_excluded_set(&g, &p, 0), 1);
	assert_null(cyclecut_find(&g, g.nfuncs, &n, &stop));
	assert_int_equal(n, 0);
	graph_release(&g);
	profile_release(&p);
}

/* Indices of rows stay the same after any exclusions. */
static void
test_indices_stay(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct profile p;
		struct graph g, after;
		bool *arcs;
		struct graph_options options = { .arcs = NULL };

		random_calls(&p, &seed, 12, 24);
		graph_solve(&g, &p, NULL);
		arcs = calloc(p.narcs + 1, 1);
		for (uint32_t a = 0; a < p.narcs; a++)
			arcs[a] = random_below(&seed, 5) == 0;
		options.arcs = arcs;
		graph_solve(&after, &p, &options);
		entries_number_like(&after, &g);
		for (uint32_t f = 0; f < p.nfuncs; f++)
			assert_int_equal(after.nodes[f].index, g.nodes[f].index);
		for (uint32_t n = 0; n < after.nnodes; n++) {
			assert_int_equal(entries_at_index(&after, after.nodes[n].index), n);
			if (n > 0)
				assert_true(after.nodes[after.entries[n - 1]].index
					< after.nodes[after.entries[n]].index);
		}
		assert_int_equal(entries_at_index(&after, 0), NOBODY);
		assert_int_equal(entries_at_index(&after, 10000), NOBODY);
		free(arcs);
		graph_release(&g);
		graph_release(&after);
		profile_release(&p);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_least_of_small_cycles),
		cmocka_unit_test(test_large_cycles),
		cmocka_unit_test(test_single_call_breaks_cycle),
		cmocka_unit_test(test_indices_stay),
	};

	return cmocka_run_group_tests_name("cyclecut", tests, NULL, NULL);
}
