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
	bool subject;			/* NODE is the subject of the view */
	bool has_time;			/* SELF and CHILDREN are set */
	bool has_calls;			/* CALLS is set */
	bool possible;			/* the call was found in the code, but the profile did not
					 * count it */
	double self, children;		/* self time; time propagated from callees */
	uint64_t calls;
	uint64_t excluded_calls;	/* calls of NODE that CALLS lacks, but whose time counts */
	char join;			/* '/': OTHER is the number of all calls, CALLS a part of
					 * it; '+': OTHER is the number of recursive calls, which
					 * CALLS does not contain; 0: OTHER is unused */
	uint64_t other;			/* a number of calls; which calls depends on JOIN */
	uint8_t certainty;		/* enum certainty of SELF + CHILDREN */
	bool lacks_total;		/* CHILDREN is not set, as no estimate inside the cycle can
					 * be trusted: only bounds of SELF + CHILDREN are known */
	bool propagated;		/* SELF is propagated, too: it is the part CALLS / OTHER of
					 * the callee's self time */
	double lo, hi;			/* bounds of SELF + CHILDREN; HI 0: unknown */
	double excluded;		/* part of CALLS that is excluded, 0 to 1; SELF and CHILDREN
					 * lack the time of these calls */
};

/* Returns the total time of F or, if it is not known, its lower bound. */
static inline double
cost_total(const struct cost *f)
{
	return f->lacks_total ? f->lo : f->self + f->children;
}

/* Returns the number of calls of F of which SELF and CHILDREN are the time. */
static inline double
cost_counted_calls(const struct cost *f)
{
	return (double)(f->calls + f->excluded_calls) * (1 - f->excluded);
}

/* Returns the cost of node N.  It has no time if the node is excluded entirely. */
struct cost cost_of_node(struct view_context *ctx, uint32_t n);

/* Returns the time that the calls of ARC propagate, and their number.  The caller of this function
 * sets NODE.  Calls inside a cycle, excluded calls and calls made by an excluded function propagate
 * nothing. */
struct cost cost_of_arc(struct view_context *ctx, uint32_t arc);

/* Some calls of node N come from outside every function.  Returns the number of these calls, and
 * the time that they propagate: each as much as any other call of N.  These calls cannot be
 * excluded.  NODE of the result is NOBODY. */
struct cost cost_of_outside(const struct view_context *ctx, uint32_t n);

/* Returns the number of calls of node N, or of members of cycle N, from outside every function. */
uint64_t cost_outside_calls(const struct view_context *ctx, uint32_t n);

#endif
