/* cycle_estimate.h - estimated time of the members of cycles and of the calls inside cycles
 *
 * Calls inside a cycle propagate no time, because counts of calls do not tell whose time it is.
 * The time can be estimated by a walk up the callers (cyclewalk.h), if several ways to compute it
 * agree.
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

#include "callgraph/graph.h"

enum {
	/* A figure is trusted if the ways of computing it differ by less than this percentage of
	 * the program's time, and by at most the figure plus one percent of that time. */
	CYCLE_MEMBER_SPREAD = 15,
	CYCLE_ARC_SPREAD = 5,		/* unless the arc has all calls of its callee */
	/* A figure of at most this number of calls is not trusted if its bounds are as far apart as
	 * the percentage above: a few calls may have all of the time or none. */
	CYCLE_FEW_CALLS = 30,
	/* Larger cycles have no estimates. */
	CYCLE_MOST_MEMBERS = 500,
};

enum cycle_trust {
	CYCLE_TRUSTED,
	CYCLE_DISAGREE,			/* the ways of computing the figure differ too much */
	CYCLE_RARE,			/* few calls, which may have all of the time or none */
	CYCLE_TOO_LARGE,		/* not computed: the cycle is too large, or the hotter
					 * cycles took too many steps */
};

struct cycle_figure {
	uint32_t number;		/* of the function or the arc */
	enum cycle_trust trust;
	double samples;			/* the estimate */
	double lo, hi;			/* the time is certainly at least lo and at most hi */
	double least, most;		/* the least and the greatest result of all ways */
	double part;			/* of an arc: the part, 0 to 1, of the callee's own time in
					 * which the last call of the callee was by this arc */
	bool is_whole;			/* of a member: all call paths into the cycle go through the
					 * member, so it has the time of the cycle */
};

/* The figures of a graph. */
struct cycle_estimate {
	const struct graph *graph;	/* borrowed; NULL: not computed yet */
	struct cycle_figure *members;	/* owned; sorted by function */
	struct cycle_figure *arcs;	/* owned; sorted by arc */
	size_t nmembers, narcs;
};

/* Compute the figures of G, which has bounds.  Cycles with most time come first.  A cycle is
 * skipped if the work would become more than for one cycle of CYCLE_MOST_MEMBERS, which takes less
 * than a second. */
void cycle_estimate_open(struct cycle_estimate *e, const struct graph *g);
void cycle_estimate_release(struct cycle_estimate *e);

/* Returns the figure of F, a member of a cycle: the time of F and its callees. */
struct cycle_figure cycle_estimate_of_member(const struct cycle_estimate *e, uint32_t f);

/* Returns the figure of arc A inside a cycle: the time during which the callee that it called is on
 * the stack. */
struct cycle_figure cycle_estimate_of_arc(const struct cycle_estimate *e, uint32_t a);

#endif
