/* pathsets.h - trees of callees and callers of a function, from recorded stacks
 *
 * A row of such a tree is a chain of calls, from the function of the first row on.  It shows a set
 * of call paths.  In a tree of callees, these are the paths to which the chain leads from an
 * outermost call of the function.  In a tree of callers, these are the paths of the outermost calls
 * of the function that are made through the chain.  A set has the samples of its paths and of all
 * that they call.
 *
 * The outermost call of the function in a stack is the one with no other call of it above.  So
 * every stack is in one set at each depth of a tree, and all figures are sums of what was recorded.
 *
 * Sets are made when the row is opened, in time proportional to the paths of the row.  A set is
 * made only once.  Functions that make sets return NOBODY if STOP, which may be NULL, stopped the
 * work; then no set was made.  Because most sets have few paths, they ask STOP only after every
 * STOP_EVERY steps, not at the beginning.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHSETS_H
#define PATHSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "callgraph/graph.h"

struct pathset {
	uint32_t func;
	uint32_t arc;			/* the last call of the chain; NOBODY: the first row */
	uint32_t first, n;		/* its paths are .paths[first] to .paths[first + n - 1] */
	double total;			/* samples of its stacks */
	double variance;		/* square of the sampling error of .total; 0 if
					 * graph.path_squares is NULL */
	double self;			/* samples of the stacks that are equal to its paths; in a
					 * tree of callers, its paths are outermost calls of the
					 * function in the first row */
	double ended;			/* in a tree of callers: the part of .total whose paths have
					 * no further caller */
	double amount;			/* as .total, but the sum of amounts (paths.h) */
	bool has_more;			/* there are sets inside */
	uint32_t inside, ninside;	/* the sets inside; .inside is NOBODY before they are
					 * made */
};

/* A path of a set.  In a tree of callers, .reached is the call path of the last caller of the
 * chain, a part of .path; in a tree of callees, it is .path. */
struct pathset_path {
	uint32_t path, reached;
};

struct pathsets {
	const struct graph *graph;	/* borrowed; the profile has stacks */
	bool callers;			/* it is a tree of callers */
	struct pathset *v;		/* owned */
	uint32_t n;
	struct pathset_path *paths;	/* owned; sets inside a set of callers share its paths */
	uint32_t npaths;
	uint32_t *set_of;		/* owned; indexed by function: used while sets are made,
					 * otherwise 0 */
	size_t room, paths_room;
};

/* Begins a tree of G, which is borrowed: a tree of callers if CALLERS is set, else of callees. */
void pathsets_open(struct pathsets *s, const struct graph *g, bool callers);

void pathsets_release(struct pathsets *s);

/* Adds a set of all outermost calls of function F, for the first row of a tree.  Returns its
 * number. */
uint32_t pathsets_add_func(struct pathsets *s, uint32_t f, struct stop *stop);

/* Adds a set for each function that is the outermost frame of stacks.  Returns the number of the
 * first set and sets *N to how many there are. */
uint32_t pathsets_add_roots(struct pathsets *s, struct stop *stop, uint32_t *n);

/* Adds a set for each function with own samples, for the first rows of a tree of callers.  In the
 * graph, .path_samples must have the own samples of each path.  Returns the number of the first set
 * and sets *N to how many there are. */
uint32_t pathsets_add_leaves(struct pathsets *s, struct stop *stop, uint32_t *n);

/* Returns the number of the first set directly inside SET, and sets *N to how many there are.  The
 * set with the greatest total comes first. */
uint32_t pathsets_inside(struct pathsets *s, uint32_t set, struct stop *stop, uint32_t *n);

#endif
