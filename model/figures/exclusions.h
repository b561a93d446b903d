/* exclusions.h - functions and arcs that the user excluded, and the graph without them
 *
 * Exclusions are stored by numbers as read (fold.h), so that they outlive folding.
 *
 * Every change belongs to a step, and steps can be undone and redone.  After each step the graph is
 * solved again.  Its nodes keep the indices that they have without exclusions.
 *
 * The user can also focus on functions: only stacks through them are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUSIONS_H
#define EXCLUSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/graph.h"
#include "profile/fold.h"

/* One change: a function or an arc was excluded, or its exclusion was removed. */
struct exclusion {
	uint32_t number;		/* number of the function or arc in the profile before
					 * folding */
	uint32_t step;
	bool is_arc, excluded;
};

/* A change that the profile that is shown now lacks the function or the arc of, or that is not
 * possible in it. */
struct sleeper {
	struct exclusion change;	/* .number is not used */
	size_t at;			/* number of the changes before it in exclusions.changes */
	bool undone;			/* it is not in force, even if exclusions.at is .at */
	char *name, *callee;		/* owned; the name of the function, or of the caller and the
					 * callee of the arc; .callee NULL: it is a function */
};

/* Only stacks that have one of the functions of a focus are shown. */
struct focus {
	uint32_t *funcs, n;		/* owned; N functions as read, at least one */
};

/* The graph without the excluded functions and arcs, and with the stacks of the foci alone. */
struct reduced {
	const struct graph *base;	/* borrowed; the graph without exclusions, which may be of
					 * the folded profile */
	struct graph *graph;		/* owned; NULL: there are no exclusions and no foci */
};

struct exclusions {
	const struct profile *profile;	/* borrowed; the profile before folding */
	bool *funcs, *arcs;		/* owned; indexed by number as read: is the function or arc
					 * excluded?  NULL: none ever was */
	uint32_t nfuncs, narcs;		/* number of excluded functions and arcs, as read */
	struct exclusion *changes;	/* owned; all changes, the oldest first */
	size_t nchanges, changes_room;
	size_t at;			/* changes[0] to changes[at - 1] are in force; later changes
					 * were undone */
	uint32_t step;			/* number of the current step */
	struct sleeper *sleepers;	/* owned, sorted by .at */
	size_t nsleepers, sleepers_room;
	struct focus foci[MOST_FOCI];	/* .nfoci are in force; later ones, up to .nfoci_known, were
					 * in force before */
	uint32_t nfoci, nfoci_known;
	struct reduced now;
};

/* Begins without exclusions.  BASE is the graph of the profile before folding; it is borrowed. */
void exclusions_open(struct exclusions *c, const struct graph *base);
void exclusions_release(struct exclusions *c);

/* Begins a step.  Steps that were undone can no longer be redone. */
void exclusions_begin(struct exclusions *c);

/* Excludes the function or arc NUMBER, as shown; if EXCLUDED is false, removes its exclusion.  The
 * change belongs to the current step. */
void exclusions_change(struct exclusions *c, bool is_arc, uint32_t number, bool excluded);

/* Like exclusions_change(), but NUMBER is a number as read. */
void exclusions_change_read(struct exclusions *c, bool is_arc, uint32_t number, bool excluded);

/* Undoes the last step, or redoes the step that was undone last.  Returns the first change of the
 * step, borrowed, and sets *N to the number of its changes.  Returns NULL if there is no such
 * step. */
const struct exclusion *exclusions_undo(struct exclusions *c, size_t *n);
const struct exclusion *exclusions_redo(struct exclusions *c, size_t *n);

/* Adds a sleeper for CHANGE after all changes.  CALLEE is NULL if CHANGE is about a function.
 * UNDONE: the change is not in force. */
void exclusions_add_sleeper(struct exclusions *c, const struct exclusion *change, const char *name,
	const char *callee, bool undone);

/* Is sleeper S of C in force? */
bool exclusions_is_in_force(const struct exclusions *c, const struct sleeper *s);

/* Forgets the steps that were undone, so that they cannot be redone. */
void exclusions_forget(struct exclusions *c);

/* Adds a focus on the N functions FUNCS, as read, after those that are in force; those that were in
 * force before are forgotten.  It is not in force yet.  Returns false if there are MOST_FOCI. */
bool exclusions_add_focus(struct exclusions *c, const uint32_t *funcs, uint32_t n);

/* Returns the number, as shown, of the function or arc that CHANGE is about. */
uint32_t exclusions_shown(const struct exclusions *c, const struct exclusion *change);

/* Is the function or arc NUMBER, as read, excluded? */
static inline bool
exclusions_has_read(const struct exclusions *c, bool is_arc, uint32_t number)
{
	const bool *excluded = is_arc ? c->arcs : c->funcs;

	return excluded != NULL && excluded[number];
}

/* Is the function or arc NUMBER, as shown, excluded by changes that are in force, so that it can be
 * included again?  If not, but it is excluded, options of the command line exclude it. */
bool exclusions_has(const struct exclusions *c, bool is_arc, uint32_t number);

/* Solves the graph that BASE becomes with the exclusions and foci that are in force.  *OLD becomes
 * the graph before; the caller must call exclusions_release_reduced() for *OLD when no view shows
 * it. Returns false if STOP (may be NULL) stopped the work; then nothing has changed. */
bool exclusions_solve(struct exclusions *c, const struct graph *base, struct stop *stop,
	struct reduced *old);

/* Exchanges the current graph and *OLD, to undo exclusions_solve(). */
void exclusions_restore(struct exclusions *c, struct reduced *old);

void exclusions_release_reduced(struct reduced *r);

/* Returns the graph that views show: the graph without the excluded functions and arcs or, if
 * nothing is excluded, the base. */
const struct graph *exclusions_graph(const struct exclusions *c);

#endif
