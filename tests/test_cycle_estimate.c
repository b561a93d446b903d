/* test_cycle_estimate.c - estimates inside cycles: known truths, random graphs, large cycles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/mem.h"
#include "brief.h"
#include "bytes.h"
#include "figures/bounds.h"
#include "figures/cycle_estimate.h"
#include "figures/cyclegraph.h"
#include "figures/cyclewalk.h"
#include "figures/graph_solve.h"
#include "made.h"

enum { MOST = 14, ROUNDS = 2000 };

static void
assert_near(double got, double want)
{
	if (!(fabs(got - want) <= 1e-9 * (1 + fabs(want))))
		fail_msg("%.17g is not %.17g", got, want);
}

static struct cycle_figure
member(const struct graph *g, uint32_t f)
{
	struct cycle_estimate e;
	struct cycle_figure figure;

	cycle_estimate_open(&e, g, NULL);
	figure = cycle_estimate_of_member(&e, f);
	cycle_estimate_release(&e);
	return figure;
}

static struct cycle_figure
arc(const struct graph *g, uint32_t a)
{
	struct cycle_estimate e;
	struct cycle_figure figure;

	cycle_estimate_open(&e, g, NULL);
	figure = cycle_estimate_of_arc(&e, a);
	cycle_estimate_release(&e);
	return figure;
}

static void
open_graph(struct profile *p, struct graph *g)
{
	profile_link(p);
	assert_true(graph_solve(g, p, NULL, NULL));
}

static void
close_graph(struct profile *p, struct graph *g)
{
	graph_release(g);
	profile_release(p);
}

/* f0 calls f1, and f1 and f2 call each other.  All calls into the cycle go to f1, so f1 is on all
 * stacks of the cycle. */
static void
test_two_members(void **state)
{
	struct profile p;
	struct graph g;
	struct cycle_figure f;

	(void)state;
	made_profile(&p, RULES_EXACT, 3);
	p.ticks[1] = 20;
	p.ticks[2] = 60;
	p.ticks[0] = 20;
	made_call(&p, 0, 1, 100);
	made_call(&p, 1, 2, 200);
	made_call(&p, 2, 1, 100);
	open_graph(&p, &g);
	f = member(&g, 1);
	assert_int_equal(f.trust, CYCLE_TRUSTED);
	assert_near(f.samples, 80);
	assert_near(f.lo, 80);
	assert_near(f.hi, 80);
	/* f2 has its own time and a third of the time of f1, because at most a third of the walks
	 * at f1 go back to f2. */
	f = member(&g, 2);
	assert_near(f.lo, 60);
	assert_near(f.hi, 80);
	assert_near(f.samples, 60 + 20.0 / 3);
	assert_near(f.least, 60);
	assert_near(f.most, 70);
	assert_int_equal(f.trust, CYCLE_TRUSTED);
	/* f1 makes all calls of f2. */
	assert_near(arc(&g, 1).samples, 60 + 20.0 / 3);
	assert_near(arc(&g, 1).lo, 60);
	/* A third of the walks that come to f1 go back to f2. */
	assert_near(arc(&g, 2).samples, 80 * (1.0 / 3) / (1 - 1.0 / 3 + 1.0 / 3));
	close_graph(&p, &g);
}

/* A member that gets only a few calls may be on all stacks or on none. */
static void
test_rare_members(void **state)
{
	struct profile p;
	struct graph g;

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	p.ticks[1] = 20;
	p.ticks[2] = 5;
	p.ticks[3] = 75;
	made_call(&p, 0, 1, 1);
	made_call(&p, 1, 2, 1);		/* one call, which may have all of the time */
	made_call(&p, 1, 3, 100);
	made_call(&p, 2, 3, 1);
	made_call(&p, 3, 1, 50);
	open_graph(&p, &g);
	assert_int_equal(member(&g, 1).trust, CYCLE_TRUSTED);	/* f1 is the only entry */
	assert_int_equal(member(&g, 2).trust, CYCLE_RARE);
	assert_near(member(&g, 2).lo, 5);
	assert_near(member(&g, 2).hi, 100);
	assert_int_equal(arc(&g, 1).trust, CYCLE_RARE);
	close_graph(&p, &g);
}

/* An estimate is not trusted if the ways of computing it differ too much. */
static void
test_disagreement(void **state)
{
	struct profile p;
	struct graph g;
	struct cycle_figure f;

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	p.ticks[3] = 100;
	made_call(&p, 0, 1, 100);
	made_call(&p, 0, 2, 100);
	made_call(&p, 1, 3, 1000);
	made_call(&p, 2, 3, 100);
	made_call(&p, 3, 1, 500);
	made_call(&p, 3, 2, 500);
	open_graph(&p, &g);
	f = member(&g, 2);
	assert_int_equal(f.trust, CYCLE_DISAGREE);
	assert_true(f.most - f.least >= 15);
	assert_int_equal(arc(&g, 3).trust, CYCLE_DISAGREE);
	assert_near(f.lo, 0);
	assert_near(f.hi, 100);
	/* All time is in f3. */
	assert_int_equal(member(&g, 3).trust, CYCLE_TRUSTED);
	assert_near(member(&g, 3).samples, 100);
	close_graph(&p, &g);
}

