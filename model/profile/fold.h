/* fold.h - several functions as one row
 *
 * A folded profile has one row for a group of functions: clones, instances of a template, all
 * functions of a file.  Functions and arcs keep their numbers; the members of a group other than
 * its first have neither time nor calls.
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
	uint32_t *into;			/* indexed by function: the function whose row shows it */
	const char **names;		/* symbol of each row; NULL: the symbol of its function */
	uint32_t *arcs_into;		/* indexed by arc: the first arc between the same groups */
};

/* Functions whose samples do not count, and arcs whose calls do not count, each indexed by number.
 * NULL: all count. */
struct fold_excluded {
	const bool *funcs, *arcs;
};

/* Returns for each arc of P the first arc between the same two groups, to be free()d.  INTO: as
 * in struct fold. */
uint32_t *fold_arcs(const struct profile *p, const uint32_t *into);

/* Make Q a copy of P with functions folded as FOLD says.  The samples and calls that EXCLUDED
 * (may be NULL) names do not count.  Calls inside a group become calls of a function by itself.
 * Q borrows arrays of P and the names of FOLD; release it with profile_release(). */
void fold_open(struct profile *q, const struct profile *p, const struct fold *fold,
	const struct fold_excluded *excluded);

#endif
