/* ranking.h - callers and callees in the order of views: by time, inside a cycle by calls
 *
 * Calls inside a cycle propagate no time, and calls into a cycle propagate the time of the whole
 * cycle, not of one member.  So callers of a member are ranked by estimates if there are trusted
 * ones for all callers that matter, else by calls.  A callee of a member is ranked by the time that
 * the call propagates if it is outside the cycle; if it is inside, by a trusted estimate, else by a
 * share of the time of the other members that is in proportion to the calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RANKING_H
#define RANKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "callgraph/cycle_estimate.h"
#include "callgraph/graph.h"

/* What callers and callees are ranked by. */
struct ranking {
	const struct graph *graph;	/* borrowed */
	const struct cycle_estimate *estimate;	/* borrowed; of GRAPH, or NULL */
};

/* Like entries_callers() and entries_callees(), in the order of views; free() the result. */
uint32_t *ranking_callers(const struct ranking *r, uint32_t f, size_t *n);
uint32_t *ranking_callees(const struct ranking *r, uint32_t f, size_t *n);

/* The hottest caller or callee of a node. */
struct hottest {
	uint32_t arc;			/* NOBODY: there is none */
	bool by_estimate;		/* chosen by an estimate of its time inside a cycle */
	double samples;			/* BY_ESTIMATE: the estimate */
	bool by_calls;			/* chosen by calls inside a cycle, not by time */
	uint64_t calls, of;		/* BY_CALLS: calls of ARC; ranking_inner_calls() of the
					 * node */
	bool leaves;			/* other members are in SEEN, or hardly call it: ARC is the
					 * hottest arc into the whole cycle, or out of it */
};

/* Returns the hottest caller of N if CALLERS, else the hottest callee.  Members of N's cycle that
 * are in SEEN, which has NSEEN functions, are passed over, so that repeated calls lead through the
 * cycle and out of it. */
struct hottest ranking_hottest(const struct ranking *r, uint32_t n, bool callers,
	const uint32_t *seen, size_t nseen);

/* Returns the calls of which an arc of member F to or from a member is a part: all calls of F if
 * CALLERS, else F's calls inside the cycle. */
uint64_t ranking_inner_calls(const struct graph *g, uint32_t f, bool callers);

#endif
