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
	bool subject;			/* .node is the subject of the view */
	bool has_time;			/* .self and .children are set */
	bool has_calls;			/* .calls is set */
	bool possible;			/* the call was found in the code, but the profile did not
					 * count it */
	double self;			/* self time */
	double children;		/* time propagated from callees */
	uint64_t calls;
	uint64_t excluded_calls;	/* number of excluded calls of .node: .calls does not
					 * contain them, but .self and .children contain their
					 * time */
	char join;			/* drawn between .calls and .other; 0: .other is unused */
	uint64_t other;			/* if .join is '/': all calls of the callee or of its cycle,
					 * including .calls; if .join is '+': recursive calls, which
					 * are not in .calls */
	uint8_t certainty;		/* enum certainty of .self + .children */
	bool lacks_total;		/* only bounds of .self + .children are known.  In a cycle
					 * without a reliable estimate, .children is 0 or, in a
					 * profile of costs, the cost of the calls that leave the
					 * cycle.  If few calls share the time of a cycle
					 * (bounds.h), .children is the share by calls, which only
					 * ranks the row. */
	bool counted;			/* .self and .children are counts, not sums of samples */
	bool undivided;			/* only the sum of .self and .children is known; .self is
					 * 0 */
	bool propagated;		/* .self is only the part of the callee's self time that
					 * .calls propagate to the caller */
	bool estimated_self;		/* .self is an estimated part of the node's own time */
	double lo, hi;			/* bounds of .self + .children; .hi 0: unknown */
	const struct variance *variance;	/* borrowed; variances of .self and of the total;
						 * NULL: the errors follow from scale.weight */
	double excluded;		/* fraction of the time that is excluded; .self and
					 * .children do not contain this time */
};

/* Returns the total time of F or, if it is not known, its lower bound. */
static inline double
cost_total(const struct cost *f)
{
	return f->lacks_total ? f->lo : f->self + f->children;
}

/* Returns the time by which the hottest of several rows is chosen when a path is followed: the
 * total of F.  If the total is not known, returns the greater of its lower bound and of the share
 * that follows from the number of calls. */
static inline double
cost_rank(const struct cost *f)
{
	double time = f->self + f->children;

	return f->lacks_total && time < f->lo ? f->lo : time;
}

/* Returns the square of the sampling error of the self time, or of the total time, of F; 0: the
 * error is not known. */
static inline double
cost_self_variance(const struct cost *f, const struct scale *s)
{
	return f->variance != NULL ? f->variance->self : figure_variance(s, f->self);
}

static inline double
cost_total_variance(const struct cost *f, const struct scale *s)
{
	return f->variance != NULL ? f->variance->total
		: figure_variance(s, f->self + f->children);
}

/* Returns the square of the sampling error of SAMPLES of stacks.  This is VARIANCE if the graph of
 * CTX has .path_squares; otherwise it follows from the weight of a sample. */
static inline double
cost_paths_variance(const struct view_context *ctx, double samples, double variance)
{
	return ctx->graph->path_squares != NULL ? variance : figure_variance(&ctx->scale, samples);
}

/* Returns the number of calls whose time is F->self + F->children. */
static inline double
cost_counted_calls(const struct cost *f)
{
	return (double)(f->calls + f->excluded_calls) * (1 - f->excluded);
}

/* Returns the cost of node N.  It has no time if the node is excluded entirely. */
struct cost cost_of_node(struct view_context *ctx, uint32_t n);

/* Returns the number of calls of ARC and the time that they propagate.  .node of the result is
 * NOBODY.  Excluded calls and calls by an excluded function propagate no time.  Calls inside a
 * cycle have a time only if there is a reliable estimate, or if the profile has stacks.  Of a
 * possible call, only .possible and .node are set. */
struct cost cost_of_arc(struct view_context *ctx, uint32_t arc);

/* Returns the number of calls of node N from outside every function, and the time that these calls
 * propagate, in proportion to all calls of N or of its cycle.  If the profile has stacks, returns
 * only the time of the stacks that begin with N.  Such calls cannot be excluded.  .node of the
 * result is NOBODY. */
struct cost cost_of_outside(const struct view_context *ctx, uint32_t n);

/* Returns the number of calls of node N, or of members of cycle N, from outside every function. */
uint64_t cost_outside_calls(const struct view_context *ctx, uint32_t n);

#endif
