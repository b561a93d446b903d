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
	const char *symbol;		/* borrowed; its name in the symbol table */
	const char *file;		/* borrowed; the file that declares the function; NULL: not
					 * known, or the symbol alone identifies the function */
	uint32_t func;			/* its number in the profile, or NOBODY */
	uint64_t addr;			/* an address in its code */
	double most;			/* samples of the instance that has .addr */
};

struct inlined_rows {
	struct inlined_row *v;		/* owned */
	uint32_t n;
	size_t room;
	struct numbering numbers;	/* indices in .v, by image, symbol and file */
};

/* Returns the number of a function in R->v, to which it is added if it is new.  SYMBOL and FILE
 * must live as long as R.  FILE may be NULL. */
uint32_t inlinedrows_number(struct inlined_rows *r, uint32_t image, const char *symbol,
	const char *file);

/* Adds the functions of R that have instances to Q, unless Q has them already, and moves the
 * samples of the instances from the hosts to these functions.  Before the call, .func of an
 * instance is a number in R->v; afterwards, it is the number of a function of Q.  PLACES belongs to
 * the profile from which Q borrows arrays. */
void inlinedrows_add(struct inlined_rows *r, struct profile *q, struct callsites *places);

void inlinedrows_release(struct inlined_rows *r);

#endif
