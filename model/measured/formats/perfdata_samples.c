/* perfdata_samples.c - adds the samples of a perf.data file to a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "measured/formats/perf_parts.h"
#include "measured/formats/perfdata.h"

/* Names of events that have no name in the file, by type and number. */
static const char *
name_of_event(const struct perfdata_attr *attr)
{
	static const char *const hardware[] = { "cycles", "instructions", "cache-references",
		"cache-misses", "branches", "branch-misses", "bus-cycles",
		"stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles" };
	static const char *const software[] = { "cpu-clock", "task-clock", "page-faults",
		"context-switches", "cpu-migrations", "minor-faults", "major-faults",
		"alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches" };

	if (attr->name != NULL)
		return attr->name;
	if (attr->type == 0 && (uint32_t)attr->config < sizeof(hardware) / sizeof(*hardware))
		return hardware[(uint32_t)attr->config];
	if (attr->type == 1 && attr->config < sizeof(software) / sizeof(*software))
		return software[attr->config];
	return attr->type == 2 ? "tracepoint" : "samples";
}

static int
by_name(uint32_t a, uint32_t b, const void *with)
{
	const struct perfdata *p = with;
	int order = strcmp(name_of_event(&p->attrs[a]), name_of_event(&p->attrs[b]));

	return order != 0 ? order : (a > b) - (a < b);
}

/* Sets .copy of all events: perf can record events with the same name. */
static void
count_copies(struct perfdata *p)
{
	uint32_t *order = mem_new(p->nattrs, sizeof(*order));

	p->knows_copies = true;
	for (uint32_t i = 0; i < p->nattrs; i++)
		order[i] = i;
	sort_numbers(order, p->nattrs, by_name, p);
	for (uint32_t i = 1; i < p->nattrs; i++) {
		struct perfdata_attr *attr = &p->attrs[order[i]], *last = &p->attrs[order[i - 1]];

		if (strcmp(name_of_event(attr), name_of_event(last)) == 0)
			attr->copy = last->copy + 1;
	}
	free(order);
}

/* Returns the number of the event of ATTR; NOBODY: there are too many. */
static uint32_t
event_of(struct perfdata *p, struct perfdata_attr *attr)
{
	const char *name;

	if (attr->event == NOBODY) {
		if (!p->knows_copies)
			count_copies(p);
		name = attr->copy == 0 ? name_of_event(attr) : arena_printf(&p->texts,
			"%s#%" PRIu32, name_of_event(attr), attr->copy + 1);
		attr->event = perf_event_number(p->m, name, strlen(name), true);
		p->weights = mem_grow(p->weights, p->m->nevents, &p->weights_room,
			sizeof(*p->weights));
		memset(p->weights, 0, p->m->nevents * sizeof(*p->weights));
	}
	return attr->event;
}

/* Returns the name of THREAD, which may be in UNKNOWN. */
static const char *
comm_of(const struct perfdata *p, const struct perfdata_thread *thread, char unknown[16])
{
	if (thread->comm != NOBODY)
		return p->m->texts[thread->comm];
	if (thread->tid == 0)
		return "swapper";
	snprintf(unknown, 16, ":%" PRId64, thread->tid == UINT32_MAX ? -1 : (int64_t)thread->tid);
	return unknown;
}

/* Returns the name of the first thread of process PID, or NULL if it is not known. */
static const char *
process_name(struct perfdata *p, uint32_t pid)
{
	const struct perfdata_thread *first = perfdata_find_thread(&p->tasks, pid);

	return first != NULL && first->comm != NOBODY ? p->m->texts[first->comm] : NULL;
}

/* Returns what is known of the sample S of THREAD.  Its name is in P or in UNKNOWN, which has room
 * for 16 bytes. */
static struct perf_facts
facts_of(const struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_thread *thread, char *unknown)
{
	uint64_t type = p->attrs[s->attr].sample_type;
	struct perf_facts f = { .has_pid = true, .has_tid = true,
		.has_cpu = (type & FIELD_CPU) != 0, .has_time = (type & FIELD_TIME) != 0,
		.pid = p->tasks.processes[thread->process].pid, .tid = thread->tid, .cpu = s->cpu,
		.time = s->time };

	f.comm = comm_of(p, thread, unknown);
	f.ncomm = strlen(f.comm);
	return f;
}

/* Is the sample S of THREAD added? */
static bool
is_wanted(struct perfdata *p, const struct perfdata_sample *s, const struct perfdata_thread *thread)
{
	char unknown[16];
	struct perf_facts f = facts_of(p, s, thread, unknown);

	return perf_choice_has(&p->choice, &f);
}

/* Returns the part of the sample S of THREAD. */
static uint32_t
part_of(struct perfdata *p, const struct perfdata_sample *s, struct perfdata_thread *thread)
{
	enum measured_division by = p->options->division;
	char unknown[16];
	struct perf_facts f;
	uint32_t part = by == BY_CPU ? NOBODY : thread->part;

	if (part == NOBODY) {
		f = facts_of(p, s, thread, unknown);
		f.process = process_name(p, f.pid);
		part = perf_part_of(p->m, by, &f);
		thread->part = part;
	}
	return part;
}

/* Adds the addresses of the stack of S, with marks between them, to KEY, which has N numbers and
 * room for all.  Returns how many it has then.  IS_UNWOUND: P->chain is the stack of the
 * program. */
