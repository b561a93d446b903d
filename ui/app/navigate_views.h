/* navigate_views.h - the views that have keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAVIGATE_VIEWS_H
#define NAVIGATE_VIEWS_H

#include "app/app.h"

/* Show the view of ACTION, which is one of those that name one, with what is selected now
 * selected there, or say why it cannot be shown. */
void navigate_views_show(struct app *a, enum action action);

/* Leave the view for that of the functions, or that one for the shell; pages that are read close
 * where one was. */
void navigate_views_leave(struct app *a);

#endif
