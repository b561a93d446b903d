/* test_ranking.c - the order of callers and callees in views, and the hottest of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "figures/graph_solve.h"
#include "figures/ranking.h"
#include "made.h"

/* main calls RUN, CHECK and OTHER.  RUN and CHANGED call each other.  So do CHANGED and AT.  AT
 * also calls the hot function ALIAS, and CHANGED calls OTHER.  CHECK calls AT a few times from
 * outside the cycle. */
enum { MAIN, RUN, CHANGED, AT, ALIAS, CHECK, OTHER, NFUNCS };

static void
recursive_program(struct profile *p, struct graph *g)
{
	made_profile(p, RULES_EXACT, NFUNCS);
	made_call(p, MAIN, RUN, 1);
	made_call(p, MAIN, CHECK, 1);
	made_call(p, MAIN, OTHER, 1);
	made_call(p, CHECK, AT, 6);
	made_call(p, RUN, CHANGED, 2000);
	made_call(p, CHANGED, AT, 9994);
	made_call(p, CHANGED, RUN, 10);
	made_call(p, AT, CHANGED, 100);
	made_call(p, AT, ALIAS, 5000);
	made_call(p, CHANGED, OTHER, 99);
	p->ticks[ALIAS] = 80;
	p->ticks[OTHER] = 1;
	p->ticks[AT] = 2;
	p->total = 83;
	profile_link(p);
	graph_solve(g, p, NULL, NULL);
	assert_int_equal(g->ncycles, 1);
	assert_int_equal(g->nodes[ALIAS].cycle, NOBODY);
}

static void
release_program(struct profile *p, struct graph *g)
{
	graph_release(g);
	profile_release(p);
}

static uint32_t
caller_at(const struct graph *g, const uint32_t *arcs, size_t i)
{
	return g->profile->arcs[arcs[i]].caller;
}

static uint32_t
callee_at(const struct graph *g, const uint32_t *arcs, size_t i)
{
	return g->profile->arcs[arcs[i]].callee;
}

/* The callers of a member of a cycle are sorted by calls, in ascending order, although only calls
 * from outside the cycle have time. */
static void
test_callers_by_calls(void **state)
{
	struct profile p;
	struct graph g;
	uint32_t *arcs;
	size_t n;

	(void)state;
	recursive_program(&p, &g);
	arcs = ranking_callers(&(struct ranking){ &g, NULL }, AT, &n);
	assert_int_equal(n, 2);
	assert_int_equal(caller_at(&g, arcs, 0), CHECK);
	assert_int_equal(caller_at(&g, arcs, 1), CHANGED);
	free(arcs);
	assert_int_equal(ranking_inner_calls(&g, AT, true), 10000);
	release_program(&p, &g);
}

/* A member's callees outside the cycle are sorted by time, its callees inside the cycle by
 * calls. */
static void
test_callees_of_members(void **state)
{
	struct profile p;
	struct graph g;
	uint32_t *arcs;
	size_t n;

	(void)state;
	recursive_program(&p, &g);
	arcs = ranking_callees(&(struct ranking){ &g, NULL }, AT, &n);
	assert_int_equal(n, 2);
	assert_int_equal(callee_at(&g, arcs, 0), ALIAS);
	assert_int_equal(callee_at(&g, arcs, 1), CHANGED);
	free(arcs);
	arcs = ranking_callees(&(struct ranking){ &g, NULL }, CHANGED, &n);
	assert_int_equal(n, 3);
	assert_int_equal(callee_at(&g, arcs, 0), AT);
	free(arcs);
	assert_int_equal(ranking_inner_calls(&g, CHANGED, false), 9994 + 10);
	release_program(&p, &g);
}

static void
assert_goes(const struct graph *g, uint32_t from, bool callers, const uint32_t *seen, size_t nseen,
	uint32_t to)
{
	const struct ranking r = { g, NULL };
	struct hottest h = ranking_hottest(&r, from, callers, seen, nseen);

	assert_int_not_equal(h.arc, NOBODY);
	assert_int_equal(callers ? g->profile->arcs[h.arc].caller : g->profile->arcs[h.arc].callee,
		to);
}

/* The hottest callers from AT upward are CHANGED, RUN and then MAIN, which is outside the cycle.
 * CHECK is not among them. */
static void
test_way_up(void **state)
{
	static const uint32_t seen[] = { AT, CHANGED, RUN };
	struct hottest h;
	struct profile p;
	struct graph g;

	(void)state;
	recursive_program(&p, &g);
	assert_goes(&g, ALIAS, true, NULL, 0, AT);
	h = ranking_hottest(&(struct ranking){ &g, NULL }, AT, true, NULL, 0);
	assert_int_equal(p.arcs[h.arc].caller, CHANGED);
	assert_true(h.by_calls);
	assert_false(h.leaves);
	assert_int_equal(h.calls, 9994);
	assert_int_equal(h.of, 10000);
	assert_goes(&g, CHANGED, true, seen, 1, RUN);
	/* MAIN is the hottest caller of RUN.  CHANGED calls RUN more often, but was visited
	 * already. */
	h = ranking_hottest(&(struct ranking){ &g, NULL }, RUN, true, seen, 2);
	assert_int_equal(p.arcs[h.arc].caller, MAIN);
	assert_true(h.by_calls);
	/* All callers but CHECK were visited, and CHECK made too few calls.  The next function is
	 * the hottest caller of the cycle. */
	h = ranking_hottest(&(struct ranking){ &g, NULL }, AT, true, seen, 3);
	assert_true(h.leaves);
	assert_false(h.by_calls);
	release_program(&p, &g);
}

