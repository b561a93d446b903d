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
#include "figures/cyclecut.h"
#include "figures/cycles.h"
#include "figures/entries.h"
#include "figures/graph_solve.h"
#include "made.h"
#include "notes/notes.h"

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

/* Does excluding ARCS break cycle C, so that none of its members is in a cycle? */
static bool
breaks_cycle(const struct graph *g, const struct profile *p, uint32_t c, const bool *arcs)
{
	const struct selection options = { .part = NOBODY, .no_arc = arcs };
	struct graph after;
	bool open = true;

	graph_solve(&after, p, &options, NULL);
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		open &= after.nodes[g->members[i]].cycle == NOBODY;
	graph_release(&after);
	return open;
}

/* Asserts that excluding the arcs that cyclecut_find() finds breaks cycle C, and that none of these
 * arcs is superfluous.  Returns the number of their calls. */
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
		loss += profile_arc_calls(p, set[i]);
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

/* Makes a random graph of N functions and at most CALLS arcs.  Asserts that the proposed exclusions
 * break each of its cycles, and that each excluded arc is needed.  Returns the number of cycles. */
static uint32_t
check_random_cycles(uint64_t *seed, uint32_t n, uint32_t calls)
{
	struct profile p;
	struct graph g;
	uint32_t ncycles;

	random_calls(&p, seed, n, calls);
	graph_solve(&g, &p, NULL, NULL);
	ncycles = g.ncycles;
	for (uint32_t c = 0; c < ncycles; c++)
		check_excluded_set(&g, &p, c);
	graph_release(&g);
	profile_release(&p);
	return ncycles;
}

static void
test_random_cycles(void **state)
{
	uint64_t seed = 1;
	uint32_t cycles = 0;

	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++)
		cycles += check_random_cycles(&seed, SMALL, 4 + random_below(&seed, 7));
	assert_true(cycles > ROUNDS / 4);
	for (uint32_t n = 13; n < LARGE; n += 31)
		assert_true(check_random_cycles(&seed, n, 2 * n) > 0);
}

/* Asserts that only the calls of FROM to TO are proposed to break up the only cycle of P.  Releases
 * P. */
static void
assert_cut(struct profile *p, uint32_t from, uint32_t to)
{
	struct graph g;
	uint32_t *set;
	size_t n;

	profile_link(p);
	graph_solve(&g, p, NULL, NULL);
	assert_int_equal(g.ncycles, 1);
	set = cyclecut_find(&g, g.nfuncs, &n, NULL);
	assert_int_equal(n, 1);
	assert_int_equal(p->arcs[set[0]].caller, from);
	assert_int_equal(p->arcs[set[0]].callee, to);
	free(set);
	graph_release(&g);
	profile_release(p);
}

/* Only one member is called from outside.  The calls of this member by other members are cut, even
 * if they outnumber the other calls of the cycle. */
static void
test_cut_at_entry(void **state)
{
	struct profile p;

	(void)state;
	made_profile(&p, RULES_EXACT, 3);
	made_call(&p, 0, 1, 50);
	made_call(&p, 1, 2, 400);
	made_call(&p, 2, 1, 900);
	assert_cut(&p, 2, 1);
	/* Function 1 gets only one call from outside.  It is still the entry, because function 2
	 * gets none. */
	made_profile(&p, RULES_EXACT, 3);
	made_call(&p, 0, 1, 1);
	made_call(&p, 1, 2, 400);
	made_call(&p, 2, 1, 1000000);
	assert_cut(&p, 2, 1);
	/* No call comes from outside.  The member with the fewest calls is the entry. */
	made_profile(&p, RULES_EXACT, 2);
	made_call(&p, 0, 1, 7);
	made_call(&p, 1, 0, 8);
	assert_cut(&p, 0, 1);
}

/* A member that gets only few of its calls from outside is no entry.  If its other calls were cut,
 * the few callers from outside would get all of its time. */
static void
test_negligible_entry(void **state)
{
	struct profile p;

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	made_call(&p, 0, 1, 1000);
	made_call(&p, 1, 2, 1000000);
	made_call(&p, 2, 1, 3000);
	made_call(&p, 3, 2, 9000);
	assert_cut(&p, 2, 1);
}

/* With --exact, calls that were found in the code but not counted make no cycles.  Therefore they
 * are not cut. */
static void
test_possible_calls(void **state)
{
	struct profile p;

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	made_call(&p, 0, 1, 50);
	made_call(&p, 1, 2, 400);
	made_call(&p, 2, 3, 300);
	made_call(&p, 3, 1, 200);
	made_call(&p, 2, 1, 0);
	p.npossible = 1;
	assert_cut(&p, 3, 1);
}

/* Each member calls the member before it, so after each cut a smaller cycle remains. */
static void
test_cycles_inside_cycles(void **state)
{
	struct profile p;
	struct graph g;

	(void)state;
	made_profile(&p, RULES_EXACT, LARGE);
	for (uint32_t i = 0; i + 1 < LARGE; i++) {
		made_call(&p, i, i + 1, 100);
		if (i > 0)
			made_call(&p, i + 1, i, 10);
	}
	profile_link(&p);
	graph_solve(&g, &p, NULL, NULL);
	assert_int_equal(g.ncycles, 1);
	assert_int_equal(check_excluded_set(&g, &p, 0), 10 * (LARGE - 2));
	graph_release(&g);
	profile_release(&p);
}

