/* stop.h - the progress of long work, and how the user stops it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STOP_H
#define STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct stop {
	atomic_int asked;		/* not 0: the user asks to stop; set by a signal handler or
					 * another thread */
	const char *what, *unit;	/* names of the work and of its steps, such as "reading" and
					 * "files" */
	size_t done, all;		/* number of steps that are done; number of all steps.  .all
					 * is 0 if the number of all steps is not known; then .unit
					 * may be NULL */
	void (*tell)(struct stop *s);	/* shows the progress; called by stop_asked(); may be
					 * NULL */
};

enum { STOP_EVERY = 1024 };		/* steps between two tests in stop_asked_often() */

/* Begins the work WHAT with ALL steps.  WHAT, ALL and UNIT become the members of S with these
 * names.  S may be NULL. */
static inline void
stop_begin(struct stop *s, const char *what, size_t all, const char *unit)
{
	if (s == NULL)
		return;
	s->what = what;
	s->unit = unit;
	s->done = 0;
	s->all = all;
}

/* Ends the work.  Sets S->all to 0, because later work has another number of steps.  S may be
 * NULL. */
static inline void
stop_end(struct stop *s)
{
	if (s != NULL)
		s->all = 0;
}

/* Has the user asked to stop?  S->done becomes DONE, the number of steps that are done.  S may be
 * NULL. */
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

/* As stop_asked(), for loops with short steps: asks only if DONE is a multiple of STOP_EVERY. */
static inline bool
stop_asked_often(struct stop *s, size_t done)
{
	return done % STOP_EVERY == 0 && stop_asked(s, done);
}

#endif
