/* frameedges.h - the calls between functions and cycles, with the time that they propagate
 *
 * A cycle is one node here; its members have no edges.  All calls from one node to another are one
 * edge.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FRAMEEDGES_H
#define FRAMEEDGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stop.h"
#include "figures/graph.h"

struct frame_edge {
	uint32_t node;			/* the other node */
	uint32_t arc;			/* the only arc of the edge; NOBODY: there are several */
	double time;			/* samples that the calls propagate */
};

struct frame_edges {
	const struct graph *graph;	/* borrowed */
	struct frame_edge *v;		/* owned; the edges of node n are v[at[n]] to
					 * v[at[n + 1] - 1] */
	uint32_t *at;			/* owned; indexed by node */
	double *left;			/* owned; indexed by node: samples of the node that no
					 * caller gets; 0 if they are so few that they may come from
					 * rounding */
};

/* Finds the edges of each node of G, which is borrowed: the edges to its callees or, if CALLERS is
 * set, to its callers.  Arcs without time make no edge.  Returns false if STOP, which may be NULL,
 * stopped the work; then there is nothing in E to release. */
bool frameedges_open(struct frame_edges *e, const struct graph *g, bool callers,
	struct stop *stop);
void frameedges_release(struct frame_edges *e);

/* Returns the samples of node N and of its callees, of which edges get parts. */
static inline double
frameedges_time(const struct frame_edges *e, uint32_t n)
{
	return graph_divided_time(e->graph, n);
}

/* Is node N a cycle, or a function in no cycle? */
static inline bool
frameedges_has(const struct frame_edges *e, uint32_t n)
{
	return e->graph->nodes[n].cycle == NOBODY;
}

/* Returns an array indexed by node, to be free()d: the part of the node's time, 0 to 1, that is in
 * stacks with a function of FUNCS.  FUNCS is indexed by function.  The stacks begin at the node and
 * follow the edges.  ALSO may be NULL.  Otherwise, ALSO is a result of this function for another
 * choice of functions, and the stacks must also have a function of that choice.  Returns NULL if
 * STOP, which may be NULL, stopped the work. */
double *frameedges_parts_with(const struct frame_edges *e, const bool *funcs, const double *also,
	struct stop *stop);

#endif