/* In a very large cycle, not every arc of the set is tested alone.  So the set may contain
 * superfluous arcs, but it has less than half of all arcs. */
static void
test_very_large_cycle(void **state)
{
	enum { FUNCS = 30000, CALLEES = 4 };
	struct profile p;
	struct graph g;
	uint64_t seed = 4;
	uint32_t *set;
	bool *arcs;
	size_t n;

	(void)state;
	made_profile(&p, RULES_EXACT, FUNCS);
	for (uint32_t f = 0; f < FUNCS; f++) {
		made_call(&p, f, (f + 1) % FUNCS, 1);
		for (int i = 1; i < CALLEES; i++)
			made_call(&p, f, (f + 2 + random_below(&seed, FUNCS - 2)) % FUNCS,
				random_below(&seed, 50));
	}
	profile_link(&p);
	graph_solve(&g, &p, NULL, NULL);
	assert_int_equal(g.ncycles, 1);
	set = cyclecut_find(&g, g.nfuncs, &n, NULL);
	assert_true(n > 0 && n < p.narcs / 2);
	arcs = calloc(p.narcs, 1);
	for (size_t i = 0; i < n; i++)
		arcs[set[i]] = true;
	assert_true(breaks_cycle(&g, &p, 0, arcs));
	free(arcs);
	free(set);
	graph_release(&g);
	profile_release(&p);
}

/* Notes name each cycle with much of the time, and say how many calls must be excluded to break the
 * cycle. */
static void
test_notes_on_cycles(void **state)
{
	struct profile p;
	struct graph g;

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	made_call(&p, 0, 1, 50);
	made_call(&p, 1, 2, 400000);
	made_call(&p, 2, 1, 900);
	made_call(&p, 2, 3, 1);
	p.ticks[0] = 80;
	p.ticks[3] = p.total = 20;
	p.total += 80;
	profile_link(&p);
	graph_solve(&g, &p, NULL, NULL);
	notes_find_cycles(&p, &g);
	assert_int_equal(p.nnotes, 1);
	assert_int_equal(p.notes[0].func, 2);
	assert_non_null(strstr(p.notes[0].text, "20 % of the time is inside a cycle, 2 functions"));
	assert_non_null(strstr(p.notes[0].advice, "X breaks it up by excluding 900 of its 400,900 calls"));
	graph_release(&g);
	/* A cycle with less than a tenth of the time gets no note. */
	p.ticks[0] = 800;
	p.total = 820;
	graph_solve(&g, &p, NULL, NULL);
	notes_find_cycles(&p, &g);
	assert_int_equal(p.nnotes, 1);
	graph_release(&g);
	profile_release(&p);
}

/* A single call makes a long chain of calls a cycle. */
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
	graph_solve(&g, &p, NULL, NULL);
	assert_int_equal(check_excluded_set(&g, &p, 0), 1);
	assert_null(cyclecut_find(&g, g.nfuncs, &n, &stop));
	assert_int_equal(n, 0);
	graph_release(&g);
	profile_release(&p);
}

/* If the user stops cycles_find(), its result can be released, whatever the struct held before. */
static void
test_stopped_cycles(void **state)
{
	struct profile p;
	struct stop stop = { .asked = 1 };
	struct cycles c;

	(void)state;
	made_profile(&p, RULES_EXACT, 3);
	made_call(&p, 0, 1, 1);
	made_call(&p, 1, 0, 1);
	profile_link(&p);
	memset(&c, 0xa5, sizeof(c));
	assert_false(cycles_find(&c, &p, NULL, &stop));
	assert_null(c.head);
	assert_null(c.next);
	cycles_release(&c);
	profile_release(&p);
}

/* Functions keep their indices after any exclusions. */
static void
test_indices_stay(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (uint32_t i = 0; i < ROUNDS; i++) {
		struct profile p;
		struct graph g, after;
		bool *arcs;
		struct selection options = { .part = NOBODY, .no_arc = NULL };

		random_calls(&p, &seed, 12, 24);
		graph_solve(&g, &p, NULL, NULL);
		arcs = calloc(p.narcs + 1, 1);
		for (uint32_t a = 0; a < p.narcs; a++)
			arcs[a] = random_below(&seed, 5) == 0;
		options.no_arc = arcs;
		graph_solve(&after, &p, &options, NULL);
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
		cmocka_unit_test(test_random_cycles),
		cmocka_unit_test(test_cut_at_entry),
		cmocka_unit_test(test_negligible_entry),
		cmocka_unit_test(test_possible_calls),
		cmocka_unit_test(test_cycles_inside_cycles),
		cmocka_unit_test(test_very_large_cycle),
		cmocka_unit_test(test_notes_on_cycles),
		cmocka_unit_test(test_single_call_breaks_cycle),
		cmocka_unit_test(test_stopped_cycles),
		cmocka_unit_test(test_indices_stay),
	};

	return cmocka_run_group_tests_name("cyclecut", tests, NULL, NULL);
}
