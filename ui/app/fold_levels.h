/* fold_levels.h - the levels of folding: which functions become one row, and the name of the row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOLD_LEVELS_H
#define FOLD_LEVELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"
#include "base/arena.h"

/* The state of folding a profile. */
struct grouping {
	struct app *a;
	const struct profile *p;	/* the profile without folding */
	uint32_t *into;			/* indexed by function: the function into which this
					 * function is folded, or this function itself */
	const char **names;		/* indexed by function: new name of the function, or NULL if
					 * the name does not change */
	struct arena *text;		/* owns the texts of keys and names */
	size_t common;			/* at FOLD_DIRECTORIES: length of the directory that is
					 * common to all keys */
	uint32_t nfolded;		/* number of functions that the latest level folded into
					 * others */
};

#define FOLD_BIT(level) (1u << (level))

/* A level of folding. */
struct fold_level_info {
	/* Returns the key of function F, or NULL if F has no key.  Functions with the same key
	 * become one row. */
	const char *(*key)(struct grouping *g, uint32_t f);
	unsigned after;			/* bits of the levels that are folded before this level */
	bool coarser;			/* each row of this level consists of rows of the previous
					 * level */
	const char *message;		/* message for the user after folding */
	const char *title;		/* what is folded, such as "clones", for the titles of
					 * views */
	const char *rows;		/* title of the column of names; NULL: the usual title */
};

/* All levels, indexed by level. */
extern const struct fold_level_info fold_levels[FOLD_LEVELS];

/* Returns the definition of LEVEL with texts that suit P, the profile without folding. */
const struct fold_level_info *fold_levels_of(const struct profile *p, enum fold_level level);

/* Returns the name of the row that shows the functions with the key KEY; borrowed from KEY. */
const char *fold_levels_row_name(const struct grouping *g, enum fold_level level, const char *key);

#endif
