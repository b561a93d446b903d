/* test_graph.c - cycles, propagated time, and the order of entries
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

#include "base/mem.h"
#include "figures/bounds.h"
#include "figures/cycle_estimate.h"
#include "figures/entries.h"
#include "figures/graph_solve.h"
#include "made.h"

/* Calls of one caller to one callee. */
struct call {
	uint32_t caller, callee;
	uint64_t count;
};

/* Makes P a profile of N functions with TICKS and CALLS, and solves its graph. */
static void
solve(struct graph *g, struct profile *p, enum rules rules, const double *ticks, uint32_t n,
	const struct call *calls, size_t ncalls)
{
	made_profile(p, rules, n);
	memcpy(p->ticks, ticks, n * sizeof(*ticks));
	for (size_t i = 0; i < ncalls; i++)
		made_call(p, calls[i].caller, calls[i].callee, calls[i].count);
	profile_link(p);
	graph_solve(g, p, NULL, NULL);
}

#define SOLVE(g, p, rules, ticks, calls) \
	solve(g, p, rules, ticks, sizeof(ticks) / sizeof(*(ticks)), calls, \
		sizeof(calls) / sizeof(*(calls)))

static void
release(struct graph *g, struct profile *p)
{
	graph_release(g);
	profile_release(p);
}

static void
assert_node(const struct graph *g, uint32_t n, uint64_t calls, uint64_t self_calls, double self,
	double child)
{
	const struct node *node = &g->nodes[n];

	if (node->calls != calls || graph_self_calls(g, n) != self_calls || node->self != self
	    || node->children != child)
		fail_msg("node %u: %llu+%llu calls, %g + %g samples", (unsigned)n,
			(unsigned long long)node->calls,
			(unsigned long long)graph_self_calls(g, n),
			node->self, node->children);
}

static void
assert_numbers(const uint32_t *got, size_t n, const uint32_t *want, size_t nwant)
{
	assert_int_equal(n, nwant);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(got[i], want[i]);
}

#define ASSERT_NUMBERS(got, n, ...) do { \
	static const uint32_t want_[] = { __VA_ARGS__ }; \
	assert_numbers(got, n, want_, sizeof(want_) / sizeof(*want_)); \
} while (0)

static bool
has_few_calls(const struct graph *g, uint32_t n)
{
	return bounds_have_few_calls(g, &g->bounds[n]);
}

static bool
arc_has_few_calls(const struct graph *g, uint32_t caller, uint32_t callee)
{
	const struct profile *p = g->profile;
	struct bound bound;

	for (uint32_t a = 0; a < p->narcs; a++) {
		if (p->arcs[a].caller != caller || p->arcs[a].callee != callee)
			continue;
		bound = bounds_of_arc(g, a);
		return bounds_have_few_calls(g, &bound);
	}
	fail();
	return false;
}

/* Solves a graph in which 4 and 5 are a cycle.  Function 0 calls 1, 2, 3 and 7, and 2 calls 6.  The
 * cycle is called once by 1, FEW times by 6, and MANY times by 3.  4 has TICKS. */
static void
solve_shared_cycle(struct graph *g, struct profile *p, uint64_t few, uint64_t many, double ticks)
{
	const double all[] = { 1, 0, 0, 0, ticks, 0, 0, 10 };
	const struct call calls[] = { { 0, 1, 1 }, { 0, 2, 1 }, { 0, 3, 1 }, { 1, 4, 1 },
		{ 2, 6, 1 }, { 6, 4, few }, { 3, 5, many }, { 4, 5, 1000 }, { 5, 4, 1000 },
		{ 0, 7, 9 } };

	SOLVE(g, p, RULES_EXACT, all, calls);
}

