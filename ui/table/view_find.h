/* view_find.h - searching the rows of a view
 *
 * A search looks at the text of all columns of a row, also at what the screen has no room for; but
 * it looks at names without parameters, template arguments and return type, unless the pattern has
 * a "<" or a "\(".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FIND_H
#define VIEW_FIND_H

#include "table/view.h"

struct layout;

/* Set the pattern to search for (pattern_compile()). */
bool view_find_set_pattern(struct view *v, const char *text, struct err *e);

/* Returns the first matching row from row AT on, going forward (STEP 1) or backward (STEP -1).
 * After the last row the search continues at the other end; then it sets *WRAPPED.  -1: no row
 * matches, or the search was stopped. */
int view_find_next(struct view *v, int at, int step, bool *wrapped);

/* Like view_find_next(), but searches at most MOST rows. */
int view_find_near(struct view *v, int at, int step, int most, bool *wrapped);

/* A running count of the rows that match. */
struct tally {
	int at;				/* the next row to look at */
	int hit;			/* the matching row that is selected */
	int before, n;			/* number of matching rows before HIT; number of all
					 * matching rows */
};

/* Look at up to MOST more rows, and count those that match.  Returns whether rows are left. */
bool view_find_count(struct view *v, struct tally *t, int most);

/* Mark the matches in line Y of G, in which the columns L of row R are drawn. */
void view_find_mark(struct view *v, const struct row *r, const struct layout *l, struct grid *g,
	int y);

#endif
