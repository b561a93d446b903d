/* chains.h - functions joined into chains by the arcs between them
 *
 * -r orders functions, and -R orders object files, so that callers are near their callees.  Both
 * options join the caller and the callee of each arc in one chain, if the caller or the callee is
 * alone in its chain.  This function is added to the chain of the other function, at the end that
 * is nearer to the other function.  With -R, the functions are object files (func.is_mapped).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHAINS_H
#define CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "listing/listing.h"

/* The place of a node in its chain.  A node is a function or an extra node of a symspec.  Chains
 * grow at both ends: the node that the chain began with has place 0, and nodes before it have
 * negative places. */
struct chain_link {
	uint32_t chain;			/* the node that the chain began with */
	int32_t place;
	uint32_t next, prev;		/* neighbours in the chain; NOBODY at an end of the chain */
	bool placed;			/* the node was printed already, or must not be printed */
};

struct chain_ends {
	uint32_t first, last;		/* the nodes at both ends of a chain */
};

struct chains {
	struct listing *listing;	/* borrowed */
	struct arc *arcs;		/* owned; the arcs of the profile, then the arcs of
					 * symspecs */
	uint64_t *calls;		/* owned; indexed by arc: its calls; 0 in arcs of
					 * symspecs */
	struct select_pairs pairs;	/* arcs of symspecs; they connect extra nodes, which are
					 * numbered after the functions */
	struct chain_link *links;	/* owned; indexed by node */
	struct chain_ends *ends;	/* owned; indexed by the node that the chain began with */
	bool *arc_placed;		/* owned; indexed by arc */
	uint32_t *unjoined;		/* owned; arcs that chains_place_arcs() did not join */
	size_t nunjoined;
	uint32_t nfuncs, narcs;		/* number of functions of the profile; number of .arcs */
};

/* Opens C for the functions of L, which is borrowed.  At first, each node is a chain of its own. */
void chains_open(struct chains *c, struct listing *l);
void chains_release(struct chains *c);

/* Returns the *N arcs between different functions, in the order in which gprof creates them: the
 * arcs of symspecs come first.  The caller frees the array. */
uint32_t *chains_arcs(const struct chains *c, size_t *n);

/* Prints the name of node F, and marks F as placed. */
void chains_print_func(struct chains *c, uint32_t f);

/* Joins the callers and callees of the N arcs of LIST into chains, and prints these chains.  Arcs
 * that are marked in C->arc_placed are skipped.  An arc is not joined, but added to C->unjoined, if
 *	- ALL is false, and the arcs up to this arc have more than 99 % of the calls of LIST,
 *	- its caller or callee is placed already, or
 *	- neither its caller nor its callee is alone in its chain.
 * If ALL is true, finally prints the callers of arcs whose caller and callee are not placed yet. */
void chains_place_arcs(struct chains *c, const uint32_t *list, size_t n, bool all);

#endif
