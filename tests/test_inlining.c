/* test_inlining.c - inlined functions as functions of their own, in random call graphs
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
#include "figures/cycles.h"
#include "figures/graph_solve.h"
#include "made.h"
#include "profile/fold.h"
#include "profile/inlinedarcs.h"
#include "profile/inlining.h"

/* A state of the random numbers. */
struct rng {
	uint64_t state;
};

/* Returns a number from 0 to N - 1. */
static uint64_t
rng_below(struct rng *r, uint64_t n)
{
	r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (r->state >> 33) % n;
}

/* Returns true in PERCENT percent of all cases. */
static bool
rng_chance(struct rng *r, unsigned percent)
{
	return rng_below(r, 100) < percent;
}

enum { FUNCS = 9, ROWS = 4, INSTANCES = 12 };

/* Makes a profile of FUNCS functions with random samples and calls.  Each arc has one call site. */
static void
make_profile(struct profile *p, struct rng *r)
{
	made_profile(p, RULES_EXACT, FUNCS);
	for (uint32_t f = 0; f < FUNCS; f++)
		p->ticks[f] = (double)rng_below(r, 50);
	for (uint32_t f = 0; f < FUNCS; f++)
		for (uint32_t g = 0; g < FUNCS; g++)
			if (rng_chance(r, g > f ? 35 : 5))
				made_call(p, f, g, 1 + rng_below(r, 9));
	profile_link(p);
	p->nimages = 1;
	p->images = mem_new(1, sizeof(*p->images));
	p->images->fd = -1;
	p->exact_records = mem_new(1, sizeof(*p->exact_records));
	p->exact_records[0] = mem_new(p->narcs, sizeof(**p->exact_records));
	p->sites = mem_new(p->narcs, sizeof(*p->sites));
	p->site_at = mem_new((size_t)p->narcs + 1, sizeof(*p->site_at));
	for (uint32_t a = 0; a < p->narcs; a++) {
		p->exact_records[0][a].count = profile_arc_calls(p, a);
		p->sites[a] = p->site_at[a] = a;
	}
	p->site_at[p->narcs] = p->narcs;
}

/* Makes random instances of inlined functions.  Each gets a random part of the samples of its host.
 * If MERGE is set, functions that are also called may be inlined. */
static void
make_instances(struct profile *q, struct rng *r, bool merge)
{
	struct inlining *x = q->inlining;

	x->instances = mem_new(INSTANCES, sizeof(*x->instances));
	x->first = FUNCS;
	for (; x->ninstances < INSTANCES; x->ninstances++) {
		struct inlined_instance *instance = &x->instances[x->ninstances];
		uint32_t up = x->ninstances > 0 ? (uint32_t)rng_below(r, x->ninstances) : 0;

		*instance = (struct inlined_instance){ .up = NOBODY,
			.host = (uint32_t)rng_below(r, FUNCS),
			.func = FUNCS + (uint32_t)rng_below(r, ROWS) };
		if (merge && rng_chance(r, 30))
			instance->func = (uint32_t)rng_below(r, FUNCS);
		if (x->ninstances > 0 && rng_chance(r, 40)) {
			instance->up = up;
			instance->host = x->instances[up].host;
		}
		instance->ticks = (double)rng_below(r,
			(uint64_t)q->borrowed->ticks[instance->host] + 1);
		if (instance->ticks > q->ticks[instance->host])
			instance->ticks = 0;
		q->ticks[instance->host] -= instance->ticks;
		q->ticks[instance->func] += instance->ticks;
	}
}

/* Makes Q a profile that borrows data of P and shows random inlined functions. */
static void
make_inlined(struct profile *q, const struct profile *p, struct rng *r, bool merge)
{
	uint32_t *instance_at_site = mem_new(p->narcs, sizeof(*instance_at_site));
	struct cycles cycles;

	profile_borrow(q, p);
	q->inlining = mem_new(1, sizeof(*q->inlining));
	q->nfuncs = q->nticks = FUNCS + ROWS;
	q->funcs = mem_new(q->nfuncs, sizeof(*q->funcs));
	q->ticks = mem_new(q->nfuncs, sizeof(*q->ticks));
	q->outside = NULL;
	memcpy(q->funcs, p->funcs, FUNCS * sizeof(*q->funcs));
	memcpy(q->ticks, p->ticks, FUNCS * sizeof(*q->ticks));
	for (uint32_t f = FUNCS; f < q->nfuncs; f++)
		q->funcs[f].name = "inlined";
	make_instances(q, r, merge);
	assert_true(cycles_find(&cycles, p, NULL, NULL));
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t instance = (uint32_t)rng_below(r, INSTANCES);

		instance_at_site[a] = q->inlining->instances[instance].host == p->arcs[a].caller
			&& cycles.head[p->arcs[a].caller] != cycles.head[p->arcs[a].callee]
			? instance : NOBODY;
	}
	cycles_release(&cycles);
	inlinedarcs_add(q, instance_at_site);
	free(instance_at_site);
}

