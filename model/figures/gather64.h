/* gather64.h - the sums of values that are shown and that a double cannot hold (base/sum64.h)
 *
 * gather() calls these functions.  They also round the sums in doubles to the sums modulo 2^64.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GATHER64_H
#define GATHER64_H

#include "figures/graph.h"

/* Sets .self64 and .amounts64 of G->paths, also of paths that do not count. */
void gather64_read_stacks(struct graph *g);

/* Adds .self64 and .amounts64 of all paths to the sums of G->measure, and sets those of paths that
 * do not count to 0.  Does nothing if .self64 is NULL. */
void gather64_drop_stacks(struct graph *g);

/* Sets .in.self64 of G from G->paths.self64, unless this is NULL. */
void gather64_add_self(struct graph *g);

/* If a double cannot hold the sums of all costs that G shows, sets .in.self64 and the sums of
 * G->measure, rounds OWN, the own costs of functions as read, and makes .in.costs64 with sums of 0.
 * NO_FUNC is indexed by function as read: own costs that are not added; or NULL. */
void gather64_costs(struct graph *g, double *own, const bool *no_func);

/* Rounds .in and .measure of a profile of costs, if .in.costs64 is set. */
void gather64_round_costs(struct graph *g);

/* Releases what these functions have made. */
void gather64_release(struct graph *g);

#endif
