/* pathvalues.h - the values of the stacks of a graph, or of those that a tree shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHVALUES_H
#define PATHVALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"
#include "figures/pick.h"

/* Sets the totals of V, whose states and own values are set: the total of a path is the sum of the
 * own values of the paths that begin with it, except those behind an excluded call. */
void pathvalues_sum(struct path_values *v, const struct paths *paths);

/* Sets V to the values of those stacks of G that FRAMES asks for.  LEAVES: the total of a path has
 * only the samples of the path itself, not those of longer paths; for trees with callees on top.
 * Returns false if STOP, which may be NULL, stopped the work; then V need not be released. */
bool pathvalues_again(struct path_values *v, const struct graph *g,
	const struct pick_frames *frames, bool leaves, struct stop *stop);

/* Releases what pathvalues_again() has made. */
void pathvalues_release(struct path_values *v);

/* Returns the sum of the amounts of those stacks of V, a part of the stacks of G, that FRAMES asks
 * for, or -1 if STOP, which may be NULL, stopped the work. */
double pathvalues_amount(const struct path_values *v, const struct graph *g,
	const struct pick_frames *frames, struct stop *stop);

#endif
