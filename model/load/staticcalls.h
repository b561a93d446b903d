/* staticcalls.h - calls found in the code, whether they happened or not (-c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATICCALLS_H
#define STATICCALLS_H

#include <stdbool.h>

#include "profile/profile.h"

/* Adds possible calls to P: an arc with count 0 for each direct call in the code that was never
 * counted.  By exact rules, their call sites are added, too.  The new arcs are sorted by caller,
 * then by address.  P must be linked before (see profile_link()), and is linked again.  If WANTED
 * is set, the user gave -c, and a note is added if the code cannot be decoded.
 *
 * By gprof's rules, only the calls that GNU gprof finds are added: on x86 only forward calls, and
 * in each function only the calls in the first histogram that overlaps its code. */
void staticcalls_add(struct profile *p, bool wanted);

#endif
