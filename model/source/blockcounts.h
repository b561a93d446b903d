/* blockcounts.h - how often the basic blocks of each function were executed
 *
 * With -l the functions are lines.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BLOCKCOUNTS_H
#define BLOCKCOUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"
#include "samples/samples.h"

/* The blocks of function f are v[at[f]] to v[at[f + 1] - 1], in the order of the files. */
struct blockcounts {
	struct block_record *v;		/* owned */
	size_t *at;			/* owned */
};

/* gprof: no more than 10 to a function, and none without -l. */
void blockcounts_open(struct blockcounts *b, const struct profile *p, bool none);

void blockcounts_release(struct blockcounts *b);

#endif
