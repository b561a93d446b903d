/* dominators.h - the dominators of nodes of a call graph
 *
 * Node d dominates node n if every call path to n goes through d.  Then all time of n is spent in
 * calls by d.  A cycle counts as one node, so the graph is acyclic.  The nodes form a tree, in
 * which the nearest dominator of a node is above it.  It is the nearest common ancestor of all
 * callers of the node.  Ancestors are found by skip pointers (Myers, "An applicative random-access
 * stack", 1983).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DOMINATORS_H
#define DOMINATORS_H

#include <stdint.h>

#include "figures/graph.h"

/* Sums over the outside callees of a node, for bounds.c.  An outside callee of node n is called by
 * n or by a node that n dominates.  But the callee has other callers, too, so n does not dominate
 * it. */
struct callee_sum {
	double most;			/* upper bound of the samples of all outside callees; later,
					 * bound_node() stores the upper bound of the node here */
	int32_t n;			/* number of outside callees with time; a callee with two
					 * callers is added twice.  1 is added for each node whose
					 * samples are included only in part: this node or a node
					 * that it dominates.  0: the time of the node is certain */
	uint32_t caller : 31;		/* the last node to whose sum this node was added */
	uint32_t reaches_cycle : 1;	/* the node is a cycle with wide bounds, or calls such a
					 * cycle, directly or indirectly */
};

/* A node in the tree of dominators.  Two such nodes fill a line of the processor's cache. */
struct dominated {
	union {
		struct {		/* while dominators are searched */
			uint64_t calls;	/* calls of the node, less the calls by callers that were
					 * visited */
			uint32_t skip;	/* another dominator, further up in the tree than .nearest,
					 * or the root */
			uint32_t depth;	/* number of dominators of the node, plus 1 for the root; 0:
					 * the node is the root, a member of a cycle, or was not
					 * visited */
		};
		struct callee_sum sum;	/* while bounds are computed */
	};
	uint32_t nearest;		/* the nearest dominator; graph.nnodes means the root */
	union {
		uint32_t node;		/* while dominators are searched: the cycle that this node
					 * is in, or this node if it is in no cycle; NOBODY: the
					 * time of the node is not included in the figures */
		float cycle_calls;	/* while bounds are computed: as in struct bound */
	};
	uint32_t caller;		/* the caller that was added last; only set if this node or
					 * the caller is a cycle */
	uint32_t ncallers;		/* number of callers of the node */
};

/* Finds the nearest dominator of each node of G.  Returns an array indexed by node, to be free()d,
 * or NULL if STOP stopped the work.  Only arcs that propagate time are considered.  ORDER has all
 * functions, callees before callers, and the members of a cycle next to each other. */
struct dominated *dominators_find(const struct graph *g, const uint32_t *order,
	struct stop *stop);

#endif
