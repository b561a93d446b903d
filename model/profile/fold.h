/* fold.h - several functions as one
 *
 * What a compiler has made several functions of, instances of a template, all of a file:
 * a profile in which one function stands for a group.  Functions and arcs keep their
 * numbers; those that another one stands for have neither time nor calls.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLD_H
#define FOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"

/* Who stands for whom. */
struct fold {
	uint32_t *into;			/* of each function, itself if it stands for itself */
	const char **names;		/* what that one is called in symbols; NULL: as it was */
	uint32_t *arcs_into;		/* of each arc, the first between the same two groups */
};

/* What of a group does not count, by number: samples, and calls.  NULL: all does. */
struct fold_excluded {
	const bool *funcs, *arcs;
};

/* The arcs_into of a fold of P whose functions go INTO others; free() it. */
uint32_t *fold_arcs(const struct profile *p, const uint32_t *into);

/* Make Q of P, which must outlive it, as must the names: functions as FOLD says, without
 * what is MISSING.  Calls inside a group are calls of a function from itself. */
void fold_open(struct profile *q, const struct profile *p, const struct fold *fold,
	const struct fold_excluded *excluded);

#endif
