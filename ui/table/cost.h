/* cost.h - time and calls of a node or an arc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COST_H
#define COST_H

#include <stdbool.h>
#include <stdint.h>

#include "table/view_context.h"

/* Time and calls of a row.  Times are in samples. */
struct cost {
	uint32_t node;			/* the node that the row names, or NOBODY */
	bool subject;			/* the node is the subject of the view */
	bool has_time;			/* SELF and CHILDREN are set */
	bool has_calls;			/* CALLS is set */
	bool possible;			/* the call was found in the code, but never counted */
	double self, children;		/* self time; time propagated from callees */
	uint64_t calls;
	char join;			/* '/': CALLS are a part of OTHER calls; '+': OTHER are
					 * recursive calls in addition to CALLS; 0: unused */
	uint64_t other;			/* number of calls; see JOIN */
	uint8_t certainty;		/* enum certainty of SELF + CHILDREN */
	bool propagated;		/* SELF is propagated time, too: CALLS / OTHER of the
					 * callee's self time */
	double lo, hi;			/* bounds of SELF + CHILDREN; hi 0: unknown */
	double excluded;		/* excluded part of the calls, 0 to 1; time of excluded
					 * calls does not count */
};

/* Returns how many calls of F are not excluded.  The time of F is the time of these calls. */
static inline double
cost_counted_calls(const struct cost *f)
{
	return (double)f->calls * (1 - f->excluded);
}

/* Returns the cost of node N.  It has no time if the node is excluded entirely. */
struct cost cost_of_node(const struct view_context *ctx, uint32_t n);

/* Returns the time that the calls of ARC propagate, and their number.  The caller of this function
 * sets NODE.  Calls a cycle, excluded calls and calls made by an excluded function propagate
 * nothing. */
struct cost cost_of_arc(const struct view_context *ctx, uint32_t arc);

/* Returns the time that calls of node N from outside every function propagate, and the number of
 * these calls.  Each propagates as much time as any other call of N; they cannot be excluded.  NODE
 * is NOBODY. */
struct cost cost_of_outside(const struct view_context *ctx, uint32_t n);

/* Returns the number of calls of node N, or of members of cycle N, from outside every function. */
uint64_t cost_outside_calls(const struct view_context *ctx, uint32_t n);

#endif
