/* stop.h - long work can be watched, and stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STOP_H
#define STOP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct stop {
	volatile sig_atomic_t asked;	/* set by a signal handler: give up soon */
	const char *what;		/* is being done: "reading lines" */
	size_t done, all;		/* how far it is; all 0: not known */
	void (*tell)(struct stop *s);	/* called now and then, to show that; or NULL */
};

enum { STOP_EVERY = 1024 };		/* things looked at between two questions */

/* Has somebody asked to stop?  S may be NULL: nobody can.  Notes how far the work is. */
static inline bool
stop_asked(struct stop *s, size_t done)
{
	if (s == NULL)
		return false;
	s->done = done;
	if (s->tell != NULL)
		s->tell(s);
	return s->asked != 0;
}

/* The same in a loop whose turns are short: asks now and then. */
static inline bool
stop_asked_often(struct stop *s, size_t done)
{
	return done % STOP_EVERY == 0 && stop_asked(s, done);
}

#endif
