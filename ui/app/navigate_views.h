/* navigate_views.h - going to the views that have keys of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_VIEWS_H
#define NAVIGATE_VIEWS_H

#include "app/app.h"

/* Show the view that ACTION names, with the same function selected, or say why it cannot be
 * shown. */
void navigate_views_show(struct app *a, enum action action);

/* From a page of text go back; from the view of functions quit; from others go to functions. */
void navigate_views_leave(struct app *a);

#endif
