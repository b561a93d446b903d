/* exclude_apply.h - solve the graph again and show it in all views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_APPLY_H
#define EXCLUDE_APPLY_H

#include <stdbool.h>

#include "app/app.h"

/* Show BASIS without what is excluded.  False: it was stopped, all is as it was. */
bool exclude_apply(struct app *a, const struct basis *basis);

#endif
