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
#include "compare/comparison.h"

/* The first profile of --compare.  A struct loaded, which is the second one, owns it. */
struct before {
	struct loaded *loaded;
	struct comparison comparison;	/* compares the graph of .loaded with that of the second */
};

/* Returns O with the files of the first profile in the place of those of the second, and without
 * --compare.  The result borrows from O, and must not be released. */
struct options loaded_compare_before(const struct options *o);

/* Reads the first profile of --compare, and compares it with L.  Returns NULL on an error, which E
 * describes, or if STOP, which may be NULL, stopped the work. */
struct before *loaded_compare(struct loaded *l, const struct options *o, struct stop *stop,
	struct err *e);

void loaded_compare_free(struct before *b);

#endif
