/* perf_clock.h - samples of the processor time of other processes, which the kernel takes
 *
 * The kernel interrupts each thread after so much processor time, and stores its registers and a
 * copy of its stack in memory that gprowse reads (perf_event_open(2)).  The thread gets no signal
 * and is not stopped.  If gprowse does not get a processor for so long that the memory is full,
 * samples are missing: see outside_thread.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERF_CLOCK_H
#define PERF_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "record/cfi.h"

/* A sample. */
struct perf_sample {
	pid_t pid, tid;
	bool is_kernel;			/* the time was the kernel's; .frame is where it was
					 * entered */
	bool has_frame;			/* false: the thread had no registers of a program */
	struct cfi_frame frame;
	const unsigned char *stack;	/* borrowed; .size bytes from the stack pointer on */
	size_t size;
	const uint64_t *kernel;		/* borrowed; .nkernel addresses of code of the kernel, the
					 * innermost one first; all others are return addresses */
	size_t nkernel;
};

/* What is done with what the kernel has stored.  WITH is the argument of perf_clock_read(). */
struct perf_clock_uses {
	void (*sample)(void *with, const struct perf_sample *s);
	void (*executed)(void *with, pid_t pid, const char *name);	/* the process executed a
									 * program of this name */
	void (*mapped)(void *with, pid_t pid);	/* the process mapped code */
	void (*forked)(void *with, pid_t pid, pid_t parent);	/* the process began as a child, of
								 * which no sample was read */
	bool (*wanted)(void *with, pid_t pid);	/* stop_clock.h: does the process need samples? */
};

struct perf_clock;

/* Makes a clock that takes HZ samples per second of processor time; if ON_EXEC is set, only when a
 * program is executed.  Returns NULL if the system does not allow it, as E says. */
struct perf_clock *perf_clock_new(uint32_t hz, bool on_exec, struct err *e);

/* Begins to take samples of all threads of process PID, and of those that it makes later, in this
 * process and its children.  False:
 * the system does not allow it, as E says, or the process has ended (ERR_MISSING). */
bool perf_clock_add(struct perf_clock *c, pid_t pid, struct err *e);

/* Is the kernel's time not sampled, because only privileged users may? */
bool perf_clock_is_blind(const struct perf_clock *c);

/* Waits until there are enough samples, or for TIMEOUT milliseconds. */
void perf_clock_wait(struct perf_clock *c, int timeout);

/* Takes all samples that there are. */
void perf_clock_read(struct perf_clock *c, const struct perf_clock_uses *uses, void *with);

void perf_clock_free(struct perf_clock *c);

#endif
