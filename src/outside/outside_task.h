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

#include "outside/kernel_names.h"
#include "outside/outside_thread.h"
#include "outside/perf_clock.h"
#include "waits/wait_file.h"
#include "waits/wait_walk.h"

struct outside_task {
	struct wait_process process;
	struct wait_file file;
	struct outside_thread *threads;	/* owned; sorted by number */
	size_t n, room;
	struct wait_table *spare;	/* owned; tables of threads that have ended */
	size_t nspare, spare_room;
	uint64_t period;		/* of samples, in ns */
	uint64_t start;			/* processor time of the process when the recording began */
	uint64_t ended;			/* ns that threads ran which have ended and had samples */
	uint64_t unseen;		/* ns that threads ran which have no sample */
	uint64_t added;			/* ticks of .unseen that samples of others stand for */
	uint64_t all;			/* when the times of all threads were read */
	const struct kernel_names *names;	/* borrowed */
	int directory;			/* borrowed */
	struct rec_head head;		/* of the recording */
	uint32_t written;		/* .head.outside, as it is in the file */
	bool is_made;			/* the recording was made: the process has had a sample */
	bool is_judged;			/* outside_task_is_recorded() has looked */
	bool is_flat;			/* callers are not recorded */
	bool is_off;			/* gprowse control has halted it */
	bool is_blind;			/* the kernel's time has no samples */
	bool is_irregular;		/* samples are not taken at equal intervals */
	bool has_left;			/* the process has executed another program, or its
					 * recorder takes samples: its threads have new names */
	bool is_closing;		/* no more samples will come */
	bool is_mapped;			/* code was mapped since .process.maps were read */
	uint64_t truncated;		/* stacks with too many frames */
};

struct outside_task_options {
	int directory;			/* borrowed; a descriptor */
	const uint8_t *session;		/* borrowed; 16 bytes */
	const struct kernel_names *names;	/* borrowed; of functions of the kernel */
	pid_t pid;
	const char *name;		/* of its program, if it has ended already */
	const struct outside_task *parent;	/* borrowed; its parent, if it has executed nothing:
					 * it had the same program and mappings; or NULL */
	uint32_t hz;			/* samples per second */
	bool has_run;			/* the time that the process has run before is ignored */
	bool is_attached;		/* the user has named it by its number */
	bool is_first;			/* it has a recording even if there are no samples */
	bool is_flat, is_off;		/* as in struct outside_options */
	bool is_blind;			/* the kernel's time has no samples */
	bool is_irregular;		/* samples are not taken at equal intervals: each stands for
					 * the time since the one before */
};

/* Begins a recording.  IMAGES is borrowed. */
struct outside_task *outside_task_open(const struct outside_task_options *o,
	struct wait_images *images);

/* Adds the sample S.  W is used for its stack. */
void outside_task_add(struct outside_task *t, const struct perf_sample *s, struct wait_walk *w);

/* Has the process loaded the recorder, which makes a recording, too? */
bool outside_task_is_recorded(struct outside_task *t);

/* Has the process of T no recording yet, although it has run, because only the kernel did? */
bool outside_task_is_unseen(const struct outside_task *t);

/* Makes the recording of T, with the present threads, even if there are no samples. */
void outside_task_make(struct outside_task *t);

/* Reads what may be needed when the process has ended. */
void outside_task_prepare(struct outside_task *t);

/* Writes what has changed. */
void outside_task_flush(struct outside_task *t);

/* Writes what is left to be written, and how the process has ended.  Releases T. */
void outside_task_close(struct outside_task *t, enum rec_end end);

#endif
