/* bounds.h - bounds of the time of a node and its callees
 *
 * Time is propagated as if all calls of a function took the same time.  This is a bad estimate if
 * few calls share the time of a cycle, because one of these calls may have all of the time, the
 * others none.  An interpreter that runs the program in one call, and calls the same cycle to clean
 * up, is an example.  Then only the bounds may be shown: bounds_have_few_calls().
 *
 * In nine profiles with recorded stacks, 26 totals were of this kind.  Of the 20 that were at least
 * 1 % of the program's time, 11 had errors of more than 15 % of this time, none less than 5 %.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

enum {
	/* Bounds are wide if they differ by more than this percentage of the program's time. */
	BOUNDS_WIDE = 50,
};

/* State of computing bounds while graph_solve() propagates time.  graph_solve() visits callees
 * first, as bounds need it, and the nodes are then in the processor's cache. */
struct bounds_solver {
	struct graph *g;		/* borrowed */
	struct dominated *nodes;	/* owned */
	struct callee_sum *callee_sums;	/* owned; indexed by node */
	uint32_t nmembers;		/* number of visited members of the current cycle */
};

/* Prepares B to compute the bounds of G, which is borrowed.  .fract of its nodes must be set.
 * ORDER is as for dominators_find().  Returns false if STOP stopped the work; then there is nothing
 * to release. */
bool bounds_open(struct bounds_solver *b, struct graph *g, const uint32_t *order,
	struct stop *stop);

/* Sets the bounds of F, whose time must be propagated before.  If F is in a cycle, nothing is set
 * before the call for its last member, which sets the bounds of the cycle and of all members.  To
 * be called for all functions: callees first, the members of a cycle one after the other. */
void bounds_set(struct bounds_solver *b, uint32_t f);

void bounds_release(struct bounds_solver *b);

/* Sets the bounds of G, in which calls are excluded, and counts these calls.  The bounds are taken
 * from UNCUT, a graph with the same functions in which the calls are not excluded.  Bounds computed
 * without the calls would be false, because the time of the calls still counts. */
void bounds_set_uncut(struct graph *g, const struct graph *uncut);

/* Do only some of N's own samples count, because some of its callers are excluded? */
bool bounds_counts_in_part(const struct node *n);

/* Returns how reliable the time is that arc A propagates; CYCLIC if graph_is_inner() is true. */
enum certainty bounds_certainty(const struct graph *g, uint32_t a);

/* Returns bounds of the time that arc A propagates.  A must not be inside a cycle or lead from a
 * function to itself: see graph_is_inner(). */
struct bound bounds_of_arc(const struct graph *g, uint32_t a);

/* Returns the number of calls, direct or indirect, into cycles with wide bounds, from which the
 * fraction PART, 0 to 1, of the time of N comes; 0: no time of N comes from such cycles.  N is a
 * cycle, or a function outside cycles. */
float bounds_cycle_calls(const struct graph *g, uint32_t n, double part);

/* Should only the bounds B of a time be shown, not its estimate?  This is so if the bounds are
 * wide, and the time comes from at most CYCLE_FEW_CALLS calls into cycles with wide bounds. */
bool bounds_have_few_calls(const struct graph *g, const struct bound *b);

#endif
