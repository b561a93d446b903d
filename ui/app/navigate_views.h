/* navigate_views.h - the keys that open a view, and the key that leaves it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_VIEWS_H
#define NAVIGATE_VIEWS_H

#include "app/app.h"

/* Show the view that ACTION names, with the same function selected, or say why it cannot be
 * shown. */
void navigate_views_show(struct app *a, enum action action);

/* Leave the current view: go back from a page of text, quit from the view of functions, and go to
 * the view of functions from all others. */
void navigate_views_leave(struct app *a);

#endif
