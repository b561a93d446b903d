/* fold.h - several functions as one row
 *
 * A folded profile has one row for a group of functions, for example all clones of a function, all
 * instances of a template, or all functions of a file.  Functions and arcs keep their numbers.  The
 * first function of a group has the time and the calls of the group, the others have none.
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

/* What is excluded: functions with their samples, and arcs with their calls.  .funcs is indexed by
 * function, .arcs by arc.  A NULL array excludes nothing.  A function with inlined code
 * (inlining_has_instances()) must not be excluded. */
struct fold_excluded {
	const bool *funcs, *arcs;
};

/* Returns an array indexed by arc of P, to be free()d: the first arc between the same two groups.
 * INTO is as in struct fold. */
uint32_t *fold_arcs(const struct profile *p, const uint32_t *into);

/* Makes Q a copy of P with functions folded as FOLD says, without the samples and calls that
 * EXCLUDED names.  EXCLUDED may be NULL.  Calls between members of a group become calls of a
 * function by itself.  Q borrows arrays of P and the names of FOLD; release Q with
 * profile_release(), before P. */
void fold_open(struct profile *q, const struct profile *p, const struct fold *fold,
	const struct fold_excluded *excluded);

#endif
