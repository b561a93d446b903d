/* stackroots.h - which share of the stacks of a profile begins where a process or thread begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACKROOTS_H
#define STACKROOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "measured/measured.h"

/* Where the outermost frame of a stack is. */
enum stack_root {
	ROOT_NONE,			/* there is no stack */
	ROOT_START,			/* where a process or thread begins, or in the kernel */
	ROOT_CUT,			/* callers were omitted, as another note says, or may have
					 * been */
	ROOT_COPY,			/* where the copy of the stack ends, or no caller was found
					 * for another reason */
	ROOT_UNNAMED,			/* in code without a name */
	ROOT_ELSEWHERE,
	ROOTS
};

/* How many samples have stacks with each root. */
struct stack_roots {
	uint64_t n[ROOTS];
	const char *cut;		/* what is said of ROOT_CUT; NULL: "were truncated" */
};

/* Is NAME that of a function with which a process or thread begins? */
bool stackroots_is_start(const char *name);

/* Returns the root of a stack whose outermost frame is in function FUNC of M. */
enum stack_root stackroots_of(const struct measured *m, uint32_t func);

/* Returns the root of a stack whose outermost frame has ROOT, and has called function FUNC of M.
 * The caller of the first function of the C library is the one with which the program begins, even
 * if it has no name. */
enum stack_root stackroots_by_callee(enum stack_root root, const struct measured *m, uint32_t func);

/* Adds a note to M that says which share of the stacks is complete, if it is not all of them.
 * ADVICE says why others are not. */
void stackroots_note(const struct stack_roots *r, struct measured *m, const char *advice);

#endif
