/* bounds.c - bounds of the time of a node and its callees
 *
 * Time is propagated in proportion to calls, but one call may cost more than another.  So the true
 * time of a node is only known to lie between two bounds.
 *
 * Lower bound: the own time of the node and of the nodes that it dominates.  All call paths to a
 * dominated node go through the node.
 *
 * Upper bound: the lower bound, and all time of the other nodes that the node or a dominated node
 * calls.  If some callers of a node are excluded, only a part of its time is included in the
 * figures, but the upper bound contains all of its time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/bounds.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "figures/cycle_estimate.h"
#include "figures/dominators.h"

enum { NO_CALLER = 0x7fffffff };	/* greater than the number of any node, because .caller and
					 * node.index have 31 bits */

/* A fraction slightly below 1 is taken for 1, because fractions have rounding errors. */
bool
bounds_counts_in_part(const struct graph *g, uint32_t n)
{
	return g->inclusion != NULL && g->inclusion[n].fract > 0
		&& g->inclusion[n].fract < 1 - 1e-9 && g->inclusion[n].time > 0;
}

/* Returns a lower bound of the self samples of N that are included in the figures. */
static double
sure_time(const struct graph *g, uint32_t n)
{
	return bounds_counts_in_part(g, n) ? 0 : g->nodes[n].self;
}

/* Bounds are wide if they differ by more than the result, which is in samples. */
static double
wide_time(const struct graph *g)
{
	return g->total * BOUNDS_WIDE / 100;
}

bool
bounds_open(struct bounds_solver *b, struct graph *g, const uint32_t *order, struct stop *stop)
{
	*b = (struct bounds_solver){ .g = g };
	b->nodes = dominators_find(g, order, stop);
	if (b->nodes == NULL)
		return false;
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	g->most = g->total;
	for (uint32_t n = 0; n < g->nnodes; n++) {
		b->nodes[n].sum = (struct callee_sum){ .caller = NO_CALLER };
		b->nodes[n].cycle_calls = 0;
		if (n < g->nfuncs && bounds_counts_in_part(g, n))
			g->most += graph_time(g, n) - g->nodes[n].self;
	}
	return true;
}

void
bounds_release(struct bounds_solver *b)
{
	free(b->nodes);
}

/* Like bounds_cycle_calls(), but inlined.  CALLS is .cycle_calls of N.  A cycle has wide bounds if
 * its upper bound exceeds wide_time().  The lower bound is taken as 0, because a caller that makes
 * only some calls of the cycle may have none of the cycle's time. */
static inline float
cycle_calls_of_part(const struct graph *g, uint32_t n, double part, float calls)
{
	if (n >= g->nfuncs && part < 1 && g->bounds[n].hi > wide_time(g))
		return (float)(part * (double)g->nodes[n].calls);
	return (float)(part * (double)calls);
}

/* Arc A propagates time to node N.  This time may come from calls into cycles with wide bounds:
 * adds their number to .cycle_calls of N.  WHOLE is the callee of A, or the cycle of the callee.
 * If WHOLE is a cycle that N dominates, N gets all of its time. */
static void
add_cycle_calls(struct bounds_solver *b, uint32_t n, uint32_t a, uint32_t whole)
{
	const struct graph *g = b->g;
	bool has_all = whole >= g->nfuncs && b->nodes[whole].nearest == n;
	double part = graph_part(&g->nodes[whole], graph_calls(g, a));

	b->nodes[n].cycle_calls += cycle_calls_of_part(g, whole, has_all ? 1 : part,
		b->nodes[whole].cycle_calls);
}

/* Adds the callees of function F that have time to the sum of N, which is F or the cycle of F.  If
 * N or a callee is a cycle, several arcs may lead from N to the callee.  Then the callee is added
 * only once. */
