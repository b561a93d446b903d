/* match_literals.h - literals that every match of an expression contains
 *
 * Text without these literals cannot match, and searching for them is faster than regexec().  Only
 * simple expressions are analysed; for other expressions no literals are known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MATCH_LITERALS_H
#define MATCH_LITERALS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ALTERNATIVES = 8, MOST_LITERAL_CHARS = 16, LITERAL_ROOM = 64 };

/* One alternative of an expression.  Each match of it contains .chars, .word and .text. */
struct alternative {
	char chars[MOST_LITERAL_CHARS + 1];	/* characters that are in each match, in any
						 * order */
	char word[LITERAL_ROOM];	/* longest word known to be in each match; or "" */
	char text[LITERAL_ROOM];	/* longest text known to be in each match, or ""; it may
					 * contain blanks and digits, and span several columns */
};

struct match_literals {
	struct alternative v[MOST_ALTERNATIVES];
	size_t n;			/* number of alternatives; 0: no literals are known, so any
					 * text may match */
	bool no_blank;			/* matches contain no blank.  A match may be anywhere in the
					 * line; if .at_end, only at its end */
	bool at_end;			/* each match is at the end of the line */
};

/* Finds the literals of the POSIX extended expression TEXT. */
void match_literals_parse(struct match_literals *literals, const char *text);

/* Can TEXT and MORE together contain a match?  True if, for some alternative, they contain its word
 * and all its characters, or if no literals are known. */
bool match_literals_may_match(const struct match_literals *literals, const char *text,
	const char *more);

/* Can LINE match?  True if it contains the text of some alternative, or if no literals are
 * known. */
bool match_literals_in_line(const struct match_literals *literals, const char *line);

#endif
