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

uint32_t
perf_part(struct measured *m, const char *kind, uint32_t id, const char *comm, size_t n)
{
	char *name = mem_new(n + 16, 1);
	uint32_t part;
	int length;

	memcpy(name, comm, n);
	length = snprintf(name + n, 16, "%s%" PRIu32, n > 0 ? " " : "", id);
	part = measured_part_with_id(m, kind, (uint64_t)id + 1, name, n + (size_t)length);
	free(name);
	return part;
}

uint32_t
perf_part_of_thread(struct measured *m, uint32_t pid, uint32_t tid, const char *comm, size_t n)
{
	uint32_t part = perf_part(m, "thread", tid, comm, n);
	uint32_t whole = perf_part(m, "process", pid, comm, n);

	if (m->parts[part].whole == NOBODY)
		measured_divide(m, whole, part);
	return part;
}
