/* test_graph_random.c - random graphs against a slow reference, and enormous graphs
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
#include "brief.h"
#include "bytes.h"
#include "figures/bounds.h"
#include "figures/entries.h"
#include "figures/graph_solve.h"
#include "made.h"

enum { MOST = 14, ARCS = 60, ROUNDS = 3000 };

/* The expected results, computed by a slow method.  A group is a set of functions that call each
 * other, directly or indirectly.  Its number is the number of its first function. */
struct reference {
	const struct profile *p;
	bool reach[MOST][MOST];
	uint32_t group[MOST], members[MOST];	/* group of each function; size of each group */
	uint64_t calls[MOST];		/* calls of each group by other groups and from outside */
	double self[MOST];		/* self time of each group */
	double all[MOST];		/* self and children of each group; < 0: not computed */
	double part[ARCS];		/* share of the callee's time that an arc propagates */
};

static void
find_groups(struct reference *r)
{
	uint32_t n = r->p->nfuncs;

	for (uint32_t a = 0; a < r->p->narcs; a++)
		r->reach[r->p->arcs[a].caller][r->p->arcs[a].callee] = true;
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = 0; j < n; j++)
				r->reach[i][j] |= r->reach[i][k] && r->reach[k][j];
	for (uint32_t f = 0; f < n; f++) {
		uint32_t first = 0;

		while (first < f && !(r->reach[f][first] && r->reach[first][f]))
			first++;
		r->group[f] = first;
		r->members[first]++;
	}
}

static bool
is_between(const struct reference *r, uint32_t a)
{
	return r->group[r->p->arcs[a].caller] != r->group[r->p->arcs[a].callee];
}

static void
sum_groups(struct reference *r)
{
	const struct profile *p = r->p;

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		r->self[r->group[f]] += p->ticks[f];
		r->calls[r->group[f]] += p->outside != NULL ? p->outside[f] : 0;
		r->all[f] = -1;
	}
	for (uint32_t a = 0; a < p->narcs; a++)
		if (is_between(r, a))
			r->calls[r->group[p->arcs[a].callee]] += profile_arc_calls(p, a);
	for (uint32_t a = 0; a < p->narcs; a++)
		if (is_between(r, a) && profile_arc_calls(p, a) > 0)
			r->part[a] = (double)profile_arc_calls(p, a)
				/ (double)r->calls[r->group[p->arcs[a].callee]];
}

/* Returns the self time of group G plus the time that arcs from G propagate from its callees. */
static double
true_cost(struct reference *r, uint32_t g)
{
	if (r->all[g] >= 0)
		return r->all[g];
	r->all[g] = r->self[g];
	if (r->p->rules == RULES_GPROF && r->members[g] > 1 && r->calls[g] == 0)
		r->all[g] = 0;		/* by gprof's rules, a cycle without callers costs
					 * nothing */
	for (uint32_t a = 0; a < r->p->narcs; a++)
		if (is_between(r, a) && r->group[r->p->arcs[a].caller] == g)
			r->all[g] += r->part[a] * true_cost(r, r->group[r->p->arcs[a].callee]);
	return r->all[g];
}

static void
assert_near(double got, double want)
{
	double off = got > want ? got - want : want - got;

	if (!(off <= 1e-9 * (1 + want)))
		fail_msg("%.17g is not %.17g", got, want);
}

/* Makes P a profile of random functions with time, and calls between them.  If OUTSIDE, some calls
 * come from outside all functions. */
static void
make_random(struct profile *p, enum rules rules, uint64_t *seed, bool outside)
{
	uint32_t n = 1 + random_below(seed, MOST), m = random_below(seed, ARCS);
	uint32_t forward = random_below(seed, 3);

	made_profile(p, rules, n);
	for (uint32_t f = 0; f < n; f++)
		p->ticks[f] = random_below(seed, 3) == 0 ? 0 : random_below(seed, 1000);
	for (uint32_t i = 0; i < m; i++) {
		uint32_t caller = random_below(seed, n), callee = random_below(seed, n);
		bool there = false;

		/* Most calls go forward, because otherwise all functions would be one cycle. */
		if (callee < caller && random_below(seed, 8) < 5 + forward) {
			uint32_t other = caller;

			caller = callee;
			callee = other;
		}
		for (uint32_t a = 0; a < p->narcs; a++)
			there |= p->arcs[a].caller == caller && p->arcs[a].callee == callee;
		if (!there)
			made_call(p, caller, callee,
				random_below(seed, 5) == 0 ? 0 : 1 + random_below(seed, 99));
	}
	if (outside) {
		p->outside = mem_new(n, sizeof(*p->outside));
		p->noutside = n;
		for (uint32_t f = 0; f < n; f++)
			p->outside[f] = random_below(seed, 3) == 0 ? random_below(seed, 50) : 0;
	}
	profile_link(p);
}

