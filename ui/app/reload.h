/* reload.h - restoring views, marks and exclusions after the profile was read again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RELOAD_H
#define RELOAD_H

#include <stdbool.h>

#include "app/app.h"

/* Gives A, which was just opened over the profile that was read again, the views, marks, exclusions
 * and folding of OLD.  Functions are found by name.  KEEPS_ORDER: the rows of the current view stay
 * in their order, and new rows come last.  READ, which A->read points to, gets the numbers of OLD
 * if its profile has stacks, so that the numbers in brackets stay the same.  Returns false if the
 * work was stopped; then A can only be released.  OLD stays usable in any case. */
bool reload_restore(struct app *a, struct app *old, bool keeps_order, struct graph *read);

/* Returns a new view of A that will show what OLD, a view of A, shows, when it is filled. */
struct view *reload_like(struct app *a, const struct view *old);

#endif
