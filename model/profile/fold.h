/* fold.h - several functions as one row
 *
 * A folded profile has one row for a group of functions, for example all clones of a function, all
 * instances of a template, or all functions of a file.  Functions and arcs keep their numbers.  The
 * first function of a group has the time and the calls of the group, the others have none.  Numbers
 * of functions and arcs before folding are called numbers as read, numbers after folding are called
 * numbers as shown.  The paths of a folded profile are those as read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLD_H
#define FOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"

/* Groups of functions, and the arcs between groups. */
struct fold {
	uint32_t *into;			/* indexed by function: the first function of its group,
					 * whose row shows the whole group */
	const char **names;		/* indexed by function: name of its row; NULL: the
					 * function's own name */
	uint32_t *arcs_into;		/* indexed by arc: the first arc between the same two
					 * groups */
};

/* Returns an array indexed by arc of P, to be free()d: the first arc between the same two groups.
 * INTO is as in struct fold. */
uint32_t *fold_arcs(const struct profile *p, const uint32_t *into);

/* Makes Q a copy of P with functions folded as FOLD says.  Calls between members of a group become
 * calls of a function by itself.  Q borrows FOLD and arrays of P; release Q with profile_release(),
 * before P. */
void fold_open(struct profile *q, const struct profile *p, const struct fold *fold);

/* Returns an array indexed by function, to be free()d: the samples of each group of functions of P,
 * which FOLD folds, without the functions that MISSING names, which is indexed by number as read,
 * or NULL.  If a function is missing, code that is inlined into it is missing, too. */
double *fold_ticks(const struct profile *p, const struct fold *fold, const bool *missing);

/* Returns the function, as shown, that shows function F of the profile as read. */
static inline uint32_t
fold_func(const struct fold *fold, uint32_t f)
{
	return fold != NULL ? fold->into[f] : f;
}

/* Returns the arc, as shown, that shows arc A of the profile as read. */
static inline uint32_t
fold_arc(const struct fold *fold, uint32_t a)
{
	return fold != NULL ? fold->arcs_into[a] : a;
}

#endif
