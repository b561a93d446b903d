/* inlinedtimes.h - the time of nodes and arcs of a profile that shows inlined functions
 *
 * An instance is inlined code of one function, and its host is the function that contains the code
 * (inlining.h).  First the call graph is solved as if the instances belonged to their hosts.  Then
 * each instance gets its own samples, and a part of the time of each callee of its host: if the
 * instance makes a third of the host's calls of a callee, it gets a third of the time that the host
 * has from this callee.  So the total of a function that is not inlined is the same as without
 * inlined functions.  The total of an inlined function is the time of its instances, and of its
 * code that is not inlined.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINEDTIMES_H
#define INLINEDTIMES_H

#include <stdbool.h>

#include "figures/graph.h"

/* The call graph in which inlined code belongs to its hosts.  Functions and arcs have the same
 * numbers as in the graph with inlined functions.  Some arcs exist only with inlined functions.  In
 * the host graph, such an arc leads from its caller to this caller itself. */
struct host_graph {
	struct profile profile;
	struct graph graph;
};

/* Solves G, whose profile shows inlined functions and whose .in is set.  Returns false if STOP,
 * which may be NULL, stopped the work; then G must be released. */
bool inlinedtimes_solve(struct graph *g, struct stop *stop);

void inlinedtimes_release(struct graph *g);

/* Returns the graph that has the cycles of G: the host graph of G or, without inlined functions, G
 * itself. */
const struct graph *inlinedtimes_cycles(const struct graph *g);

#endif
