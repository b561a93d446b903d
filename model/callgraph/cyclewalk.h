/* cyclewalk.h - a random walk up the callers inside a cycle, and the time of members and arcs
 *
 * A walk begins at the member that was sampled, and goes from a member to one of its callers, until
 * it leaves the cycle: the members that it visits are on the stack.  A member's time is the time of
 * all walks that visit it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLEWALK_H
#define CYCLEWALK_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/cyclegraph.h"

/* How a walk chooses a caller. */
struct cyclewalk_rule {
	const bool *returns;		/* indexed by arc of the cycle: the arc leads back */
	double depth;			/* the mean depth of recursion: arcs that lead back are
					 * taken with the probability depth / (1 + depth), or less
					 * if they have a smaller part of the calls */
	bool ignores_counts;		/* as if each arc had one call */
};

/* Compute the time of walks, where TIME[m] samples begin a walk at member m.  MEMBER_TIME, indexed
 * by member: time of the walks that visit the member.  ARC_TIME, indexed by arc: time of the walks
 * that go along the arc.  The work grows with the third power of the number of members. */
void cyclewalk_times(const struct cyclegraph *k, const struct cyclewalk_rule *rule,
	const double *time, double *member_time, double *arc_time);

/* Set PROBABILITY, indexed by arc, to the probability that a walk at the callee goes along the arc
 * next. */
void cyclewalk_probabilities(const struct cyclegraph *k, const struct cyclewalk_rule *rule,
	double *probability);

#endif