/* If callers share the time of a cycle, a few calls may take all of this time or none. */
static void
test_few_calls(void **state)
{
	struct profile p;
	struct graph g;

	(void)state;
	solve_shared_cycle(&g, &p, CYCLE_FEW_CALLS, CYCLE_FEW_CALLS + 1, 100);
	/* The estimate is still computed, but only the bounds may be shown. */
	assert_true(g.nodes[2].children > 40 && g.nodes[2].children < 60);
	assert_true(g.bounds[2].cycle_calls == CYCLE_FEW_CALLS);
	assert_true(has_few_calls(&g, 1) && has_few_calls(&g, 2) && has_few_calls(&g, 6));
	assert_true(arc_has_few_calls(&g, 1, 4) && arc_has_few_calls(&g, 6, 4));
	assert_true(arc_has_few_calls(&g, 0, 2));
	assert_false(has_few_calls(&g, 3) || arc_has_few_calls(&g, 3, 5));
	/* Function 0 has all time of the cycle, because it dominates the cycle. */
	assert_false(has_few_calls(&g, 0) || has_few_calls(&g, g.nodes[4].cycle));
	assert_false(has_few_calls(&g, 7) || arc_has_few_calls(&g, 0, 7));
	release(&g, &p);

	/* The cycle has little time, so no error can be large. */
	solve_shared_cycle(&g, &p, CYCLE_FEW_CALLS, CYCLE_FEW_CALLS + 1, 10);
	assert_false(has_few_calls(&g, 1) || has_few_calls(&g, 2));
	release(&g, &p);
}

/* If a function has several callers, each of them has only a part of the calls that this function
 * makes into a cycle. */
