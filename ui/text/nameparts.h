/* nameparts.h - the parts of a demangled name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMEPARTS_H
#define NAMEPARTS_H

#include <stdbool.h>
#include <stddef.h>

/* Some of the bytes of a name; borrowed. */
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
	int level;			/* declarators around the name, which are in TYPE whole */
};

/* Take NAME apart into P, which was zeroed.  Of a name that is none OWN may be empty. */
void nameparts_parse(struct name_parts *p, struct slice name);

/* S from byte FROM to byte TO. */
struct slice nameparts_slice(struct slice s, size_t from, size_t to);

/* Does S go on with WITH at byte AT? */
bool nameparts_starts(struct slice s, size_t at, const char *with);

/* What closes the bracket OPEN, or '\0': it is none. */
char nameparts_closer(char open);

/* Where the bracket at AT is closed, one after; the end when it never is. */
size_t nameparts_bracket_end(struct slice s, size_t at);

/* The length of the operator's name at AT: "operator<<", "operator()"; of a conversion
 * and of new and delete only "operator".  0: there is none. */
size_t nameparts_operator(struct slice s, size_t at);

/* The length of "(anonymous namespace)" if that is at AT, else 0. */
size_t nameparts_anonymous(struct slice s, size_t at);

#endif
