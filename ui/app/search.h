/* search.h - searching the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>

#include "app/app.h"

/* Open the prompt for a pattern. */
void search_begin(struct app *a);

/* Select the first match of the pattern as far as it is typed, in a limited number of rows from
 * where the search began.  Without a match, select the row where the search began. */
void search_along(struct app *a);

/* Cancel the search: return to where it began. */
void search_give_up(struct app *a);

/* Search for TEXT from where the search began.  If TEXT is "", search for the last pattern, from
 * the next row on. */
void search_for(struct app *a, const char *text);

/* Search for the whole name of the selected function, beginning with the selected row. */
void search_same(struct app *a);

/* Go to the next matching row (STEP 1) or the previous one (STEP -1), as many times as the number
 * typed before the key says. */
void search_again(struct app *a, int step);

/* Count matches in a few more rows, while no key is pressed.  Returns false if there is nothing to
 * count. */
bool search_idle(struct app *a);

#endif
