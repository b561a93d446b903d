/* match_literals.h - what is in all that a pattern matches
 *
 * An expression is read only as far as it is plain; of one that is not, nothing is known.
 * What is known rules out most of what regexec() would look at in vain.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MATCH_LITERALS_H
#define MATCH_LITERALS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ALTERNATIVES = 8, MOST_LITERAL_CHARS = 16, LITERAL_ROOM = 64 };

/* One of the alternatives of a pattern: what is in all that it matches. */
struct alternative {
	char chars[MOST_LITERAL_CHARS + 1];	/* these characters */
	char word[LITERAL_ROOM];		/* and this, the longest word; "" if there is none */
	char text[LITERAL_ROOM];		/* and this, with blanks and figures;
					 * columns may meet in it */
};

struct match_literals {
	struct alternative v[MOST_ALTERNATIVES];
	size_t n;			/* 0: nothing is known about what it matches */
	bool no_blank;			/* it cannot match a blank,
					 * nor where a line begins or ends ... */
	bool at_end;			/* ... but it must, as it ends in $ */
};

/* Find out about the extended expression TEXT. */
void match_literals_parse(struct match_literals *w, const char *text);

/* Is all that one of the ways must have, characters and the word, in TEXT and MORE?  Else
 * nothing made of them matches. */
bool match_literals_may_match(const struct match_literals *w, const char *text, const char *more);

/* Is the text of one of the ways in LINE?  Else it does not match. */
bool match_literals_in_line(const struct match_literals *w, const char *line);

#endif
