/* blockcounts.h - how often the basic blocks of each function were executed
 *
 * In line mode (-l), each line is a function.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
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

/* Read the blocks of P as gprof does: at most 10 of each function, none if NONE (gprof reads none
 * without -l). */
void blockcounts_open(struct blockcounts *b, const struct profile *p, bool none);

void blockcounts_release(struct blockcounts *b);

#endif
