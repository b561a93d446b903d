/* stacks.h - random stacks for tests, as arrays and as a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACKS_H
#define STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/profile.h"

enum { FUNCS = 6, STACKS = 60, DEEPEST = 8 };

/* A stack: functions from the outermost to the innermost, a value, and the square of the value's
 * sampling error. */
struct stack {
	uint32_t funcs[DEEPEST], n;
	double value, square;
};

/* Excluded functions and calls, and folded functions. */
struct excluded {
	bool funcs[FUNCS];		/* indexed by function */
	bool calls[FUNCS][FUNCS];	/* indexed by caller and callee */
	uint32_t into[FUNCS];		/* indexed by function: the function into which it is
					 * folded, or itself */
};

/* Sets STACKS to random stacks of the functions f0 to f[FUNCS - 1].  A function can recur in a
 * stack. */
void make_stacks(struct stack stacks[STACKS], uint64_t *seed);

/* Opens a profile of STACKS. */
void open_stacks(struct profile *p, const struct stack stacks[STACKS]);

/* Opens a profile of the N STACKS, with the functions f0 to f[NFUNCS - 1]. */
void open_stacks_of(struct profile *p, const struct stack *stacks, uint32_t n, uint32_t nfuncs);

/* Returns the index of the outermost frame of S that gets the time of S: the callee of the
 * innermost excluded call, or 0 if no call is excluded.  Returns S->n if an excluded function is in
 * S. */
uint32_t first_frame(const struct stack *s, const struct excluded *x);

#endif
