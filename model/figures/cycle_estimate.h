/* cycle_estimate.h - estimated time of the members of cycles and of the calls inside cycles
 *
 * Calls inside a cycle propagate no time, because counts of calls do not tell whose time it is.
 * The time is estimated instead, by a walk up the callers (cyclewalk.h).  The walk is done in
 * several ways, and the estimate is trusted if all ways have similar results.
 *
 * A figure whose trust is CYCLE_TRUSTED may be shown: in most cases its error is a few percent of
 * the program's time.  Without trusted figures, callers and callees are ranked by calls, and only
 * bounds of the time are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLE_ESTIMATE_H
#define CYCLE_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/graph.h"

enum {
	/* A figure is not trusted if the greatest and the least result of the ways differ by this
	 * percentage of the program's time or more.  It is not trusted either if they differ by
	 * more than the figure plus one percent of the program's time.  A figure with .is_whole set
	 * is always trusted. */
	CYCLE_MEMBER_SPREAD = 15,
	CYCLE_ARC_SPREAD = 5,		/* the percentage for arcs that do not have all calls of
					 * their callee */
	/* Figures of at most this number of calls are not trusted if their bounds differ by at
	 * least CYCLE_MEMBER_SPREAD or, for arcs, CYCLE_ARC_SPREAD percent of the program's time:
	 * these calls may have all of the time or none. */
	CYCLE_FEW_CALLS = 30,
	/* Cycles with more members have no estimates. */
	CYCLE_MOST_MEMBERS = 500,
};

enum cycle_trust {
	CYCLE_TRUSTED,
	CYCLE_DISAGREE,			/* the ways of computing the figure differ too much */
	CYCLE_RARE,			/* few calls: they may have all of the time or none */
	CYCLE_TOO_LARGE,		/* no estimate: the cycle is too large, or too much work was
					 * spent on cycles with more time; or the arc was never
					 * counted */
	CYCLE_STOPPED,			/* no estimate: the user stopped the work */
};

struct cycle_figure {
	uint32_t number;		/* number of the function or arc in the profile */
	enum cycle_trust trust;
	double samples;			/* the estimated time */
	double lo, hi;			/* the time is certainly at least lo and at most hi */
	double least, most;		/* the least and the greatest result of all ways */
	double part;			/* of an arc: estimated fraction, 0 to 1, of the samples in
					 * the callee's own code that were taken in calls by this
					 * arc */
	bool is_whole;			/* of a member: it has the time of the whole cycle, because
					 * all call paths into the cycle go through it */
};

/* The figures of all cycles of a graph. */
struct cycle_estimate {
	const struct graph *graph;	/* borrowed; NULL: not computed yet */
	struct cycle_figure *members;	/* owned; sorted by number of the function */
	struct cycle_figure *arcs;	/* owned; sorted by number of the arc */
	size_t nmembers, narcs;
	bool is_stopped;		/* the user stopped the work: there are no figures */
};

/* Computes the figures of G, which is borrowed and must have bounds.  Begins with the cycles that
 * have the most time.  Skips a cycle if the work for this cycle and all cycles before would be more
 * than the work for one cycle of CYCLE_MOST_MEMBERS, which takes less than a second.  Returns false
 * if STOP, which may be NULL, stopped the work; then all figures are CYCLE_STOPPED. */
bool cycle_estimate_open(struct cycle_estimate *e, const struct graph *g, struct stop *stop);
void cycle_estimate_release(struct cycle_estimate *e);

/* Returns the figure of F, which is a member of a cycle: the time of F and its callees.  If .trust
 * says that there is no estimate, only the bounds are set. */
struct cycle_figure cycle_estimate_of_member(const struct cycle_estimate *e, uint32_t f);

/* Returns the figure of arc A, which is inside a cycle: the time while a call by A is on the stack.
 * If there is no estimate, only the bounds are set. */
struct cycle_figure cycle_estimate_of_arc(const struct cycle_estimate *e, uint32_t a);

#endif
