/* staticcalls.h - calls found in the code, whether they happened or not (-c)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATICCALLS_H
#define STATICCALLS_H

#include <stdbool.h>

#include "profile/profile.h"

/* Adds possible calls to P: an arc with count 0 for each direct call in the code that was never
 * counted.  By exact rules, also adds the call sites of these arcs.  The new arcs are sorted by
 * caller, then by address.  P must be linked before the call, see profile_link(); this function
 * links P again.  WANTED says whether the user gave -c.  Only then, code that cannot be decoded
 * becomes a note.
 *
 * By gprof's rules, only adds the calls that GNU gprof finds: on x86 only calls to higher
 * addresses, and in each function only calls in the first histogram that overlaps its code. */
void staticcalls_add(struct profile *p, bool wanted);

#endif
