/* perfdata_samples.c - adds the samples of a perf.data file to a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "measured/formats/perf_parts.h"
#include "measured/formats/perfdata.h"

enum {
	MOST_KEYS = 128 << 20,		/* bytes of the stacks that are remembered */
};

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

/* Returns the number of the event of ATTR; NOBODY: there are too many. */
static uint32_t
event_of(struct perfdata *p, struct perfdata_attr *attr)
{
	const char *name;

	if (attr->event == NOBODY) {
		name = name_of_event(attr);
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
	snprintf(unknown, 16, ":%" PRIu32, thread->tid);
	return unknown;
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
		part = perf_part_of(p->m, by, &f);
		thread->part = part;
	}
	return part;
}

/* Adds the frames of the code at AT in process WHOSE, the innermost first.  If there is only one,
 * stores it in SEEN. */
static void
look_up(struct perfdata *p, struct perfdata_seen *seen, uint32_t whose, uint64_t at)
{
	const struct perfdata_process *process = &p->tasks.processes[whose];
	const struct codes *codes = p->options->codes;
	const struct perfdata_map *map = seen->where == WHERE_GUEST ? NULL
		: perfdata_maps_at(seen->where == WHERE_KERNEL ? &p->tasks.kernel
			: &process->maps, at);
	const uint32_t *frames;
	uint32_t n = codes == NULL ? 0 : codes->frames(codes->with,
		map != NULL ? map->image : NOBODY, process->pid, at,
		map != NULL ? at - map->lo + map->offset : at, &frames);

	seen->is_used = n == 1;
	if (n == 1)
		seen->frame = frames[0];
	p->frames = mem_grow(p->frames, p->nframes + n, &p->frames_room, sizeof(*p->frames));
	while (n > 0)
		p->frames[p->nframes++] = frames[--n];
}

/* Adds the frames of ADDRESS, the innermost first.  IS_RETURN: it is a return address, so the call
 * is before it. */
static void
add_address(struct perfdata *p, uint32_t process, uint64_t address, enum perfdata_where where,
	bool is_return)
{
	uint64_t at = address - is_return;
	const struct perfdata_maps *maps = where == WHERE_KERNEL ? &p->tasks.kernel
		: &p->tasks.processes[process].maps;
	uint32_t whose = where == WHERE_KERNEL ? NOBODY : process;
	struct perfdata_seen *seen = &p->seen[hash_mix(at) & (PERFDATA_SEEN - 1)];

	if (seen->is_used && seen->address == at && seen->maps == maps->number
	    && seen->process == whose && seen->where == where) {
		p->frames = mem_grow(p->frames, p->nframes + 1, &p->frames_room,
			sizeof(*p->frames));
		p->frames[p->nframes++] = seen->frame;
		return;
	}
	*seen = (struct perfdata_seen){ .address = at, .maps = maps->number, .process = whose,
		.where = where };
	look_up(p, seen, process, at);
}

/* Sets P->frames to the frames of the N addresses at CHAIN, the innermost first. */
static void
find_frames(struct perfdata *p, uint32_t process, uint32_t mode, const uint64_t *chain, size_t n)
{
	enum perfdata_where where = mode == MODE_KERNEL ? WHERE_KERNEL
		: mode == MODE_GUEST_KERNEL || mode == MODE_GUEST_USER ? WHERE_GUEST : WHERE_USER;
	bool is_return = false;

	if (p->seen == NULL)
		p->seen = mem_new(PERFDATA_SEEN, sizeof(*p->seen));
	p->nframes = 0;
	for (size_t i = 0; i < n; i++) {
		if (chain[i] >= PERFDATA_MARK_LEAST) {
			where = chain[i] == PERFDATA_MARK_KERNEL ? WHERE_KERNEL
				: chain[i] == PERFDATA_MARK_USER ? WHERE_USER : WHERE_GUEST;
			is_return = false;
			i += chain[i] == PERFDATA_MARK_DEFERRED;
			continue;
		}
		add_address(p, process, chain[i], where, is_return);
		is_return = true;
	}
}

