/* pathsets.h - trees of callees and callers of a function, from recorded stacks
 *
 * A row of such a tree is a chain of calls that begins with the function of the first row.  The row
 * shows a set of call paths.  In a tree of callees, these paths lead from an outermost call of the
 * function along the chain.  In a tree of callers, they are the paths of the outermost calls of the
 * function that are made through the chain.  A set has the samples of all stacks that begin with
 * one of its paths.
 *
 * In a stack, the outermost call of the function is the one above which there is no other call of
 * the function.  So every stack is in one set at each depth of a tree, and all figures are sums of
 * what was recorded.
 *
 * Sets are made when the row is opened, in time proportional to the paths of the row.  A set is
 * made only once.  Functions that make sets return NOBODY if STOP, which may be NULL, stopped the
 * work; then no set was made.  Most sets have few paths.  So these functions do not test STOP at
 * the beginning, but only after every STOP_EVERY steps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHSETS_H
#define PATHSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "figures/graph.h"

struct pathset {
	uint32_t func;
	uint32_t arc;			/* the last call of the chain; NOBODY: the first row */
	uint32_t first, n;		/* its paths are .paths[first] to .paths[first + n - 1] */
	double total;			/* samples of its stacks */
	double variance;		/* square of the sampling error of .total; 0 if
					 * path_values.squares is NULL */
	double self;			/* samples of the stacks that are equal to one of the set's
					 * paths; in a tree of callers, these paths are outermost
					 * calls of the function in the first row */
	double ended;			/* in a tree of callers: the part of .total that comes from
					 * paths without a further caller */
	struct sums64 sums64;		/* .self and .total (sum64.h); 0 if path_values.self64 is
					 * NULL */
	double amount;			/* as .total, but a sum of amounts (path_values), not of
					 * samples */
	double sides[2];		/* as .total, for each of pathsets.sides */
	bool has_more;			/* there are sets inside */
	uint32_t inside, ninside;	/* the sets inside; .inside is NOBODY before they are
					 * made */
};

/* A path of a set, which is the head of a frame (path_values).  In a tree of callees, .reached is
 * equal to .path.  In a tree of callers, .reached is the beginning of .path that ends with the last
 * caller of the chain. */
struct pathset_path {
	uint32_t path, reached;
};

struct pathsets {
	const struct graph *graph;	/* borrowed; the profile has stacks */
	const struct path_values *values;	/* borrowed; the stacks of .graph that are shown */
	const struct path_values *sides[2];	/* borrowed; both sides of a difference, of the same
						 * paths; NULL, unless the caller sets them */
	bool callers;			/* it is a tree of callers */
	struct pathset *v;		/* owned */
	uint32_t n;
	struct pathset_path *paths;	/* owned; in a tree of callers, sets inside a set use the
					 * same elements as the set */
	uint32_t npaths;
	uint32_t *set_of;		/* owned; indexed by function: used while sets are made,
					 * otherwise 0 */
	size_t room, paths_room;
};

/* Begins a tree of the stacks VALUES of G, which are borrowed: a tree of callers if CALLERS is set,
 * else of callees. */
void pathsets_open(struct pathsets *s, const struct graph *g, const struct path_values *values,
	bool callers);

void pathsets_release(struct pathsets *s);

/* Adds a set of all outermost calls of function F, for the first row of a tree.  Returns the number
 * of the set. */
uint32_t pathsets_add_func(struct pathsets *s, uint32_t f, struct stop *stop);

/* Adds a set for each function that is the outermost frame of stacks.  Returns the number of the
 * first set and sets *N to how many there are. */
uint32_t pathsets_add_roots(struct pathsets *s, struct stop *stop, uint32_t *n);

/* Adds a set for each function with own samples, for the first rows of a tree of callers.  .values
 * must be made for leaves (pathvalues_again()).  Returns the number of the first set and sets *N to
 * how many there are. */
uint32_t pathsets_add_leaves(struct pathsets *s, struct stop *stop, uint32_t *n);

/* Returns the number of the first set directly inside SET, and sets *N to how many there are.  The
 * set with the greatest total comes first. */
uint32_t pathsets_inside(struct pathsets *s, uint32_t set, struct stop *stop, uint32_t *n);

#endif