static void
assert_close(double a, double b)
{
	if (fabs(a - b) > 1e-9 * (1 + fabs(a)))
		fail_msg("%.12g is not %.12g", a, b);
}

/* Is function F inlined anywhere? */
static bool
is_inlined(const struct profile *q, uint32_t f)
{
	for (uint32_t i = 0; i < q->inlining->ninstances; i++)
		if (q->inlining->instances[i].func == f)
			return true;
	return false;
}

/* Asserts that F, which is not inlined, has the same total, calls and bounds in G, which shows
 * inlined functions, and in H, which does not.  Asserts that F is in a cycle of both graphs, or of
 * none. */
static void
assert_same_function(const struct graph *g, const struct graph *h, uint32_t f)
{
	const struct node *m = &g->nodes[f], *n = &h->nodes[f];

	assert_close(graph_node_time(m), graph_node_time(n));
	assert_int_equal(m->calls, n->calls);
	assert_int_equal(graph_self_calls(g, f), graph_self_calls(h, f));
	assert_int_equal(m->cycle == NOBODY, n->cycle == NOBODY);
	assert_true(g->bounds[f].lo == h->bounds[f].lo && g->bounds[f].hi == h->bounds[f].hi);
	assert_int_equal(g->bounds[f].certainty, h->bounds[f].certainty);
}

/* Asserts that .children of F, which is in no cycle, is the time that the arcs from F propagate. */
static void
assert_children(const struct graph *g, uint32_t f)
{
	const struct profile *q = g->profile;
	double sum = 0;

	for (uint32_t i = q->out.at[f]; i < q->out.at[f + 1]; i++) {
		struct share share = graph_share(g, profile_arc(&q->out, i));

		sum += share.self + share.children;
	}
	assert_close(g->nodes[f].children, sum);
}

/* Asserts that the total of F, which is only inlined, is at most the sum of the arcs to it.  If F
 * is inlined into itself, directly or not, asserts nothing. */
static void
assert_callers(const struct graph *g, uint32_t f)
{
	const struct profile *q = g->profile;
	double self = 0, sum = 0;

	for (uint32_t i = q->in.at[f]; i < q->in.at[f + 1]; i++) {
		struct share share = graph_share(g, profile_arc(&q->in, i));

		self += share.self;
		sum += share.self + share.children;
	}
	if (is_inlined(q, f) && self == g->nodes[f].self)
		assert_true(graph_node_time(&g->nodes[f]) <= sum + 1e-9 * (1 + sum));
}

static void
check(struct rng *r, bool merge, const bool *excluded)
{
	const struct selection options = { .part = NOBODY, .no_func = excluded };
	struct profile p, q;
	struct graph g, h;
	double self = 0;

	make_profile(&p, r);
	make_inlined(&q, &p, r, merge);
	assert_true(graph_solve(&h, &p, &options, NULL) && graph_solve(&g, &q, &options, NULL));
	assert_true(g.total == h.total);
	assert_int_equal(g.ncycles, h.ncycles);
	for (uint32_t f = 0; f < q.nfuncs; f++) {
		self += g.nodes[f].self;
		if (f < FUNCS && !is_inlined(&q, f))
			assert_same_function(&g, &h, f);
		if (!merge && g.nodes[f].cycle == NOBODY && f < FUNCS)
			assert_children(&g, f);
		if (f >= FUNCS)
			assert_callers(&g, f);
	}
	assert_close(self, g.total);
	graph_release(&g);
	graph_release(&h);
	profile_release(&q);
	profile_release(&p);
}

static void
test_other_functions_stay(void **state)
{
	struct rng r = { 1 };

	(void)state;
	for (unsigned i = 0; i < 3000; i++)
		check(&r, false, NULL);
}

static void
test_called_functions_are_inlined_too(void **state)
{
	struct rng r = { 2 };

	(void)state;
	for (unsigned i = 0; i < 3000; i++)
		check(&r, true, NULL);
}

static void
test_host_is_excluded(void **state)
{
	struct rng r = { 3 };

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		bool excluded[FUNCS + ROWS] = { false };

		excluded[rng_below(&r, FUNCS)] = true;
		check(&r, false, excluded);
	}
}

enum { HOST, LEAF, G = FUNCS, H };

static const uint64_t MANY_CALLS = (uint64_t)1 << 33;

/* Opens P and, with inlined functions, Q.  f0 has 100 samples: 20 in its own code, 30 in g, which
 * is inlined into it, and 50 in h, which is inlined into g.  h makes half of the calls of f1, which
 * has 10 samples. */