/* The hottest callees from RUN downward lead to ALIAS, and to no function twice. */
static void
test_way_down(void **state)
{
	static const uint32_t seen[] = { RUN, CHANGED };
	struct profile p;
	struct graph g;

	(void)state;
	recursive_program(&p, &g);
	assert_goes(&g, RUN, false, NULL, 0, CHANGED);
	assert_goes(&g, CHANGED, false, seen, 1, AT);
	assert_goes(&g, AT, false, seen, 2, ALIAS);
	assert_int_equal(ranking_hottest(&(struct ranking){ &g, NULL }, ALIAS, false, NULL, 0).arc,
		NOBODY);
	release_program(&p, &g);
}

/* Callers and callees of a whole cycle, and of functions outside cycles, are sorted by time. */
static void
test_by_time(void **state)
{
	struct profile p;
	struct graph g;
	uint32_t *arcs;
	size_t n;

	(void)state;
	recursive_program(&p, &g);
	arcs = ranking_callees(&(struct ranking){ &g, NULL }, MAIN, &n);
	assert_int_equal(n, 3);
	assert_int_equal(callee_at(&g, arcs, 2), OTHER);
	free(arcs);
	assert_goes(&g, g.nnodes - 1, false, NULL, 0, ALIAS);
	assert_goes(&g, g.nnodes - 1, true, NULL, 0, CHECK);
	assert_goes(&g, OTHER, true, NULL, 0, CHANGED);
	assert_false(ranking_hottest(&(struct ranking){ &g, NULL }, OTHER, true, NULL, 0).by_calls);
	release_program(&p, &g);
}

/* Returns the arc from CALLER to CALLEE. */
static uint32_t
arc_between(const struct profile *p, uint32_t caller, uint32_t callee)
{
	for (uint32_t a = 0; a < p->narcs; a++)
		if (p->arcs[a].caller == caller && p->arcs[a].callee == callee)
			return a;
	fail();
	return NOBODY;
}

static int
by_arc(const void *x, const void *y)
{
	const struct cycle_figure *a = x, *b = y;

	return (a->number > b->number) - (a->number < b->number);
}

/* Calls inside a cycle are ranked by trusted estimates, if there are any, and not by the number of
 * calls. */
static void
test_by_estimate(void **state)
{
	struct profile p;
	struct graph g;
	struct cycle_figure figures[2];
	struct cycle_estimate e = { .arcs = figures, .narcs = 2 };
	struct ranking r = { &g, &e };
	struct hottest h;

	(void)state;
	recursive_program(&p, &g);
	e.graph = &g;
	figures[0] = (struct cycle_figure){ .number = arc_between(&p, CHANGED, AT),
		.trust = CYCLE_TRUSTED, .samples = 70 };
	figures[1] = (struct cycle_figure){ .number = arc_between(&p, CHANGED, RUN),
		.trust = CYCLE_TRUSTED, .samples = 75 };
	qsort(figures, 2, sizeof(*figures), by_arc);
	h = ranking_hottest(&r, CHANGED, false, NULL, 0);
	assert_int_equal(p.arcs[h.arc].callee, RUN);
	assert_true(h.by_estimate);
	assert_false(h.by_calls);
	assert_true(h.samples > 74 && h.samples < 76);
	/* Without trusted estimates, bounds decide: RUN has few calls, but at least 50 samples, and
	 * AT has at most 40. */
	figures[0].trust = figures[1].trust = CYCLE_DISAGREE;
	for (size_t i = 0; i < 2; i++) {
		bool is_run = p.arcs[figures[i].number].callee == RUN;

		figures[i].lo = is_run ? 50 : 0;
		figures[i].hi = is_run ? 90 : 40;
	}
	h = ranking_hottest(&r, CHANGED, false, NULL, 0);
	assert_int_equal(p.arcs[h.arc].callee, RUN);
	assert_true(h.by_calls);
	for (size_t i = 0; i < 2; i++) {
		figures[i].trust = CYCLE_TRUSTED;
		figures[i].lo = 0;
		figures[i].hi = 1000;
	}
	/* Callers are ranked by estimates, because callers with 99.94 % of the calls of AT have an
	 * estimate. */
	h = ranking_hottest(&r, AT, true, NULL, 0);
	assert_int_equal(p.arcs[h.arc].caller, CHANGED);
	assert_true(h.by_estimate);
	/* If a caller with many calls has no estimate, the number of calls decides. */
	figures[0].trust = figures[1].trust = CYCLE_DISAGREE;
	h = ranking_hottest(&r, AT, true, NULL, 0);
	assert_int_equal(p.arcs[h.arc].caller, CHANGED);
	assert_true(h.by_calls);
	h = ranking_hottest(&r, CHANGED, false, NULL, 0);
	assert_int_equal(p.arcs[h.arc].callee, AT);
	assert_true(h.by_calls);
	release_program(&p, &g);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_callers_by_calls),
		cmocka_unit_test(test_callees_of_members),
		cmocka_unit_test(test_way_up),
		cmocka_unit_test(test_way_down),
		cmocka_unit_test(test_by_time),
		cmocka_unit_test(test_by_estimate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
