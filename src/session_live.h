/* session_live.h - the figures of a running program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SESSION_LIVE_H
#define SESSION_LIVE_H

#include "session.h"

/* The functions here are for a running program: S->input.follow must not be NULL. */

/* Begins to read what the program has recorded.  SORTS: when the read is done, rows are sorted
 * again, even if a key was pressed just now; otherwise they then keep their order. */
void session_live_begin(struct session *s, bool sorts);

/* Waits for the end of the read that session_live_begin() began, and shows what was read.  Rows are
 * sorted again, as in top, unless a key was pressed within the last three seconds.  Returns false
 * if there is nothing new. */
bool session_live_end(struct session *s);

/* Controls the program as app.live.verb says, and begins to read.  If the program cannot be
 * controlled, only shows a message; if a file would be overwritten, only asks the user. */
void session_live_control(struct session *s);

#endif
