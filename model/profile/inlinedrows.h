/* inlinedrows.h - the functions that are inlined somewhere, and their numbers in a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INLINEDROWS_H
#define INLINEDROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/numbering.h"
#include "profile/callsites.h"
#include "profile/profile.h"

/* A function that is inlined somewhere. */
struct inlined_row {
	uint32_t image;
	const char *symbol;		/* borrowed; linkage name of the function or, if it has
					 * none, its name in the source */
	const char *file;		/* borrowed; the file that declares the function; NULL: not
					 * known, or the symbol alone identifies the function */
	uint32_t func;			/* number of the function in the profile, or NOBODY */
	uint64_t addr;			/* an address in its code */
	double most;			/* samples of the instance to which .addr belongs */
};

struct inlined_rows {
	struct inlined_row *v;		/* owned */
	uint32_t n;
	size_t room;
	struct numbering numbers;	/* gives each image, symbol and file an index in .v */
};

/* Returns the number of a function in R->v.  Adds the function if R->v does not have it.  SYMBOL
 * and FILE must live as long as R.  FILE may be NULL. */
uint32_t inlinedrows_number(struct inlined_rows *r, uint32_t image, const char *symbol,
	const char *file);

/* Adds to Q the functions of R that have instances, unless Q has them already.  Moves the samples
 * of the instances from the hosts to these functions.  Changes .func of each instance: it was a
 * number in R->v, and becomes the number of a function of Q.  PLACES belongs to the profile from
 * which Q borrows arrays. */
void inlinedrows_add(struct inlined_rows *r, struct profile *q, struct callsites *places);

void inlinedrows_release(struct inlined_rows *r);

#endif
