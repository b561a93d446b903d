/* search.h - searching the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>

#include "app/app.h"

/* Ask what to look for. */
void search_begin(struct app *a);

/* What is typed so far is searched at once, not too far, from where the search began. */
void search_along(struct app *a);

/* Back to where it began; or search TEXT from there, "" for the next of what was searched last. */
void search_give_up(struct app *a);
void search_for(struct app *a, const char *text);

/* The next row that matches, STEP 1, or the one before, STEP -1; as often as was typed. */
void search_again(struct app *a, int step);

/* Count a few more rows that match, while no key is pressed; false: there is nothing to count. */
bool search_idle(struct app *a);

#endif
