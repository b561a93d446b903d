/* What an estimate is worth: between which bounds the truth lies.
 *
 * Time is handed up by the share of calls, but one call may cost more than another.  What
 * a function dominates surely is its own: nobody else calls it, all the way up.  Of
 * anything else that is called from there it may have nothing, or everything; and what others
 * than callers that were left out account for may be nothing, or everything, too.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/bounds.h"

#include <stdlib.h>

#include "base/mem.h"
#include "callgraph/dominators.h"

/* The calls that lead away from a node and from what it dominates. */
struct callee_sum {
	double most;			/* samples of the callees; at last those of the node */
	int32_t n;			/* callees that take time, each once a caller, and nodes
					 * of which a part counts */
	uint32_t caller;		/* the last node that was found to call this one */
};

/* Shares are added up, and rounded. */
bool
bounds_counts_in_part(const struct node *n)
{
	return n->fract > 0 && n->fract < 1 - 1e-9 && n->time > 0;
}

/* What surely counts of the time of N itself. */
static double
sure_time(const struct node *n)
{
	return bounds_counts_in_part(n) ? 0 : n->self;
}

bool
bounds_open(struct bounds_solver *b, struct graph *g, const uint32_t *order, struct stop *stop)
{
	*b = (struct bounds_solver){ .g = g, .most = g->total };
	b->nodes = dominators_find(g, order, stop);
	if (b->nodes == NULL)
		return false;
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	b->callee_sums = mem_new(g->nnodes, sizeof(*b->callee_sums));
	for (uint32_t n = 0; n < g->nnodes; n++) {
		b->callee_sums[n].caller = NOBODY;
		if (n < g->nfuncs && bounds_counts_in_part(&g->nodes[n]))
			b->most += g->nodes[n].time - g->nodes[n].self;
	}
	return true;
}

void
bounds_release(struct bounds_solver *b)
{
	free(b->nodes);
	free(b->callee_sums);
}

/* Note what function F of node N calls that takes time.  Only where a cycle has a part in it
 * there may be several ways from one node to another. */
static void
note_callees(struct bounds_solver *b, uint32_t n, uint32_t f)
{
	const struct profile *p = b->g->profile;

	for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
		uint32_t callee = p->arcs[p->out[i]].callee, whole = graph_cycle_or_self(b->g, callee);
		struct callee_sum *way = &b->callee_sums[whole];
		bool again = n != f || whole != callee;

		if (way->most == 0 || (again && way->caller == n)
		    || !graph_propagates(b->g, p->out[i]))
			continue;
		if (again)
			way->caller = n;
		b->callee_sums[n].n++;
		b->callee_sums[n].most += way->most;
	}
}

/* All that node N dominates is known: find its bounds, and tell who dominates it. */
static void
bound_node(struct bounds_solver *b, uint32_t n)
{
	struct graph *g = b->g;
	struct bound *bound = &g->bounds[n];
	struct callee_sum *way = &b->callee_sums[n], *above;
	uint32_t by = b->nodes[n].by, ncallers = b->nodes[n].ncallers;
	double most = way->n > 0 ? way->most : 0;

	if (bounds_counts_in_part(&g->nodes[n])) {
		way->n++;
		most += g->nodes[n].time;
	}
	bound->lo += sure_time(&g->nodes[n]);
	bound->hi = bound->lo + most;
	bound->hi = bound->hi > b->most ? b->most : bound->hi;
	bound->hi = bound->hi < bound->lo ? bound->lo : bound->hi;
	bound->certainty = way->n > 0 ? SHARED : CERTAIN;
	way->most = bound->hi;
	if (by == g->nnodes)
		return;
	g->bounds[by].lo += bound->lo;
	above = &b->callee_sums[by];
	above->n += way->n;
	above->most += most;
	/* The ways that lead here do not lead away from there. */
	if (bound->hi > 0) {
		above->n -= (int32_t)ncallers;
		above->most -= ncallers * bound->hi;
	}
}

/* Nobody knows how the time of cycle N is shared out among its members. */
static void
bound_members(struct graph *g, uint32_t n)
{
	for (uint32_t c = n - g->nfuncs, i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		uint32_t member = g->members[i];

		g->bounds[member] = (struct bound){ .lo = sure_time(&g->nodes[member]),
			.hi = g->bounds[n].hi, .certainty = CYCLIC };
	}
}

/* Are all members of the cycle N there with one more?  They come one behind the other. */
static bool
has_all_members(struct bounds_solver *b, uint32_t n)
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

	note_callees(b, n, f);
	if (n == f) {
		bound_node(b, n);
	} else if (has_all_members(b, n)) {
		bound_node(b, n);
		bound_members(b->g, n);
	}
}

enum certainty
bounds_certainty(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t callee = graph_cycle_or_self(g, arc->callee);

	if (graph_is_inner(g, a))
		return CYCLIC;
	return arc->count < g->nodes[callee].calls ? SHARED : g->bounds[callee].certainty;
}

struct bound
bounds_of_arc(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t callee = graph_cycle_or_self(g, arc->callee);
	struct bound bound = g->bounds[callee];

	bound.certainty = bounds_certainty(g, a);
	if (arc->count < g->nodes[callee].calls)
		bound.lo = 0;
	return bound;
}
