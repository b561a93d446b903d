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
	struct lookup lookup;
	struct app app;
	bool lost_exclusions;		/* not all exclusions of the browser before could be kept */
	bool change_reported;		/* the user was told that a file has changed */
};

/* Returns the browser over the profile of IN, which is borrowed.  ASCII: the locale is not UTF-8.
 * STOP can stop long work; or NULL. */
struct session *session_open(const struct view_input *in, bool ascii, struct stop *stop);
void session_close(struct session *s);

/* Read all files again (REQUEST_RELOAD), or show another part of the profile (REQUEST_SHOW).
 * Returns the browser that replaces S, or S with a message. */
struct session *session_reload(struct session *s);
struct session *session_show(struct session *s);

#endif