static void
check_cycles(const struct graph *g, const struct reference *r)
{
	uint32_t n = r->p->nfuncs, cycles = 0, members = 0;

	for (uint32_t f = 0; f < n; f++) {
		cycles += r->members[f] > 1;
		members += r->members[r->group[f]] > 1;
		assert_int_equal(g->nodes[f].cycle != NOBODY, r->members[r->group[f]] > 1);
		for (uint32_t k = 0; k < n; k++)
			if (g->nodes[f].cycle != NOBODY)
				assert_int_equal(g->nodes[f].cycle == g->nodes[k].cycle,
					r->group[f] == r->group[k]);
	}
	assert_int_equal(g->ncycles, cycles);
	assert_int_equal(g->nnodes, n + cycles);
	assert_int_equal(g->member_at[cycles], members);
	for (uint32_t c = 0; c < cycles; c++)
		for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
			assert_int_equal(g->nodes[g->members[i]].cycle, n + c);
}

static void
check_time(const struct graph *g, struct reference *r)
{
	const struct profile *p = r->p;
	double roots = 0, outside = 0;

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		uint32_t group = r->group[f];
		const struct node *whole = &g->nodes[graph_cycle_or_self(g, f)];
		double child = 0;

		assert_true(whole->calls == r->calls[group]);
		assert_near(whole->self + whole->children, true_cost(r, group));
		for (uint32_t a = 0; a < p->narcs; a++) {
			double part;

			if (p->arcs[a].caller != f)
				continue;
			part = r->part[a] * true_cost(r, r->group[p->arcs[a].callee]);
			assert_near(graph_share(g, a).self + graph_share(g, a).children, part);
			child += part;
		}
		assert_near(g->nodes[f].self, p->ticks[f]);
		assert_near(g->nodes[f].children, child);
		if (group != f)
			continue;
		if (r->calls[group] == 0)
			roots += whole->self + whole->children;
		else if (p->outside != NULL)
			for (uint32_t k = 0; k < p->nfuncs; k++)
				if (r->group[k] == group)
					outside += true_cost(r, group) * (double)p->outside[k]
						/ (double)r->calls[group];
	}
	/* No time is lost: the totals of functions without callers and of calls from outside add up
	 * to the total of the profile. */
	if (p->rules == RULES_EXACT)
		assert_near(roots + outside, g->total);
}

static void
test_against_the_reference(void **state)
{
	uint64_t seed = 41;

	(void)state;
	for (int round = 0; round < brief_rounds(ROUNDS); round++) {
		enum rules rules = round % 2 ? RULES_EXACT : RULES_GPROF;
		struct reference r = { 0 };
		struct profile p;
		struct graph g;
		double total = 0;

		make_random(&p, rules, &seed, rules == RULES_EXACT && round % 4 == 1);
		r.p = &p;
		find_groups(&r);
		sum_groups(&r);
		graph_solve(&g, &p, NULL, NULL);
		for (uint32_t f = 0; f < p.nfuncs; f++)
			total += p.ticks[f];
		assert_near(g.total, total);
		check_cycles(&g, &r);
		check_time(&g, &r);
		graph_release(&g);
		profile_release(&p);
	}
}

/* Chooses the true share of each arc at random, because the calls of a function need not take equal
 * time. */
