/* bounds.c - bounds of the time of a node and its callees
 *
 * Time is propagated in proportion to calls, but one call may cost more than another.
 * Lower bound: the node's own time and the time of the nodes that it dominates, all of whose calls
 * come from it.
 * Upper bound: the lower bound plus all time of the other nodes that it or a dominated node calls;
 * if callers of a node are excluded, the upper bound has all time of that node, not a part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/bounds.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "callgraph/dominators.h"

/* Sums over the outside callees of a node: callees of the node, or of nodes that it dominates,
 * that the node does not dominate. */
struct callee_sum {
	double most;			/* upper bound of the samples of these callees; once the
					 * bounds of the node are set, upper bound of the node's
					 * samples */
	int32_t n;			/* number of outside callees with time, each counted once
					 * for each caller; plus the number of nodes that count
					 * in part */
	uint32_t caller;		/* the last node that was found to call the node */
};

/* Allows for rounding errors, as fractions are sums. */
bool
bounds_counts_in_part(const struct node *n)
{
	return n->fract > 0 && n->fract < 1 - 1e-9 && n->time > 0;
}

/* Lower bound of N's own samples that count. */
static double
sure_time(const struct node *n)
{
	return bounds_counts_in_part(n) ? 0 : n->self;
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
	b->callee_sums = mem_new(g->nnodes, sizeof(*b->callee_sums));
	for (uint32_t n = 0; n < g->nnodes; n++) {
		b->callee_sums[n].caller = NOBODY;
		if (n < g->nfuncs && bounds_counts_in_part(&g->nodes[n]))
			g->most += g->nodes[n].time - g->nodes[n].self;
	}
	return true;
}

void
bounds_release(struct bounds_solver *b)
{
	free(b->nodes);
	free(b->callee_sums);
}

/* Add the callees of function F that have time to the sum of N, the node of F.  If N or the node
 * of a callee is a cycle, several arcs may lead from one node to the other; they count once. */
static void
sum_callees(struct bounds_solver *b, uint32_t n, uint32_t f)
{
	const struct profile *p = b->g->profile;

	for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
		uint32_t callee = p->arcs[p->out[i]].callee;
		uint32_t whole = graph_cycle_or_self(b->g, callee);
		struct callee_sum *sum = &b->callee_sums[whole];
		bool may_repeat = n != f || whole != callee;

		if (sum->most == 0 || (may_repeat && sum->caller == n)
		    || !graph_propagates(b->g, p->out[i]))
			continue;
		if (may_repeat)
			sum->caller = n;
		b->callee_sums[n].n++;
		b->callee_sums[n].most += sum->most;
	}
}

/* Set the bounds of node N, and add them to the nearest dominator of N.  The bounds of all nodes
 * that N dominates must be set. */
static void
bound_node(struct bounds_solver *b, uint32_t n)
{
	struct graph *g = b->g;
	struct bound *bound = &g->bounds[n];
	struct callee_sum *sum = &b->callee_sums[n], *above;
	uint32_t nearest = b->nodes[n].nearest, ncallers = b->nodes[n].ncallers;
	double most = sum->n > 0 ? sum->most : 0;

	if (bounds_counts_in_part(&g->nodes[n])) {
		sum->n++;
		most += g->nodes[n].time;
	}
	bound->lo += sure_time(&g->nodes[n]);
	bound->hi = bound->lo + most;
	bound->hi = bound->hi > g->most ? g->most : bound->hi;
	bound->hi = bound->hi < bound->lo ? bound->lo : bound->hi;
	bound->certainty = sum->n > 0 ? SHARED : CERTAIN;
	sum->most = bound->hi;
	if (nearest == g->nnodes)
		return;
	g->bounds[nearest].lo += bound->lo;
	above = &b->callee_sums[nearest];
	above->n += sum->n;
	above->most += most;
	/* All callers of N are its nearest dominator, or dominated by that.  So N is not an
	 * outside callee of the dominator: subtract it again. */
	if (bound->hi > 0) {
		above->n -= (int32_t)ncallers;
		above->most -= ncallers * bound->hi;
	}
}

/* The time of cycle N may be spent below any of its members: give each the cycle's upper bound. */
static void
bound_members(struct graph *g, uint32_t n)
{
	for (uint32_t c = n - g->nfuncs, i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		uint32_t member = g->members[i];

		g->bounds[member] = (struct bound){ .lo = sure_time(&g->nodes[member]),
			.hi = g->bounds[n].hi, .certainty = CYCLIC };
	}
}

/* Count one more visited member of cycle N.  Returns true if it is the last one; members are
 * visited one after the other. */
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
		assert(b->nmembers == 0);	/* no cycle is left half visited */
		bound_node(b, n);
	} else if (count_member(b, n)) {
		bound_node(b, n);
		bound_members(b->g, n);
	}
}

/* Returns the bounds of node N of G, calls of which were excluded, from UNCUT.  A cycle of G is
 * inside a cycle of UNCUT. */
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
			bound.lo += sure_time(&g->nodes[g->members[i]]);
	}
	/* The estimate without the excluded calls may be outside: wider bounds hold, too. */
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
		uint64_t all = uncut->profile->arcs[a].count;
		uint64_t left = graph_is_excluded(g, a) ? 0 : arc->count;
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
	enum certainty certainty = g->bounds[callee].certainty;

	assert(g->bounds != NULL);
	if (graph_is_inner(g, a))
		return CYCLIC;
	return certainty == CERTAIN && arc->count < graph_counted_calls(g, callee)
		? SHARED : certainty;
}

struct bound
bounds_of_arc(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t callee = graph_cycle_or_self(g, arc->callee);
	struct bound bound;

	assert(g->bounds != NULL && !graph_is_inner(g, a));
	bound = g->bounds[callee];
	bound.certainty = bounds_certainty(g, a);
	if (arc->count < graph_counted_calls(g, callee))
		bound.lo = 0;
	return bound;
}
