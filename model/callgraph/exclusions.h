/* exclusions.h - what the user has taken out, and the graph without it
 *
 * What is out is known by the numbers of the profile as it was read, so that it stays out
 * when several functions are shown as one.  Every change belongs to a step; steps are undone
 * and done again.  The graph is solved anew each time, and keeps the indices of the one
 * without cuts.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUSIONS_H
#define EXCLUSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "callgraph/graph.h"
#include "profile/fold.h"

struct change {
	uint32_t number;		/* of the function or the arc, as read */
	uint32_t step;
	bool is_arc, out;		/* it went out, or came back */
};

/* What is shown when nothing is out; all borrowed. */
struct basis {
	const struct graph *graph;
	const struct fold *fold;	/* of the profile as it was read; NULL: it is that */
};

/* The same without what is out.  A group of which a part is out is there without that. */
struct remains {
	struct basis basis;
	bool is_solved;			/* something is out, and there is what follows */
	struct profile *parts;		/* owned; NULL: the profile is that of the basis */
	struct graph graph;		/* owned */
	bool *funcs, *arcs;		/* owned; by number as shown: it is out altogether */
	uint32_t nfuncs, narcs;		/* functions and arcs, as shown, that have parts out */
	uint32_t func;			/* the first of them */
};

struct cut_set {
	const struct profile *profile;	/* borrowed; as it was read */
	bool *funcs, *arcs;		/* owned; by number as read: it is out */
	uint32_t nfuncs, narcs;		/* how many are */
	double *weights;		/* owned; of each function, how much of it counts; NULL:
					 * nothing was ever taken out */
	struct change *changes;		/* owned */
	size_t nchanges, changes_room;
	size_t at;			/* changes before this one are in force */
	uint32_t step;
	struct remains now;
};

/* Nothing is out of BASE, which is borrowed, and of its profile. */
void cuts_open(struct cut_set *c, const struct graph *base);
void cuts_release(struct cut_set *c);

/* Begin a step; what was undone is forgotten. */
void cuts_begin(struct cut_set *c);

/* As a part of this step take function or arc NUMBER, as shown, out, or put it back in. */
void cuts_change(struct cut_set *c, bool is_arc, uint32_t number, bool out);

/* The same of a number as read. */
void cuts_change_one(struct cut_set *c, bool is_arc, uint32_t number, bool out);

/* Take back the last step, or do the next one again.  The first of *N changes, or NULL:
 * there is none. */
const struct change *cuts_undo(struct cut_set *c, size_t *n);
const struct change *cuts_redo(struct cut_set *c, size_t *n);

/* Forget the last step, which was taken back. */
void cuts_forget(struct cut_set *c);

/* The function or arc, as shown, that CHANGE is of. */
uint32_t cuts_shown(const struct cut_set *c, const struct change *change);

/* Work out what is left of BASIS without what is out by now; *OLD gets what was left before,
 * to be released when nobody looks at it.  False: STOP (or NULL) stopped it, and there still
 * is what was left before. */
bool cuts_solve(struct cut_set *c, const struct basis *basis, struct stop *stop,
	struct remains *old);

/* Back to OLD, which cuts_solve() gave back; *OLD gets what was left since. */
void cuts_return(struct cut_set *c, struct remains *old);

void remains_release(struct remains *r);

/* What is shown. */
const struct graph *cuts_graph(const struct cut_set *c);

#endif
