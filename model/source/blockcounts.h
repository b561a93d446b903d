/* blockcounts.h - how often the basic blocks of each function were executed
 *
 * With -l, each line counts as a function here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BLOCKCOUNTS_H
#define BLOCKCOUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"
#include "samples/samples.h"

/* The blocks of function f are v[at[f]] to v[at[f + 1] - 1], in the order of the records of the
 * profile. */
struct blockcounts {
	struct addr_count *v;		/* owned */
	size_t *at;			/* owned; positions in .v */
};

/* Collects the blocks of P as gprof does, at most 10 of each function.  If NONE is set, collects no
 * blocks: without -l, gprof ignores blocks. */
void blockcounts_open(struct blockcounts *b, const struct profile *p, bool none);

void blockcounts_release(struct blockcounts *b);

#endif