static void
choose_shares(struct reference *r, uint64_t *seed)
{
	const struct profile *p = r->p;
	double weight[ARCS], sum[MOST] = { 0 };

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->outside != NULL && p->outside[f] > 0)
			sum[r->group[f]] += random_below(seed, 10);
	for (uint32_t a = 0; a < p->narcs; a++) {
		weight[a] = random_below(seed, 3) == 0 ? 0 : 1 + random_below(seed, 1000);
		if (r->part[a] > 0)
			sum[r->group[p->arcs[a].callee]] += weight[a];
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		double all = sum[r->group[p->arcs[a].callee]];

		if (r->part[a] > 0 && all > 0)
			r->part[a] = weight[a] / all;
	}
}

/* Returns true if G is BY, or if all call paths to group G go through group BY.  If G is another
 * group without callers, or called from outside all functions, returns false. */
static bool
is_dominated(const struct reference *r, uint32_t g, uint32_t by)
{
	const struct profile *p = r->p;
	bool entered[MOST] = { false }, more = true;
	uint64_t called[MOST] = { 0 };

	for (uint32_t a = 0; a < p->narcs; a++)
		if (is_between(r, a))
			called[r->group[p->arcs[a].callee]] += profile_arc_calls(p, a);
	for (uint32_t f = 0; f < p->nfuncs; f++)
		entered[r->group[f]] = called[r->group[f]] == 0
			|| called[r->group[f]] < r->calls[r->group[f]];
	while (more) {
		more = false;
		for (uint32_t a = 0; a < p->narcs; a++) {
			uint32_t from = r->group[p->arcs[a].caller];
			uint32_t to = r->group[p->arcs[a].callee];

			if (profile_arc_calls(p, a) > 0 && from != by && entered[from]
			    && !entered[to])
				more = entered[to] = true;
		}
	}
	return g == by || !entered[g];
}

/* A group dominates a function if all call paths to the function go through the group.  Asserts
 * that the lower bound of F's group is the self time of all functions that the group dominates.
 * Asserts that the time of the group is certain if, and only if, the dominated functions call no
 * other function that can have time. */
static void
check_bounds(const struct graph *g, const struct reference *r, uint32_t f)
{
	const struct profile *p = r->p;
	const struct bound *bound = &g->bounds[graph_cycle_or_self(g, f)];
	bool closed = true;
	double sure = 0;

	for (uint32_t k = 0; k < p->nfuncs; k++)
		if (is_dominated(r, r->group[k], r->group[f]))
			sure += p->ticks[k];
	for (uint32_t a = 0; a < p->narcs; a++)
		if (profile_arc_calls(p, a) > 0 && is_between(r, a)
		    && is_dominated(r, r->group[p->arcs[a].caller], r->group[f])
		    && !is_dominated(r, r->group[p->arcs[a].callee], r->group[f]))
			closed &= g->bounds[graph_cycle_or_self(g, p->arcs[a].callee)].hi == 0;
	assert_near(bound->lo, sure);
	assert_int_equal(bound->certainty == CERTAIN, closed);
}

/* However the calls of a function share its time, the true times are within the bounds, and a time
 * marked as certain is the true time. */
static void
test_bounds(void **state)
{
	uint64_t seed = 43;

	(void)state;
	for (int round = 0; round < brief_rounds(ROUNDS); round++) {
		struct reference r = { 0 };
		struct profile p;
		struct graph g;

		make_random(&p, RULES_EXACT, &seed, round % 3 == 0);
		r.p = &p;
		find_groups(&r);
		sum_groups(&r);
		graph_solve(&g, &p, NULL, NULL);
		choose_shares(&r, &seed);
		for (uint32_t f = 0; f < p.nfuncs; f++) {
			const struct node *n = &g.nodes[graph_cycle_or_self(&g, f)];
			const struct node *m = &g.nodes[f];
			const struct bound *whole = &g.bounds[graph_cycle_or_self(&g, f)];
			const struct bound *member = &g.bounds[f];
			double really = true_cost(&r, r.group[f]);

			assert_true(whole->lo <= really * (1 + 1e-9) + 1e-9);
			assert_true(whole->hi >= really * (1 - 1e-9) - 1e-9);
			assert_true(member->lo <= (m->self + m->children) * (1 + 1e-9) + 1e-9);
			assert_true(member->hi >= (m->self + m->children) * (1 - 1e-9) - 1e-9);
			assert_int_equal(member->certainty == CYCLIC, m->cycle != NOBODY);
			if (whole->certainty == CERTAIN)
				assert_near(n->self + n->children, really);
			check_bounds(&g, &r, f);
		}
		for (uint32_t a = 0; a < p.narcs; a++) {
			double really = r.part[a] * true_cost(&r, r.group[p.arcs[a].callee]);

			assert_int_equal(bounds_certainty(&g, a) == CYCLIC,
				p.arcs[a].caller == p.arcs[a].callee || !is_between(&r, a));
			if (r.part[a] > 0) {
				assert_true(bounds_of_arc(&g, a).lo <= really * (1 + 1e-9) + 1e-9);
				assert_true(bounds_of_arc(&g, a).hi >= really * (1 - 1e-9) - 1e-9);
			}
			if (bounds_certainty(&g, a) == CERTAIN)
				assert_near(graph_share(&g, a).self + graph_share(&g, a).children,
					really);
		}
		graph_release(&g);
		profile_release(&p);
	}
}