static void
sum_callees(struct bounds_solver *b, uint32_t n, uint32_t f)
{
	const struct profile *p = b->g->profile;

	for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
		uint32_t callee = p->arcs[profile_arc(&p->out, i)].callee;
		uint32_t whole = graph_cycle_or_self(b->g, callee);
		struct callee_sum *sum = &b->nodes[whole].sum;
		bool may_repeat = n != f || whole != callee;

		if (sum->most == 0 || !graph_propagates(b->g, profile_arc(&p->out, i)))
			continue;
		if (sum->reaches_cycle)
			add_cycle_calls(b, n, profile_arc(&p->out, i), whole);
		if (may_repeat && sum->caller == n)
			continue;
		if (may_repeat)
			sum->caller = n;
		b->nodes[n].sum.n++;
		b->nodes[n].sum.most += sum->most;
	}
}

/* Sets the bounds of node N.  Then adds N's lower bound and outside callees to the nearest
 * dominator of N.  The bounds of all nodes that N dominates must be set before. */
static void
bound_node(struct bounds_solver *b, uint32_t n)
{
	struct graph *g = b->g;
	struct bound *bound = &g->bounds[n];
	struct callee_sum *sum = &b->nodes[n].sum, *above;
	uint32_t nearest = b->nodes[n].nearest, ncallers = b->nodes[n].ncallers;
	double most = sum->n > 0 ? sum->most : 0;

	if (bounds_counts_in_part(g, n)) {
		sum->n++;
		most += graph_time(g, n);
	}
	bound->lo += sure_time(g, n);
	bound->hi = bound->lo + most;
	bound->hi = bound->hi > g->most ? g->most : bound->hi;
	bound->hi = bound->hi < bound->lo ? bound->lo : bound->hi;
	bound->certainty = sum->n > 0 ? SHARED : CERTAIN;
	bound->cycle_calls = b->nodes[n].cycle_calls;
	sum->most = bound->hi;
	sum->reaches_cycle |= bound->cycle_calls > 0
		|| (n >= g->nfuncs && bound->hi > wide_time(g));
	if (nearest == g->nnodes)
		return;
	g->bounds[nearest].lo += bound->lo;
	above = &b->nodes[nearest].sum;
	above->n += sum->n;
	above->most += most;
	/* Each caller of N has added N to its own outside callees.  These callers are the nearest
	 * dominator of N, or nodes that this dominator dominates.  So the sum of the dominator
	 * contains N once for each caller.  But N is no outside callee of a node that dominates N:
	 * subtract N again. */
	if (bound->hi > 0) {
		above->n -= (int32_t)ncallers;
		above->most -= ncallers * bound->hi;
	}
}

/* Sets the bounds of the members of cycle N.  Any member may have called the code in which the time
 * of the cycle was spent.  So the upper bound of each member is that of the cycle. */
static void
bound_members(struct graph *g, uint32_t n)
{
	for (uint32_t c = n - g->nfuncs, i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		uint32_t member = g->members[i];

		g->bounds[member] = (struct bound){ .lo = sure_time(g, member),
			.hi = g->bounds[n].hi, .certainty = CYCLIC };
	}
}

/* Counts one more visited member of cycle N.  Returns true if it is the last one.  The members of a
 * cycle are visited one after the other. */
static bool
count_member(struct bounds_solver *b, uint32_t n)
{
	uint32_t c = n - b->g->nfuncs;

	if (++b->nmembers < b->g->member_at[c + 1] - b->g->member_at[c])
		return false;
	b->nmembers = 0;
	return true;
}

void
bounds_set(struct bounds_solver *b, uint32_t f)
{
	uint32_t n = graph_cycle_or_self(b->g, f);

	sum_callees(b, n, f);
	if (n == f) {
		assert(b->nmembers == 0);	/* the cycle before F is complete */
		bound_node(b, n);
	} else if (count_member(b, n)) {
		bound_node(b, n);
		bound_members(b->g, n);
	}
}

/* Returns bounds of node N of G, in which calls are excluded.  The bounds come from UNCUT, the
 * graph in which these calls are not excluded.  A cycle of G is a part of a cycle of UNCUT. */
