/* match.h - which rows a pattern matches, fast
 *
 * A row matches if the line that would be drawn of it does, or the whole name of what it
 * stands for, which ^ and $ may want to be all there is; but drawing a million lines
 * takes seconds.  What must be in whatever the pattern matches rules out most columns of
 * most rows without drawing them.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MATCH_H
#define MATCH_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "table/layout.h"
#include "table/match_literals.h"
#include "table/view.h"

struct matcher {
	regex_t regex;			/* for lines in small letters, if FOLD */
	bool lower_case;
	bool ready;			/* REGEX is compiled;
					 * else the pattern's own is used */
	char *literal;			/* owned; the pattern, if nothing
					 * in it is special; or NULL */
	bool edged;			/* there is a ^ or a $ in it */
	struct match_literals literals;

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
void match_open(struct matcher *h, const char *text, bool lower_case);
void match_release(struct matcher *h);

/* Look through the rows of V, which must not change in between. */
void match_begin(struct matcher *h, struct view *v);
bool match_row(struct matcher *h, struct view *v, const struct row *r, const regex_t *regex);
void match_end(struct matcher *h, struct view *v);

/* Does REGEX match the name alone of the node that R stands for?  Lines of a page that is read
 * stand for none, though they are about one. */
bool match_name(const struct view *v, const struct row *r, const regex_t *regex);

#endif
