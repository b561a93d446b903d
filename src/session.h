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
	bool sorts_again;		/* rows are sorted again when the current read is done */
	bool has_chance_order;		/* the profile had few samples when its rows were sorted, so
					 * they are sorted again when it has more */
	struct lookup lookup;
	struct app app;
	bool lost_exclusions;		/* not all exclusions of the browser that this one has
					 * replaced could be kept */
	bool change_reported;		/* the user was told that a file has changed */
};

/* Returns the browser over the profile of IN, which is borrowed.  ASCII: the locale is not UTF-8.
 * STOP can stop long work; or NULL. */
struct session *session_open(const struct view_input *in, bool ascii, struct stop *stop);

/* The next three functions are for a running program: S->input.follow must not be NULL. */

/* Begin to read what the program has recorded.  SORTS: when the read is done, rows are sorted
 * again; otherwise they keep their order. */
void session_begin_read(struct session *s, bool sorts);

/* Wait for the end of the read that session_begin_read() began, and show what was read.  Returns
 * the browser that replaces S, or S. */
struct session *session_end_read(struct session *s);

/* Control the program as app.live.verb says (REQUEST_CONTROL), and begin to read.  If that fails,
 * only show a message; if it would overwrite a file, only ask the user. */
void session_control(struct session *s);

void session_close(struct session *s);

/* Read all files again (REQUEST_RELOAD), or show another event or part of the profile, or inlined
 * functions as functions of their own or no longer (REQUEST_SHOW).  If S->input.follow is not NULL,
 * session_reload() only begins to read.  Returns the browser that replaces S, or S with a
 * message. */
struct session *session_reload(struct session *s);
struct session *session_show(struct session *s);

#endif
