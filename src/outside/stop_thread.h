/* stop_thread.h - a thread that is stopped for samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STOP_THREAD_H
#define STOP_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "outside/perf_clock.h"

struct stop_thread {
	pid_t tid;
	int schedstat, syscall;		/* descriptors of files in /proc */
	uint64_t run;			/* ns that it had run at its last sample */
	uint64_t before;		/* if .is_traced: at the sample before */
	uint64_t seen;			/* ns that it had run at the last look */
	uint64_t told;			/* if .is_traced: when it was told to stop */
	bool is_traced;			/* it was told to stop, and has not been let go */
	bool is_over;			/* it has ended */
	bool is_other;			/* it ran code of 32 bits when it was stopped, so it has no
					 * sample */
};

enum { STOP_STACK = 1 << 15 };		/* bytes of the stack that are copied */

/* What is done with a sample. */
struct stop_use {
	pid_t pid;			/* process of the thread */
	unsigned char *stack;		/* borrowed; room for STOP_STACK bytes */
	const struct perf_clock_uses *uses;	/* borrowed; NULL: no samples are wanted */
	void *with;
	size_t late;			/* how many threads were told to stop, but have not yet:
					 * they have no processor */
};

/* Makes T the thread TID of process PID.  False: it has ended. */
bool stop_thread_begin(struct stop_thread *t, pid_t pid, pid_t tid);

/* Does T run, or could it run? */
bool stop_thread_runs(const struct stop_thread *t);

/* Stops T, which had run for RUN ns, for a sample.  If it does not stop at once, because it has no
 * processor, stop_thread_collect() is to be called soon. */
void stop_thread_stop(struct stop_thread *t, uint64_t run, const struct stop_use *use);

/* T was told to stop.  If it has stopped, takes a sample, and lets it go.  It has no sample if it
 * was waiting; in particular, if IS_LATE is set and it is in a system call, it has just waited in
 * the call.  Returns whether it has stopped or ended. */
bool stop_thread_collect(struct stop_thread *t, bool is_late, const struct stop_use *use);

void stop_thread_release(struct stop_thread *t);

#endif
