/* session.h - the browser over a loaded profile, and the profiles that it shows later
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
	struct view_input input;	/* .loaded is owned */
	bool sorts_again;		/* rows are sorted again when the current read is done */
	double last_key;		/* when a key was pressed last, in seconds of
					 * CLOCK_MONOTONIC; 0: never */
	struct file_stamp watched;	/* for --watch: the last file that was seen to change */
	struct options joined;		/* .input.options with the user's renames; valid if
					 * .renames is not NULL */
	struct rename *renames;		/* owned; first those of the options, which are borrowed */
	size_t nrenames, nborrowed;
	enum measured_division division;	/* how perf.data and perf script are divided */
	struct loaded *from;		/* owned; what is read later is compared with it; or NULL */
	struct lookup *lookup;		/* owned; of the profile of .input */
	struct app app;
	bool lost_exclusions;		/* some exclusions could not be kept when another profile
					 * was shown */
	bool change_reported;		/* the user was told that a file has changed */
};

/* Returns the browser over the profile of IN.  It takes ownership of IN->loaded, which becomes
 * NULL; all else is borrowed.  ASCII: the locale is not UTF-8.  STOP, which may be NULL, can stop
 * long work. */
struct session *session_open(struct view_input *in, bool ascii, struct stop *stop);

void session_close(struct session *s);

/* Carries out S->app.request if it is about what S shows or about the running program.  A message
 * says what is shown or, if nothing has changed, why. */
void session_do_request(struct session *s);

/* For --watch: a file of S has changed, and is complete.  Reads the files again; without --compare,
 * what was shown before is A. */
void session_watch(struct session *s);

#endif
