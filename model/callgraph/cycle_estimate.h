/* cycle_estimate.h - estimated time of the members of cycles and of the calls inside cycles
 *
 * Calls inside a cycle propagate no time: whose time it is cannot be told from counts of calls.  It
 * can be estimated by a walk up the callers (cyclewalk.h), if several ways to compute it agree.
 *
 * A figure whose trust is CYCLE_TRUSTED may be shown: it is some points of the program's time off
 * in most cases.  Without trusted figures, callers and callees are ranked by calls, and the bounds
 * stand alone.
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
	/* Percentage of the program's time by which the ways of computing a figure may differ if it
	 * is trusted.  They may not differ by more than the figure, either, give or take one
	 * percent. */
	CYCLE_MEMBER_SPREAD = 15,
	CYCLE_ARC_SPREAD = 5,		/* unless the arc has all calls of its callee */
	/* A figure of so few calls is not trusted if it may be wrong by more than that: counts do
	 * not say what the calls did. */
	CYCLE_FEW_CALLS = 30,
	/* Larger cycles have no estimates. */
	CYCLE_MOST_MEMBERS = 500,
};

enum cycle_trust {
	CYCLE_TRUSTED,
	CYCLE_DISAGREE,			/* the ways of computing the figure differ too much */
	CYCLE_RARE,			/* few calls: on the stack for all of the time, or none */
	CYCLE_TOO_LARGE,		/* not computed: the cycle, or all cycles, are too large */
};

struct cycle_figure {
	uint32_t number;		/* of the function or the arc */
	enum cycle_trust trust;
	double samples;			/* the estimate */
	double lo, hi;			/* the time is certainly at least lo and at most hi */
	double least, most;		/* the ways of computing it yield from least to most */
	double part;			/* of an arc: the part of the callee's own time that it is
					 * the last call for, 0 to 1 */
	bool is_whole;			/* of a member: all call paths into the cycle go through it,
					 * so that its time is the time of the cycle */
};

/* The figures of a graph. */
struct cycle_estimate {
	const struct graph *graph;	/* borrowed; NULL: not computed yet */
	struct cycle_figure *members;	/* owned; sorted by function */
	struct cycle_figure *arcs;	/* owned; sorted by arc */
	size_t nmembers, narcs;
};

/* Compute the figures of G, which has bounds: the cycles with most time first, until they have cost
 * as much as one cycle of CYCLE_MOST_MEMBERS, below a second. */
void cycle_estimate_open(struct cycle_estimate *e, const struct graph *g);
void cycle_estimate_release(struct cycle_estimate *e);

/* Returns the figure of member F of a cycle, with its callees. */
struct cycle_figure cycle_estimate_of_member(const struct cycle_estimate *e, uint32_t f);

/* Returns the figure of arc A inside a cycle: the time during which the callee that it called is on
 * the stack. */
struct cycle_figure cycle_estimate_of_arc(const struct cycle_estimate *e, uint32_t a);

#endif
