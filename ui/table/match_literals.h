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

enum { MOST_WAYS = 8, MOST_MUSTS = 16, WORD_ROOM = 64 };

/* One of the alternatives of a pattern: what is in all that it matches. */
struct way {
	char chars[MOST_MUSTS + 1];	/* these characters */
	char word[WORD_ROOM];		/* and this, the longest word; "" if there is none */
	char text[WORD_ROOM];		/* and this, with blanks and figures;
					 * columns may meet in it */
};

struct ways {
	struct way v[MOST_WAYS];
	size_t n;			/* 0: nothing is known about what it matches */
	bool no_blank;			/* it cannot match a blank,
					 * nor where a line begins or ends ... */
	bool at_end;			/* ... but it must, as it ends in $ */
};

/* Find out about the extended expression TEXT. */
void ways_learn(struct ways *w, const char *text);

/* Is all that one of the ways must have, characters and the word, in TEXT and MORE?  Else
 * nothing made of them matches. */
bool ways_fit(const struct ways *w, const char *text, const char *more);

/* Is the text of one of the ways in LINE?  Else it does not match. */
bool ways_in(const struct ways *w, const char *line);

#endif