static bool
has_arc(const struct profile *p, uint32_t caller, uint32_t callee)
{
	for (uint32_t a = 0; a < p->narcs; a++)
		if (p->arcs[a].caller == caller && p->arcs[a].callee == callee)
			return true;
	return false;
}

/* Makes a random profile with at least LEAST calls for each arc.  Most arcs go to a function with a
 * higher number. */
static void
make_random(struct profile *p, uint32_t least, uint64_t *seed)
{
	uint32_t n = 2 + random_below(seed, MOST - 2), m = random_below(seed, 60);

	made_profile(p, RULES_EXACT, n);
	for (uint32_t f = 0; f < n; f++)
		p->ticks[f] = random_below(seed, 3) == 0 ? 0 : random_below(seed, 1000);
	for (uint32_t i = 0; i < m; i++) {
		uint32_t caller = random_below(seed, n), callee = random_below(seed, n);

		if (callee < caller && random_below(seed, 8) < 5) {
			callee = caller;
			caller = random_below(seed, n);
		}
		if (!has_arc(p, caller, callee))
			made_call(p, caller, callee, least + (random_below(seed, 3) == 0
				? random_below(seed, 3) : random_below(seed, 100000)));
	}
	profile_link(p);
}

static void
check_figure(const struct cycle_figure *f, const struct bound *whole)
{
	assert_true(isfinite(f->samples) && isfinite(f->least) && isfinite(f->most));
	assert_true(f->lo >= 0 && f->lo <= f->samples && f->samples <= f->hi);
	assert_true(f->hi <= whole->hi);
	assert_true(f->least <= f->most);
}

/* Asserts that figures are finite and within their bounds, and that no call has more time than its
 * callee. */
static void
check_figures(const struct graph *g)
{
	const struct profile *p = g->profile;
	struct cycle_estimate e;

	cycle_estimate_open(&e, g, NULL);
	assert_int_equal(e.nmembers, g->member_at[g->ncycles]);
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		struct cycle_figure figure;

		if (g->nodes[f].cycle == NOBODY)
			continue;
		figure = cycle_estimate_of_member(&e, f);
		check_figure(&figure, &g->bounds[g->nodes[f].cycle]);
		assert_true(figure.lo >= g->bounds[f].lo);
		assert_true(figure.samples >= g->nodes[f].self * (1 - 1e-9));
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		const struct arc *x = &p->arcs[a];
		struct cycle_figure figure;

		if (!graph_is_inner(g, a) || x->caller == x->callee || profile_arc_calls(p, a) == 0)
			continue;
		figure = cycle_estimate_of_arc(&e, a);
		assert_int_equal(figure.number, a);
		check_figure(&figure, &g->bounds[g->nodes[x->callee].cycle]);
		assert_true(figure.samples <= 1e-6 + (1 + 1e-9)
			* cycle_estimate_of_member(&e, x->callee).samples);
	}
	cycle_estimate_release(&e);
}

/* Excludes the arcs of cycle C that lead back to entries.  Asserts that this breaks the cycle, and
 * that graph_solve() then propagates the same times as the walks.  LOCAL has the number of each
 * member in its cycle. */
static void
check_propagation(const struct graph *g, uint32_t c, const uint32_t *local)
{
	struct cyclegraph k;
	struct graph without;
	double *time, *members, *arcs;
	bool *excluded = mem_new(g->profile->narcs, sizeof(*excluded)), *returns;

	cyclegraph_open(&k, g, c, local);
	time = mem_new(k.nmembers, sizeof(*time));
	members = mem_new(k.nmembers, sizeof(*members));
	arcs = mem_new(k.profile.narcs, sizeof(*arcs));
	returns = cyclegraph_returns_to_entries(&k);
	for (uint32_t a = 0; a < k.profile.narcs; a++)
		excluded[k.arcs[a]] = returns[a];
	for (uint32_t m = 0; m < k.nmembers; m++)
		time[m] = g->nodes[k.members[m]].self + g->nodes[k.members[m]].children;
	cyclewalk_times(&k, &(struct cyclewalk_rule){ .returns = returns }, time, members, arcs,
		NULL);
	assert_true(graph_solve(&without, g->profile, &(struct selection){ .part = NOBODY,
		.no_arc = excluded }, NULL));
	for (uint32_t m = 0; m < k.nmembers; m++) {
		const struct node *n = &without.nodes[k.members[m]];

		assert_int_equal(n->cycle, NOBODY);
		assert_near(members[m], n->self + n->children);
	}
	for (uint32_t a = 0; a < k.profile.narcs; a++) {
		struct share share = graph_share(&without, k.arcs[a]);

		assert_near(arcs[a], share.self + share.children);
	}
	graph_release(&without);
	cyclegraph_release(&k);
	free(time);
	free(members);
	free(arcs);
	free(returns);
	free(excluded);
}

