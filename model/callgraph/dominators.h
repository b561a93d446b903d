/* dominators.h - the dominators of nodes of a call graph
 *
 * Node d dominates node n if every call path to n goes through d: the time of n is spent in d or
 * its callees.  Cycles are single nodes here, so the graph is acyclic, and the nearest dominator of
 * a node is the nearest common ancestor of its callers in the tree of dominators found so far.
 * Ancestors are found by skip pointers (Myers, "An applicative random-access stack", 1983).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DOMINATORS_H
#define DOMINATORS_H

#include <stdint.h>

#include "callgraph/graph.h"

/* A node in the tree of dominators; two of them fill a line of the processor's cache. */
struct dominated {
	uint64_t calls;			/* calls by callers that were not visited yet */
	uint32_t nearest;		/* the nearest dominator, or the root: graph.nnodes */
	uint32_t skip;			/* a dominator further up, or the root */
	uint32_t depth;			/* number of dominators of the node, plus 1 for the root;
					 * 0: the node was not visited */
	uint32_t node;			/* the cycle that the node is in; without a cycle, the node
					 * itself; NOBODY: the node's time does not count */
	uint32_t caller;		/* the last node that was found to call this node; only set
					 * if one of the two is a cycle */
	uint32_t ncallers;		/* number of callers of the node */
};

/* Returns the nearest dominators of G's nodes, considering only arcs that propagate time; free()
 * it.  ORDER: the functions, callees before callers, the members of a cycle together.  NULL: STOP
 * stopped it. */
struct dominated *dominators_find(const struct graph *g, const uint32_t *order,
	struct stop *stop);

#endif
