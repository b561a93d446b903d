/* bounds.h - bounds of the time of a node and its callees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* Computes the bounds while graph_solve() propagates time, which visits callees first and has
 * the nodes in the processor's caches. */
struct bounds_solver {
	struct graph *g;		/* borrowed */
	struct dominated *nodes;	/* owned */
	struct callee_sum *callee_sums;	/* owned; indexed by node */
	uint32_t nmembers;		/* visited members of the present cycle */
};

/* Begin to compute the bounds of G, whose nodes have their fractions already.  ORDER: as for
 * dominators_find().  Returns false if STOP stopped it; then there is nothing to release. */
bool bounds_open(struct bounds_solver *b, struct graph *g, const uint32_t *order,
	struct stop *stop);

/* Set the bounds of F, or of its cycle; the time of F is propagated already. */
void bounds_set(struct bounds_solver *b, uint32_t f);

void bounds_release(struct bounds_solver *b);

/* Calls were excluded from G, but not from UNCUT, a graph of the same functions.  The time of
 * excluded calls still counts, so bounds that ignore the calls would be false: give G the bounds of
 * UNCUT and the number of excluded calls. */
void bounds_set_uncut(struct graph *g, const struct graph *uncut);

/* Does only a part of N's own samples count, because some of its callers are excluded? */
bool bounds_counts_in_part(const struct node *n);

/* How reliable the time is that arc A propagates. */
enum certainty bounds_certainty(const struct graph *g, uint32_t a);

/* Bounds of the time that arc A propagates; A is not inside a cycle. */
struct bound bounds_of_arc(const struct graph *g, uint32_t a);

#endif
