/* frametree.h - the frames of an icicle: a tree of calls in which every frame has a width
 *
 * A frame stands for the stacks that begin with the same calls, and its width is their time.  Frame
 * 0 stands for all stacks.  The frames inside a frame are the calls that continue its stacks.  They
 * stand next to each other, the widest first, from the left edge of the frame on.  The space to the
 * right of them is the frame's own part (.self).
 *
 * With callers on top, a stack begins with its outermost function, and the own part of a frame is
 * the time in its function's own code.  With callees on top, a stack begins with its innermost
 * function, the frames inside a frame are its callers, and the own part of a frame is the time of
 * the stacks that have no further caller.
 *
 * If the profile has stacks, the frames are exactly these stacks; recursive calls are inside each
 * other.  Otherwise, the frames are made from the call graph.  Then the time of a node is divided
 * among its callers in proportion to their calls or to the known costs of their calls, and a cycle
 * is one frame.  A frame whose width is such an estimate is marked.  If the file says that its
 * totals are estimates, all frames are marked.
 *
 * The frames inside a frame are made when they are first asked for, and their numbers never change.
 * A caller who draws frames asks only for those inside frames that are wide enough.  Then there is
 * little work, even if there are very many stacks:
 *
 *	push frame 0 on a stack of numbers
 *	while the stack is not empty: take a number, draw .v[number], and
 *		first = frametree_inside(t, number, NULL, &n);
 *		push first to first + n - 1, up to the first one that is too narrow:
 *			the frames after it are not wider, so they are drawn as one
 *
 * On a picture of W units that shows frame Z at full width, the width of a frame is .width /
 * Z.width * W.  The width of the frame and of all frames to the right of it inside the same frame P
 * is .rest / Z.width * W.  If frame first is the leftmost frame inside P, the left edge of the
 * frame is (.v[first].rest - .rest) / Z.width * W to the right of the left edge of P.  This number
 * is a sum of small numbers, which is exact even for frames that are much narrower than those to
 * the left of them.  The row of a frame is .depth.  .node is a function of graph.profile or a
 * cycle; view_context_name() has its name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FRAMETREE_H
#define FRAMETREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/frameedges.h"
#include "figures/graph.h"
#include "figures/pathsets.h"

/* All times are in samples; figures of ui/text/figures.h turn them into text. */
struct frame {
	uint32_t node;			/* a function, or a cycle (graph.h); NOBODY: frame 0 of a
					 * tree without a subject */
	uint32_t func;			/* .node or, if .node is a cycle, a member of the cycle.
					 * .func names the frame in other graphs of the profile,
					 * whose cycles may differ */
	uint32_t parent;		/* the frame around it; NOBODY: it is frame 0 */
	uint32_t depth;			/* 0: frame 0 */
	uint32_t arc;			/* the call between the frame and its parent; NOBODY: there
					 * is no such call, or there are several, into or out of a
					 * cycle */
	uint32_t inside, ninside;	/* the frames inside; .inside is NOBODY before they are
					 * made */
	double width;			/* never negative.  Equal to .total, unless the values of
					 * stacks may be negative: then .width is the sum of the
					 * absolute values */
	double rest;			/* sum of the widths of this frame and of all frames to the
					 * right of it inside the same frame */
	double total;			/* time of the stacks of the frame */
	double self;			/* the part of .total that does not belong to frames inside
					 * this frame */
	double variance;		/* square of the sampling error of .total; 0 if
					 * path_values.squares is NULL */
	struct sums64 sums64;		/* .self and .total (sum64.h); 0: not known, or a double
					 * holds them */
	double sides[2];		/* as .total, for each of frametree_options.sides */
	bool is_estimated;		/* .width is not known, but computed from numbers of calls
					 * or from costs of calls; or the file says that its totals
					 * are estimates */
	bool is_guess;			/* .width may be all of its time or none: the estimate comes
					 * from few calls of a cycle (bounds_have_few_calls()) */
	bool is_chosen;			/* all stacks that the frame stands for are shown; false:
					 * only stacks with a chosen function inside the frame */
};

struct frametree_options {
	bool callees_on_top;
	uint32_t subject;		/* a node; frame 0 is this node, or its cycle.  Inside frame
					 * 0 are the callees of the node's outermost calls or, with
					 * callees on top, the callers of these calls.  NOBODY:
					 * frame 0 stands for all stacks */
	const bool *chosen;		/* indexed by function: only stacks with a chosen function
					 * are shown; NULL: all stacks are shown */
	struct stop *stop;		/* lets the user stop the work; or NULL */
	const struct path_values *sides[2];	/* borrowed while the tree is used; both sides of a
						 * difference that has stacks; NULL: not known */
};

/* A tree of a call graph has at most this number of frames.  Without a limit, a small file could
 * need more frames than fit into memory, because the same functions are inside many frames.  A tree
 * of stacks needs no limit, as all its frames are parts of recorded stacks. */
enum { FRAMETREE_MOST = 4 << 20 };

struct frametree {
	const struct graph *graph;	/* borrowed */
	bool callees_on_top;
	uint32_t subject;
	bool is_full;			/* the tree has FRAMETREE_MOST frames, so the frames inside
					 * some frames were not made */
	bool can_estimate;		/* frames may be estimated: the profile has no stacks, or
					 * the file says that its totals are estimates */
	struct frame *v;		/* owned; v[0] is the subject or, if there is none, stands
					 * for all stacks */
	uint32_t n;
	size_t room;

	struct path_values sides[2];	/* what .sets.sides refer to; all borrowed */
	bool has_sides;			/* frame.sides are set */
	struct path_values values;	/* owned; the stacks that are included, if the profile has
					 * stacks and not all are included */
	struct pathsets sets;		/* the paths of frames, if the profile has stacks */
	uint32_t *set_of;		/* owned; indexed by frame: number of its set in .sets;
					 * NOBODY: it has none */
	size_t sets_room;
	struct frame_edges edges;	/* the calls from frame to frame, if the profile has no
					 * stacks */
	double *chosen;			/* owned; indexed by node: part of its time, 0 to 1, that is
					 * in chosen stacks; NULL: all stacks are shown, or the
					 * profile has stacks */
};

/* Makes frame 0 of a tree of G, which is borrowed.  OPTIONS->chosen is read only by this function,
 * so it may be freed afterwards.  T must stay where it is, because its members refer to each other.
 * Returns false if OPTIONS->stop stopped the work; then there is nothing in T to release. */
bool frametree_open(struct frametree *t, const struct graph *g,
	const struct frametree_options *options);

void frametree_release(struct frametree *t);

/* Returns the number of the first frame inside frame F, and sets *N to the number of frames inside
 * F.  All of them have a width above 0.  *N is also 0 if a tree of a call graph is full
 * (FRAMETREE_MOST).  Pointers into T->v are invalid afterwards.  Returns NOBODY if STOP, which may
 * be NULL, stopped the work; then *N is 0, and the frames are made when they are next asked for. */
uint32_t frametree_inside(struct frametree *t, uint32_t f, struct stop *stop, uint32_t *n);

/* Returns how much of the width of frame 0 belongs to stacks with a function of FUNCS, or with a
 * cycle that has such a function as a member.  FUNCS is indexed by function.  A stack with several
 * such functions counts once.  Returns -1 if STOP, which may be NULL, stopped the work. */
double frametree_time_with(const struct frametree *t, const bool *funcs, struct stop *stop);

#endif
