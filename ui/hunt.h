/* hunt.h - which rows a pattern matches, fast
 *
 * A row matches if the line that would be drawn of it does, but drawing a million lines
 * takes seconds.  What must be in whatever the pattern matches rules out most columns of
 * most rows without drawing them.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HUNT_H
#define HUNT_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "view.h"

enum { MOST_WAYS = 8, MOST_MUSTS = 16, WORD_ROOM = 64 };

/* One of the alternatives of a pattern: what is in all that it matches. */
struct way {
	char chars[MOST_MUSTS + 1];	/* these characters */
	char word[WORD_ROOM];		/* and this, the longest word; "" if there is none */
	char text[WORD_ROOM];		/* and this, with blanks and figures;
					 * columns may meet in it */
};

struct hunt {
	regex_t regex;			/* for lines in small letters, if FOLD */
	bool fold;
	bool ready;			/* REGEX is compiled;
					 * else the pattern's own is used */
	bool no_blank;			/* it cannot match a blank,
					 * nor where a line begins or ends ... */
	bool at_end;			/* ... but it must, as it ends in $ */
	char *literal;			/* owned; the pattern, if nothing
					 * in it is special; or NULL */
	struct way ways[MOST_WAYS];
	size_t nways;			/* 0: nothing is known about what it matches */

	/* For the view that is looked through. */
	struct layout layout;
	struct layout parts;		/* columns but the name that can match on their own */
	const struct column *name;	/* NULL: every row must be drawn */
	bool by_parts;			/* columns can be looked at one by one */
	bool name_needed;		/* it can only match with something of the name */
	struct layout before;		/* the columns in front of the name, if it is the last one
					 * and nothing but it is drawn there; or none */
	struct grid grid, part_grid, before_grid;	/* lines of them */
	char figures[128];		/* what all but the name is made of */
	char *line, *drawn;		/* owned; the name in small letters, what was drawn */
	size_t line_room, drawn_room;
};

/* Find out about the extended expression TEXT; FOLD: capitals do not count. */
void hunt_open(struct hunt *h, const char *text, bool fold);
void hunt_release(struct hunt *h);

/* Look through the rows of V, which must not change in between. */
void hunt_begin(struct hunt *h, struct view *v);
bool hunt_row(struct hunt *h, struct view *v, const struct row *r, const regex_t *regex);
void hunt_end(struct hunt *h, struct view *v);

#endif
