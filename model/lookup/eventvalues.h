/* eventvalues.h - the values of all events for one function or call of a measured profile
 *
 * A graph has the figures of one event.  These functions compute the figures of all events from the
 * contents of the files (profile.measured).  Stacks with an excluded function are not included, but
 * stacks with an excluded call are.  In a profile of costs, nothing is excluded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EVENTVALUES_H
#define EVENTVALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* What the values belong to: node .func or, if .caller is not NOBODY, the calls of .func by
 * .caller. */
struct event_subject {
	const struct graph *graph;
	const uint32_t *into;		/* indexed by function: the function into which it is
					 * folded; NULL: nothing is folded */
	const bool *excluded;		/* indexed by function; NULL: no function is excluded */
	uint32_t caller, func;
};

struct event_values {
	uint32_t n;			/* number of events */
	double *self, *total;		/* owned; indexed by event; in a profile of costs, .self is
					 * 0 if the subject is calls */
	double *all;			/* owned; indexed by event: the total of the profile */
	double *amounts;		/* owned; indexed by event: the value that is 100 %; equal
					 * to .all, unless some values of the profile are less than
					 * 0 */
	double inlined_self, inlined_total;	/* self and total, for the event that is shown, of
						 * frames that were inlined; 0 in a profile of
						 * costs */
	uint32_t nparts;
	double *by_part;		/* owned; indexed by part: the total of the event that is
					 * shown; NULL if there are no parts */
};

/* Sets V to the values of S.  If the user has chosen a part of the profile, V only includes this
 * part, but .by_part includes all parts. */
void eventvalues_open(struct event_values *v, const struct event_subject *s);
void eventvalues_release(struct event_values *v);

/* A ratio of two events, such as instructions per cycle, that says more than either of them. */
struct event_ratio {
	const char *name;		/* constant: "instructions per cycle" */
	uint32_t part, whole;		/* events; the ratio is .part / .whole */
	bool is_percent;		/* usually written in percent */
};

/* Sets *R to ratio number I.  The numbers begin at 0 and include the ratios whose events M has.
 * Returns false if there are fewer ratios. */
bool eventvalues_ratio(const struct measured *m, uint32_t i, struct event_ratio *r);

#endif
