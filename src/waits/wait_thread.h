/* wait_thread.h - looks at a thread of another process, and adds up where it was blocked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_THREAD_H
#define WAIT_THREAD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "waits/wait_file.h"
#include "waits/wait_walk.h"

/* What /proc/PID/task/TID/schedstat says, and when. */
struct wait_times {
	uint64_t now;			/* ns, CLOCK_MONOTONIC */
	uint64_t run, queue;		/* ns in which the thread ran, and in which it could have
					 * run but another one did */
	uint64_t turns;			/* how many times it was given a processor */
};

struct wait_thread {
	pid_t tid;
	int schedstat, syscall;		/* descriptors of files in /proc */
	bool is_new;			/* it was not looked at yet */
	bool is_over;			/* the thread ends or cannot be read; its number may
					 * still be in the list of threads */
	struct wait_table table;
	struct wait_times first;	/* when the thread was seen first */
	struct wait_times last;		/* of the last look that found the thread blocked; .now of
					 * the last time up to which its blocked time was added */
	uint64_t added;			/* blocked ns that were added since .first */
	bool has_slot;			/* .slot is the wait that was seen last */
	uint32_t slot;
	bool is_blocked;		/* the last look found the thread blocked in .slot */
	uint64_t began;			/* when a look first found the thread in .slot */
	uint64_t looked;		/* time of the last look, whatever it found */
	uint64_t spared;		/* when it was last not looked at, because it had been
					 * blocked for long */
	uint64_t left;			/* if not .is_blocked: time of the first look that did not
					 * find the thread in .slot any more */
};

/* A process whose threads are looked at. */
struct wait_target {
	struct wait_process process;
	struct wait_file file;
	uint32_t hz;			/* a slot gets so many looks per second of blocked time */
	uint64_t idle;			/* no thread of the process has run since the last
					 * look until this time: ns, CLOCK_MONOTONIC */
	bool is_contained;		/* it runs in a container, where it has another number */
	bool is_sparing;		/* threads that are blocked for long are looked at less
					 * often */
	bool is_refused;		/* the system does not allow to see where threads are
					 * blocked */
};

/* Makes a thread, to be released by wait_thread_close(), or returns NULL.  It has existed, and was
 * to be looked at, since FROM or longer. */
struct wait_thread *wait_thread_open(struct wait_target *target, pid_t tid, uint64_t from);

/* Writes what is left to be written, and releases T. */
void wait_thread_close(struct wait_thread *t, struct wait_target *target);

/* Looks at T.  W is used for its stack. */
void wait_thread_look(struct wait_thread *t, struct wait_target *target, struct wait_walk *w);

/* T is not looked at any more, because it has ended.  IS_NOW: this was at NOW; false: between the
 * last look and NOW.  Does nothing if T->is_over is set. */
void wait_thread_end(struct wait_thread *t, struct wait_target *target, uint64_t now, bool is_now);

/* Ignores all time of T until now. */
void wait_thread_forget(struct wait_thread *t);

#endif
