/* copyview.h - pending views that will show what other views show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COPYVIEW_H
#define COPYVIEW_H

#include "app/app.h"

/* Returns a new view of A that, when it is filled, will show what OLD shows.  FUNCS has the new
 * numbers of functions. */
struct view *copyview_make(struct app *a, const struct view *old, const uint32_t *funcs);

/* Returns a new view of A that will show what OLD, a view of A, shows, when it is filled. */
struct view *copyview_like(struct app *a, const struct view *old);

#endif
