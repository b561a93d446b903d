/* exclude_apply.h - showing the graph without excluded functions and calls, in all views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXCLUDE_APPLY_H
#define EXCLUDE_APPLY_H

#include <stdbool.h>

#include "app/app.h"

/* Solves the graph of BASE as A->exclusions says, and shows the new graph, which borrows from BASE.
 * Fills the current view, which may be out of date.  Returns false if the work was stopped; then
 * nothing has changed. */
bool exclude_apply(struct app *a, const struct graph *base);

#endif
