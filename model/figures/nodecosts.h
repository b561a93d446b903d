/* nodecosts.h - what a profile of costs says about a function or cycle, and what its callers paid
 *
 * A node has its own cost and the costs of its calls.  The costs of the calls of the node, which
 * its callers paid, should be the same or, if some callers are not in the file, less.  Not every
 * writer keeps to this:
 *
 *	- If callers paid more for a function without an own cost, the file lacks this cost.  Then
 *	  the difference has no owner, but belongs to the total of the function.  stackprof writes
 *	  no own costs of functions in C.
 *	- If callers paid more for a function with an own cost, the file contradicts itself.  Then
 *	  the total is what the node has.  Profilers of languages count recursive calls several
 *	  times.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NODECOSTS_H
#define NODECOSTS_H

#include "figures/graph.h"

/* The arrays are owned, and indexed by function.  Of a cycle, only the head has .has and .paid. */
struct node_costs {
	double *has;			/* own cost, and costs of the calls that leave the cycle */
	double *paid;			/* costs of the calls by functions outside the cycle,
					 * without costs below 0 */
	double *unowned;		/* the part of .paid that has no owner: 0, except if the
					 * function has no own cost.  Of a cycle, at most one member
					 * has such a part */
	uint64_t *unowned64;		/* .unowned (sum64.h); NULL if inputs.costs64 is NULL */
};

/* Computes the costs of the functions of P from IN, which has costs of calls.  HEAD is indexed by
 * function: the head of its cycle, or the function itself. */
void nodecosts_open(struct node_costs *c, const struct profile *p, const struct inputs *in,
	const uint32_t *head);
void nodecosts_release(struct node_costs *c);

/* Finds costs of G, solved without exclusions, that contradict each other: totals above 100 %,
 * calls that cost more than the callee has, and calls that cost less than 0 although no own cost
 * does.  Nodes get the certainty IMPOSSIBLE; sets G->contradicted.  C and HEAD are those of
 * nodecosts_open(). */
void nodecosts_contradict(struct graph *g, const struct node_costs *c, const uint32_t *head);

/* Sets G->divided, after the times of the nodes and arcs of G were set.  If costs contradict each
 * other, the time of a node is less than what its callers paid.  If costs are less than 0, it may
 * be less than what it has without them. */
void nodecosts_divide(struct graph *g);

#endif
