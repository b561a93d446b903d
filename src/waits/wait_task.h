/* wait_task.h - looks at all threads of a recorded process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_TASK_H
#define WAIT_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "waits/wait_containers.h"
#include "waits/wait_thread.h"

struct wait_task {
	struct wait_target target;
	char *name;			/* owned; of the recording of the process, without suffix */
	int directory;			/* borrowed; where the recording is */
	int recording;			/* a descriptor of it */
	bool is_fork;			/* the process is a child of fork() without a recording:
					 * .recording and most of .head are those of its parent,
					 * or of a parent before that */
	dev_t device;			/* of the file of the program, if .is_fork is set */
	ino_t program;			/* number of this file; 0: not known */
	bool is_made;			/* the file of waits was made */
	bool is_on;			/* the recorder counts; false: it is halted */
	bool is_over;			/* the process has ended or executed another program */
	bool has_spared;		/* the last look did not look at a thread, which may have
					 * run: see wait_thread.spared */
	struct rec_head head;		/* of the recording */
	struct wait_thread **threads;	/* owned, also the elements; sorted by number */
	size_t n, room;
	uint64_t cpu;			/* processor time of the process at the last look, in ns */
	uint64_t halted;		/* when the recorder was last seen not to count */
	uint64_t full;			/* time of the last look at all threads: ns,
					 * CLOCK_MONOTONIC */
	uint64_t spent;			/* ns of processor time since then for this process, also to
					 * write its file; the caller of wait_task_look() adds it
					 * up */
	uint64_t begun, looks;		/* time of the first look, and how many there were */
	uint64_t listed;		/* when the threads were listed */
	uint64_t links;			/* number of links of the directory of the threads then */
	struct wait_task *next;
};

/* Looks at the threads.  Sets T->is_over if the process has ended. */
void wait_task_look(struct wait_task *t, struct wait_walk *w);

/* Writes what has changed to the file of waits. */
void wait_task_flush(struct wait_task *t);

/* Writes what is left to be written, and releases T. */
void wait_task_close(struct wait_task *t);

#endif
