/* perfscript_roots.h - where the stacks in the output of perf script begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFSCRIPT_ROOTS_H
#define PERFSCRIPT_ROOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/formats/perfscript_line.h"
#include "measured/stackroots.h"

/* The longest stacks, which may go on beyond a limit. */
struct perfscript_longest {
	uint32_t most;			/* frames of the longest stack, without inlined ones */
	uint64_t n[ROOTS];		/* stacks of so many frames that may go on, by root */
};

/* All zero: no stacks. */
struct perfscript_roots {
	struct stack_roots all;
	uint64_t kernel;		/* stacks without code of a program */
	/* perf limits all frames of a stack or, if it unwinds a copy, those of the program. */
	struct perfscript_longest by_all, by_user;
	bool has_names;			/* some frame had a name */
	bool is_blind;			/* where some stack begins is not known: its outermost frame
					 * has only a name, so it may be in the kernel */

	/* The stack that is being read. */
	uint32_t nframes;		/* without inlined frames */
	uint32_t nuser;			/* of these, in programs and libraries, or anywhere else but
					 * in the kernel */
	bool is_ended;			/* perf wrote its mark behind the last frame */
	bool is_bare;			/* the last frame has only a name */
	bool is_nowhere;		/* it is in no program, library or kernel */
};

/* Begins another stack. */
void perfscript_roots_begin(struct perfscript_roots *r);

/* Adds the frame F, which is the caller of the last one.  IS_KERNEL: the text says that it is in
 * the kernel. */
void perfscript_roots_frame(struct perfscript_roots *r, const struct perf_frame *f, bool is_kernel);

/* The last frame is inlined, as the line behind it says. */
void perfscript_roots_inlined(struct perfscript_roots *r);

/* Counts the stack, which has the N FRAMES of M, the innermost first. */
void perfscript_roots_end(struct perfscript_roots *r, const struct measured *m,
	const uint32_t *frames, size_t n);

/* Adds a note to M that says which share of the stacks is complete, as far as the text shows it. */
void perfscript_roots_note(struct perfscript_roots *r, struct measured *m);

#endif
