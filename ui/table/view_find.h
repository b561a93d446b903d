/* view_find.h - searching the rows of a view
 *
 * A search compares the text of all columns of a row, even columns that do not fit on the screen.
 * Names are compared without parameters, template arguments and return type, unless the pattern has
 * a "<" or a "\(" (match_text.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FIND_H
#define VIEW_FIND_H

#include "table/view.h"

struct layout;

/* Sets the pattern to search for, as pattern_compile() does. */
bool view_find_set_pattern(struct view *v, const char *text, struct err *e);

/* Returns the first matching row from row AT on, forward if STEP is 1, backward if STEP is -1.  A
 * search that goes beyond one end of the rows continues at the other end.  Sets *WRAPPED to whether
 * this was so.  Returns -1 if no row matches, or if the search was stopped. */
int view_find_next(struct view *v, int at, int step, bool *wrapped);

/* Like view_find_next(), but searches at most MOST rows. */
int view_find_near(struct view *v, int at, int step, int most, bool *wrapped);

/* State of counting the rows that match. */
struct tally {
	int at;				/* the next row to look at */
	int hit;			/* the matching row that is selected */
	int before;			/* number of matching rows before .hit, so far */
	int n;				/* number of matching rows, so far */
};

/* Compares at most MOST more rows, and counts those that match.  Returns false after the last
 * row. */
bool view_find_count(struct view *v, struct tally *t, int most);

/* Marks the matches in line Y of G, in which the columns L of row R are drawn. */
void view_find_mark(struct view *v, const struct row *r, const struct layout *l, struct grid *g,
	int y);

#endif
