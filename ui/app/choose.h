/* choose.h - showing another event or part of the same profile in all views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include <stdbool.h>

#include "app/app.h"

/* Returns what A shows of its profile. */
struct measured_choice choose_shown(const struct app *a);

/* Requests to show only PART of the profile, or all parts if PART is NOBODY (REQUEST_SHOW). */
void choose_part(struct app *a, uint32_t part);

/* Exchanges *READ, the graph that A->read points to, and *FRESH, a graph of another event or part
 * of the same profile, and shows this in all views.  Exclusions, also those that were undone, marks
 * and the history stay.  The caller releases *FRESH.  Returns false if the work was stopped; then
 * nothing has changed. */
bool choose_show(struct app *a, struct graph *read, struct graph *fresh);

#endif
