/* nameparts.h - the parts of a demangled name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMEPARTS_H
#define NAMEPARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A part of a name; borrowed. */
struct slice {
	const char *s;
	size_t n;
};

/* void  Eigen::internal::smart_copy<double>  (double*)   const [clone .isra.0]
 * type  scopes           own                 arguments   tail
 */
struct name_parts {
	struct slice type, own, arguments, tail;
	struct slice *scopes;		/* owned: free() it */
	size_t nscopes, room;
	int level;			/* number of declarators around the name, such as 1 for
					 * "void (*f(int))(char)".  If it is not 0, .type is the
					 * whole text */
};

enum { NAMEPARTS_LONGEST = 16384 };	/* names of this length or more are not split into
					 * parts: shorten.c cuts them at the end, bare.c
					 * keeps them whole */

/* Splits NAME into P, which must be zeroed.  The parts point into NAME.  If NAME is not the name of
 * a function, .own may be empty. */
void nameparts_parse(struct name_parts *p, struct slice name);

/* Returns bytes [FROM, TO) of S. */
struct slice nameparts_slice(struct slice s, size_t from, size_t to);

/* Does S contain the text WITH at byte AT?  It is asked at nearly every byte of every name, mostly
 * about a constant, so it is inline. */
static inline bool
nameparts_starts(struct slice s, size_t at, const char *with)
{
	size_t n = strlen(with);

	return at <= s.n && s.n - at >= n && memcmp(s.s + at, with, n) == 0;
}

/* Returns the closing bracket that belongs to the bracket OPEN, or '\0' if OPEN is not an opening
 * bracket. */
char nameparts_closer(char open);

/* Returns the position after the bracket that closes the bracket at AT, or S.n if no bracket closes
 * it. */
size_t nameparts_bracket_end(struct slice s, size_t at);

/* Returns the length of the operator's name at AT, such as "operator<<" or "operator()".  For
 * conversions, new, delete and operators without brackets, such as "operator+", returns only the
 * length of the word "operator".  Returns 0 if no operator's name is at AT. */
size_t nameparts_operator(struct slice s, size_t at);

/* How demanglers name a namespace without a name. */
#define NAMEPARTS_ANONYMOUS "(anonymous namespace)"

/* Returns the length of NAMEPARTS_ANONYMOUS if it is at AT, otherwise 0. */
size_t nameparts_anonymous(struct slice s, size_t at);

/* Returns the position in TAIL where the remarks at the end of a name begin, or the length of TAIL
 * if there are none.  A remark is " [clone .isra.0]", or "'2", which callgrind adds to a recursive
 * function. */
size_t nameparts_remark(struct slice tail);

#endif
