/* staticcalls.h - calls found in the code, whether they happened or not (-c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATICCALLS_H
#define STATICCALLS_H

#include <stdbool.h>

#include "profile/profile.h"

/* Add an arc with count 0 to P->arcs for each direct call in the code that was never counted; by
 * exact rules, also its call sites.  The new arcs are sorted by caller, then by address.  P must be
 * linked, and is linked again.  WANTED: the user gave -c, so a note says if code cannot be decoded.
 *
 * By gprof's rules, only calls that GNU gprof finds are added: on x86 forward calls, and in each
 * function only calls within the first histogram. */
void staticcalls_add(struct profile *p, bool wanted);

#endif
