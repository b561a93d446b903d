/* graph_solve.h - makes the figures of a call graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPH_SOLVE_H
#define GRAPH_SOLVE_H

#include <stdbool.h>

#include "base/stop.h"
#include "figures/graph.h"
#include "profile/profile.h"

/* Solves the call graph of P, which is borrowed, for what SELECTION shows of it; NULL: all of the
 * event that is shown first.  Returns false if STOP, which may be NULL, stopped the work; then
 * there is nothing in G to release. */
bool graph_solve(struct graph *g, const struct profile *p, const struct selection *selection,
	struct stop *stop);

/* Like graph_solve(), but without bounds, for listings, which do not show them. */
void graph_solve_times(struct graph *g, const struct profile *p, const struct selection *selection);

/* Like graph_solve(), but .in, .no_func and .no_arc of G are set already.  If the work is stopped,
 * G must be released. */
bool graph_solve_inputs(struct graph *g, struct stop *stop);

void graph_release(struct graph *g);

/* Returns a new graph that graph_solve() has solved, or NULL if the work was stopped; graph_free()
 * releases and frees G, which may be NULL. */
struct graph *graph_new(const struct profile *p, const struct selection *selection,
	struct stop *stop);
void graph_free(struct graph *g);

#endif