static void
assert_same_node(const struct graph *g, const struct graph *h, uint32_t n)
{
	const struct node *a = &g->nodes[n], *b = &h->nodes[n];

	assert_true(a->calls == b->calls && graph_self_calls(g, n) == graph_self_calls(h, n));
	assert_true(a->self == b->self && a->children == b->children);
	assert_true(graph_fract(g, n) == graph_fract(h, n));
	assert_true(graph_time(g, n) == graph_time(h, n));
	assert_true(graph_children_time(g, n) == graph_children_time(h, n));
	assert_true(a->cycle == b->cycle && a->index == b->index && a->shown == b->shown);
}

static void
assert_same_bound(const struct bound *a, const struct bound *b)
{
	assert_true(a->lo == b->lo && a->hi == b->hi && a->certainty == b->certainty);
}

static void
assert_same_graph(const struct graph *a, const struct graph *b)
{
	assert_int_equal(a->nnodes, b->nnodes);
	for (uint32_t n = 0; n < a->nnodes; n++)
		assert_same_node(a, b, n);
	assert_int_equal(a->bounds == NULL, b->bounds == NULL);
	if (a->bounds != NULL)
		for (uint32_t n = 0; n < a->nnodes; n++)
			assert_same_bound(&a->bounds[n], &b->bounds[n]);
	assert_true(a->total == b->total);
	assert_memory_equal(a->member_at, b->member_at, (a->ncycles + 1) * sizeof(*a->member_at));
	if (a->ncycles > 0)
		assert_memory_equal(a->members, b->members,
			a->member_at[a->ncycles] * sizeof(*a->members));
}

/* Excluding an arc gives the same results as a profile without the arc. */
static void
test_exclude_arcs(void **state)
{
	uint64_t seed = 47;

	(void)state;
	for (int round = 0; round < brief_rounds(ROUNDS); round++) {
		enum rules rules = round % 2 ? RULES_EXACT : RULES_GPROF;
		bool excluded[ARCS] = { false };
		const struct selection options = { .part = NOBODY, .no_arc = excluded };
		struct profile p, fewer;
		struct graph g, without;

		make_random(&p, rules, &seed, false);
		made_profile(&fewer, rules, p.nfuncs);
		memcpy(fewer.ticks, p.ticks, p.nfuncs * sizeof(*p.ticks));
		for (uint32_t a = 0; a < p.narcs; a++) {
			const struct arc *arc = &p.arcs[a];

			excluded[a] = random_below(&seed, 4) == 0;
			if (!excluded[a])
				made_call(&fewer, arc->caller, arc->callee,
					profile_arc_calls(&p, a));
		}
		profile_link(&fewer);
		graph_solve(&g, &p, &options, NULL);
		graph_solve(&without, &fewer, NULL, NULL);
		assert_same_graph(&g, &without);
		for (uint32_t a = 0, b = 0; a < p.narcs; a++) {
			double self = excluded[a] ? 0 : graph_share(&without, b).self;

			assert_true(graph_share(&g, a).self == self);
			b += !excluded[a];
		}
		graph_release(&g);
		graph_release(&without);
		profile_release(&p);
		profile_release(&fewer);
	}
}

