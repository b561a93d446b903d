/* outside_thread.h - the samples of a thread, and how much processor time they stand for
 *
 * The system counts how long each thread has run.  A sample stands for the time between two
 * samples, a tick.  If samples are missing, as when the processor of a virtual machine stood
 * still, the next sample of the thread stands for their ticks, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUTSIDE_THREAD_H
#define OUTSIDE_THREAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "waits/wait_file.h"

struct outside_thread {
	pid_t tid;			/* in a container, .table.tid may be another number */
	struct wait_table table;
	int schedstat;			/* descriptor of the file in /proc, or -1 */
	uint64_t run;			/* ns in which the thread ran since it is recorded */
	uint64_t before;		/* ns in which it had run before */
	uint64_t ticks;			/* for which its samples stand */
	uint64_t due;			/* ticks for which its next sample stands, beside its own */
	uint32_t slot;			/* of its last sample; UINT32_MAX: there is none */
	bool is_active;			/* it has a sample since its time was read */
	bool is_over;			/* it has ended */
};

/* Makes T the thread TID of process PID.  HAS_RUN: the time that it ran until now is ignored.  If
 * T->table was that of another thread, which has ended, both use it. */
void outside_thread_begin(struct outside_thread *t, pid_t pid, pid_t tid, bool has_run);

/* Reads how long T has run.  PERIOD is the length of a tick in ns.  Sets T->due or T->is_over. */
void outside_thread_read(struct outside_thread *t, uint64_t period);

/* Reads how long T has run, of which a sample is going to be added. */
void outside_thread_see(struct outside_thread *t, uint64_t period);

/* Ignores the time that T ran since it was read last, and its ticks that are due. */
void outside_thread_forget(struct outside_thread *t, uint64_t period);

/* Adds a sample in SLOT, which stands for MORE ticks than its own and those that are due. */
void outside_thread_add(struct outside_thread *t, uint32_t slot, uint64_t more);

/* Adds the ticks that are due to SLOT, with so many SAMPLES. */
void outside_thread_settle(struct outside_thread *t, uint32_t slot, uint64_t samples);

#endif
