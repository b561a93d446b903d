/* perf_parts.c - the events, processes and threads of recordings of perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perf_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool
begins(const char *s, size_t n, const char *text)
{
	return n >= strlen(text) && memcmp(s, text, strlen(text)) == 0;
}

uint32_t
perf_event_number(struct measured *m, const char *s, size_t n, bool has_period)
{
	const char *unit = !has_period ? "samples" : begins(s, n, "cpu-clock")
		|| begins(s, n, "task-clock") ? "nanoseconds" : "";
	uint32_t k = 0;

	while (k < m->nevents && (strlen(m->events[k].name) != n
	    || memcmp(m->events[k].name, s, n) != 0))
		k++;
	if (k == PERF_EVENTS)
		return NOBODY;
	if (k == m->nevents) {
		k = measured_add_event(m, s, n, unit);
		m->events[k].is_sampled = true;
	}
	m->events_read |= UINT64_C(1) << k;
	return k;
}

/* Returns the part KIND with the number NUMBER, whose name is the N bytes at COMM and NUMBER.  The
 * number -1 has no part of its own: the threads of process WITHIN that have it are one part. */
static uint32_t
part_with_id(struct measured *m, const char *kind, uint32_t number, uint32_t within,
	const char *comm, size_t n)
{
	uint64_t id = number == UINT32_MAX && within != UINT32_MAX
		? ((uint64_t)within + 1) << 32 | number : number;
	char *name = mem_new(n + 16, 1);
	uint32_t part;
	int length;

	memcpy(name, comm, n);
	length = snprintf(name + n, 16, "%s%" PRId64, n > 0 ? " " : "",
		number == UINT32_MAX ? -1 : (int64_t)number);
	part = measured_part_with_id(m, kind, id + 1, name, n + (size_t)length);
	free(name);
	return part;
}

static uint32_t
part_of_process(struct measured *m, const struct perf_facts *f)
{
	const char *name = f->process;
	size_t n = name != NULL ? strlen(name) : f->ncomm;
	uint32_t part = name != NULL || f->tid == f->pid ? NOBODY
		: measured_part_by_id(m, "process", (uint64_t)f->pid + 1);

	return part != NOBODY ? part
		: part_with_id(m, "process", f->pid, UINT32_MAX, name != NULL ? name : f->comm, n);
}

static uint32_t
part_of_thread(struct measured *m, const struct perf_facts *f)
{
	uint32_t part, whole;

	if (!f->has_tid)
		return NOBODY;
	part = part_with_id(m, "thread", f->tid, f->has_pid ? f->pid : UINT32_MAX, f->comm,
		f->ncomm);
	if (!f->has_pid)
		return part;
	whole = part_of_process(m, f);
	if (m->parts[part].whole == NOBODY)
		measured_divide(m, whole, part);
	return part;
}

uint32_t
perf_part_of(struct measured *m, enum measured_division by, const struct perf_facts *f)
{
	switch (by) {
	case BY_THREAD:	return part_of_thread(m, f);
	case BY_COMM:	return f->ncomm > 0 ? measured_part(m, "comm", f->comm, f->ncomm) : NOBODY;
	case BY_CPU:	return f->has_cpu ? part_with_id(m, "cpu", f->cpu, UINT32_MAX, "", 0) : NOBODY;
	}
	return NOBODY;
}

void
perf_parts_note(struct measured *m, enum measured_division by)
{
	bool has_cpus = false;

	for (uint32_t i = 0; i < m->nparts; i++)
		has_cpus |= strcmp(m->parts[i].kind, "cpu") == 0;
	if (by == BY_CPU && !has_cpus)
		measured_add_note(m, "The profile does not say on which processors its samples were "
			"taken, so they are not divided.", "perf record --sample-cpu records it.");
}