/* Excluding a function has the same results as the option -E, and the bounds hold. */
static void
test_exclude_functions(void **state)
{
	uint64_t seed = 53;

	(void)state;
	for (int round = 0; round < brief_rounds(ROUNDS); round++) {
		enum rules rules = round % 2 ? RULES_EXACT : RULES_GPROF;
		bool excluded[MOST] = { false };
		const struct selection options = { .part = NOBODY, .no_func = excluded };
		struct symspec specs[2 * MOST];
		size_t nspecs = 0;
		struct profile p;
		struct graph g, with;

		make_random(&p, rules, &seed, false);
		for (uint32_t f = 0; f < p.nfuncs; f++) {
			excluded[f] = random_below(&seed, 4) == 0;
			if (!excluded[f])
				continue;
			specs[nspecs++] = (struct symspec){ EXCL_GRAPH, p.funcs[f].name };
			specs[nspecs++] = (struct symspec){ EXCL_TIME, p.funcs[f].name };
		}
		graph_solve(&g, &p, &options, NULL);
		select_resolve(&p.named, &p, specs, nspecs, false);
		graph_solve(&with, &p, NULL, NULL);
		assert_same_graph(&g, &with);
		for (uint32_t n = 0; n < g.nnodes && rules == RULES_EXACT; n++) {
			double self = g.nodes[n].self + g.nodes[n].children;

			assert_true(g.bounds[n].lo <= self * (1 + 1e-9) + 1e-9);
			assert_true(g.bounds[n].hi >= self * (1 - 1e-9) - 1e-9);
			assert_true(n >= p.nfuncs || !excluded[n] || g.nodes[n].self == 0);
		}
		graph_release(&g);
		graph_release(&with);
		profile_release(&p);
	}
}

/* Returns the time of group G and its callees without the functions in EXCLUDED. */
static double
true_cost_without(const struct reference *r, const bool *excluded, uint32_t g)
{
	const struct profile *p = r->p;
	double sum = 0;

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (r->group[f] == g && !excluded[f])
			sum += p->ticks[f];
	for (uint32_t a = 0; a < p->narcs; a++)
		if (is_between(r, a) && r->group[p->arcs[a].caller] == g
		    && !excluded[p->arcs[a].caller] && !excluded[p->arcs[a].callee])
			sum += r->part[a]
				* true_cost_without(r, excluded, r->group[p->arcs[a].callee]);
	return sum;
}

/* Returns the share of the time of group G that is spent on call paths without excluded
 * functions. */
static double
cost_left(const struct reference *r, const bool *excluded, uint32_t g)
{
	const struct profile *p = r->p;
	double sum = r->calls[g] == 0;

	for (uint32_t a = 0; a < p->narcs; a++)
		if (is_between(r, a) && r->group[p->arcs[a].callee] == g && r->part[a] > 0
		    && !excluded[p->arcs[a].caller])
			sum += r->part[a] * cost_left(r, excluded, r->group[p->arcs[a].caller]);
	return sum;
}

/* If some callers of a function are excluded, the bounds of its remaining time hold, however long
 * each call took. */
static void
test_bounds_with_exclusions(void **state)
{
	uint64_t seed = 61;

	(void)state;
	for (int round = 0; round < brief_rounds(ROUNDS); round++) {
		bool excluded[MOST] = { false };
		const struct selection options = { .part = NOBODY, .no_func = excluded };
		struct reference r = { 0 };
		struct profile p;
		struct graph g;

		make_random(&p, RULES_EXACT, &seed, false);
		for (uint32_t f = 0; f < p.nfuncs; f++)
			excluded[f] = random_below(&seed, 4) == 0;
		r.p = &p;
		find_groups(&r);
		sum_groups(&r);
		graph_solve(&g, &p, &options, NULL);
		choose_shares(&r, &seed);
		for (uint32_t f = 0; f < p.nfuncs; f++) {
			const struct node *n = &g.nodes[graph_cycle_or_self(&g, f)];
			const struct bound *bound = &g.bounds[graph_cycle_or_self(&g, f)];
			double really = cost_left(&r, excluded, r.group[f])
				* true_cost_without(&r, excluded, r.group[f]);

			if (excluded[f])
				continue;
			assert_true(bound->lo <= really * (1 + 1e-9) + 1e-9);
			assert_true(bound->hi >= really * (1 - 1e-9) - 1e-9);
			if (bound->certainty == CERTAIN)
				assert_near(n->self + n->children, really);
		}
		graph_release(&g);
		profile_release(&p);
	}
}

