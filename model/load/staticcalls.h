/* staticcalls.h - calls found in the code, whether they happened or not (-c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATICCALLS_H
#define STATICCALLS_H

#include <stdbool.h>

#include "profile/profile.h"

/* Add to P->arcs, with a count of 0, arcs of direct calls in the code of the images that were never
 * counted: sorted by caller, then by address; and, with exact rules, their sites.  P is linked,
 * before and after.  WANTED: the user gave -c, and is told if the code cannot be read.
 *
 * By RULES_GPROF only the calls that GNU gprof finds: on x86 calls forward, and in each function
 * only within the first histogram.
 */
void staticcalls_add(struct profile *p, bool wanted);

#endif
