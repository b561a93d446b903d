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

struct exclusion {
	uint32_t number;		/* of the function or the arc, as read */
	uint32_t step;
	bool is_arc, excluded;		/* it went out, or came back */
};

/* What is shown when nothing is out; all borrowed. */
struct basis {
	const struct graph *graph;
	const struct fold *fold;	/* of the profile as it was read; NULL: it is that */
};

/* The same without what is out.  A group of which a part is out is there without that. */
struct reduced {
	struct basis basis;
	bool is_solved;			/* something is out, and there is what follows */
	struct profile *parts;		/* owned; NULL: the profile is that of the basis */
	struct graph graph;		/* owned */
	bool *funcs, *arcs;		/* owned; by number as shown: it is out altogether */
	uint32_t nfuncs, narcs;		/* functions and arcs, as shown, that have parts out */
	uint32_t func;			/* the first of them */
};

struct exclusions {
	const struct profile *profile;	/* borrowed; as it was read */
	bool *funcs, *arcs;		/* owned; by number as read: it is out */
	uint32_t nfuncs, narcs;		/* how many are */
	double *weights;		/* owned; of each function, how much of it counts; NULL:
					 * nothing was ever taken out */
	struct exclusion *changes;		/* owned */
	size_t nchanges, changes_room;
	size_t at;			/* changes before this one are in force */
	uint32_t step;
	struct reduced now;
};

/* Nothing is out of BASE, which is borrowed, and of its profile. */
void exclusions_open(struct exclusions *c, const struct graph *base);
void exclusions_release(struct exclusions *c);

/* Begin a step; what was undone is forgotten. */
void exclusions_begin(struct exclusions *c);

/* As a part of this step take function or arc NUMBER, as shown, out, or put it back in. */
void exclusions_change(struct exclusions *c, bool is_arc, uint32_t number, bool excluded);

/* The same of a number as read. */
void exclusions_change_read(struct exclusions *c, bool is_arc, uint32_t number, bool excluded);

/* Take back the last step, or do the next one again.  The first of *N changes, or NULL:
 * there is none. */
const struct exclusion *exclusions_undo(struct exclusions *c, size_t *n);
const struct exclusion *exclusions_redo(struct exclusions *c, size_t *n);

/* Forget the last step, which was taken back. */
void exclusions_forget(struct exclusions *c);

/* The function or arc, as shown, that CHANGE is of. */
uint32_t exclusions_shown(const struct exclusions *c, const struct exclusion *change);

/* Work out what is left of BASIS without what is out by now; *OLD gets what was left before,
 * to be released when nobody looks at it.  False: STOP (or NULL) stopped it, and there still
 * is what was left before. */
bool exclusions_solve(struct exclusions *c, const struct basis *basis, struct stop *stop,
	struct reduced *old);

/* Back to OLD, which exclusions_solve() gave back; *OLD gets what was left since. */
void exclusions_restore(struct exclusions *c, struct reduced *old);

void exclusions_release_reduced(struct reduced *r);

/* What is shown. */
const struct graph *exclusions_graph(const struct exclusions *c);

#endif
