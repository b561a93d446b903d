/* test_costs.c - costs of calls that fit each other, lack own costs, or contradict each other
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

#include "base/mem.h"
#include "bytes.h"
#include "figures/frametree.h"
#include "figures/graph_solve.h"
#include "made.h"

enum { ROUNDS = 400, FUNCS = 9, ARCS = 20, MOST_FRAMES = 3000 };

static const double TINY = 1e-6;

static uint32_t
below(uint32_t n)
{
	static uint64_t seed = 20;

	return random_below(&seed, n);
}

/* Returns a copy of the N elements of SIZE bytes at V, to be free()d. */
static void *
copy(const void *v, uint32_t n, size_t size)
{
	return memcpy(mem_new(n, size), v, n * size);
}

/* Solves the call graph of P, whose own costs and arcs were made, and whose calls have the costs
 * COSTS.  FUNCS and ARCS are excluded; both may be NULL. */
static void
solve(struct graph *g, const struct profile *p, const double *costs, const bool *funcs,
	const bool *arcs)
{
	*g = (struct graph){ .profile = p, .nfuncs = p->nfuncs,
		.in = { .self = p->ticks, .costs = copy(costs, p->narcs, sizeof(*costs)) } };
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		g->measure.total += fabs(p->ticks[f]);
		g->measure.net += p->ticks[f];
	}
	if (funcs != NULL)
		g->no_func = copy(funcs, p->nfuncs, sizeof(*funcs));
	if (arcs != NULL)
		g->no_arc = copy(arcs, p->narcs, sizeof(*arcs));
	assert_true(graph_solve_inputs(g, NULL));
}

/* Returns the number of the arc from CALLER to CALLEE of P, which is made if there is none. */
static uint32_t
arc_between(struct profile *p, uint32_t caller, uint32_t callee)
{
	uint32_t a;

	for (a = 0; a < p->narcs; a++)
		if (p->arcs[a].caller == caller && p->arcs[a].callee == callee)
			return a;
	made_call(p, caller, callee, 0);
	return a;
}

/* A profile, and the costs of its calls. */
struct made {
	struct profile p;
	double costs[FUNCS * FUNCS + 1];	/* indexed by arc */
};

/* Makes a profile of random runs without recursion: function f calls functions after f.  OWN gets
 * the own costs, TOTALS the totals of functions. */
static void
make_runs(struct made *m, double own[FUNCS], double totals[FUNCS])
{
	struct profile *p = &m->p;

	*m = (struct made){ .costs = { 0 } };
	made_profile(p, RULES_EXACT, FUNCS);
	for (int run = 0; run < 30; run++) {
		uint32_t path[FUNCS], n = 0, f = 0;
		double cost = (double)(1 + below(100));

		while (f < FUNCS) {
			path[n++] = f;
			f += 1 + below(4);
			if (below(4) == 0)
				break;
		}
		own[path[n - 1]] += cost;
		for (uint32_t i = 0; i < n; i++) {
			totals[path[i]] += cost;
			if (i > 0)
				m->costs[arc_between(p, path[i - 1], path[i])] += cost;
		}
	}
	for (uint32_t f = 0; f < FUNCS; f++)
		p->ticks[f] = own[f];
	profile_link(p);
}

/* If the file lacks the own costs of functions that were called, all totals stay the same, and no
 * total is above 100 %. */
static void
test_lacking(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		double own[FUNCS] = { 0 }, totals[FUNCS] = { 0 };
		struct made m;
		struct graph g;

		make_runs(&m, own, totals);
		for (uint32_t f = 1; f < FUNCS; f++)
			if (below(3) == 0)
				m.p.ticks[f] = 0;
		solve(&g, &m.p, m.costs, NULL, NULL);
		assert_true(fabs(g.total - totals[0]) < TINY && g.measure.total == g.total);
		for (uint32_t f = 0; f < FUNCS; f++) {
			assert_true(fabs(graph_node_time(&g.nodes[f]) - totals[f]) < TINY);
			assert_true(g.nodes[f].self == m.p.ticks[f]);
			assert_int_equal(g.bounds[f].certainty, CERTAIN);
			assert_true(fabs(g.unowned[f] + g.nodes[f].self - own[f]) < TINY);
		}
		graph_release(&g);
		profile_release(&m.p);
	}
}

