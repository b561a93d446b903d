/* funcmatch.h - which functions of two profiles of one program are the same
 *
 * Functions are the same if they have the same name in the symbol table or, if the other profile
 * has no function of this name, the same demangled name, with or without parameters.  If several
 * functions of a profile have the name, such as static functions, only their source files tell
 * which is which.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUNCMATCH_H
#define FUNCMATCH_H

#include <stdint.h>

#include "profile/callsites.h"

/* Means that the same function in the other profile is not known: several functions may be it, or
 * the row is not a symbol. */
#define FUNCMATCH_UNSURE (NOBODY - 1)

/* Which functions of two profiles are the same.  The profiles are called here and there. */
struct funcmatch {
	uint32_t *there_of;		/* owned; indexed by function here: the same function there;
					 * NOBODY: no function there has this name; or
					 * FUNCMATCH_UNSURE */
	uint32_t *here_of;		/* owned; indexed by function there: the same function here,
					 * NOBODY or FUNCMATCH_UNSURE */
	uint32_t n;			/* number of functions that are in both profiles */
};

/* Compares the functions of the profiles of HERE and THERE.  Debug information is read only if
 * several functions of a profile have the same name.  Rows that are not symbols, such as [plt] and
 * [unknown 0x4711], always get FUNCMATCH_UNSURE. */
void funcmatch_open(struct funcmatch *m, struct callsites *here, struct callsites *there);
void funcmatch_release(struct funcmatch *m);

/* Is FUNC, an element of funcmatch.there_of or .here_of, a function?  If not, it is NOBODY or
 * FUNCMATCH_UNSURE. */
static inline bool
funcmatch_is_func(uint32_t func)
{
	return func < FUNCMATCH_UNSURE;
}

#endif
