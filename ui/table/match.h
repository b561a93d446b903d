/* match.h - which rows a pattern matches, without drawing most of them
 *
 * A row matches if the pattern matches the text of the drawn row (match_text.h).  A pattern with ^
 * or $ may match the name of the row's node instead.  Drawing a row takes microseconds, so most
 * rows are compared without drawing them:
 * - Every match contains certain literals (match_literals.h).  A row does not match if its name and
 *   its figures cannot contain them.
 * - A pattern that cannot match a blank matches within one column.  The name is compared without
 *   being drawn, and only those columns are drawn that can contain the literals.
 * - Names are appended as text to the drawn columns, not drawn cell by cell.
 * Without these shortcuts, a search in a million rows takes 1.6 to 18 times as long.
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
#include "table/match_text.h"
#include "table/view.h"
#include "table/view_text.h"

struct matcher {
	bool lower_case;		/* ignore case: lines are changed to lower case */
	bool ready;			/* true: .regex is compiled; false: pattern.regex must be
					 * used */
	regex_t regex;			/* the pattern; matches lines in lower case if
					 * .lower_case */
	char *literal;			/* owned; the pattern; NULL if the pattern has special
					 * characters */
	bool anchored;			/* the pattern has a ^ or a $ */
	bool whole;			/* names are compared with parameters, template arguments
					 * and return type */
	struct match_literals literals;

	/* The members below are for one view, from match_begin() to match_end(). */
	struct layout layout;		/* columns of a whole line, in the order in which they are
					 * compared; column .grows is drawn behind all others */
	int grows;			/* index in .layout of the column that gets as many cells as
					 * its text needs */
	const struct column *name;	/* the column of names; NULL if rows must be drawn with all
					 * columns to be compared */
	struct layout parts;		/* columns, without .name, that can contain a match; used if
					 * .by_parts is set */
	bool by_parts;			/* each match lies within one column */
	bool any_text;			/* a column except .name can show any text */
	bool name_needed;		/* each match contains a part of the name, so columns of
					 * figures alone never contain a match */
	struct layout before;		/* the columns before .name.  Empty if .name is not the last
					 * column, or draws more than names; then the whole line is
					 * drawn */
	struct view_text row;		/* a row, drawn as .layout says */
	struct grid part_grid, before_grid;	/* one line each, in which .parts and .before are
						 * drawn */
	char figures[128];		/* characters that columns of figures and of indexes can
					 * show */
	struct match_text text;		/* text of the line that was drawn last in .row */
	char *line;			/* owned; a name, in lower case if .lower_case */
	char *bare;			/* owned; the bare form of a name */
	char *drawn;			/* owned; text of the line that was drawn last in .part_grid
					 * or .before_grid */
	size_t line_room, bare_room, drawn_room;
	bool was_whole;			/* view.whole before match_begin() */
};

/* Prepares M for the POSIX extended expression TEXT.  If LOWER_CASE, case is ignored. */
void match_open(struct matcher *m, const char *text, bool lower_case);
void match_release(struct matcher *m);

/* match_row(): does row R of V match?  Call it only between match_begin() and match_end().  During
 * that time V must not change.  V must be prepared (view_prepare()).  REGEX is the compiled
 * pattern. */
void match_begin(struct matcher *m, struct view *v);
bool match_row(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex);
void match_end(struct matcher *m, struct view *v);

/* Returns the column of text in which row R matches, but never the column of names.  R must match.
 * Returns NULL if the name or a figure of R matches, or if the rows of V are lines of text. */
const struct column *match_reason(struct matcher *m, struct view *v, const struct row *r,
	const regex_t *regex);

/* Like match_row(), for a single row: needs no match_begin() and match_end(), and prepares V. */
bool match_one(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex);

#endif
