/* navigate_views.h - the keys that open a view, and the key that leaves it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_VIEWS_H
#define NAVIGATE_VIEWS_H

#include "app/app.h"

/* Shows the view that ACTION names, with the same function selected, or tells the user why the view
 * cannot be shown. */
void navigate_views_show(struct app *a, enum action action);

/* Leaves the current view: from the view of functions, requests to quit; from a page of text, goes
 * back, if there is an earlier place; otherwise, goes to the view of functions. */
void navigate_views_leave(struct app *a);

#endif
