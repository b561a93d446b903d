/* wait_walk.h - the stack of a blocked thread of another process
 *
 * The system tells the stack pointer and the program counter of a blocked thread, and the arguments
 * of its system call, but not its other registers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_WALK_H
#define WAIT_WALK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "record/cfi.h"
#include "record/recording.h"
#include "unwind/unwind_memory.h"
#include "waits/wait_images.h"
#include "waits/wait_maps.h"

enum { WAIT_ARGUMENTS = 6 };

/* What /proc/PID/task/TID/syscall says. */
struct wait_call {
	bool is_blocked;		/* false: the thread runs or could run */
	long number;			/* of the system call; -1: the thread is blocked outside of
					 * any, for example because of a page fault */
	uint64_t arguments[WAIT_ARGUMENTS];
	uint64_t stack, pc;		/* stack pointer and program counter; 0: the thread ends */
};

/* A process whose threads are walked. */
struct wait_process {
	pid_t pid;
	struct wait_maps maps;
	uint64_t first, read;		/* when .maps were read first, and last: ns,
					 * CLOCK_MONOTONIC */
	struct wait_images *images;	/* borrowed */
	unsigned steps;			/* of the walk that is under way */
	uint64_t until;			/* when it has taken too long: processor time of this
					 * thread, in ns */
};

struct wait_walk {
	uint64_t frames[REC_FRAMES];	/* return addresses, the innermost first */
	unsigned n;
	bool is_cut;			/* there are more callers */
	bool is_complete;		/* the last frame is outermost */
	struct memory memory;
	const atomic_bool *is_ending;	/* borrowed; no more threads are looked at */
};

/* Reads the mappings of P again, but not if they were read a moment ago.  In a process that is new,
 * the moments are short, because it maps its libraries.  Returns whether the mappings were read.
 * Pointers to mappings are then no longer valid. */
bool wait_walk_refresh(struct wait_process *p);

/* Counts a step of a walk over a stack of P.  False: the walk has taken too long, because the stack
 * or the unwind tables were made for that. */
bool wait_walk_goes_on(struct wait_process *p);

/* Finds the stack of a thread of P that is blocked in CALL.  W->is_cut is set if the walk took too
 * long, too. */
void wait_walk_run(struct wait_walk *w, struct wait_process *p, const struct wait_call *call);

/* Finds the stack of a thread of P, all registers of which are known: *F is its innermost frame.
 * W->memory must be open. */
void wait_walk_frame(struct wait_walk *w, struct wait_process *p, struct cfi_frame *f);

/* Returns the code mapping of P at ADDRESS, whose image is known if it has one; NULL: there is no
 * code. */
struct wait_map *wait_walk_code(struct wait_process *p, uint64_t address);

#endif
