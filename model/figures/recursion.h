/* recursion.h - groups of functions that call each other in recorded stacks
 *
 * A profile with stacks has the right total of each function.  So its call graph needs no cycles,
 * and no group is treated as one node.  The groups only show where the recursion is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECURSION_H
#define RECURSION_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

struct recursive_group {
	uint32_t first, n;		/* its functions are .members[first] to
					 * .members[first + n - 1], the greatest total first */
	double self;			/* samples of the stacks that end in a member */
	double total;			/* samples of the stacks that contain a member */
	double variance;		/* square of the sampling error of .total; 0 if
					 * path_values.squares is NULL */
};

struct recursion {
	struct recursive_group *v;	/* owned; the greatest total first */
	uint32_t n;
	uint32_t *members;		/* owned */
	uint32_t *group_of;		/* owned; indexed by function: number of its group, or
					 * NOBODY */
	double unnamed;			/* samples of the stacks that contain code without a name,
					 * not of the kernel, that has callers and callees: it may
					 * be recursive, but is in no group */
};

/* Finds the groups of G, whose profile has stacks.  Ignores calls without samples, and calls of
 * code without a name or by such code (profile_is_unnamed()).  Returns false if STOP, which may be
 * NULL, stopped the work; then there is nothing in R to release. */
bool recursion_open(struct recursion *r, const struct graph *g, struct stop *stop);

void recursion_release(struct recursion *r);

/* Is arc A of G a call from one function of a group to another?  The call must have samples and not
 * be excluded. */
bool recursion_has_arc(const struct recursion *r, const struct graph *g, uint32_t a);

#endif
