/* session_choice.h - showing another event or part of the profile, or other functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SESSION_CHOICE_H
#define SESSION_CHOICE_H

#include "session.h"

/* Shows another event or part of the profile, or shows inlined functions as functions of their own
 * or no longer. */
void session_choice_show(struct session *s);

#endif