/* Exclusions treat costs without an owner as the costs of a callee that has them. */
static void
test_lacking_without(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		double own[FUNCS] = { 0 }, totals[FUNCS] = { 0 };
		struct made m, n = { .costs = { 0 } };
		bool funcs[FUNCS + 1] = { false }, arcs[FUNCS * FUNCS] = { false };
		struct graph g, with;
		uint32_t lacking = 1 + below(FUNCS - 1);

		make_runs(&m, own, totals);
		made_profile(&n.p, RULES_EXACT, FUNCS + 1);
		for (uint32_t a = 0; a < m.p.narcs; a++) {
			made_call(&n.p, m.p.arcs[a].caller, m.p.arcs[a].callee, 0);
			n.costs[a] = m.costs[a];
			arcs[a] = below(8) == 0;
		}
		for (uint32_t f = 0; f < FUNCS; f++) {
			n.p.ticks[f] = f == lacking ? 0 : own[f];
			funcs[f] = below(5) == 0;
		}
		if (own[lacking] > 0) {
			n.p.ticks[FUNCS] = own[lacking];
			n.costs[arc_between(&n.p, lacking, FUNCS)] = own[lacking];
		}
		profile_link(&n.p);
		m.p.ticks[lacking] = 0;
		solve(&g, &m.p, m.costs, funcs, arcs);
		solve(&with, &n.p, n.costs, funcs, arcs);
		assert_true(fabs(g.total - with.total) < TINY);
		assert_true(fabs(g.measure.total - with.measure.total) < TINY);
		for (uint32_t f = 0; f < FUNCS; f++)
			assert_true(fabs(graph_node_time(&g.nodes[f])
				- graph_node_time(&with.nodes[f])) < TINY);
		graph_release(&g);
		graph_release(&with);
		profile_release(&m.p);
		profile_release(&n.p);
	}
}

/* Makes a profile whose costs are random numbers, some of them less than 0 if IS_SIGNED is set. */
static void
make_random(struct made *m, bool is_signed)
{
	struct profile *p = &m->p;

	*m = (struct made){ .costs = { 0 } };
	made_profile(p, RULES_EXACT, FUNCS);
	for (uint32_t f = 0; f < FUNCS; f++)
		p->ticks[f] = below(2) == 0 ? 0 : (double)below(100)
			- (is_signed ? 50 : 0);
	for (int i = 0; i < ARCS; i++) {
		uint32_t a = arc_between(p, below(FUNCS),
			below(FUNCS));

		profile_add_arc_calls(p, a, below(3));
		m->costs[a] += (double)below(1000) - (is_signed ? 500 : 0);
	}
	profile_link(p);
}

/* The parts that callers get of a node, and those that callees have of it, are at most 1 in all. */
static void
check_parts(const struct graph *g)
{
	double sums[2 * FUNCS] = { 0 };

	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		double part = graph_arc_part(g, a);

		assert_true(part >= 0 && part <= 1 + TINY);
		sums[graph_cycle_or_self(g, g->profile->arcs[a].callee)] += part;
	}
	for (uint32_t n = 0; n < g->nnodes; n++) {
		assert_true(sums[n] <= 1 + TINY);
		assert_true(graph_divided_time(g, n) >= graph_node_time(&g->nodes[n]) - TINY);
	}
}

/* The frames inside a frame are not wider than the frame. */
static void
check_frames(const struct graph *g, bool callees_on_top, uint32_t subject)
{
	const struct frametree_options o = { .callees_on_top = callees_on_top,
		.subject = subject };
	struct frametree t;

	assert_true(frametree_open(&t, g, &o));
	for (uint32_t f = 0; f < t.n && f < MOST_FRAMES; f++) {
		double inside = 0, width = t.v[f].width;
		uint32_t n, first = frametree_inside(&t, f, NULL, &n);

		assert_true(isfinite(width) && width >= 0 && isfinite(t.v[f].self));
		for (uint32_t i = first; i < first + n; i++)
			inside += t.v[i].width;
		assert_true(inside <= width * (1 + TINY));
	}
	frametree_release(&t);
}

/* Costs that contradict each other make no part above 1 and no frame wider than the one around
 * it. */
static void
test_contradictions(void **state)
{
	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		bool funcs[FUNCS] = { false }, arcs[ARCS] = { false };
		struct made m;
		struct graph g;

		make_random(&m, round % 2 == 1);
		for (uint32_t f = 0; f < FUNCS; f++)
			funcs[f] = below(4) == 0;
		for (uint32_t a = 0; a < m.p.narcs; a++)
			arcs[a] = below(6) == 0;
		for (int is_without = 0; is_without <= 1; is_without++) {
			solve(&g, &m.p, m.costs, is_without ? funcs : NULL,
				is_without ? arcs : NULL);
			check_parts(&g);
			for (int up = 0; up <= 1; up++) {
				check_frames(&g, up, NOBODY);
				check_frames(&g, up, below(FUNCS));
			}
			graph_release(&g);
		}
		profile_release(&m.p);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lacking),
		cmocka_unit_test(test_lacking_without),
		cmocka_unit_test(test_contradictions),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