static void
open_nested(struct profile *p, struct profile *q)
{
	static const struct inlined_instance instances[] = {
		{ .func = G, .host = HOST, .up = NOBODY, .ticks = 30 },
		{ .func = H, .host = HOST, .up = 0, .ticks = 50 } };
	uint32_t instance_at_site[] = { 1 };

	made_profile(p, RULES_EXACT, FUNCS);
	p->ticks[HOST] = 100;
	p->ticks[LEAF] = 10;
	made_call(p, HOST, LEAF, 2 * MANY_CALLS);
	profile_link(p);
	p->sites = mem_new(1, sizeof(*p->sites));
	p->site_at = mem_new(2, sizeof(*p->site_at));
	p->site_at[1] = 1;
	p->nimages = 1;
	p->images = mem_new(1, sizeof(*p->images));
	p->images->fd = -1;
	p->exact_records = mem_new(1, sizeof(*p->exact_records));
	p->exact_records[0] = mem_new(1, sizeof(**p->exact_records));
	p->exact_records[0][0].count = MANY_CALLS;
	profile_borrow(q, p);
	q->nfuncs = q->nticks = FUNCS + ROWS;
	q->funcs = mem_new(q->nfuncs, sizeof(*q->funcs));
	q->ticks = mem_new(q->nfuncs, sizeof(*q->ticks));
	q->outside = NULL;
	memcpy(q->funcs, p->funcs, FUNCS * sizeof(*q->funcs));
	for (uint32_t f = FUNCS; f < q->nfuncs; f++)
		q->funcs[f].name = "inlined";
	q->ticks[HOST] = 20;
	q->ticks[LEAF] = 10;
	q->ticks[G] = 30;
	q->ticks[H] = 50;
	q->inlining = mem_new(1, sizeof(*q->inlining));
	q->inlining->first = FUNCS;
	q->inlining->ninstances = 2;
	q->inlining->instances = mem_new(2, sizeof(*q->inlining->instances));
	memcpy(q->inlining->instances, instances, sizeof(instances));
	inlinedarcs_add(q, instance_at_site);
}

static void
test_nested(void **state)
{
	struct profile p, q;
	struct graph g;

	(void)state;
	open_nested(&p, &q);
	assert_int_equal(q.narcs, 4);
	assert_true(graph_solve(&g, &q, NULL, NULL));
	assert_true(g.nodes[HOST].self == 20 && g.nodes[HOST].children == 90);
	assert_true(g.nodes[G].self == 30 && g.nodes[G].children == 55);
	assert_true(g.nodes[H].self == 50 && g.nodes[H].children == 5);
	assert_true(g.shares->v[0].self == 5);
	assert_true(g.shares->v[q.inlining->instances[0].arc].self == 30);
	assert_true(g.shares->v[q.inlining->instances[0].arc].children == 55);
	assert_true(g.shares->v[q.inlining->instances[1].arc].self == 50);
	assert_true(profile_arc_calls(&q, q.inlining->calls[0].arc) == MANY_CALLS);
	assert_true(profile_arc_calls(&q, 0) == MANY_CALLS);
	graph_release(&g);
	profile_release(&q);
	profile_release(&p);
}

/* If inlined code is folded with a function that it calls, as with a part that the compiler has
 * split off, the time of the call is once in the total. */
static void
test_folded_with_callee(void **state)
{
	struct profile p, q, folded;
	uint32_t into[FUNCS + ROWS];
	const char *names[FUNCS + ROWS] = { NULL };
	struct fold fold = { .into = into, .names = names };
	struct graph g;

	(void)state;
	open_nested(&p, &q);
	for (uint32_t f = 0; f < FUNCS + ROWS; f++)
		into[f] = f == H ? LEAF : f;
	fold.arcs_into = fold_arcs(&q, into);
	fold_open(&folded, &q, &fold);
	assert_true(graph_solve(&g, &folded, NULL, NULL));
	assert_true(graph_node_time(&g.nodes[LEAF]) == 60 && g.nodes[LEAF].self == 60);
	assert_true(g.bounds[LEAF].lo <= 60 && g.bounds[LEAF].hi >= 60);
	assert_true(graph_node_time(&g.nodes[G]) == 85);
	assert_true(graph_node_time(&g.nodes[HOST]) == 110 && g.total == 110);
	graph_release(&g);
	profile_release(&folded);
	free(fold.arcs_into);
	profile_release(&q);
	profile_release(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_other_functions_stay),
		cmocka_unit_test(test_called_functions_are_inlined_too),
		cmocka_unit_test(test_host_is_excluded),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_folded_with_callee),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
