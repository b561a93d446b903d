/* measureditems.h - what a measured profile says about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEASUREDITEMS_H
#define MEASUREDITEMS_H

#include <stdbool.h>

#include "base/stop.h"
#include "profile/callsites.h"
#include "source/sourceitems.h"

/* Adds to ITEMS the samples or costs, and the calls, of the profile of PLACES, which must be a
 * measured profile.  A stack is added only once for a line, even if the line recurs in the stack,
 * and only once for the calls of an arc on a line.  Stacks with an excluded function are omitted;
 * an excluded call separates a stack into two.  Own costs of a function are multiplied by the
 * fraction of the function that is not excluded.  False: the user stopped the work. */
bool measureditems_collect(struct source_items *items, const struct callsites *places,
	struct stop *stop);

#endif
