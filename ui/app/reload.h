/* reload.h - restoring views, marks and exclusions after the profile was read again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RELOAD_H
#define RELOAD_H

#include <stdbool.h>

#include "app/app.h"

/* Give A, newly opened over the profile that was read again, the views, marks, exclusions and
 * folding of OLD.  Functions are found by name.  False: it was stopped, and A can only be
 * released. */
bool reload_restore(struct app *a, struct app *old);

#endif
