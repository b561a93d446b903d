/* recorded_tasks.c - how many processes and threads recordings have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_tasks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "record/recording.h"

/* The types of tables in which a thread can be. */
enum { TASK_ARCS, TASK_STACKS, TASK_OUTSIDE, TASK_WAITS, TASK_TYPES, TASK_FILE = TASK_TYPES };

/* A process in a file, or a table of a file. */
struct recorded_task {
	unsigned char session[16];
	uint32_t pid, tid;
	uint64_t start;			/* ns since 1970, when the file began */
	bool is_own;			/* the recorder in the process made the file, or there is
					 * none */
	bool has_exited, was_reset;
	bool has_waits;			/* the file is one of waits */
	uint8_t type;			/* of the table; TASK_FILE: not a table */
	uint32_t others;		/* how many threads used the table before the last, .tid */
};

static void
add(struct recorded_tasks *t, const struct recorded_task *task)
{
	t->v = mem_grow(t->v, t->n + 1, &t->room, sizeof(*t->v));
	t->v[t->n++] = *task;
}

void
recorded_tasks_add(struct recorded_tasks *t, const struct recording *r,
	const struct recorded_parts *parts)
{
	bool is_own = !r->has_waits && (r->from_outside & REC_BESIDE) == 0;
	struct recorded_task task = { .pid = r->pid, .start = r->start_real, .is_own = is_own,
		.has_exited = r->ended && !r->gone, .was_reset = r->reset != 0,
		.has_waits = r->has_waits, .type = TASK_FILE };

	memcpy(task.session, r->session, sizeof(task.session));
	add(t, &task);
	task.is_own = false;
	if (r->ntables == 0 && parts == NULL) {
		task.tid = r->pid;
		task.type = TASK_STACKS;
		add(t, &task);
	}
	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *table = &r->tables[i];
		uint32_t before = table->generation > 0 ? 2 : 1;	/* the last thread and, if
									 * another table has it,
									 * the first */

		if (table->threads == 0 || (parts != NULL
			&& parts->threads[parts->thread_of[i]].part == NOBODY))
			continue;
		task.pid = (r->problems & REC_IN_PARENT) != 0 ? table->pid : r->pid;
		task.tid = table->tid;
		task.type = r->has_waits ? TASK_WAITS : r->from_outside != 0 ? TASK_OUTSIDE
			: table->has_stacks ? TASK_STACKS : TASK_ARCS;
		task.others = table->threads > before ? table->threads - before : 0;
		add(t, &task);
	}
}

/* Sorts the tasks of a process in the order of time, the files first. */
static int
by_process(const void *a, const void *b)
{
	const struct recorded_task *x = a, *y = b;
	int session = memcmp(x->session, y->session, sizeof(x->session));

	if (session != 0 || x->pid != y->pid)
		return session != 0 ? session : x->pid < y->pid ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->is_own < y->is_own) - (x->is_own > y->is_own);
}

static int
by_thread(const void *a, const void *b)
{
	const struct recorded_task *x = a, *y = b;

	return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Returns how many of the N tasks V, which are sorted by by_process(), are of the first process. */
static size_t
length_of_process(const struct recorded_task *v, size_t n)
{
	bool has_exited = false;
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i].pid != v[0].pid
		    || memcmp(v[i].session, v[0].session, sizeof(v[i].session)) != 0)
			return i;
		if (!v[i].is_own)
			continue;
		if (has_exited)
			return i;
		has_exited = v[i].has_exited;
	}
	return i;
}

/* Adds the process of the N tasks V to TO.  Sorts V. */
static void
count_process(struct recorded_task_numbers *to, struct recorded_task *v, size_t n)
{
	uint32_t types[TASK_TYPES] = { 0 }, all = 0, last = 0;
	unsigned seen = 0;
	bool was_reset = false, has_waits = false;

	qsort(v, n, sizeof(*v), by_thread);
	for (size_t i = 0; i < n; i++) {
		was_reset |= v[i].was_reset;
		has_waits |= v[i].has_waits;
		if (v[i].type == TASK_FILE)
			continue;
		if (all == 0 || v[i].tid != last) {
			seen = 0;
			all++;
		}
		last = v[i].tid;
		types[v[i].type] += v[i].others + ((seen & 1U << v[i].type) == 0);
		seen |= 1U << v[i].type;
	}
	for (int type = 0; type < TASK_TYPES; type++)
		if (types[type] > all)
			all = types[type];
	to->processes++;
	to->threads += all;
	to->resets += was_reset;
	to->unseen += !has_waits;
}

struct recorded_task_numbers
recorded_tasks_count(const struct recorded_tasks *t)
{
	struct recorded_tasks sorted = { 0 };
	struct recorded_task_numbers numbers = { 0 };

	recorded_tasks_copy(&sorted, t);
	if (sorted.n > 0)
		qsort(sorted.v, sorted.n, sizeof(*sorted.v), by_process);
	for (size_t i = 0, n; i < sorted.n; i += n) {
		n = length_of_process(&sorted.v[i], sorted.n - i);
		count_process(&numbers, &sorted.v[i], n);
	}
	recorded_tasks_release(&sorted);
	return numbers;
}

void
recorded_tasks_copy(struct recorded_tasks *t, const struct recorded_tasks *from)
{
	recorded_tasks_release(t);
	if (from->n == 0)
		return;
	t->v = mem_grow(NULL, from->n, &t->room, sizeof(*t->v));
	memcpy(t->v, from->v, from->n * sizeof(*t->v));
	t->n = from->n;
}

void
recorded_tasks_release(struct recorded_tasks *t)
{
	free(t->v);
	*t = (struct recorded_tasks){ 0 };
}
