/* match_literals.h - literals that every match of an expression contains
 *
 * Text without them cannot match, which is quicker to find out than with regexec().  Nothing is
 * known about expressions beyond simple ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MATCH_LITERALS_H
#define MATCH_LITERALS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ALTERNATIVES = 8, MOST_LITERAL_CHARS = 16, LITERAL_ROOM = 64 };

/* One alternative of an expression.  Each of its matches contains all of these. */
struct alternative {
	char chars[MOST_LITERAL_CHARS + 1];	/* these characters, in any order */
	char word[LITERAL_ROOM];	/* this word, the longest; or "" */
	char text[LITERAL_ROOM];	/* this text, the longest, with blanks and figures: it may
					 * span columns; or "" */
};

struct match_literals {
	struct alternative v[MOST_ALTERNATIVES];
	size_t n;			/* 0: nothing is known, any text may match */
	bool no_blank;			/* no match contains a blank, or depends on where the line
					 * begins or, unless AT_END, ends */
	bool at_end;			/* the expression ends in $ */
};

/* Find the literals of the POSIX extended expression TEXT. */
void match_literals_parse(struct match_literals *literals, const char *text);

/* Can a match be made of the characters of TEXT and MORE?  True if the two contain all characters
 * and the word of some alternative. */
bool match_literals_may_match(const struct match_literals *literals, const char *text,
	const char *more);

/* Can LINE match?  True if it contains the text of some alternative. */
bool match_literals_in_line(const struct match_literals *literals, const char *line);

#endif
