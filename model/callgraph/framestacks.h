/* framestacks.h - the recorded stacks of an icicle: those that count, or that have chosen functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FRAMESTACKS_H
#define FRAMESTACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "callgraph/graph.h"

/* The stacks of a graph that are included in an icicle. */
struct frame_stacks {
	const struct graph *of;		/* borrowed; NULL: there are no stacks */
	struct graph graph;		/* a copy of *.of, but with another .profile, .path_samples,
					 * .path_squares and .path_amounts; all other members are
					 * borrowed from *.of */
	struct profile profile;		/* of .graph */
	struct paths paths;		/* the paths of .profile.  .self, .squares and .amounts are
					 * owned; they are 0 for paths that are not included */
};

/* Says which frames of a stack are shown.  Only these frames can have chosen functions. */
struct frame_stacks_options {
	bool callers;			/* only callers of the subject are shown; else only the
					 * subject and its callees */
	bool by_self;			/* the sum of a path has only the samples of the path
					 * itself, not those of longer paths; for trees with callees
					 * on top */
	uint32_t subject;		/* NOBODY: all stacks, and all of their frames */
	const bool *chosen;		/* indexed by function: only stacks with a chosen function
					 * among the shown frames are included; NULL: all stacks are
					 * included */
	struct stop *stop;		/* or NULL */
};

/* Sets S->graph to a graph with the stacks of G that OPTIONS describe, for pathsets.h.  S must stay
 * where it is, because its members refer to each other.  Returns false if OPTIONS->stop stopped the
 * work; then there is nothing in S to release. */
bool framestacks_open(struct frame_stacks *s, const struct graph *g,
	const struct frame_stacks_options *options);
void framestacks_release(struct frame_stacks *s);

/* Returns the sum of the amounts (paths.h) of those stacks of S that framestacks_open() would
 * include with OPTIONS, or -1 if OPTIONS->stop stopped the work. */
double framestacks_amount_with(const struct frame_stacks *s,
	const struct frame_stacks_options *options);

#endif
