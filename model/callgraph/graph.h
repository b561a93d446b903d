/* graph.h - cycles, and time propagated from callees to callers
 *
 * A node is a function or a cycle: node n is function n if n < nfuncs, else cycle n - nfuncs.
 * The time of a function and its callees is propagated to its callers in proportion to their
 * calls: a caller that made a third of the calls gets a third of the time.  That is an estimate
 * unless there is only one caller.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPH_H
#define GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "profile/profile.h"

/* How reliable a propagated time is: as the least reliable of its parts. */
enum certainty {
	CERTAIN,			/* no callee, direct or indirect, has another caller */
	SHARED,				/* shared in proportion to calls; shown with "~" */
	CYCLIC,				/* inside a cycle: the share of a member is unknown */
	CYCLE_ESTIMATED,		/* inside a cycle, but estimated (cycle_estimate.h); shown
					 * with "≈" */
};

/* A node fills one line of the processor's cache, as walks over arcs read nodes in any order. */
struct node {
	uint64_t calls;			/* calls by other functions; of a cycle: by non-members */
	uint32_t cycle;			/* node of the cycle that has the node, or NOBODY */
	uint32_t index : 31;		/* as printed in [brackets], from 1 */
	uint32_t shown : 1;		/* has an entry in the call graph (-e, -f, -q, -Q) */
	double fract;			/* fraction of the node's time that counts, from 0 to 1 */
	double time;			/* samples in the code of the function or of all members */
	double children_time;		/* samples propagated from callees */
	uint64_t self_calls;		/* calls by itself; of a cycle: calls between members */
	double self, children;		/* the parts of .time and .children_time that count (-E,
					 * -F, -n, -N) */
};

/* Bounds of a time, in samples, and how reliable its estimate is. */
struct bound {
	double lo, hi;			/* the time is at least lo and at most hi */
	enum certainty certainty;
};

/* Samples that an arc propagates. */
struct share {
	double self, children;
};

/* Exclusions, which take effect before time is propagated. */
struct graph_options {
	const bool *funcs;		/* indexed by function: true if its time does not count;
					 * or NULL */
	const bool *arcs;		/* indexed by arc: true if the arc is to be ignored; or
					 * NULL */
	struct stop *stop;		/* may stop the solving; or NULL */
};

struct graph {
	const struct profile *profile;	/* borrowed; the profile with the functions and arcs */
	struct node *nodes;		/* owned; functions, then cycles */
	struct bound *bounds;		/* owned; indexed by node: bounds of self + children; NULL
					 * after graph_solve_times() */
	uint32_t nfuncs, ncycles, nnodes;	/* nnodes = nfuncs + ncycles */

	/* Members of cycle c, head first: members[member_at[c]] to [member_at[c + 1] - 1]. */
	uint32_t *members, *member_at;	/* owned */

	bool *excluded;			/* owned; indexed by arc; NULL: no arc is excluded */
	uint64_t *excluded_calls;	/* owned; indexed by node: excluded calls, without recursive
					 * ones; .calls lacks them, but their time counts; NULL: see
					 * bounds_set_uncut() */
	uint32_t *entries;		/* owned; nodes in the order of their indices */
	double total;			/* samples that count: 100 % of the call graph */
	double most;			/* upper bound of the samples that count: more than TOTAL if
					 * functions count in part; 0 without bounds */
};

/* Solve the call graph of P with OPTIONS (or NULL).  Returns false if OPTIONS->stop stopped it;
 * then there is nothing in G to release. */
bool graph_solve(struct graph *g, const struct profile *p, const struct graph_options *options);

/* Solve the call graph of P without exclusions and bounds: listings show neither. */
void graph_solve_times(struct graph *g, const struct profile *p);

void graph_release(struct graph *g);

/* Returns how much of the samples of each function counts, from 0 to 1; free() it.  NULL: all
 * samples count. */
double *graph_weights(const struct graph *g);

/* The samples that arc A propagates. */
struct share graph_share(const struct graph *g, uint32_t a);

/* Does arc A propagate any time? */
bool graph_propagates(const struct graph *g, uint32_t a);

/* Returns the part, 0 to 1, of the time of WHOLE that goes to a caller with CALLS calls.  WHOLE: a
 * cycle or a function outside cycles.  This is the one rule by which callers share time. */
static inline double
graph_part(const struct node *whole, uint64_t calls)
{
	return whole->calls != 0 ? (double)calls / (double)whole->calls : 0;
}

/* Returns the part of the time of its callee, or of the callee's cycle, that arc A propagates: 0
 * to 1; 0 inside a cycle. */
double graph_arc_part(const struct graph *g, uint32_t a);

/* Is arc A excluded? */
static inline bool
graph_is_excluded(const struct graph *g, uint32_t a)
{
	return g->excluded != NULL && g->excluded[a];
}

/* Is arc A inside a cycle, or from a function to itself?  Such an arc propagates no time. */
static inline bool
graph_is_inner(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t cycle = g->nodes[arc->caller].cycle;

	return arc->caller == arc->callee
		|| (cycle != NOBODY && cycle == g->nodes[arc->callee].cycle);
}

/* Does arc A call a member of a cycle from another member, and is it not excluded? */
static inline bool
graph_is_between_members(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];

	return arc->caller != arc->callee && graph_is_inner(g, a) && !graph_is_excluded(g, a);
}

/* Returns the number of calls of node N that were counted, excluded or not. */
static inline uint64_t
graph_counted_calls(const struct graph *g, uint32_t n)
{
	return g->nodes[n].calls + (g->excluded_calls != NULL ? g->excluded_calls[n] : 0);
}

/* The samples of N and its callees that count. */
static inline double
graph_node_time(const struct node *n)
{
	return n->self + n->children;
}

/* The cycle of node N, or N if it is in none. */
static inline uint32_t
graph_cycle_or_self(const struct graph *g, uint32_t n)
{
	return g->nodes[n].cycle != NOBODY ? g->nodes[n].cycle : n;
}

#endif
