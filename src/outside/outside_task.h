/* outside_task.h - the samples of a process that is recorded from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUTSIDE_TASK_H
#define OUTSIDE_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "outside/perf_clock.h"
#include "waits/wait_file.h"
#include "waits/wait_walk.h"

struct outside_thread {
	struct wait_table table;
	int schedstat;			/* descriptor of the file in /proc, or -1 */
	uint64_t run;			/* ns in which the thread ran, up to the last flush */
};

struct outside_task {
	struct wait_process process;
	struct wait_file file;
	struct outside_thread *threads;	/* owned; sorted by number */
	size_t n, room;
	bool is_mapped;			/* code was mapped since .process.maps were read */
	uint64_t lost;			/* samples that were lost */
	uint64_t truncated;		/* stacks with too many frames */
};

/* Begins a recording of process PID of SESSION, with HZ samples per second, in DIRECTORY, a
 * descriptor.  IMAGES is borrowed.  If HAS_RUN is set, the process has run before, and its present
 * threads get their processor time from now on. */
struct outside_task *outside_task_open(int directory, const uint8_t session[16], pid_t pid,
	uint32_t hz, bool has_run, struct wait_images *images);

/* Adds the sample S.  W is used for its stack. */
void outside_task_add(struct outside_task *t, const struct perf_sample *s, struct wait_walk *w);

/* The process has executed another program. */
void outside_task_executed(struct outside_task *t);

/* Writes what has changed. */
void outside_task_flush(struct outside_task *t);

/* Writes what is left to be written, and how the process has ended.  Releases T. */
void outside_task_close(struct outside_task *t, enum rec_end end);

#endif
