/* reload.h - the same browser over a profile that was read again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RELOAD_H
#define RELOAD_H

#include <stdbool.h>

#include "app/app.h"

/* A, newly opened over what was read again, shows what OLD does, found by name.  False: it was
 * stopped, and A is good for nothing but to be released. */
bool reload_restore(struct app *a, struct app *old);

#endif
