/* dominators.h - which node of a call graph every call of another one went through
 *
 * Node d dominates node n if whatever calls n, all the way up, is called by d alone: time
 * of n is surely spent in d or below.  Cycles are single nodes here, so the graph has no
 * circles, and the nearest dominator of a node is where the ways up from its callers meet
 * in the tree of those found before.  Ancestors in the tree are found by skipping (Myers,
 * "An applicative random-access stack", 1983).  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DOMINATORS_H
#define DOMINATORS_H

#include <stdint.h>

#include "callgraph/graph.h"

/* A node in the tree of dominators; two of them are a line of the processor's cache. */
struct dominated {
	uint64_t calls;			/* that no node made which was looked at */
	uint32_t by;			/* its nearest dominator, or the root: G->nnodes */
	uint32_t skip;			/* a dominator further up, or the root */
	uint32_t depth;			/* how many dominate it, and the root */
	uint32_t node;			/* the cycle it is in, or itself; NOBODY: it does
					 * not count */
	uint32_t caller;		/* the last node that was found to call it */
	uint32_t ncallers;		/* nodes that call it */
};

/* The nearest dominators of G's nodes by arcs that hand up time.  ORDER: all functions,
 * callees first, those of a cycle together.  free() it; NULL: STOP stopped it. */
struct dominated *dominators_find(const struct graph *g, const uint32_t *order,
	struct stop *stop);

#endif
