/* world.h - random stacks, a choice of what is shown of them, and a brute force
 *
 * A world is a set of random stacks, and a choice of what is shown of them: event, part, inlined
 * functions, excluded functions and calls, folded functions, foci.  The brute force looks at each
 * stack alone: world_frames() says which frames of it are shown, or that it does not count.
 * Everything else is counting.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WORLD_H
#define WORLD_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/graph.h"
#include "profile/fold.h"
#include "profile/profile.h"

enum { FUNCS = 6, PROFILER = 4, STACKS = 40, DEEPEST = 8, EVENTS = 2, PARTS = 3, INSIDE = 1,
	WHOLE = 2, LINES = 3, EACH = 7 };

struct frame {
	uint32_t func, line;
	bool is_inlined;
};

struct stack {
	struct frame frames[DEEPEST];
	uint32_t n, part;
	int64_t values[EVENTS];
	double squares[EVENTS];		/* variances of .values */
};

struct world {
	struct stack stacks[STACKS];
	enum sampling {
		COUNTED,		/* the values are not sampled */
		EQUAL,			/* each sample has the value EACH */
		DIFFERENT,		/* samples differ in value */
		SAMPLINGS
	} sampling;
	uint32_t event, part;		/* .part NOBODY: all parts */
	bool only_own;			/* without the parts that .part contains */
	bool inlined, folds;
	uint32_t into[FUNCS];		/* the first function of each function's group */
	bool alone[FUNCS];		/* the function is alone in its group */
	bool no_profiler;		/* function PROFILER is omitted */
	bool no_func[FUNCS], no_call[FUNCS][FUNCS];	/* excluded, as read */
	uint32_t focus[FUNCS], nfoci;	/* as those of a selection; .nfoci 0: none */

	/* Members that world_show() sets. */
	struct profile profile, folded;
	struct fold fold;
	bool *no_arc;			/* owned; .no_call by arc */
	const struct profile *shown_profile;
	struct graph shown;
};

/* What the brute force counts: values and, for .self_squares and .total_squares, variances. */
struct counted {
	double all, amount, self[FUNCS], total[FUNCS], root[FUNCS];
	double self_squares[FUNCS], total_squares[FUNCS];
	double arc_self[FUNCS][FUNCS], arc_total[FUNCS][FUNCS], arc_squares[FUNCS][FUNCS];
	double inlined[FUNCS];		/* with .inlined, .total of stacks in which the function was
					 * inlined; without, .self of functions inlined into it */
};

/* Values on lines, and the variances of the values of all functions.  [FUNCS]: of any function. */
struct counted_lines {
	double self[FUNCS + 1][LINES + 1], total[FUNCS + 1][LINES + 1];
	double self_squares[LINES + 1], total_squares[LINES + 1];
	double calls[FUNCS][LINES + 1];	/* of calls on the line, by callee */
};

/* Makes random stacks, and a random choice of what is shown.  SIGNED: values may be less than 0. */
void world_make(struct world *w, uint64_t *seed, bool is_signed);

/* Makes the figures that W selects.  Functions keep the numbers that they have in W. */
void world_show(struct world *w);
void world_hide(struct world *w);

/* The number of the first frame of S that is shown; S->n: S does not count. */
uint32_t world_first_frame(const struct world *w, const struct stack *s);

/* Sets SHOWN to the frames of S that are shown, as functions as shown.  Returns their number; 0: S
 * does not count. */
uint32_t world_frames(const struct world *w, const struct stack *s, uint32_t shown[DEEPEST]);

struct counted world_count(const struct world *w);

/* Counts lines.  Functions are those as read.  A frame that is shown as a part of its caller is a
 * line of the caller. */
struct counted_lines world_count_lines(const struct world *w);

/* The same, of the samples of EVENT, or of those of PART without the parts inside it. */
struct counted world_count_event(const struct world *w, uint32_t event);
struct counted world_count_part(const struct world *w, uint32_t part);

/* The chain of functions of a row of a tree. */
struct chain {
	uint32_t funcs[DEEPEST], n;
};

/* Adds up the values of the stacks that a row shows: those whose frames, from the outermost frame
 * of function FROM on (NOBODY: from the first frame on), begin with CHAIN; in a tree of callers,
 * CHAIN leads up from this frame.  *SELF becomes the values of those that also end there. */
double world_count_chain(const struct world *w, uint32_t from, bool callers,
	const struct chain *chain, double *self);

#endif