/* Simulates walks that choose callers at random.  Sets MEMBERS and ARCS, which must be 0, to the
 * time of the walks that meet each member and each arc. */
static void
simulate(const struct cyclegraph *k, const bool *returns, const double *time, double *members,
	double *arcs, uint64_t *seed)
{
	enum { WALKS = 20000 };
	const struct profile *p = &k->profile;
	double all = 0;

	for (uint32_t m = 0; m < k->nmembers; m++)
		all += time[m];
	for (uint32_t s = 0; s < k->nmembers; s++)
		for (int i = 0; i < WALKS; i++) {
			bool seen[MOST] = { false }, gone[MOST * MOST] = { false };
			uint32_t m = s;

			while (m != NOBODY) {
				double kept = k->entering[m], back = 0, q, x;
				uint32_t next = NOBODY;

				seen[m] = true;
				for (uint32_t j = p->in.at[m]; j < p->in.at[m + 1]; j++) {
					uint32_t a = profile_arc(&p->in, j);

					*(returns[a] ? &back : &kept)
						+= (double)profile_arc_calls(p, a);
				}
				q = back > 0 ? fmin(0.5, back / (back + kept)) : 0;
				x = random_below(seed, 1 << 30) / (double)(1 << 30);
				for (uint32_t j = p->in.at[m]; j < p->in.at[m + 1]
					&& next == NOBODY; j++) {
					uint32_t a = profile_arc(&p->in, j);

					x -= (returns[a] ? q / back : (1 - q) / kept)
						* (double)profile_arc_calls(p, a);
					if (x < 0) {
						gone[a] = true;
						next = p->arcs[a].caller;
					}
				}
				m = next;
			}
			for (m = 0; m < k->nmembers; m++)
				members[m] += seen[m] ? time[s] / all / WALKS : 0;
			for (uint32_t a = 0; a < p->narcs; a++)
				arcs[a] += gone[a] ? time[s] / all / WALKS : 0;
		}
	for (uint32_t m = 0; m < k->nmembers; m++)
		members[m] *= all;
	for (uint32_t a = 0; a < p->narcs; a++)
		arcs[a] *= all;
}

/* Asserts that cyclewalk_times() yields nearly the same times for cycle C as simulated walks. */
static void
check_simulation(const struct graph *g, uint32_t c, const uint32_t *local, uint64_t *seed)
{
	struct cyclegraph k;
	double time[MOST] = { 0 }, members[MOST], met[MOST] = { 0 };
	double arcs[MOST * MOST], gone[MOST * MOST] = { 0 }, all = 0;
	bool *returns;

	cyclegraph_open(&k, g, c, local);
	returns = cyclegraph_returns_of_walk(&k);
	for (uint32_t m = 0; m < k.nmembers; m++)
		all += time[m] = g->nodes[k.members[m]].self + g->nodes[k.members[m]].children;
	if (all > 0) {
		cyclewalk_times(&k, &(struct cyclewalk_rule){ .returns = returns, .depth = 1 },
			time, members, arcs, NULL);
		simulate(&k, returns, time, met, gone, seed);
		for (uint32_t m = 0; m < k.nmembers; m++)
			assert_true(fabs(members[m] - met[m]) < 0.02 * all);
		for (uint32_t a = 0; a < k.profile.narcs; a++)
			assert_true(fabs(arcs[a] - gone[a]) < 0.02 * all);
	}
	free(returns);
	cyclegraph_release(&k);
}

static void
test_random(void **state)
{
	uint64_t seed = 7;
	uint32_t simulated = 0, estimated = 0;

	(void)state;
	for (int round = 0; round < brief_rounds(ROUNDS); round++) {
		struct profile p;
		struct graph g;
		uint32_t local[MOST] = { 0 };

		/* Calls that never happened make cycles, too, but propagate nothing. */
		make_random(&p, round % 2, &seed);
		assert_true(graph_solve(&g, &p, NULL, NULL));
		for (uint32_t c = 0; c < g.ncycles; c++)
			for (uint32_t i = g.member_at[c]; i < g.member_at[c + 1]; i++)
				local[g.members[i]] = i - g.member_at[c];
		check_figures(&g);
		for (uint32_t c = 0; c < g.ncycles; c++) {
			if (round % 2 == 1)
				check_propagation(&g, g.nfuncs + c, local);
			if (simulated++ < 20)
				check_simulation(&g, g.nfuncs + c, local, &seed);
		}
		estimated += g.ncycles;
		graph_release(&g);
		profile_release(&p);
	}
	assert_true(estimated > (unsigned)brief_rounds(ROUNDS) / 2);
}

