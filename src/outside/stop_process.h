/* stop_process.h - a process whose threads are stopped for samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STOP_PROCESS_H
#define STOP_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "outside/stop_thread.h"

struct stop_process {
	pid_t pid;
	uint64_t listed;		/* when the threads were listed */
	uint64_t list_cost;		/* ns that this took */
	int64_t unknown;		/* ns of .time since then that no known thread has run */
	uint64_t time;			/* processor time of the process at the last look */
	struct stat file;		/* of the program that the process ran then; .st_ino is 0:
					 * not known */
	uint64_t random;		/* AT_RANDOM of the program (getauxval(3)); 0: not known */
	struct stop_thread *threads;	/* owned; sorted by number */
	size_t n, room;
	bool has_run;			/* since its children were listed */
	bool is_left;			/* it needs no samples until it executes another program */
	bool is_over;			/* it has ended */
};

/* Makes P the process PID.  IS_NEW: it has just begun, so the time that it has run has no samples
 * yet. */
void stop_process_begin(struct stop_process *p, pid_t pid, bool is_new);

/* Stops the threads of P for the samples that are due: one in PERIOD ns of processor time.  Adds to
 * USE->late those that do not stop at once, and stops no more if they are many.  Sets P->is_over if
 * P has ended. */
void stop_process_look(struct stop_process *p, uint64_t period, struct stop_use *use);

/* Lets the threads go that have stopped late, and adds the others to USE->late.  Returns whether
 * some of these were told to stop in the last PATIENCE ns.  A thread that does not stop for long
 * has no processor, or it is the main thread and has ended while others run: the system says so
 * only when these have ended, too. */
bool stop_process_collect(struct stop_process *p, uint64_t patience, struct stop_use *use);

void stop_process_release(struct stop_process *p);

#endif
