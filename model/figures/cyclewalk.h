/* cyclewalk.h - a random walk up the callers inside a cycle, and the time of members and arcs
 *
 * A walk begins at the member that was sampled.  It goes from a member to one of its callers, until
 * it leaves the cycle.  The visited members stand for the functions on the stack.  So the time of a
 * member is the time of all walks that visit the member.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CYCLEWALK_H
#define CYCLEWALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stop.h"
#include "figures/cyclegraph.h"

/* How a walk chooses a caller. */
struct cyclewalk_rule {
	const bool *returns;		/* indexed by arc of the cycle: is it a back arc? */
	double depth;			/* mean depth of recursion: the walk takes a back arc with
					 * the probability depth / (1 + depth), or less if back arcs
					 * have a smaller fraction of the calls */
	bool ignores_counts;		/* choose as if each arc had the same number of calls */
};

/* Computes the times of walks.  TIME[m] samples begin a walk at member m.  MEMBER_TIME, indexed by
 * member, becomes the time of the walks that visit the member.  ARC_TIME, indexed by arc, becomes
 * the time of the walks that take the arc.  The work grows with the third power of the number of
 * members.  Returns false if STOP, which may be NULL, stopped the work; then the times are not
 * set. */
bool cyclewalk_times(const struct cyclegraph *k, const struct cyclewalk_rule *rule,
	const double *time, double *member_time, double *arc_time, struct stop *stop);

/* Sets PROBABILITY[a] to the probability that a walk at the callee of arc a takes this arc next. */
void cyclewalk_probabilities(const struct cyclegraph *k, const struct cyclewalk_rule *rule,
	double *probability);

#endif