/* Makes a cycle of the functions 1 to N, which function 0 calls.  Each member calls the next member
 * once, and the member before it far more often.  All members from 3 on also call member 1. */
static void
make_ladder(struct profile *p, uint32_t n)
{
	made_profile(p, RULES_EXACT, n + 1);
	made_call(p, 0, 1, 1);
	for (uint32_t f = 1; f < n; f++) {
		made_call(p, f, f + 1, 1);
		made_call(p, f + 1, f, UINT32_MAX);
		if (f > 1)
			made_call(p, f + 1, 1, 1);
		p->ticks[f + 1] = 1;
	}
}

/* The figures are finite even if walks hardly ever leave the cycle.  A larger cycle has no
 * estimates. */
static void
test_large(void **state)
{
	struct profile p;
	struct graph g;
	struct cycle_estimate e;

	(void)state;
	make_ladder(&p, CYCLE_MOST_MEMBERS);
	open_graph(&p, &g);
	cycle_estimate_open(&e, &g, NULL);
	assert_int_equal(e.nmembers, CYCLE_MOST_MEMBERS);
	for (uint32_t f = 1; f <= CYCLE_MOST_MEMBERS; f++) {
		struct cycle_figure figure = cycle_estimate_of_member(&e, f);

		check_figure(&figure, &g.bounds[g.nodes[f].cycle]);
	}
	cycle_estimate_release(&e);
	close_graph(&p, &g);
	make_ladder(&p, CYCLE_MOST_MEMBERS + 1);
	open_graph(&p, &g);
	assert_int_equal(member(&g, 3).trust, CYCLE_TOO_LARGE);
	assert_near(member(&g, 3).lo, g.bounds[3].lo);
	assert_near(member(&g, 3).hi, g.bounds[3].hi);
	close_graph(&p, &g);
}

/* Stops work that polls .stop at poll number .left + 1. */
struct stopper {
	struct stop stop;
	int left;
};

static void
count_down(struct stop *s)
{
	struct stopper *t = (struct stopper *)s;

	if (t->left-- == 0)
		s->asked = 1;
}

/* The work can be stopped at any step of any member.  Then there are no figures, only bounds. */
static void
test_stopped(void **state)
{
	enum { SIZE = 12, WAYS = 5 };
	struct profile p;
	struct graph g;
	struct cycle_estimate e;
	bool done = false;
	int at;

	(void)state;
	make_ladder(&p, SIZE);
	open_graph(&p, &g);
	for (at = 0; !done; at++) {
		struct stopper t = { .stop.tell = count_down, .left = at };

		done = cycle_estimate_open(&e, &g, &t.stop);
		assert_int_equal(t.stop.asked, !done);
		assert_int_equal(e.is_stopped, !done);
		assert_int_equal(e.nmembers, done ? SIZE : 0);
		assert_int_equal(cycle_estimate_of_member(&e, 3).trust == CYCLE_STOPPED, !done);
		assert_int_equal(cycle_estimate_of_arc(&e, 3).trust == CYCLE_STOPPED, !done);
		if (!done) {
			assert_near(cycle_estimate_of_member(&e, 3).lo, g.bounds[3].lo);
			assert_near(cycle_estimate_of_member(&e, 3).hi, g.bounds[3].hi);
		}
		cycle_estimate_release(&e);
	}
	/* Each way of computing polls once for each member, and so does computing the bounds. */
	assert_int_equal(at - 1, (WAYS + 1) * SIZE);
	close_graph(&p, &g);
}

/* Calls by excluded callers do not affect estimates. */
static void
test_excluded_callers(void **state)
{
	struct profile p;
	struct graph g;
	bool funcs[4] = { true };

	(void)state;
	made_profile(&p, RULES_EXACT, 4);
	p.ticks[2] = p.ticks[3] = 50;
	made_call(&p, 0, 2, 100);	/* excluded */
	made_call(&p, 1, 3, 100);
	made_call(&p, 2, 3, 100);
	made_call(&p, 3, 2, 100);
	profile_link(&p);
	assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY,
		.no_func = funcs }, NULL));
	assert_near(member(&g, 3).samples, 50);	/* half of the time of both members */
	assert_int_equal(member(&g, 3).trust, CYCLE_TRUSTED);
	close_graph(&p, &g);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_members),
		cmocka_unit_test(test_rare_members),
		cmocka_unit_test(test_disagreement),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_large),
		cmocka_unit_test(test_stopped),
		cmocka_unit_test(test_excluded_callers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
