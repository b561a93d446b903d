/* staticcalls.h - calls that are in the code, whether they happened or not (-c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATICCALLS_H
#define STATICCALLS_H

#include <stdbool.h>

#include "profile/profile.h"

/* Add to P->arcs, with a count of 0, the direct calls in the code of the images that are
 * not in them: by caller, and those of one caller in the order of their addresses; and, with
 * exact rules, where they are.  P is linked, before and after.  WANTED: somebody asked for
 * them, and is told if the code cannot be read.
 *
 * RULES_GPROF: those that GNU gprof finds, which on x86 are the calls forward, and in each
 * function only where the first histogram in it reaches.
 */
void staticcalls_add(struct profile *p, bool wanted);

#endif
