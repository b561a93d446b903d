/* chains.h - functions joined into chains by the arcs between them
 *
 * -r and -R print functions or object files so that callers are near their callees.  Both join the
 * caller and callee of each arc: if one of them is alone in its chain, it is added to the chain of
 * the other, at the end nearer to the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHAINS_H
#define CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "listing/listing.h"

/* The place of a function in its chain.  Chains grow at both ends: the function that the chain
 * began with has place 0, functions before it have negative places. */
struct chain_link {
	uint32_t chain;			/* number of the function that the chain began with */
	int32_t place;
	uint32_t next, prev;		/* neighbours in the chain; NOBODY: none */
	bool placed;			/* the function is printed already or must not be printed */
};

struct chain_ends {
	uint32_t first, last;		/* numbers of the functions at both ends of a chain */
};

struct chains {
	struct listing *listing;	/* borrowed */
	struct arc *arcs;		/* owned; the arcs of the profile, then the arcs of
					 * symspecs */
	struct select_pairs pairs;	/* arcs of symspecs; they connect extra nodes, which are
					 * numbered after the functions */
	struct chain_link *links;	/* owned; indexed by function */
	struct chain_ends *ends;	/* owned; indexed by the function that the chain began
					 * with */
	bool *arc_placed;		/* owned; indexed by arc */
	uint32_t *left;			/* owned; arcs that chains_place_arcs() did not join */
	size_t nleft;
	uint32_t nfuncs, narcs;
};

/* Open C for the functions of L, which is borrowed; each function is a chain of its own. */
void chains_open(struct chains *c, struct listing *l);
void chains_release(struct chains *c);

/* Returns the *N arcs between different functions, in the order in which gprof creates them; the
 * caller frees them. */
uint32_t *chains_arcs(const struct chains *c, size_t *n);

/* Print the name of node F and mark F as placed. */
void chains_print_func(struct chains *c, uint32_t f);

/* Join the callers and callees of the N arcs of LIST into chains, and print these chains.  Arcs in
 * C->arc_placed are skipped.  An arc is not joined, but added to C->left, if
 *	- ALL is false, and the arcs up to this one make up more than 99 % of the calls,
 *	- the caller or the callee is printed already, or
 *	- neither of them is alone in its chain.
 * If ALL is true, then print the caller of each arc of which neither end is printed. */
void chains_place_arcs(struct chains *c, const uint32_t *list, size_t n, bool all);

#endif
