/* recorded_tasks.h - how many processes and threads recordings have
 *
 * A process may have several files: that of its parent, in which it was made, one for each program
 * that it executed, one of samples that were taken from outside, and files of waits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_TASKS_H
#define RECORDED_TASKS_H

#include <stddef.h>
#include <stdint.h>

#include "measured/recording.h"
#include "recorded/recorded_parts.h"

/* What files say about processes and threads.  All zero at the beginning. */
struct recorded_tasks {
	struct recorded_task *v;	/* owned */
	size_t n, room;
};

struct recorded_task_numbers {
	uint32_t processes, threads;
	uint32_t resets;		/* processes that were reset */
	uint32_t unseen;		/* processes without a file of waits */
};

/* Adds the processes and threads of R, which may be a file of waits.  If PARTS is not NULL, only
 * the threads count that have a part. */
void recorded_tasks_add(struct recorded_tasks *t, const struct recording *r,
	const struct recorded_parts *parts);

/* Counts.  One process is one pid of a session, but if a process has noted that it exits, and a
 * process with the same pid begins later, these are two.  One thread is one pair of process and
 * number.  Of short threads that have used a table one after the other, only the last is named;
 * they are counted once, as in the tables of the type that has the most. */
struct recorded_task_numbers recorded_tasks_count(const struct recorded_tasks *t);

/* Releases T and sets it to a copy of FROM. */
void recorded_tasks_copy(struct recorded_tasks *t, const struct recorded_tasks *from);

void recorded_tasks_release(struct recorded_tasks *t);

#endif
