/* bounds.h - bounds of the time of a node and its callees
 *
 * Time is propagated as if all calls of a function took the same time.  This is a bad estimate if
 * few calls share the time of a cycle, because one of them may have all of the time, and the others
 * none.  For example, an interpreter runs the program in one call, and makes another call of the
 * same cycle to clean up.  In such a case, only the bounds may be shown: bounds_have_few_calls().
 *
 * In nine profiles with recorded stacks, 26 totals were such estimates.  20 of these totals were at
 * least 1 % of the program's time.  Their errors were at least 5 % of the program's time; for 11 of
 * them, more than 15 %.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

enum {
	/* Bounds are wide if they differ by more than this percentage of the program's time. */
	BOUNDS_WIDE = 50,
};

/* The state while bounds are computed.  This happens while graph_solve() propagates time, because
 * graph_solve() visits callees first, as bounds need it, and the nodes are then in the processor's
 * cache. */
struct bounds_solver {
	struct graph *g;		/* borrowed */
	struct dominated *nodes;	/* owned; indexed by node */
	uint32_t nmembers;		/* number of visited members of the current cycle */
};

/* Prepares B to compute the bounds of G, which is borrowed.  .fract of its nodes must be set.
 * ORDER is as for dominators_find().  Returns false if STOP stopped the work; then there is nothing
 * to release. */
bool bounds_open(struct bounds_solver *b, struct graph *g, const uint32_t *order,
	struct stop *stop);

/* Sets the bounds of F.  The time of F must be propagated before.  If F is a member of a cycle,
 * only the call for the last member sets bounds: those of the cycle and of all members.  To be
 * called for all functions, callees first, and the members of a cycle one after the other. */
void bounds_set(struct bounds_solver *b, uint32_t f);

void bounds_release(struct bounds_solver *b);

/* Calls are excluded in G.  Counts these calls and sets the bounds of G.  Takes the bounds from
 * UNCUT, a graph with the same functions in which these calls are not excluded.  Bounds computed
 * from G alone would be false, because the figures of G still include the time of the calls. */
void bounds_set_uncut(struct graph *g, const struct graph *uncut);

/* Are only some of N's own samples included in the figures, because some callers of N are
 * excluded? */
bool bounds_counts_in_part(const struct graph *g, uint32_t n);

/* Returns how reliable the time is that arc A propagates.  Returns CYCLIC if graph_is_inner() is
 * true for A. */
enum certainty bounds_certainty(const struct graph *g, uint32_t a);

/* Returns bounds of the time that arc A propagates.  A must not be inside a cycle or lead from a
 * function to itself: see graph_is_inner(). */
struct bound bounds_of_arc(const struct graph *g, uint32_t a);

/* PART, 0 to 1, is a fraction of the time of N.  Returns the number of calls, direct or indirect,
 * into cycles with wide bounds, from which this fraction comes; 0 if no time of N comes from such
 * cycles.  N is a cycle, or a function outside cycles. */
float bounds_cycle_calls(const struct graph *g, uint32_t n, double part);

/* Should only the bounds B of a time be shown, not its estimate?  Returns true if the bounds are
 * wide and the time comes from at most CYCLE_FEW_CALLS calls into cycles with wide bounds. */
bool bounds_have_few_calls(const struct graph *g, const struct bound *b);

#endif
