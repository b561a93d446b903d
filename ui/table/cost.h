/* cost.h - time and calls of a node or an arc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COST_H
#define COST_H

#include <math.h>
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
	char join;			/* character that is drawn between .calls and .other; 0 if
					 * .other is not used */
	uint8_t certainty;		/* how certain .self + .children is: an enum certainty */
	bool lacks_total;		/* only bounds of .self + .children are known, or, if .hi is
					 * 0, only a lower bound.  If a cycle
					 * has no reliable estimate, .children is 0 or, in a profile
					 * of costs, the cost of the calls that leave the cycle.  If
					 * too few calls share the time of a cycle (bounds.h),
					 * .children is in proportion to the calls, and is used only
					 * to rank the row. */
	bool counted;			/* .self and .children are counts, not sums of samples */
	bool undivided;			/* only the sum of self time and children is known:
					 * .children is this sum, and .self is 0 */
	bool propagated;		/* this is the cost of calls: .self is the part of the
					 * callee's self time that .calls propagate to the caller */
	bool estimated_self;		/* .self is an estimated part of the node's own time */
	double self;			/* self time */
	double children;		/* time propagated from callees */
	uint64_t calls;
	uint64_t excluded_calls;	/* number of excluded calls of .node.  .calls does not
					 * include these calls, but .self and .children include
					 * their time */
	uint64_t other;			/* if .join is '/': number of all calls of the callee or of
					 * its cycle, including .calls.  If .join is '+': number of
					 * recursive calls, which .calls does not include */
	double lo, hi;			/* bounds of .self + .children; not known if .hi is 0 */
	const struct variance *variance;	/* borrowed; variances of .self and of the total;
						 * NULL: the errors follow from scale.weight */
	struct sums64 sums64;		/* .self and the total (sum64.h) */
	double excluded;		/* fraction of the time that is excluded, 0 to 1; .self and
					 * .children do not include the excluded time */
};

/* Returns the total time of F or, if it is not known, its lower bound. */
static inline double
cost_total(const struct cost *f)
{
	return f->lacks_total ? f->lo : f->self + f->children;
}

/* Returns the size of the time of F by which rows are compared to find the hottest row, when a path
 * is followed.  This time is the total of F if it is known.  If not, it is the lower bound of the
 * total or, if this is greater, the share that follows from the number of calls. */
static inline double
cost_rank(const struct cost *f)
{
	double time = fabs(f->self + f->children);

	return f->lacks_total ? fmax(time, fabs(f->lo)) : time;
}

/* cost_self_variance() returns the square of the sampling error of the self time of F,
 * cost_total_variance() the square of the sampling error of its total time.  0: the error is not
 * known. */
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

/* Returns the square of the sampling error of the time SAMPLES, which comes from stacks.  Returns
 * VARIANCE if the graph of CTX has .paths.squares; otherwise computes the square from the weight of
 * a sample. */
static inline double
cost_paths_variance(const struct view_context *ctx, double samples, double variance)
{
	return ctx->graph->paths.squares != NULL ? variance : figure_variance(&ctx->scale, samples);
}

/* Sets the total of F, whose self time is set, to TOTAL, and .sums64 to SUMS. */
static inline void
cost_set_total(struct cost *f, double total, struct sums64 sums)
{
	f->children = total - f->self;
	f->sums64 = sums;
	if (sums.total != 0)
		f->children = sum64_nearest(f->children, sums.total - sums.self);
}

/* Each function writes the self time, or the total, of F as figure_with_error() does. */
void cost_self_text(char out[2 * FIGURE], const struct view_context *ctx, const struct cost *f);
void cost_total_text(char out[2 * FIGURE], const struct view_context *ctx, const struct cost *f);

/* Returns the number of calls whose time is F->self + F->children. */
static inline double
cost_counted_calls(const struct cost *f)
{
	return (double)(f->calls + f->excluded_calls) * (1 - f->excluded);
}

/* Returns the cost of node N.  If N is excluded entirely, the cost has no time. */
struct cost cost_of_node(struct view_context *ctx, uint32_t n);

/* Has the cost of node N time?  Then .self of the cost is that of the node. */
bool cost_node_has_time(const struct view_context *ctx, uint32_t n);

/* Returns the number of calls of ARC and the time that they propagate.  .node of the result is
 * NOBODY.  Excluded calls and calls by an excluded function propagate no time.  Calls inside a
 * cycle have a time only if there is a reliable estimate, or if the profile has stacks.  If ARC is
 * a possible call, only .possible and .node of the result are set. */
struct cost cost_of_arc(struct view_context *ctx, uint32_t arc);

/* Returns the number of calls of node N from outside every function, and the time that these calls
 * propagate, in proportion to all calls of N or of its cycle.  If the profile has stacks, returns
 * only the time of the stacks that begin with N.  Such calls cannot be excluded.  .node of the
 * result is NOBODY. */
struct cost cost_of_outside(const struct view_context *ctx, uint32_t n);

/* Returns the number of calls of node N, or of members of cycle N, from outside every function. */
uint64_t cost_outside_calls(const struct view_context *ctx, uint32_t n);

#endif
