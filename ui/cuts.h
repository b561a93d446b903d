/* cuts.h - what the user has taken out, and the graph without it
 *
 * Every change belongs to a step; steps are undone and done again.  The graph is solved
 * anew each time, and keeps the indices of the one without cuts.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CUTS_H
#define CUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph.h"

struct change {
	uint32_t number;		/* of the function or the arc */
	uint32_t step;
	bool is_arc, out;		/* it went out, or came back */
};

struct cut_set {
	const struct profile *profile;	/* borrowed, as is the graph without cuts */
	const struct graph *base;
	bool *funcs, *arcs;		/* owned; by number: it is out */
	uint32_t nfuncs, narcs;		/* how many are */
	double *weights;		/* owned; of each function, how much of it counts; NULL:
					 * nothing was ever taken out */
	struct change *changes;		/* owned */
	size_t nchanges, changes_room;
	size_t at;			/* changes before this one are in force */
	uint32_t step;
	struct graph graph;		/* owned; without what is out */
	bool is_solved;			/* it is */
};

void cuts_open(struct cut_set *c, const struct profile *p, const struct graph *base);
void cuts_release(struct cut_set *c);

/* Begin a step; what was undone is forgotten. */
void cuts_begin(struct cut_set *c);

/* As a part of this step take function or arc NUMBER out, or put it back in. */
void cuts_change(struct cut_set *c, bool is_arc, uint32_t number, bool out);

/* Take back the last step, or do the next one again.  The first of *N changes, or NULL:
 * there is none. */
const struct change *cuts_undo(struct cut_set *c, size_t *n);
const struct change *cuts_redo(struct cut_set *c, size_t *n);

/* Forget the last step, which was taken back. */
void cuts_forget(struct cut_set *c);

/* The graph with what was taken out by now, INTO (or NULL) being who stands for whom; *OLD
 * gets the one there was, or nothing, to be released when nobody looks at it.  NULL: STOP (or
 * NULL) stopped it, and there still is the one there was. */
const struct graph *cuts_solve(struct cut_set *c, const uint32_t *into, struct stop *stop,
	struct graph *old);

/* Back to graph OLD, which cuts_solve() gave back; *OLD gets the one there was since. */
const struct graph *cuts_return(struct cut_set *c, const uint32_t *into, struct graph *old);

#endif
