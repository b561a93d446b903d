/* recorded_parts.c - the processes and threads of recordings, as parts of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/recorded_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "base/pathname.h"

static bool
is_thread(const void *of, uint32_t number, const void *key)
{
	const struct recorded_thread *a = (const struct recorded_thread *)of + number, *b = key;

	return a->is_shared == b->is_shared && (a->is_shared || a->tid == b->tid);
}

/* Finds the thread of each table. */
static void
find_threads(struct recorded_parts *parts, const struct recording *r)
{
	struct numbering numbers = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *t = &r->tables[i];
		struct recorded_thread thread = { .part = NOBODY, .is_shared = t->threads > 1,
			.tid = t->tid, .nthreads = 1,
			.name = *t->name != '\0' ? t->name : pathname_base(r->program) };
		uint32_t k = numbering_of(&numbers, numbering_hash_pair(&numbers, thread.is_shared,
			thread.is_shared ? 0 : t->tid), is_thread, parts->threads, &thread);

		if (k == parts->n) {
			parts->threads = mem_grow(parts->threads, (size_t)k + 1, &room,
				sizeof(*parts->threads));
			parts->threads[parts->n++] = thread;
		}
		parts->thread_of[i] = k;
	}
	numbering_release(&numbers);
}

/* Adds up the threads and figures of tables.  A thread may have several tables of arcs and of
 * stacks, which it filled one after the other; it is counted in the first (.generation is 0).  Each
 * table of stacks has the processor time that its threads used while they filled it. */
static void
add_up_tables(struct recorded_parts *parts, const struct recording *r)
{
	uint32_t nthreads[2] = { 0 }, nshared[2] = { 0 };

	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *t = &r->tables[i];
		struct recorded_thread *thread = &parts->threads[parts->thread_of[i]];

		thread->lost += t->lost;
		if (t->has_stacks)
			thread->cpu += t->cpu;
		if (t->generation > 0)
			continue;
		nthreads[t->has_stacks] += t->threads;
		if (thread->is_shared)
			nshared[t->has_stacks] += t->threads;
	}
	for (uint32_t k = 0; k < parts->n; k++)
		if (parts->threads[k].is_shared)
			parts->threads[k].nthreads = nshared[nshared[1] > nshared[0]];
	for (uint32_t i = 0; i < r->nstacks; i++) {
		struct recorded_thread *thread
			= &parts->threads[parts->thread_of[r->stacks[i].table]];

		thread->ticks += r->stacks[i].ticks;
		thread->signals += r->stacks[i].signals;
	}
	parts->nthreads = nthreads[nthreads[1] > nthreads[0]];
}

static bool
is_wanted(const struct recorded_thread *t, const char *wanted)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", t->tid);
	return wanted == NULL || strcmp(t->name, wanted) == 0 || strcmp(number, wanted) == 0;
}

const char *
recorded_parts_process(struct arena *text, const struct recording *r)
{
	return arena_printf(text, "%s %u", pathname_base(r->program), r->pid);
}

void
recorded_parts_open(struct recorded_parts *parts, struct measured *m, const struct recording *r,
	const char *wanted, bool is_live)
{
	struct arena text = { 0 };
	const char *process = recorded_parts_process(&text, r), *name;
	uint32_t whole = NOBODY, part;

	*parts = (struct recorded_parts){
		.thread_of = mem_uncleared(r->ntables, sizeof(*parts->thread_of)) };
	find_threads(parts, r);
	add_up_tables(parts, r);
	for (uint32_t k = 0; k < parts->n; k++) {
		struct recorded_thread *t = &parts->threads[k];

		if (!is_wanted(t, wanted))
			continue;
		if (whole == NOBODY)
			whole = measured_part(m, "process", process, strlen(process));
		t->part = whole;
		if (parts->n == 1)
			break;
		name = !t->is_shared ? arena_printf(&text, "%s %u", t->name, t->tid)
			: is_live ? arena_printf(&text, "short threads of %s", process)
			: arena_printf(&text, "%u short threads of %s", t->nthreads, process);
		part = measured_part(m, "thread", name, strlen(name));
		if (m->parts[part].whole == NOBODY)
			measured_divide(m, whole, part);
		t->part = part;
	}
	arena_release(&text);
}

void
recorded_parts_release(struct recorded_parts *parts)
{
	free(parts->threads);
	free(parts->thread_of);
	*parts = (struct recorded_parts){ 0 };
}