/* The next tests assert that very large graphs are solved in little time and without deep
 * recursion. */

/* Solves the graph G of P, and asserts that this takes less than 20 seconds. */
static void
solve_stopped(struct graph *g, struct profile *p)
{
	clock_t begin = clock();

	profile_link(p);
	graph_solve(g, p, NULL, NULL);
	assert_true(clock() - begin < 20 * CLOCKS_PER_SEC);
}

static void
test_long_chain(void **state)
{
	enum { N = 1000000 };
	struct profile p;
	struct graph g;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		made_profile(&p, (enum rules)rules, N);
		p.ticks[N - 1] = 5;
		for (uint32_t f = 0; f + 1 < N; f++)
			made_call(&p, f, f + 1, 3);
		solve_stopped(&g, &p);
		assert_int_equal(g.ncycles, 0);
		assert_true(g.nodes[0].children == 5 && g.bounds[0].certainty == CERTAIN);
		assert_true(g.bounds[0].lo == 5 && g.bounds[0].hi == 5);
		graph_release(&g);
		profile_release(&p);
	}
}

/* A large cycle is a ring of functions.  Its members may also call a random function, the function
 * before them, or the first function. */
static void
test_large_cycles(void **state)
{
	enum { N = 100000 };
	uint64_t seed = 59;

	(void)state;
	for (int kind = 0; kind < 4; kind++) {
		struct profile p;
		struct graph g;

		made_profile(&p, RULES_EXACT, N + 1);
		p.ticks[N / 2] = 8;
		made_call(&p, N, 7, 1);
		for (uint32_t f = 0; f < N; f++) {
			if (kind == 2 && f > 0)
				made_call(&p, f, f - 1, 1);
			if (kind > 0 || f + 1 < N)
				made_call(&p, f, (f + 1) % N, 1);
			if (kind == 1)
				made_call(&p, f, random_below(&seed, N), 1);
			if (kind == 3 && f > 0)
				made_call(&p, f, 0, 1);
		}
		if (kind == 0)
			made_call(&p, N - 1, 0, 1);
		solve_stopped(&g, &p);
		assert_int_equal(g.ncycles, 1);
		assert_int_equal(g.member_at[1], N);
		assert_true(g.nodes[N].children == 8);
		assert_true(g.nodes[N + 1].calls == 1);
		graph_release(&g);
		profile_release(&p);
	}
}

/* A function with 200,000 callers, and a function with 200,000 callees. */
static void
test_many_callers_and_callees(void **state)
{
	enum { N = 200000 };
	struct profile p;
	struct graph g;
	uint32_t *v;
	size_t n;

	(void)state;
	made_profile(&p, RULES_EXACT, N + 2);
	p.ticks[N + 1] = N;
	for (uint32_t f = 1; f <= N; f++) {
		made_call(&p, 0, f, 1);
		made_call(&p, f, N + 1, f % 2 ? 1 : 3);
	}
	solve_stopped(&g, &p);
	assert_true(g.nodes[1].children == 0.5 && g.nodes[2].children == 1.5);
	assert_near(g.nodes[0].children, N);
	v = entries_callers(&g, N + 1, &n);
	assert_int_equal(n, N);
	assert_int_equal(p.arcs[v[0]].caller, 1);
	assert_int_equal(p.arcs[v[N - 1]].caller, N);
	free(v);
	v = entries_callees(&g, 0, &n);
	assert_int_equal(n, N);
	assert_int_equal(p.arcs[v[0]].callee, 2);
	free(v);
	graph_release(&g);
	profile_release(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_the_reference),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_exclude_arcs),
		cmocka_unit_test(test_exclude_functions),
		cmocka_unit_test(test_bounds_with_exclusions),
		cmocka_unit_test(test_long_chain),
		cmocka_unit_test(test_large_cycles),
		cmocka_unit_test(test_many_callers_and_callees),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
