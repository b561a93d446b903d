/* chains.h - functions strung together by the arcs between them
 *
 * A function is put at the nearer end of the chain that its neighbour is in; a chain that
 * is complete is printed.  gprof: the common part of -r and -R.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHAINS_H
#define CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "listing/listing.h"

/* Where a function is in its chain.  Chains grow at both ends, so that places are
 * numbered from that of the first function, which is 0, up and down. */
struct chain_link {
	uint32_t chain;			/* number of the function it began with */
	int32_t place;
	uint32_t next, prev;		/* or NOBODY */
	bool placed;			/* has its place in the order: printed, or to be left out */
};

struct chain_ends {
	uint32_t first, last;		/* functions at its ends */
};

struct chains {
	struct listing *listing;	/* borrowed */
	struct arc *arcs;		/* owned; those of the profile, then those of specs */
	struct select_pairs pairs;	/* those of specs; their nodes come behind the functions */
	struct chain_link *links;	/* owned; by function */
	struct chain_ends *ends;		/* owned; by the function it began with */
	bool *arc_placed;		/* owned; by arc */
	uint32_t *left;			/* owned; arcs that found no place yet */
	size_t nleft;
	uint32_t nfuncs, narcs;
};

/* No function of what L, borrowed, lists is in a chain with another one yet. */
void chains_open(struct chains *c, struct listing *l);
void chains_release(struct chains *c);

/* The arcs between different functions, in the order in which gprof made them; *N of them,
 * free() them. */
uint32_t *chains_arcs(const struct chains *c, size_t *n);

/* Print function F: it has its place now. */
void chains_print_func(struct chains *c, uint32_t f);

/* Find places for the functions of the N arcs of LIST: of ALL, or of those that make up
 * 99 % of the calls.  What finds no place goes to C->left. */
void chains_place_arcs(struct chains *c, const uint32_t *list, size_t n, bool all);

#endif
