/* cyclegraph.h - the members of one cycle and the calls between them, as a small profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLEGRAPH_H
#define CYCLEGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* Member m is function members[m] of the graph. */
struct cyclegraph {
	struct profile profile;		/* owned; a function for each member, an arc for each
					 * counted arc between two members */
	uint32_t nmembers;
	const uint32_t *members;	/* borrowed */
	uint32_t *arcs;			/* owned; indexed by arc of PROFILE: its number in the
					 * graph */
	double *entering;		/* owned; indexed by member: calls from outside the cycle
					 * that count */
};

/* Set K to cycle node C of G.  LOCAL, indexed by function of G, has the number of each member. */
void cyclegraph_open(struct cyclegraph *k, const struct graph *g, uint32_t c,
	const uint32_t *local);
void cyclegraph_release(struct cyclegraph *k);

/* Returns for each arc of K whether it leads back to where recursion begins; free() the result.
 * Without these arcs nothing is recursive.  They are the arcs to the entries of each strongly
 * connected part, then of the parts that are left of it, and so on.  An entry is called from
 * outside the part; in a part without such a member, the most called member is the entry. */
bool *cyclegraph_returns_to_entries(const struct cyclegraph *k);

/* Returns for each arc of K whether it leads back to a member on the path of a depth-first walk
 * from the entries of the cycle; free() the result.  The walk follows arcs with the most calls
 * first. */
bool *cyclegraph_returns_of_walk(const struct cyclegraph *k);

/* Set DOMINATED, indexed by member, to whether all call paths from outside to a member go through
 * member M.  QUEUE has room for all members. */
void cyclegraph_dominated(const struct cyclegraph *k, uint32_t m, bool *dominated, uint32_t *queue);

#endif
