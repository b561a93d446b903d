/* recorded_parts.h - the processes and threads of recordings, as parts of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_PARTS_H
#define RECORDED_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "measured/measured.h"
#include "measured/recording.h"

/* A thread, or all threads of a process that shared tables, with sums over their tables. */
struct recorded_thread {
	uint32_t part;			/* number of the part; NOBODY: it is not shown */
	bool is_shared;			/* several short threads, which used the same tables one
					 * after the other */
	uint32_t pid;			/* pid of the process of the thread; the tables of a child
					 * without a file are in the file of its parent */
	uint32_t tid;			/* number of the thread; if .is_shared is set: number of the
					 * last thread that used the first table */
	uint32_t nthreads;
	const char *name;		/* borrowed; name of the thread or, if it has none, of the
					 * program */
	uint64_t cpu;			/* processor time, in ns */
	uint64_t ticks, signals;	/* ticks and signals of the stacks in its tables */
	uint64_t lost;			/* ticks of samples that could not be stored */
};

struct recorded_parts {
	struct recorded_thread *threads;	/* owned */
	uint32_t n;
	uint32_t *thread_of;		/* owned; indexed by table: index in .threads */
};

/* Finds the threads of R, and adds the process and its threads to M as parts.  A process with one
 * thread becomes one part.  WANTED is the name or number of the only threads that are shown; NULL:
 * all are shown.  The part of shared tables is called "12 short threads of ..".  If IS_LIVE is set,
 * the name lacks the number, which would change.  RECORDING is the path of the recording, for the
 * names of parts; NULL: it is the only one. */
void recorded_parts_open(struct recorded_parts *parts, struct measured *m,
	const struct recording *r, const char *recording, const char *wanted, bool is_live);
void recorded_parts_release(struct recorded_parts *parts);

/* Returns the name of the process of R, "NAME PID", in TEXT. */
const char *recorded_parts_process(struct arena *text, const struct recording *r);

#endif
