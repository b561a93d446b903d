/* exclusions.h - functions and arcs that the user excluded, and the graph without them
 *
 * Excluded functions and arcs are stored as numbers of the profile as read, so that they stay
 * excluded when functions are folded.  Every change belongs to a step; steps can be undone and
 * redone.  The graph is solved again each time; its nodes keep the indices that they have without
 * exclusions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUSIONS_H
#define EXCLUSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "callgraph/graph.h"
#include "profile/fold.h"

/* One change: a function or an arc was excluded, or included again. */
struct exclusion {
	uint32_t number;		/* number of the function or arc in the profile as read */
	uint32_t step;
	bool is_arc, excluded;
};

/* The graph without exclusions; all borrowed. */
struct basis {
	const struct graph *graph;
	const struct fold *fold;	/* how the profile as read is folded; NULL: not folded */
};

/* The graph without the excluded functions and arcs.  A row that folds several functions or arcs
 * may be excluded in part: it is shown, without that part. */
struct reduced {
	struct basis basis;
	bool is_solved;			/* there are exclusions: the members below are set */
	struct profile *parts;		/* owned; folded without excluded parts; NULL: no row is
					 * excluded in part */
	struct graph graph;		/* owned */
	bool *funcs, *arcs;		/* owned; indexed by number as shown: is it excluded as a
					 * whole? */
	uint32_t nfuncs, narcs;		/* functions and arcs, as shown, excluded as a whole or
					 * in part */
	uint32_t func;			/* the first function, as shown, that is excluded as a
					 * whole or in part */
};

struct exclusions {
	const struct profile *profile;	/* borrowed; the profile as read */
	bool *funcs, *arcs;		/* owned; indexed by number as read: is it excluded? */
	uint32_t nfuncs, narcs;		/* number of excluded functions and arcs */
	double *weights;		/* owned; indexed by function as read: fraction of the
					 * function that counts, 0 to 1; NULL: nothing was ever
					 * excluded */
	struct exclusion *changes;	/* owned */
	size_t nchanges, changes_room;
	size_t at;			/* changes[0] to changes[at - 1] are in force; the others
					 * were undone */
	uint32_t step;			/* number of the step that new changes belong to */
	struct reduced now;
};

/* Begin without exclusions.  BASE, the graph of the profile as read, is borrowed. */
void exclusions_open(struct exclusions *c, const struct graph *base);
void exclusions_release(struct exclusions *c);

/* Begin a step; undone changes are forgotten. */
void exclusions_begin(struct exclusions *c);

/* Exclude function or arc NUMBER, as shown, or include it again; part of the step that was
 * begun last. */
void exclusions_change(struct exclusions *c, bool is_arc, uint32_t number, bool excluded);

/* Like exclusions_change(), but NUMBER is the number in the profile as read. */
void exclusions_change_read(struct exclusions *c, bool is_arc, uint32_t number, bool excluded);

/* Undo the last step, or redo the next one.  Returns the first of its *N changes, or NULL if there
 * is no such step. */
const struct exclusion *exclusions_undo(struct exclusions *c, size_t *n);
const struct exclusion *exclusions_redo(struct exclusions *c, size_t *n);

/* Forget the steps that were undone. */
void exclusions_forget(struct exclusions *c);

/* Returns the number, as shown, of the function or arc of CHANGE. */
uint32_t exclusions_shown(const struct exclusions *c, const struct exclusion *change);

/* Solve the graph of BASIS without the present exclusions.  *OLD gets the graph before, which the
 * caller releases when no view shows it.  Returns false if STOP (or NULL) stopped it; then nothing
 * has changed. */
bool exclusions_solve(struct exclusions *c, const struct basis *basis, struct stop *stop,
	struct reduced *old);

/* Exchange the present graph and *OLD, to undo exclusions_solve(). */
void exclusions_restore(struct exclusions *c, struct reduced *old);

void exclusions_release_reduced(struct reduced *r);

/* The graph that views show. */
const struct graph *exclusions_graph(const struct exclusions *c);

#endif
