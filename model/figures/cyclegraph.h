/* cyclegraph.h - the members of one cycle and the calls between them, as a small profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLEGRAPH_H
#define CYCLEGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

/* A cycle as a small profile of its own.  Member m is function members[m] of the graph. */
struct cyclegraph {
	struct profile profile;		/* owned; a function for each member, and an arc for each
					 * arc between two members that is counted and not
					 * excluded */
	uint32_t nmembers;
	const uint32_t *members;	/* borrowed; indexed by member: number of the function */
	uint32_t *arcs;			/* owned; indexed by arc of .profile: its number in the
					 * graph */
	double *entering;		/* owned; indexed by member: calls from outside the cycle,
					 * weighted by the fraction of the caller's time that is
					 * included in the figures; if all results are 0, not
					 * weighted */
};

/* Sets K to cycle node C of G, which is borrowed.  LOCAL is indexed by function of G: number of the
 * member in K. */
void cyclegraph_open(struct cyclegraph *k, const struct graph *g, uint32_t c,
	const uint32_t *local);
void cyclegraph_release(struct cyclegraph *k);

/* Returns an array indexed by arc of K, to be free()d: true for back arcs.  In a strongly connected
 * part, back arcs lead to the entries of the part: the members that are called from outside the
 * part.  If no member is called from outside, the member with the most calls from inside the part
 * is the entry.  Without its back arcs, the part falls into smaller parts.  Their back arcs are
 * found in the same way, until nothing is recursive.
 *
 * Here, one call from outside makes a member an entry, because an estimate must count every way
 * into the part.  cyclecut.h has another rule, because excluded calls are lost. */
bool *cyclegraph_returns_to_entries(const struct cyclegraph *k);

/* Like cyclegraph_returns_to_entries(), but with another choice of back arcs: those that lead back
 * to the path of a depth-first walk.  The walk begins at the member with the most calls from
 * outside the cycle, and follows the arcs with the most calls first. */
bool *cyclegraph_returns_of_walk(const struct cyclegraph *k);

/* Sets DOMINATED[i] to true if all call paths from outside the cycle to member i go through member
 * M, otherwise to false.  If no member is called from outside, call paths may begin at any member.
 * QUEUE must have room for all members. */
void cyclegraph_dominated(const struct cyclegraph *k, uint32_t m, bool *dominated, uint32_t *queue);

#endif
