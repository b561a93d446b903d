/* choose.h - what is shown of a measured profile
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

#endif
