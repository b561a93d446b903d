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

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct pprof_pattern {
	char *text;			/* owned; NULL: there is no such pattern */
	regex_t regex;			/* .text, compiled; valid if .text is not NULL */
	size_t matched;			/* how many bytes of names were compared since .regex was
					 * compiled */
};

/* All zero: no functions are dropped. */
struct pprof_drop {
	struct pprof_pattern drop, keep;
};

/* Sets the patterns DROP and KEEP, of NDROP and NKEEP bytes.  An empty DROP drops nothing; an empty
 * KEEP keeps nothing.  False: E says which pattern cannot be used, and nothing is dropped. */
bool pprof_drop_open(struct pprof_drop *d, const char *drop, size_t ndrop, const char *keep,
	size_t nkeep, struct err *e);
void pprof_drop_release(struct pprof_drop *d);

/* Is the function whose name has the N bytes at NAME dropped?  A dot at the beginning of the name
 * and the arguments are not compared. */
bool pprof_is_dropped(struct pprof_drop *d, const char *name, size_t n);

#endif
