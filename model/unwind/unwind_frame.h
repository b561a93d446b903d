/* unwind_frame.h - the registers of a thread that perf_event_open(2) has sampled, and its callers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNWIND_FRAME_H
#define UNWIND_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "record/cfi.h"

/* Sets *F to the innermost frame of a thread of MACHINE.  MASK says which registers are sampled, by
 * the bits of sample_regs_user of struct perf_event_attr; VALUES has as many values as MASK has
 * bits.  False: a register is missing that is needed, or no stacks are unwound on this machine. */
bool unwind_frame_sampled(struct cfi_frame *f, const struct cfi_machine *machine, uint64_t mask,
	const uint64_t *values);

/* *F has become the frame of its caller.  Was the frame before, whose stack pointer was STACK and
 * .is_exact was WAS_EXACT, further in on the same stack?  Otherwise, the stack is damaged, or the
 * caller is on another one. */
bool unwind_frame_is_outward(const struct cfi_frame *f, uint64_t stack, bool was_exact);

/* *F is a frame of code without unwind tables.  Changes *F to the frame of its caller, by the frame
 * pointer.  False: *F is unchanged. */
bool unwind_frame_by_pointer(struct cfi_frame *f, struct memory *m);

#endif
