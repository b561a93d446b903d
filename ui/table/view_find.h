/* view_find.h - searching the rows of a view
 *
 * Searches find the text that a user could see: the row as it would be drawn if there were
 * room for all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FIND_H
#define VIEW_FIND_H

#include "table/view.h"

/* Set the pattern to search for (pattern_compile()). */
bool view_find_set_pattern(struct view *v, const char *text, struct err *e);

/* Returns the first matching row from row AT on, in steps of 1 or -1, from one end of the rows on
 * to the other; -1: none matches, or the search was stopped.  Sets *WRAPPED if the search went
 * past an end. */
int view_find_next(struct view *v, int at, int step, bool *wrapped);

/* Like view_find_next(), but searches at most MOST rows. */
int view_find_near(struct view *v, int at, int step, int most, bool *wrapped);

/* Matching rows, as far as they are counted. */
struct tally {
	int at;				/* the row to look at next */
	int hit;			/* a matching row: count the rows before it */
	int before, n;			/* matching rows before HIT; all of them */
};

/* Look at MOST more rows; returns whether rows are left. */
bool view_find_count(struct view *v, struct tally *t, int most);

/* Mark what matches in line Y of G, where row R is drawn. */
void view_find_mark(struct view *v, const struct row *r, struct grid *g, int y);

#endif
