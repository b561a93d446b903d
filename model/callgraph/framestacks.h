/* framestacks.h - the recorded stacks of an icicle: those that count, or that have chosen functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FRAMESTACKS_H
#define FRAMESTACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* The stacks of a graph, without those that do not count. */
struct frame_stacks {
	const struct graph *of;		/* borrowed; NULL: there are no stacks */
	struct graph graph;		/* a copy of *.of with other sums of its stacks; it borrows
					 * all other members */
	struct profile profile;		/* of .graph */
	struct paths paths;		/* the paths of .profile.  .self, .squares and .amounts are
					 * owned: they are 0 for paths that do not count */
};

/* Which frames of a stack are shown; chosen functions are looked for only in these frames. */
struct frame_stacks_options {
	bool callers;			/* only callers of the subject are shown; else only the
					 * subject and its callees */
	bool by_self;			/* the sum of each path is that of its own samples, without
					 * those of longer paths; for trees with callees on top */
	uint32_t subject;		/* NOBODY: all stacks, and all of their frames */
	const bool *chosen;		/* indexed by function: only stacks with a chosen function
					 * among the frames shown count; NULL: all stacks count */
	struct stop *stop;		/* or NULL */
};

/* Sets S->graph to a graph with the stacks of G that OPTIONS describe, for pathsets.h.  S must stay
 * where it is, because its members refer to each other.  Returns false if OPTIONS->stop stopped the
 * work; then there is nothing in S to release. */
bool framestacks_open(struct frame_stacks *s, const struct graph *g,
	const struct frame_stacks_options *options);
void framestacks_release(struct frame_stacks *s);

/* Returns the amounts (paths.h) of the stacks of S that OPTIONS describe, as framestacks_open()
 * counts them; -1: OPTIONS->stop stopped the work. */
double framestacks_amount_with(const struct frame_stacks *s,
	const struct frame_stacks_options *options);

#endif
