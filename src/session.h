/* session.h - the browser over a loaded profile, and its replacement by one over another profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>

#include "app/app.h"
#include "base/stop.h"
#include "cli/view_input.h"
#include "lookup/lookup.h"

struct session {
	struct view_input input;
	struct loaded *loaded;		/* owned; NULL: input.loaded belongs to the caller */
	bool sorts_again;		/* the read that was begun lets rows be sorted again */
	bool has_chance_order;		/* the profile had few samples when its rows were sorted, so
					 * they are sorted again when it has more */
	struct lookup lookup;
	struct app app;
	bool lost_exclusions;		/* not all exclusions of the browser before could be kept */
	bool change_reported;		/* the user was told that a file has changed */
};

/* Returns the browser over the profile of IN, which is borrowed.  ASCII: the locale is not UTF-8.
 * STOP can stop long work; or NULL. */
struct session *session_open(const struct view_input *in, bool ascii, struct stop *stop);

/* The following three are for a program that runs: S->input.follow is not NULL. */

/* Begins to read what the program has recorded.  SORTS: rows are then sorted again, else
 * they keep their order. */
void session_begin_read(struct session *s, bool sorts);

/* Shows what was read since session_begin_read().  Waits for the end of the read.  Returns the
 * browser that replaces S, or S. */
struct session *session_end_read(struct session *s);

/* Lets the program do app.live.verb (REQUEST_CONTROL), and begins to read. */
void session_control(struct session *s);

void session_close(struct session *s);

/* Read all files again (REQUEST_RELOAD), or show another part of the profile (REQUEST_SHOW).  If a
 * program runs, the former only begins to read.  Returns the browser that replaces S, or S with a
 * message. */
struct session *session_reload(struct session *s);
struct session *session_show(struct session *s);

#endif
