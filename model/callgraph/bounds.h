/* bounds.h - between which bounds the time of a node and of what it calls lies
 *
 * Functions are taken callees first, when graph_solve() hands up their time and has what is
 * needed in the caches.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BOUNDS_H
#define BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

struct bounds_solver {
	struct graph *g;
	struct dominated *nodes;	/* owned */
	struct callee_sum *callee_sums;		/* owned; of each node */
	uint32_t nmembers;		/* of the present cycle that were taken */
	double most;			/* samples that may count */
};

/* How much of all functions counts is settled: make the bounds of G.  ORDER: as for
 * dominators_find().  False: STOP stopped it, and there is nothing to be released. */
bool bounds_open(struct bounds_solver *b, struct graph *g, const uint32_t *order, struct stop *stop);

/* The time of F is settled: set the bounds of it, or of its cycle. */
void bounds_set(struct bounds_solver *b, uint32_t f);

void bounds_release(struct bounds_solver *b);

/* Does only a part of the time of N itself count, because some of its callers are excluded? */
bool bounds_counts_in_part(const struct node *n);

/* How reliable the time is that ARC propagates. */
enum certainty bounds_certainty(const struct graph *g, uint32_t arc);

/* The bounds of the time that ARC propagates; it is not inside a cycle. */
struct bound bounds_of_arc(const struct graph *g, uint32_t arc);

#endif