static size_t
add_addresses(struct perfdata *p, const struct perfdata_sample *s, uint64_t *key, size_t n,
	bool is_unwound)
{
	struct cursor c = s->chain;
	bool has_address = false;
	size_t begin = n;

	while (cursor_left(&c) >= 8) {
		key[n] = cursor_uint(&c, 8);
		if (key[n] < PERFDATA_MARK_LEAST)
			has_address |= key[n - 1] != PERFDATA_MARK_DEFERRED;
		else if (is_unwound && (key[n] == PERFDATA_MARK_USER
		    || key[n] == PERFDATA_MARK_DEFERRED))
			break;
		n++;
	}
	if (!has_address && (!is_unwound || s->mode == MODE_KERNEL)) {
		n = begin;
		key[n++] = s->ip;
	}
	if (is_unwound)
		key[n++] = PERFDATA_MARK_USER;
	for (size_t i = 0; is_unwound && i < p->nchain; i++)
		key[n++] = p->chain[i];
	return n;
}

/* Appends to P->key what the stack of S depends on: the mappings, the part, the process, which may
 * have names for code that it has made, and the addresses.  Returns how many numbers this is. */
static size_t
append_key(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process, uint32_t part)
{
	bool is_unwound = perfdata_unwind(p, s, process)
		|| perfdata_chain_link(p, s, process) || perfdata_chain_branches(p, s);
	/* The address of the sample, a mark, and a number that ends the loop above. */
	size_t most = PERFDATA_KEY_HEAD + (size_t)cursor_left(&s->chain) / 8 + p->nchain + 3;
	uint64_t *key;

	p->key = mem_grow(p->key, p->key_used + most, &p->key_room, sizeof(*p->key));
	key = p->key + p->key_used;
	key[0] = process->maps.number;
	key[1] = p->tasks.kernel.number;
	key[2] = process->pid;
	key[PERFDATA_KEY_HEAD - 1] = (uint64_t)part << 32 | s->mode;
	return add_addresses(p, s, key, PERFDATA_KEY_HEAD, is_unwound);
}

void
perfdata_add_stack(struct perfdata *p, const struct perfdata_sample *s, uint32_t thread,
	const struct perfdata_value *values, size_t n)
{
	uint32_t process = p->tasks.threads[thread].process;
	struct perfdata_batched b = { .process = process, .mode = s->mode, .value = p->nvalues,
		.key = p->key_used };

	for (size_t i = 0; i < n && !p->is_full; i++) {
		if (event_of(p, &p->attrs[values[i].attr]) == NOBODY)
			continue;
		p->values = mem_grow(p->values, p->nvalues + 1, &p->values_room,
			sizeof(*p->values));
		p->values[p->nvalues++] = values[i];
	}
	b.nvalues = p->nvalues - b.value;
	if (b.nvalues == 0)
		return;
	b.part = part_of(p, s, &p->tasks.threads[thread]);
	b.n = append_key(p, s, &p->tasks.processes[process], b.part);
	p->key_used += b.n;
	perfdata_batch_put(p, &b);
}

static bool
is_count(const void *of, uint32_t number, const void *key)
{
	const struct perfdata_count *a = &((const struct perfdata_count *)of)[number], *b = key;

	return a->id == b->id && a->tid == b->tid;
}

/* The count of the event NOW is NOW->count.  Returns by how much it grew. */
static uint64_t
growth(struct perfdata *p, const struct perfdata_count *now)
{
	uint64_t hash = numbering_hash_pair(&p->count_numbers, (uint32_t)now->id ^ now->tid,
		(uint32_t)(now->id >> 32)), before;
	uint32_t i = numbering_of(&p->count_numbers, hash, is_count, p->counts, now);

	if (i == p->ncounts) {
		p->counts = mem_grow(p->counts, (size_t)i + 1, &p->counts_room, sizeof(*p->counts));
		p->counts[p->ncounts++] = (struct perfdata_count){ now->id, now->tid, 0 };
	}
	before = p->counts[i].count;
	p->counts[i].count = now->count;
	return now->count > before ? now->count - before : 0;
}

/* Sets P->grown to what the sample S adds to events: its period or, as perf does it, by how much
 * each count has grown since the sample before.  The count is that of the thread if the event is
 * inherited by new threads.  Returns how many values there are.  Source:
 * tools/perf/util/session.c of Linux, deliver_sample_value(). */
static size_t
values_of(struct perfdata *p, const struct perfdata_sample *s)
{
	const struct perfdata_attr *attr = &p->attrs[s->attr];
	struct perfdata_count now = { .tid = (attr->flags & FLAG_INHERIT) != 0 ? s->tid : 0 };
	struct cursor counts = s->counts;
	size_t n = 0;

	p->grown = mem_grow(p->grown, 1, &p->grown_room, sizeof(*p->grown));
	if (cursor_left(&counts) == 0)
		p->grown[n++] = (struct perfdata_value){ s->attr, s->period };
	while (perfdata_next_count(&counts, attr->read_format, &now.count, &now.id)) {
		struct perfdata_value value = { perfdata_attr_of(p, now.id), growth(p, &now) };

		if (value.attr == NOBODY || value.period == 0)
			continue;
		p->grown = mem_grow(p->grown, n + 1, &p->grown_room, sizeof(*p->grown));
		p->grown[n++] = value;
	}
	return n;
}

void
perfdata_add_sample(struct perfdata *p, const struct perfdata_sample *s)
{
	uint32_t thread = perfdata_thread(&p->tasks, s->pid, s->tid);
	size_t n = values_of(p, s);

	if (n > 0 && is_wanted(p, s, &p->tasks.threads[thread])
	    && !perfdata_hold(p, s, thread, p->grown, n))
		perfdata_add_stack(p, s, thread, p->grown, n);
}
