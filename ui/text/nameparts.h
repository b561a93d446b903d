/* nameparts.h - the parts of a demangled name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMEPARTS_H
#define NAMEPARTS_H

#include <stdbool.h>
#include <stddef.h>

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
					 * "void (*f(int))(char)"; if > 0, .type is the whole
					 * text */
};

enum { NAMEPARTS_LONGEST = 16384 };	/* names of this length or more are only cut, not
					 * shortened part by part */

/* Split NAME into P, which must be zeroed.  If NAME is not a function, OWN may be empty. */
void nameparts_parse(struct name_parts *p, struct slice name);

/* Returns bytes [FROM, TO) of S. */
struct slice nameparts_slice(struct slice s, size_t from, size_t to);

/* Does S contain the text WITH at byte AT? */
bool nameparts_starts(struct slice s, size_t at, const char *with);

/* Returns the closing bracket of OPEN, or '\0' if OPEN is no opening bracket. */
char nameparts_closer(char open);

/* Returns the position after the bracket that closes the bracket at AT, or the end of S if there is
 * none. */
size_t nameparts_bracket_end(struct slice s, size_t at);

/* Returns the length of the operator's name at AT, as "operator<<" or "operator()", or 0 if there
 * is none.  For conversions, new, delete and operators without brackets, such as "operator+", it is
 * the length of "operator". */
size_t nameparts_operator(struct slice s, size_t at);

/* Returns the length of "(anonymous namespace)" if it is at AT, otherwise 0. */
size_t nameparts_anonymous(struct slice s, size_t at);

/* Returns the position in TAIL of the remark at the end of a name, or the length of TAIL if there
 * is none.  A remark is " [clone .isra.0]", or "'2", which callgrind adds to a recursive
 * function. */
size_t nameparts_remark(struct slice tail);

#endif
