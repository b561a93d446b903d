/* pprof_drop.h - the patterns of a pprof profile for functions that are not to be shown
 *
 * A profile may contain frames of the profiler itself, and two patterns.  The first one names
 * functions that are dropped with everything that they call.  The second one names functions that
 * are kept even if the first pattern names them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PPROF_DROP_H
#define PPROF_DROP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/budget.h"
#include "base/err.h"

struct pattern_of_names;

/* All zero: no functions are dropped. */
struct pprof_drop {
	struct pattern_of_names *drop, *keep;	/* owned; NULL: there is no pattern */
	bool is_used;			/* there is a pattern, and all patterns are valid */
	struct budget budget;		/* work that may still be spent on comparisons */
};

/* Sets the patterns DROP and KEEP, of NDROP and NKEEP bytes, of a file of SIZE bytes.  An empty
 * DROP drops nothing; an empty KEEP keeps nothing.  False: E says which pattern cannot be used, and
 * nothing is dropped. */
bool pprof_drop_open(struct pprof_drop *d, const char *drop, size_t ndrop, const char *keep,
	size_t nkeep, size_t size, struct err *e);
void pprof_drop_release(struct pprof_drop *d);

/* Is the function whose name has the N bytes at NAME dropped?  A dot at the beginning of the name
 * and the arguments are not compared.  If the budget is used up, returns false. */
bool pprof_is_dropped(struct pprof_drop *d, const char *name, size_t n);

#endif
