/* knowntimes.h - the time of nodes and arcs of a profile whose totals are known
 *
 * With stacks, a function has the time of all stacks that contain the function, and an arc has the
 * time of all stacks that contain the call.  A stack counts once, even if the function or the call
 * occurs in it several times.  So no total exceeds the time of the program, and a cycle need not be
 * treated as one node.
 *
 * With costs of calls, a function has its own cost and the cost of its calls that leave its cycle.
 * If it has no own cost, it has what its callers paid.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KNOWNTIMES_H
#define KNOWNTIMES_H

#include <stdbool.h>

#include "figures/graph.h"

/* Sets times, shares, fractions and bounds of G from G->paths.  Returns false if STOP, which may be
 * NULL, stopped the work. */
bool knowntimes_of_stacks(struct graph *g, struct stop *stop);

/* Like knowntimes_of_stacks(), for a profile with costs of calls.  Nothing may be excluded.  Costs
 * without an owner (nodecosts.h) are part of the total of their node, and of 100 %.  The total
 * of a member of a cycle is not known.  Its lower bound is its own cost and the cost of its calls
 * that leave the cycle; its upper bound is the total of the cycle.  If some costs are less than 0,
 * it has no upper bound: .hi is 0. */
void knowntimes_of_costs(struct graph *g);

/* Do the files state the time of ARC, which is inside a cycle, so that it is known?  If so, sets
 * *TIME to it.  This is so only if calls inside themselves count once
 * (measured.costs_count_once), if nothing is excluded, and if neither function stands for
 * several. */
bool knowntimes_of_inner_arc(const struct graph *g, uint32_t arc, double *time);

#endif
