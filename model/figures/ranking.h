/* ranking.h - callers and callees in the order of views: by time, inside a cycle by calls
 *
 * Calls inside a cycle propagate no time, and calls into a cycle propagate the time of the whole
 * cycle, not of one member.  So arcs of a member are ranked by other figures:
 *
 * If the file states the times of calls inside cycles (knowntimes.h), arcs are ranked by them.
 *
 * Otherwise, callers are ranked by estimates, if all callers with more than a negligible number of
 * calls have trusted estimates; otherwise by calls.
 *
 * A callee outside the cycle is ranked by the time that the call propagates.  A callee inside the
 * cycle is ranked by a trusted estimate.  Without a trusted estimate, it is ranked by a share of
 * the time of the other members, in proportion to calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RANKING_H
#define RANKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/cycle_estimate.h"
#include "figures/graph.h"

/* The graph, and the estimates by which arcs inside cycles are ranked. */
struct ranking {
	const struct graph *graph;	/* borrowed */
	const struct cycle_estimate *estimate;	/* borrowed; estimates for .graph, or NULL */
};

/* Like entries_callers() and entries_callees(), but in the order of views. */
uint32_t *ranking_callers(const struct ranking *r, uint32_t f, size_t *n);
uint32_t *ranking_callees(const struct ranking *r, uint32_t f, size_t *n);

/* The hottest caller or callee of a node. */
struct hottest {
	uint32_t arc;			/* number of the arc; NOBODY: there is none */
	bool by_estimate;		/* the arc was chosen by its estimated time inside a
					 * cycle */
	double samples;			/* the estimate, if .by_estimate is set */
	bool by_calls;			/* the arc was chosen by its calls inside a cycle */
	uint64_t calls, of;		/* if .by_calls is set: the calls of the arc, and for
					 * comparison ranking_inner_calls() of the node */
	bool leaves;			/* arcs of the node were skipped, and all other arcs of the
					 * node have negligible time or calls.  So .arc is an arc of
					 * any member of the node's cycle: a call into the cycle or,
					 * if the hottest callee is wanted, a call out of it */
	uint32_t passed;		/* if times are known: the hottest arc that was skipped for
					 * SEEN, if this arc is hotter than .arc; or NOBODY */
};

/* Returns the hottest caller of N if CALLERS is set, otherwise the hottest callee.  If N is in a
 * cycle, or the profile has stacks, skips the NSEEN functions SEEN.  A caller can add each result
 * to SEEN: then repeated calls lead through the cycle and out of it. */
struct hottest ranking_hottest(const struct ranking *r, uint32_t n, bool callers,
	const uint32_t *seen, size_t nseen);

/* Returns a sum of calls, with which the calls of one arc of member F inside a cycle are compared.
 * If CALLERS is set, the sum has all calls of F by other functions, otherwise all calls that F
 * makes inside the cycle. */
uint64_t ranking_inner_calls(const struct graph *g, uint32_t f, bool callers);

#endif
