/* match.h - which rows a pattern matches, without drawing most of them
 *
 * A row matches if the pattern matches the line that would be drawn of it, or, for a pattern with
 * ^ or $, the whole name of its node.  Drawing takes microseconds for each row.  Shortcuts:
 * - Literals that every match contains (match_literals.h) rule out a row if neither its name nor
 *   any figure can contain them.
 * - A pattern that cannot match a blank matches within one column.  The name is compared without
 *   being drawn, and only those columns are drawn that can contain the literals.
 * - Names are copied behind the drawn columns instead of being drawn cell by cell.
 * Without them, a search in a million rows takes 1.6 to 18 times as long.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
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
	bool lower_case;		/* case does not matter: lines are compared in lower case */
	bool ready;			/* REGEX is compiled; if not, the pattern's own is used */
	regex_t regex;			/* the pattern; matches lines in lower case if LOWER_CASE */
	char *literal;			/* owned; the pattern if it has no special characters; or
					 * NULL */
	bool anchored;			/* it has a ^ or a $ */
	struct match_literals literals;

	/* From match_begin() to match_end(), for one view: */
	struct layout layout;		/* whole lines */
	const struct column *name;	/* the column of names; NULL: draw every row whole */
	struct layout parts;		/* other columns that may match, if BY_PARTS */
	bool by_parts;			/* the pattern matches within one column or not at all */
	bool name_needed;		/* figures alone cannot match */
	struct layout before;		/* columns before the name, if nothing but the name follows
					 * and it is drawn as it is; else none */
	struct grid grid, part_grid, before_grid;	/* lines of these layouts */
	char figures[128];		/* characters of all columns but the name */
	char *line;			/* owned; a name, in lower case if LOWER_CASE */
	char *drawn;			/* owned; the line that was drawn */
	size_t line_room, drawn_room;
};

/* Prepare M for the POSIX extended expression TEXT.  LOWER_CASE: case does not matter. */
void match_open(struct matcher *m, const char *text, bool lower_case);
void match_release(struct matcher *m);

/* Match rows of V, which must not change in between.  REGEX is the compiled pattern.  V must be
 * prepared (view_prepare()). */
void match_begin(struct matcher *m, struct view *v);
bool match_row(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex);
void match_end(struct matcher *m, struct view *v);

/* Does REGEX match the whole name of the node of row R?  Never in views of text, whose rows have
 * no node of their own. */
bool match_name(const struct view *v, const struct row *r, const regex_t *regex);

#endif