static struct bound
uncut_bound(const struct graph *g, const struct graph *uncut, uint32_t n)
{
	uint32_t c = n >= g->nfuncs ? n - g->nfuncs : 0;
	uint32_t member = n >= g->nfuncs ? g->members[g->member_at[c]] : n;
	struct bound bound = uncut->bounds[member];
	double time = graph_node_time(&g->nodes[n]);

	if (n >= g->nfuncs || g->nodes[n].cycle != NOBODY)
		bound.certainty = CYCLIC;
	else if (uncut->nodes[n].cycle != NOBODY)
		bound.certainty = CYCLE_ESTIMATED;
	else if (bound.certainty == CERTAIN && fabs(time - bound.lo) > 1e-9 * g->total)
		bound.certainty = SHARED;
	if (n >= g->nfuncs) {
		bound.lo = 0;
		for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
			bound.lo += sure_time(g, g->members[i]);
	}
	bound.cycle_calls = g->bounds[n].cycle_calls;
	/* The time of N in G may be outside the bounds from UNCUT: widen the bounds to include
	 * it. */
	bound.lo = bound.certainty != CERTAIN && bound.lo > time ? time : bound.lo;
	bound.hi = bound.certainty != CERTAIN && bound.hi < time ? time : bound.hi;
	return bound;
}

static void
count_excluded_calls(struct graph *g, const struct graph *uncut)
{
	g->excluded_calls = mem_new(g->nnodes, sizeof(*g->excluded_calls));
	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		const struct arc *arc = &g->profile->arcs[a];
		uint64_t all = graph_calls(uncut, a);
		uint64_t left = graph_is_excluded(g, a) ? 0 : graph_calls(g, a);
		uint32_t cycle = g->nodes[arc->callee].cycle;

		assert(all >= left);
		if (arc->caller == arc->callee)
			continue;
		g->excluded_calls[arc->callee] += all - left;
		if (cycle != NOBODY && g->nodes[arc->caller].cycle != cycle)
			g->excluded_calls[cycle] += all - left;
	}
}

void
bounds_set_uncut(struct graph *g, const struct graph *uncut)
{
	assert(g->nfuncs == uncut->nfuncs && g->profile->narcs == uncut->profile->narcs);
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->bounds[n] = uncut_bound(g, uncut, n);
	count_excluded_calls(g, uncut);
}

enum certainty
bounds_certainty(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t callee = graph_cycle_or_self(g, arc->callee);
	enum certainty certainty;

	assert(g->bounds != NULL);
	certainty = g->bounds[callee].certainty;
	if (graph_is_inner(g, a))
		return CYCLIC;
	if (g->arc_bounds != NULL)
		return g->arc_bounds[a].certainty;
	return certainty == CERTAIN && graph_calls(g, a) < graph_counted_calls(g, callee)
		? SHARED : certainty;
}

struct bound
bounds_of_arc(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t callee = graph_cycle_or_self(g, arc->callee);
	struct bound bound;

	assert(g->bounds != NULL && !graph_is_inner(g, a));
	if (g->arc_bounds != NULL)
		return g->arc_bounds[a];
	bound = g->bounds[callee];
	bound.certainty = bounds_certainty(g, a);
	if (graph_calls(g, a) < graph_counted_calls(g, callee))
		bound.lo = 0;
	bound.cycle_calls = bounds_cycle_calls(g, callee, graph_arc_part(g, a));
	return bound;
}

float
bounds_cycle_calls(const struct graph *g, uint32_t n, double part)
{
	return cycle_calls_of_part(g, n, part, g->bounds[n].cycle_calls);
}

bool
bounds_have_few_calls(const struct graph *g, const struct bound *b)
{
	/* A computed number of calls may have a rounding error. */
	return (b->cycle_calls > 0) & (b->cycle_calls < CYCLE_FEW_CALLS + 0.5F)
		& (b->hi - b->lo > wide_time(g));
}
