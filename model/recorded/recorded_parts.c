/* recorded_parts.c - the processes and threads of recordings, as parts of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/numbering.h"
#include "record/recording.h"

/* A process that has threads in a recording. */
struct process {
	uint32_t pid;
	uint32_t nthreads;
	uint32_t part;			/* number of the part; NOBODY: not added yet */
};

static bool
is_thread(const void *of, uint32_t number, const void *key)
{
	const struct recorded_thread *a = (const struct recorded_thread *)of + number, *b = key;

	return a->is_shared == b->is_shared && a->pid == b->pid
		&& (a->is_shared || a->tid == b->tid);
}

static bool
is_process(const void *of, uint32_t number, const void *key)
{
	return ((const struct process *)of)[number].pid == *(const uint32_t *)key;
}

/* Finds the thread of each table: sets PARTS->threads and .thread_of. */
static void
find_threads(struct recorded_parts *parts, const struct recording *r)
{
	struct numbering numbers = { 0 };
	size_t room = 0;

	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *t = &r->tables[i];
		struct recorded_thread thread = { .part = NOBODY, .is_shared = t->threads > 1,
			.pid = (r->problems & REC_IN_PARENT) != 0 ? t->pid : r->pid,
			.tid = t->tid, .nthreads = 1,
			.name = *t->name != '\0' ? t->name : r->name };
		uint32_t k = numbering_of(&numbers, numbering_hash_pair(&numbers, thread.pid,
			thread.is_shared ? 0 : t->tid), is_thread, parts->threads, &thread);

		if (k == parts->n) {
			parts->threads = mem_grow(parts->threads, (size_t)k + 1, &room,
				sizeof(*parts->threads));
			parts->threads[parts->n++] = thread;
		} else if (t->generation > 0) {
			parts->threads[k].name = thread.name;	/* the thread may have changed its
								 * name */
		}
		parts->thread_of[i] = k;
	}
	numbering_release(&numbers);
}

/* Adds up the tables of each thread.  A thread may have filled several tables of arcs and of
 * stacks, one after the other.  Counts the threads of the first shared tables (.generation is 0) of
 * arcs, and those of stacks.  The number of short threads is the greater of the two counts.
 * Each table of stacks has the processor time that its threads used while they filled it. */
static void
add_up_tables(struct recorded_parts *parts, const struct recording *r)
{
	uint32_t (*nshared)[2] = mem_new(parts->n, sizeof(*nshared));

	for (uint32_t i = 0; i < r->ntables; i++) {
		const struct recording_table *t = &r->tables[i];
		struct recorded_thread *thread = &parts->threads[parts->thread_of[i]];

		thread->lost += t->lost;
		if (t->has_stacks)
			thread->cpu += t->cpu;
		if (t->generation > 0)
			continue;
		if (thread->is_shared)
			nshared[parts->thread_of[i]][t->has_stacks] += t->threads;
	}
	for (uint32_t k = 0; k < parts->n; k++)
		if (parts->threads[k].is_shared)
			parts->threads[k].nthreads = nshared[k][nshared[k][1] > nshared[k][0]];
	free(nshared);
	for (uint32_t i = 0; i < r->nstacks; i++) {
		struct recorded_thread *thread
			= &parts->threads[parts->thread_of[r->stacks[i].table]];

		thread->ticks += r->stacks[i].ticks;
		thread->signals += r->stacks[i].signals;
	}
}

static bool
is_wanted(const struct recorded_thread *t, const char *wanted)
{
	char number[16];

	snprintf(number, sizeof(number), "%u", t->tid);
	return wanted == NULL || strcmp(t->name, wanted) == 0 || strcmp(number, wanted) == 0;
}

/* Returns the processes of all threads, to be free()d.  OF[k] becomes the index of the process of
 * thread k. */
static struct process *
find_processes(const struct recorded_parts *parts, uint32_t *of)
{
	struct numbering numbers = { 0 };
	struct process *processes = NULL;
	uint32_t n = 0;
	size_t room = 0;

	for (uint32_t k = 0; k < parts->n; k++) {
		uint32_t pid = parts->threads[k].pid;
		uint32_t i = numbering_of(&numbers, numbering_hash_pair(&numbers, pid, 0),
			is_process, processes, &pid);

		if (i == n) {
			processes = mem_grow(processes, (size_t)i + 1, &room, sizeof(*processes));
			processes[n++] = (struct process){ .pid = pid, .part = NOBODY };
		}
		processes[i].nthreads++;
		of[k] = i;
	}
	numbering_release(&numbers);
	return processes;
}

static const char *
process_name(struct arena *text, const struct recording *r, uint32_t pid)
{
	return arena_printf(text, "%s %u", r->name, pid);
}

const char *
recorded_parts_process(struct arena *text, const struct recording *r)
{
	return process_name(text, r, r->pid);
}

/* Returns NAME, the name of a process or thread in RECORDING. */
static const char *
name_in(struct arena *text, const char *name, const char *recording)
{
	return recording != NULL ? arena_printf(text, "%s in %s", name, recording) : name;
}

/* Returns the part of M for thread T of process P. */
static uint32_t
part_of(struct process *p, const struct recorded_thread *t, struct measured *m,
	const struct recording *r, const char *recording, bool is_live)
{
	struct arena text = { 0 };
	const char *process = name_in(&text, process_name(&text, r, p->pid), recording), *name;
	uint32_t part;

	if (p->part == NOBODY)
		p->part = measured_part(m, "process", process, strlen(process));
	part = p->part;
	if (p->nthreads > 1 || m->parts[part].is_divided) {
		name = !t->is_shared
			? name_in(&text, arena_printf(&text, "%s %u", t->name, t->tid), recording)
			: is_live ? arena_printf(&text, "short threads of %s", process)
			: arena_printf(&text, "%u short threads of %s", t->nthreads, process);
		/* The id does not change when the thread is renamed.  It contains a hash of the
		 * name, pid and recording of the process.  The pid alone is not enough: a process
		 * that executes another program is one part for each program. */
		part = measured_part_with_id(m, "thread", t->is_shared ? 0
			: hash_bytes(0, process, strlen(process)) << 32 | t->tid, name,
			strlen(name));
		if (m->parts[part].whole == NOBODY)
			measured_divide(m, p->part, part);
	}
	if (recording != NULL) {
		measured_set_run(m, p->part, recording);
		measured_set_run(m, part, recording);
	}
	arena_release(&text);
	return part;
}

void
recorded_parts_open(struct recorded_parts *parts, struct measured *m, const struct recording *r,
	const char *recording, const char *wanted, bool is_live)
{
	struct process *processes;
	uint32_t *of;

	*parts = (struct recorded_parts){
		.thread_of = mem_uncleared(r->ntables, sizeof(*parts->thread_of)) };
	find_threads(parts, r);
	add_up_tables(parts, r);
	of = mem_uncleared(parts->n, sizeof(*of));
	processes = find_processes(parts, of);
	for (uint32_t k = 0; k < parts->n; k++) {
		struct recorded_thread *t = &parts->threads[k];

		if (is_wanted(t, wanted))
			t->part = part_of(&processes[of[k]], t, m, r, recording, is_live);
	}
	free(processes);
	free(of);
}

void
recorded_parts_release(struct recorded_parts *parts)
{
	free(parts->threads);
	free(parts->thread_of);
	*parts = (struct recorded_parts){ 0 };
}
