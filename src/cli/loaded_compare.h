/* loaded_compare.h - the profile that --compare compares with the profile that is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LOADED_COMPARE_H
#define LOADED_COMPARE_H

#include "base/err.h"
#include "base/stop.h"
#include "cli/loaded.h"
#include "cli/options.h"
#include "compare/difference.h"
#include "table/view_context.h"

/* The first profile of --compare.  A struct loaded, which is the second one, owns it. */
struct before {
	struct loaded *loaded;
	struct comparison comparison;	/* compares the graph of .loaded with that of the second */
	struct both_sources sources;	/* of .difference */
	struct difference difference;	/* made when it is first shown; all NULL: not yet */
	struct loaded *change;		/* the profile of .difference; or NULL */
	uint32_t *rows;			/* owned; as in struct compared_shown */
	struct graph *graphs[2];	/* graphs of its sides; or NULL */
};

/* Returns O with the files of the first profile in the place of those of the second, and without
 * --compare.  The result borrows from O, and must not be released. */
struct options loaded_compare_before(const struct options *o);

/* Reads the first profile of --compare, and compares it with L.  Returns NULL on an error, which E
 * describes, or if STOP, which may be NULL, stopped the work. */
struct before *loaded_compare(struct loaded *l, const struct options *o, struct stop *stop,
	struct err *e);

/* Compares A, a profile that was read before, with L.  SECONDS are as in struct
 * comparison_options.  A gets one user more.  Returns NULL as loaded_compare() does. */
struct before *loaded_compare_from(struct loaded *l, struct loaded *a, const double seconds[2],
	const struct options *o, struct stop *stop, struct err *e);

/* Compares the first profile with L again, with the N renames R. */
struct before *loaded_compare_again(struct loaded *l, const struct rename *r, size_t n,
	struct stop *stop, struct err *e);

/* Returns the profile that is shown for SIDE of L, the second profile of --compare: L itself, the
 * first profile, or their difference.  It belongs to L.  Returns NULL if the work was stopped, as E
 * says. */
struct loaded *loaded_compare_side(struct loaded *l, enum compared_side side,
	const struct options *o, struct stop *stop, struct err *e);

/* Lets LOOKUP, which is of SIDE of L, find the lines of both sides. */
void loaded_compare_lookup(const struct loaded *l, enum compared_side side, struct lookup *lookup);

/* loaded_compare_shown(): returns what views need to show SIDE of L.  The side was returned by
 * loaded_compare_side().  loaded_compare_map(): returns an array, to be free()d, indexed by
 * function of side FROM: the same function of side TO, or NOBODY. */
struct compared_shown loaded_compare_shown(struct loaded *l, enum compared_side side);
uint32_t *loaded_compare_map(struct loaded *l, enum compared_side from, enum compared_side to);

void loaded_compare_free(struct before *b);

#endif
