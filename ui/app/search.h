/* search.h - searching the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>

#include "app/app.h"

/* Opens the prompt for a pattern, and remembers where the search begins. */
void search_begin(struct app *a);

/* While the pattern is typed, selects the first row that matches the text typed so far.  Searches
 * only a limited number of rows, from the row where the search began.  Without a match, selects the
 * row where the search began. */
void search_along(struct app *a);

/* Cancels the search: returns to the row where the search began, and restores the previous
 * pattern. */
void search_give_up(struct app *a);

/* Searches for TEXT from where the search began.  If TEXT is "", searches for the last pattern,
 * from the next row on. */
void search_for(struct app *a, const char *text);

/* Searches for the whole name of the selected function, beginning with the selected row. */
void search_same(struct app *a);

/* Goes to the next matching row (STEP 1) or the previous matching row (STEP -1), as many times as
 * the number typed before the key says. */
void search_again(struct app *a, int step);

/* Counts matches in some more rows; to be called while no key is pressed.  Returns false if there
 * was nothing to count. */
bool search_idle(struct app *a);

#endif
