/* partners.h - which functions of two profiles are compared with each other
 *
 * The profiles may be of two builds, so addresses say nothing.  Functions are partners if they have
 * the same image, the same symbol and, if a profile has several such functions, the same source
 * file.  Functions that have no partner then, but the same demangled name, or at last only the same
 * name without parameters, become partners by name.
 *
 * A function that is only inlined, and so is part of its callers, is no partner of one that has
 * code of its own.
 *
 * Clones and parts of a function, and functions that differ only in numbers that compilers give
 * them (samename.h), are one row: which of them exist is the choice of the compiler.  So are
 * functions of one name that nothing tells apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PARTNERS_H
#define PARTNERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/rename.h"
#include "profile/callsites.h"
#include "profile/profile.h"

/* How partners were found, from the surest to the least sure. */
enum partner_match {
	PARTNER_SAME,			/* same image, symbol and, if needed, source file */
	PARTNER_FOLDED,			/* as PARTNER_SAME, but of several functions in a row */
	PARTNER_RENAMED,		/* by the renames that the user has stated */
	PARTNER_NAME,			/* only a name is the same */
	PARTNER_NEW, PARTNER_GONE,	/* only profile 1, or only profile 0, has the function */
	PARTNER_MATCHES
};

struct partner_row {
	uint32_t func[2];		/* the function of each profile that shows the row's
					 * functions; NOBODY: it has none */
	enum partner_match match;
};

struct partners {
	uint32_t *into[2];		/* owned; indexed by function of each profile: the function
					 * that shows it; NULL: every function shows itself */
	struct partner_row *rows;	/* owned; first those with a function of profile 0, in its
					 * order */
	uint32_t nrows;
};

/* Finds which functions of the two profiles of SIDES are the same.  The functions of profile 0 have
 * the names that the N renames R make of theirs. */
void partners_open(struct partners *p, struct callsites sides[2], const struct rename *r, size_t n);
void partners_release(struct partners *p);

/* Returns the name of MATCH, as in the column match: "same", "folded", ... */
const char *partners_match_name(enum partner_match match);

#endif