/* Returns the number of the samples of the stack P->frames in PART; NOBODY: there is no room. */
static uint32_t
sample_of(struct perfdata *p, uint32_t part)
{
	struct measured *m = p->m;
	size_t n = p->nframes;

	if (!measured_has_room(m, n)) {
		p->is_full = true;
		return NOBODY;
	}
	for (size_t i = 0; i < n / 2; i++) {
		uint32_t frame = p->frames[i];

		p->frames[i] = p->frames[n - 1 - i];
		p->frames[n - 1 - i] = frame;
	}
	p->paths = mem_grow(p->paths, n, &p->paths_room, sizeof(*p->paths));
	measured_stack(m, NOBODY, p->frames, n, p->paths);
	return measured_sample(m, p->paths[n - 1], part);
}

/* Adds the addresses of the stack of S, with marks between them, to P->key, which has N numbers and
 * room for all.  Returns how many it has then.  IS_UNWOUND: P->chain is the stack of the
 * program. */
static size_t
add_addresses(struct perfdata *p, const struct perfdata_sample *s, size_t n, bool is_unwound)
{
	struct cursor c = s->chain;
	bool has_address = false;
	size_t begin = n;
	uint64_t *key = p->key;

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

/* Sets P->key to what the stack of S depends on: the mappings, the part, and the addresses.
 * Returns how many numbers it has, of which the addresses begin at 3. */
static size_t
make_key(struct perfdata *p, const struct perfdata_sample *s,
	const struct perfdata_process *process, uint32_t part)
{
	bool is_unwound = perfdata_unwind(p, s, process);
	/* Three numbers, the address of the sample, a mark, and one that ends the loop above. */
	size_t most = (size_t)cursor_left(&s->chain) / 8 + p->nchain + 6;

	p->key = mem_grow(p->key, most, &p->key_room, sizeof(*p->key));
	p->key[0] = process->maps.number;
	p->key[1] = p->tasks.kernel.number;
	p->key[2] = (uint64_t)part << 32 | s->mode;
	return add_addresses(p, s, 3, is_unwound);
}

/* Returns the number of the samples that have the stack of S, or NOBODY if there is no room. */
static uint32_t
find_sample(struct perfdata *p, const struct perfdata_sample *s, uint32_t thread)
{
	const struct perfdata_process *process
		= &p->tasks.processes[p->tasks.threads[thread].process];
	uint32_t part = part_of(p, s, &p->tasks.threads[thread]), number;
	size_t n = make_key(p, s, process, part), size = n * sizeof(*p->key);
	uint64_t hash = known_stacks_hash(&p->known, p->key, size);
	const struct known_stack *known = known_stacks_find(&p->known, hash, p->key, size, NULL,
		NULL);

	if (known != NULL)
		return known->sample;
	find_frames(p, p->tasks.threads[thread].process, s->mode, p->key + 3, n - 3);
	if (p->nframes == 0)
		return NOBODY;
	number = sample_of(p, part);
	if (number != NOBODY && p->nkeys + size <= MOST_KEYS) {
		uint64_t *key = arena_new(&p->keys, n, sizeof(*key));

		memcpy(key, p->key, size);
		p->nkeys += size;
		known_stacks_add(&p->known, &(struct known_stack){ .hash = hash, .bytes = key,
			.length = (uint32_t)size, .sample = number });
	}
	return number;
}

void
perfdata_add_stack(struct perfdata *p, const struct perfdata_sample *s, uint32_t thread)
{
	int64_t period = s->period <= INT64_MAX ? (int64_t)s->period : INT64_MAX;
	uint32_t event, sample;

	if (p->is_full)
		return;
	event = event_of(p, &p->attrs[s->attr]);
	sample = event != NOBODY ? find_sample(p, s, thread) : NOBODY;
	if (sample == NOBODY)
		return;
	p->nsamples++;
	p->weights[event] = (struct measured_weight){ .value = period, .samples = 1,
		.squares = (double)period * (double)period };
	measured_add_weights(p->m, sample, p->weights);
	p->weights[event] = (struct measured_weight){ 0 };
}

void
perfdata_add_sample(struct perfdata *p, const struct perfdata_sample *s)
{
	uint32_t thread = perfdata_thread(&p->tasks, s->pid, s->tid);

	if (is_wanted(p, s, &p->tasks.threads[thread]) && !perfdata_hold(p, s, thread))
		perfdata_add_stack(p, s, thread);
}
