/* pick.h - which stacks are shown, and which of their frames
 *
 * This is the only code that knows which function or call of a stack is excluded, where an excluded
 * call cuts a stack, which paths are folded into one frame, and which stacks have the functions
 * that were asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PICK_H
#define PICK_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"

/* Sets .state and .head of G->paths, as G->selection says.  Returns false,
 * like the function below, if STOP, which may be NULL, stopped the work. */
bool pick(struct graph *g, struct stop *stop);

/* Which frames of the stacks of a graph a tree shows.  Only these frames can have functions that
 * were asked for. */
struct pick_frames {
	bool callers;			/* only callers of the subject are shown; else only the
					 * subject and its callees */
	uint32_t subject;		/* NOBODY: all frames of all stacks */
	const bool *chosen;		/* indexed by function as shown: only stacks with a chosen
					 * function among the shown frames are included; NULL: all
					 * stacks are included */
};

/* Sets STATE to the states of the paths of G, of which only those that FRAMES asks for are
 * chosen. */
bool pick_again(uint8_t *state, const struct graph *g, const struct pick_frames *frames,
	struct stop *stop);

/* Do samples of a path with this state count? */
static inline bool
pick_counts(uint8_t state)
{
	return (state & (PATH_DROPPED | PATH_CHOSEN)) == PATH_CHOSEN;
}

/* Returns the head of the frame to which path I belongs. */
static inline uint32_t
pick_head(const struct path_values *v, uint32_t i)
{
	return v->head != NULL ? v->head[i] : i;
}

#endif
