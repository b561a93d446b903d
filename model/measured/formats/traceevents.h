/* traceevents.h - the parts of the reader of trace events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TRACEEVENTS_H
#define TRACEEVENTS_H

#include "measured/formats/jsontree.h"
#include "measured/formats/namedstacks.h"

struct trace_thread {
	int64_t pid, tid;
	bool is_async;			/* it is no thread, but work that may go from one to
					 * another: .tid is the number of its id in
					 * measured.texts */
	struct jsontree_text name, process;	/* names; .n is 0: not known */
	uint32_t part;			/* NOBODY: the trace has only one thread */
};

/* A function that begins or ends. */
struct trace_event {
	int64_t at, end;		/* nanoseconds; .end: of an 'E', INT64_MAX */
	uint32_t thread, frame;		/* .frame: NOBODY: an end without a name */
	char kind;			/* 'B', 'E' or 'X' */
};

/* An event with a piece of a profile of V8. */
struct trace_chunk {
	const struct jsontree_value *v;
	int64_t pid;
	struct jsontree_text id;	/* identifies the profile in the process; .n is 0: the
					 * thread does */
	uint32_t thread;
	uint64_t at;			/* key of its time, for sorting */
};

struct trace {
	struct measured *m;
	struct namedstacks stacks;
	struct jsontree t;
	struct trace_thread *threads;	/* owned */
	struct numbering thread_numbers;
	struct trace_event *events;	/* owned */
	struct trace_chunk *chunks;	/* owned */
	uint32_t nevents, nchunks;
	size_t threads_room, events_room, chunks_room;
	uint64_t nbad;			/* events that cannot be used */
	bool is_full;
};

/* Returns the number of the thread of the event V. */
uint32_t trace_thread(struct trace *p, const struct jsontree_value *v);

/* Adds the event V, which has a piece of a profile of V8. */
void trace_add_chunk(struct trace *p, const struct jsontree_value *v);

/* Adds the samples of the profiles of V8 to P->m. */
void trace_add_profiles(struct trace *p);

/* Adds the times of the functions in P->events to P->m. */
void trace_add_functions(struct trace *p);

/* Adds the samples with stacks of the object ALL, and of the events from EVENTS on, to P->m. */
void trace_add_samples(struct trace *p, const struct jsontree_value *all,
	const struct jsontree_value *events);

#endif