static void
test_part_of_calls(void **state)
{
	static const double ticks[] = { 0, 0, 0, 0, 100, 0 };
	static const struct call calls[] = { { 0, 1, 1 }, { 0, 2, 1 }, { 1, 3, 1 }, { 2, 3, 9 },
		{ 3, 4, 100 }, { 0, 4, 300 }, { 4, 5, 7 }, { 5, 4, 7 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	assert_true(has_few_calls(&g, 1) && arc_has_few_calls(&g, 1, 3));
	assert_float_equal(g.bounds[1].cycle_calls, 10, 1e-3);
	assert_false(has_few_calls(&g, 2) || has_few_calls(&g, 3) || arc_has_few_calls(&g, 3, 4));
	release(&g, &p);
}

/* A function that makes all calls of a cycle has all of its time, however few the calls are. */
static void
test_few_calls_of_one_caller(void **state)
{
	static const double ticks[] = { 1, 0, 50, 0, 100 };
	static const struct call calls[] = { { 0, 1, 1 }, { 1, 2, 1 }, { 1, 3, 1 }, { 2, 3, 5 },
		{ 3, 2, 5 }, { 2, 4, 500 }, { 0, 4, 500 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	assert_true(g.bounds[1].hi - g.bounds[1].lo > g.total / 2);
	assert_false(has_few_calls(&g, 1) || has_few_calls(&g, g.nodes[2].cycle));
	assert_false(arc_has_few_calls(&g, 0, 1));
	release(&g, &p);
}

/* main calls a and b.  a calls leaf once, b calls leaf three times. */
static void
test_time_is_propagated(void **state)
{
	enum { MAIN, A, B, LEAF };
	static const double ticks[] = { 1, 10, 20, 40 };
	static const struct call calls[] = { { MAIN, A, 1 }, { MAIN, B, 2 }, { A, LEAF, 1 },
		{ B, LEAF, 3 } };
	struct profile p;
	struct graph g;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		SOLVE(&g, &p, (enum rules)rules, ticks, calls);
		assert_int_equal(g.ncycles, 0);
		assert_true(g.total == 71);
		assert_node(&g, MAIN, 0, 0, 1, 70);
		assert_node(&g, A, 1, 0, 10, 10);
		assert_node(&g, B, 2, 0, 20, 30);
		assert_node(&g, LEAF, 4, 0, 40, 0);
		assert_true(graph_share(&g, 0).self == 10 && graph_share(&g, 0).children == 10);
		assert_true(graph_share(&g, 3).self == 30 && graph_share(&g, 3).children == 0);
		ASSERT_NUMBERS(g.entries, g.nnodes, MAIN, B, LEAF, A);
		assert_int_equal(g.nodes[A].index, 4);
		assert_int_equal(g.bounds[LEAF].certainty, CERTAIN);
		assert_int_equal(g.bounds[A].certainty, SHARED);
		assert_int_equal(bounds_certainty(&g, 2), SHARED);
		assert_true(g.bounds[A].lo == 10 && g.bounds[A].hi == 50);
		assert_true(g.bounds[B].lo == 20 && g.bounds[B].hi == 60);
		assert_true(g.bounds[MAIN].lo == 71 && g.bounds[MAIN].hi == 71);
		assert_int_equal(g.bounds[MAIN].certainty, CERTAIN);
		release(&g, &p);
	}
}

/* If every function has only one caller, no time is estimated. */
static void
test_single_callers_are_certain(void **state)
{
	static const double ticks[] = { 1, 2, 4, 0, 8 };
	static const struct call calls[] = { { 0, 1, 9 }, { 1, 2, 7 }, { 0, 3, 1 }, { 1, 3, 1 },
		{ 4, 4, 3 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	for (uint32_t f = 0; f < 5; f++) {
		assert_int_equal(g.bounds[f].certainty, CERTAIN);
		assert_true(g.bounds[f].lo == g.bounds[f].hi);
		assert_true(g.bounds[f].lo == g.nodes[f].self + g.nodes[f].children);
	}
	assert_true(g.bounds[0].lo == 7);
	assert_int_equal(bounds_certainty(&g, 0), CERTAIN);
	assert_int_equal(bounds_certainty(&g, 4), CYCLIC);
	release(&g, &p);
}

/* A function that calls itself is no cycle.  Its recursive calls propagate nothing. */
static void
test_self_recursion(void **state)
{
	static const double ticks[] = { 0, 10, 4 };
	static const struct call calls[] = { { 0, 1, 2 }, { 1, 1, 98 }, { 1, 2, 1 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_GPROF, ticks, calls);
	assert_int_equal(g.ncycles, 0);
	assert_node(&g, 0, 0, 0, 0, 14);
	assert_node(&g, 1, 2, 98, 10, 4);
	assert_true(graph_share(&g, 1).self == 0 && graph_share(&g, 1).children == 0);
	assert_true(graph_is_inner(&g, 1));
	assert_false(graph_is_inner(&g, 0));
	release(&g, &p);
}

/* main calls b.  a and b call each other, and so do b and c. */
static void
test_nested_cycles_are_one(void **state)
{
	enum { MAIN, A, B, C, LEAF, CYCLE };
	static const double ticks[] = { 1, 2, 4, 8, 16 };
	static const struct call calls[] = { { MAIN, B, 2 }, { A, B, 5 }, { B, A, 7 }, { B, C, 11 },
		{ C, B, 13 }, { C, LEAF, 1 }, { MAIN, LEAF, 3 }, { A, A, 100 } };
	struct profile p;
	struct graph g;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		SOLVE(&g, &p, (enum rules)rules, ticks, calls);
		assert_int_equal(g.ncycles, 1);
		ASSERT_NUMBERS(g.members, g.member_at[1], B, C, A);	/* in the order in which the
									 * search found them */
		for (uint32_t f = A; f <= C; f++) {
			assert_int_equal(g.nodes[f].cycle, CYCLE);
			assert_int_equal(g.bounds[f].certainty, CYCLIC);
		}
		assert_int_equal(g.nodes[MAIN].cycle, NOBODY);
		assert_int_equal(g.nodes[CYCLE].cycle, NOBODY);
		assert_int_equal(graph_cycle_or_self(&g, A), CYCLE);
		assert_int_equal(graph_cycle_or_self(&g, LEAF), LEAF);
		assert_node(&g, CYCLE, 2, 5 + 7 + 11 + 13, 14, 4);
		assert_node(&g, MAIN, 0, 0, 1, 14 + 4 + 12);
		assert_node(&g, A, 7, 100, 2, 0);
		assert_node(&g, B, 2 + 5 + 13, 0, 4, 0);
		assert_node(&g, C, 11, 0, 8, 4);
		assert_true(graph_share(&g, 0).self == 14 && graph_share(&g, 0).children == 4);
		assert_true(graph_share(&g, 1).self == 0);
		assert_true(g.bounds[A].lo == 2 && g.bounds[A].hi == g.bounds[CYCLE].hi);
		assert_true(g.bounds[CYCLE].lo == 14 && g.bounds[CYCLE].hi == 30);
		assert_int_equal(bounds_certainty(&g, 1), CYCLIC);
		release(&g, &p);
	}
}

/* One cycle calls another cycle.  Cycles are numbered by the addresses of their heads. */
static void
test_two_cycles(void **state)
{
	static const double ticks[] = { 8, 0, 2, 4, 0, 1 };
	static const struct call calls[] = { { 1, 3, 1 }, { 3, 4, 1 }, { 4, 3, 9 }, { 4, 0, 2 },
		{ 0, 2, 5 }, { 2, 0, 5 }, { 5, 0, 2 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_GPROF, ticks, calls);
	assert_int_equal(g.ncycles, 2);
	ASSERT_NUMBERS(g.members, g.member_at[2], 0, 2, 3, 4);
	assert_int_equal(g.member_at[1], 2);
	assert_node(&g, 6, 4, 10, 10, 0);
	assert_node(&g, 7, 1, 10, 4, 5);
	assert_node(&g, 4, 1, 0, 0, 5);
	assert_node(&g, 1, 0, 0, 0, 9);
	assert_node(&g, 5, 0, 0, 1, 5);
	ASSERT_NUMBERS(g.entries, g.nnodes, 6, 7, 1, 0, 5, 4, 3, 2);
	release(&g, &p);
}

/* If a cycle has no callers, gprof hides the cycle and does not count its time. */
static void
test_cycle_without_callers(void **state)
{
	static const double ticks[] = { 3, 5, 7 };
	static const struct call calls[] = { { 0, 1, 2 }, { 1, 0, 2 }, { 1, 2, 4 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_GPROF, ticks, calls);
	assert_node(&g, 3, 0, 4, 0, 7);
	assert_false(g.nodes[3].shown);
	assert_true(g.nodes[0].shown && g.nodes[1].shown);
	assert_node(&g, 1, 2, 0, 5, 7);
	assert_true(g.total == 15);
	release(&g, &p);

	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	assert_node(&g, 3, 0, 4, 8, 7);
	assert_true(g.nodes[3].shown);
	assert_node(&g, 1, 2, 0, 5, 7);
	assert_true(g.bounds[3].lo == 15 && g.bounds[3].hi == 15);
	release(&g, &p);
}

/* The share of calls from outside all functions is propagated to no function. */
static void
test_calls_from_outside(void **state)
{
	static const double ticks[] = { 1, 8, 4, 4 };
	static const struct call calls[] = { { 0, 1, 3 }, { 0, 2, 1 }, { 2, 3, 2 }, { 3, 2, 2 } };
	struct profile p;
	struct graph g;

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	memcpy(p.ticks, ticks, sizeof(ticks));
	p.outside = mem_new(4, sizeof(*p.outside));
	p.noutside = 4;
	p.outside[1] = 1;
	p.outside[3] = 3;
	for (size_t i = 0; i < 4; i++)
		made_call(&p, calls[i].caller, calls[i].callee, calls[i].count);
	profile_link(&p);
	graph_solve(&g, &p, NULL, NULL);
	assert_node(&g, 0, 0, 0, 1, 6 + 2);
	assert_node(&g, 1, 4, 0, 8, 0);
	assert_node(&g, 4, 4, 4, 8, 0);
	assert_true(g.total == 17);
	assert_int_equal(g.bounds[0].certainty, SHARED);
	assert_true(g.bounds[0].lo == 1 && g.bounds[0].hi == 17);
	release(&g, &p);
}

/* Arcs with 0 calls make cycles and propagate nothing. */
static void
test_calls_that_never_happened(void **state)
{
	static const double ticks[] = { 1, 8, 2 };
	static const struct call calls[] = { { 0, 1, 0 }, { 1, 2, 0 }, { 2, 1, 0 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_GPROF, ticks, calls);
	assert_int_equal(g.ncycles, 1);
	assert_node(&g, 0, 0, 0, 1, 0);
	assert_node(&g, 1, 0, 0, 8, 0);
	assert_true(g.nodes[3].shown);		/* the cycle has a caller, although with 0 calls */
	assert_node(&g, 3, 0, 0, 0, 0);
	release(&g, &p);

	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	assert_node(&g, 3, 0, 0, 10, 0);
	release(&g, &p);
}

static void
set_names(struct profile *p, const char *const *names)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		p->funcs[f].name = names[f];
}

/* Entries are sorted by time.  If times are equal, cycles come first, then names without
 * underscore.  After that, entries are sorted by calls, name and address. */
static void
test_order_of_entries(void **state)
{
	static const char *const names[] = { "caller", "c1", "c2", "_u", "often", "b", "a", "a",
		"big", "tie" };
	static const double ticks[] = { 0, 4, 4, 8, 8, 8, 8, 8, 9, 4 };
	static const struct call calls[] = { { 0, 1, 0 }, { 1, 2, 1 }, { 2, 1, 1 }, { 0, 4, 2 },
		{ 0, 3, 50 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	set_names(&p, names);
	free(g.entries);
	entries_number(&g);
	assert_int_equal(g.ncycles, 1);
	ASSERT_NUMBERS(g.entries, g.nnodes, 0, 8, 10, 4, 6, 7, 5, 3, 1, 2, 9);
	for (uint32_t i = 0; i < g.nnodes; i++)
		assert_int_equal(g.nodes[g.entries[i]].index, i + 1);

	/* The entries of functions that gprof's rules do not know come last. */
	p.funcs[8].in_gprof = p.funcs[5].in_gprof = false;
	free(g.entries);
	entries_number(&g);
	ASSERT_NUMBERS(g.entries, g.nnodes, 0, 10, 4, 6, 7, 3, 1, 2, 9, 8, 5);

	/* If gprof's rules know none of the functions, the entries are sorted as usual. */
	for (uint32_t f = 0; f < 10; f++)
		p.funcs[f].in_gprof = false;
	free(g.entries);
	entries_number(&g);
	ASSERT_NUMBERS(g.entries, g.nnodes, 10, 0, 8, 4, 6, 7, 5, 3, 1, 2, 9);
	release(&g, &p);
}

/* Callers are sorted: first the function itself, then members of its cycle by count, then others by
 * time and count, the smallest first.  Equal callers have the order of the file.  Callees are
 * sorted in the reverse order. */
static void
test_order_of_lines(void **state)
{
	enum { F, X, Y, P1, P2, P3, P4, Q };
	static const double ticks[] = { 100, 0, 0, 0, 0, 0, 0, 0 };
	static const struct call calls[] = {
		/* arcs 0-4 */ { P1, F, 5 }, { F, F, 99 }, { X, F, 7 }, { P2, F, 2 }, { Y, F, 3 },
		/* arcs 5-9 */ { P3, F, 5 }, { F, X, 1 }, { F, Y, 1 }, { P4, F, 0 }, { F, Q, 6 },
		/* arc 10 */ { Q, F, 3 },
	};
	static const bool excluded[] = { [2] = true, [10] = false };
	const struct selection options = { .part = NOBODY, .no_arc = excluded };
	struct profile p;
	struct graph g;
	uint32_t *v;
	size_t n;

	(void)state;
	SOLVE(&g, &p, RULES_GPROF, ticks, calls);
	v = entries_callers(&g, F, &n);
	ASSERT_NUMBERS(v, n, 1, 4, 10, 2, 8, 3, 0, 5);
	free(v);
	v = entries_callees(&g, F, &n);
	ASSERT_NUMBERS(v, n, 9, 6, 7, 1);
	free(v);
	v = entries_callers(&g, P1, &n);
	assert_int_equal(n, 0);
	free(v);
	graph_release(&g);
	graph_solve(&g, &p, &options, NULL);
	v = entries_callers(&g, F, &n);
	ASSERT_NUMBERS(v, n, 1, 4, 10, 8, 3, 0, 5);
	free(v);
	release(&g, &p);
}

static void
test_order_of_members(void **state)
{
	static const double ticks[] = { 1, 5, 1, 1, 5, 0 };
	static const struct call calls[] = { { 0, 1, 1 }, { 1, 2, 1 }, { 2, 3, 9 }, { 3, 4, 1 },
		{ 4, 0, 1 }, { 2, 2, 8 } };
	struct profile p;
	struct graph g;
	uint32_t *v;
	size_t n;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	v = entries_members(&g, 6, &n);
	/* Members of equal time are sorted by calls, recursive calls included.  Members with equal
	 * calls keep their order in the cycle. */
	ASSERT_NUMBERS(v, n, 1, 4, 2, 3, 0);
	free(v);
	release(&g, &p);
}

/* Members are sorted by self time plus the time of callees outside the cycle, then by calls. */
static void
test_order_of_other_members(void **state)
{
	enum { A, B, C, LEAF, X, Y };
	static const double ticks[] = { 5, 1, 5, 10, 0, 0 };
	static const struct call calls[] = { { A, B, 4 }, { B, A, 5 }, { A, C, 5 }, { C, A, 1 },
		{ B, LEAF, 1 }, { A, A, 1 }, { X, Y, 1 }, { Y, X, 2 } };
	struct profile p;
	struct graph g;
	uint32_t *v;
	size_t n;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	assert_int_equal(g.ncycles, 2);
	v = entries_members(&g, 6, &n);
	ASSERT_NUMBERS(v, n, B, A, C);
	free(v);
	v = entries_members(&g, 7, &n);
	ASSERT_NUMBERS(v, n, X, Y);
	free(v);
	release(&g, &p);
}

/* The next tests exclude functions. */

static void
test_excluded_time(void **state)
{
	static const double ticks[] = { 1, 2, 4, 8 };
	static const struct call calls[] = { { 0, 1, 1 }, { 1, 2, 1 }, { 0, 3, 1 }, { 1, 3, 3 } };
	struct profile p;
	struct graph g;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		SOLVE(&g, &p, (enum rules)rules, ticks, calls);
		graph_release(&g);
		made_selection(&p, EXCL_TIME, "f1");
		graph_solve(&g, &p, NULL, NULL);
		/* A quarter of the time of f3 remains.  The only caller of f2 is excluded: by
		 * gprof's rules, all time of f2 remains; with --exact, f2 is excluded, too. */
		assert_node(&g, 0, 0, 0, 1, 2);
		assert_node(&g, 1, 1, 0, 0, 0);
		assert_node(&g, 2, 1, 0, rules == RULES_GPROF ? 4 : 0, 0);
		assert_node(&g, 3, 4, 0, 2, 0);
		assert_true(g.total == (rules == RULES_GPROF ? 7 : 3));
		assert_true(g.bounds[1].lo == 0 && g.bounds[1].hi == 0);
		/* The remaining call of f3 may have taken none of the time of f3, or all of this
		 * time. */
		assert_true(g.bounds[3].lo == 0 && g.bounds[3].hi == 8);
		assert_true(g.bounds[3].certainty == SHARED);
		assert_true(g.bounds[0].lo == 1 && g.bounds[0].hi == 9);
		release(&g, &p);
	}
}

static void
assert_shown(const struct graph *g, const char *want)
{
	for (uint32_t n = 0; n < g->nnodes; n++)
		if (g->nodes[n].shown != (want[n] == 'x'))
			fail_msg("node %u", (unsigned)n);
}

static void
test_excluded_entries(void **state)
{
	static const double ticks[] = { 1, 2, 4, 8, 16 };
	static const struct call calls[] = { { 0, 1, 1 }, { 1, 2, 1 }, { 0, 3, 1 } };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_GPROF, ticks, calls);
	assert_shown(&g, "xxxxx");
	graph_release(&g);
	made_selection(&p, EXCL_GRAPH, "f1");
	graph_solve(&g, &p, NULL, NULL);
	assert_shown(&g, "x.xxx");
	graph_release(&g);
	select_release(&p.named);
	made_selection(&p, INCL_GRAPH, "f1");
	graph_solve(&g, &p, NULL, NULL);
	assert_shown(&g, ".xx..");
	assert_true(g.total == 31);
	release(&g, &p);
}

/* If the only caller of a cycle is excluded, the cycle is excluded, unless an option includes one
 * of its members. */
static void
test_exclude_above_cycle(void **state)
{
	static const double ticks[] = { 1, 2, 4, 8 };
	static const struct call calls[] = { { 0, 1, 1 }, { 1, 2, 5 }, { 2, 1, 5 }, { 2, 3, 1 } };
	static const bool funcs[] = { true, false, false, false };
	const struct selection options = { .part = NOBODY, .no_func = funcs };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	graph_release(&g);
	graph_solve(&g, &p, &options, NULL);
	for (uint32_t f = 0; f < 4; f++)
		assert_true(g.nodes[f].self == 0 && g.nodes[f].children == 0);
	assert_true(g.total == 0);
	assert_shown(&g, ".xxxx");
	graph_release(&g);
	made_selection(&p, INCL_TIME, "f1");
	graph_solve(&g, &p, &options, NULL);
	assert_node(&g, 0, 0, 0, 0, 0);
	assert_node(&g, 1, 6, 0, 2, 0);
	assert_node(&g, 2, 5, 0, 4, 8);
	assert_node(&g, 4, 1, 10, 6, 8);
	assert_true(g.total == 14);
	assert_true(g.bounds[4].lo == 14 && g.bounds[4].hi == 14);
	release(&g, &p);
}

/* If all members of a cycle are excluded, the cycle has no time.  If its caller is excluded, too,
 * the cycle has no entry. */
static void
test_exclude_cycle(void **state)
{
	static const double ticks[] = { 1, 2, 4 };
	static const struct call calls[] = { { 0, 1, 1 }, { 1, 2, 5 }, { 2, 1, 5 } };
	bool funcs[] = { false, true, true };
	const struct selection options = { .part = NOBODY, .no_func = funcs };
	struct profile p;
	struct graph g;

	(void)state;
	SOLVE(&g, &p, RULES_EXACT, ticks, calls);
	for (int above = 0; above < 2; above++) {
		funcs[0] = above;
		graph_release(&g);
		graph_solve(&g, &p, &options, NULL);
		assert_node(&g, 0, 0, 0, !above, 0);
		assert_node(&g, 1, 6, 0, 0, 0);
		assert_node(&g, 3, 1, 10, 0, 0);
		assert_true(graph_time(&g, 3) == 0);
		assert_true(g.total == !above);
		assert_shown(&g, above ? "...." : "x..x");
	}
	release(&g, &p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_few_calls),
		cmocka_unit_test(test_part_of_calls),
		cmocka_unit_test(test_few_calls_of_one_caller),
		cmocka_unit_test(test_time_is_propagated),
		cmocka_unit_test(test_single_callers_are_certain),
		cmocka_unit_test(test_self_recursion),
		cmocka_unit_test(test_nested_cycles_are_one),
		cmocka_unit_test(test_two_cycles),
		cmocka_unit_test(test_cycle_without_callers),
		cmocka_unit_test(test_calls_from_outside),
		cmocka_unit_test(test_calls_that_never_happened),
		cmocka_unit_test(test_order_of_entries),
		cmocka_unit_test(test_order_of_lines),
		cmocka_unit_test(test_order_of_members),
		cmocka_unit_test(test_order_of_other_members),
		cmocka_unit_test(test_excluded_time),
		cmocka_unit_test(test_excluded_entries),
		cmocka_unit_test(test_exclude_above_cycle),
		cmocka_unit_test(test_exclude_cycle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
