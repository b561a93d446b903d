/* heapvalues.c - for readers of heap profiles as text: the numbers of a stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/heapvalues.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *
heapvalues_read(const char *s, int64_t values[HEAPVALUES])
{
	int n = 0;

	if (sscanf(s, " %" SCNd64 " : %" SCNd64 " [ %" SCNd64 " : %" SCNd64 " ]%n", &values[0],
		&values[1], &values[2], &values[3], &n) != HEAPVALUES || n == 0) {
		values[2] = values[3] = 0;
		if (sscanf(s, " %" SCNd64 " : %" SCNd64 "%n", &values[0], &values[1], &n) != 2)
			return NULL;
	}
	for (int i = 0; i < HEAPVALUES; i++)
		if (values[i] == INT64_MAX)	/* sscanf() makes it of all that are larger */
			return NULL;
	return n > 0 ? s + n : NULL;
}

double
heapvalues_distance(double distance)
{
	return distance > 1 && distance < 1e12 ? distance : 0;
}

bool
heapvalues_set_events(struct measured *m, double distance, uint32_t events[HEAPVALUES])
{
	static const char *const names[HEAPVALUES] = { "inuse_objects", "inuse_space",
		"alloc_objects", "alloc_space" };

	for (int i = 0; i < HEAPVALUES; i++) {
		events[i] = namedstacks_event(m, names[i], strlen(names[i]),
			i % 2 == 0 ? "count" : "bytes");
		if (events[i] == NOBODY)
			return false;
		m->events[events[i]].is_sampled = distance > 0;
		m->events[events[i]].favours_large = distance > 0;
	}
	m->event = events[1];
	return true;
}

void
heapvalues_add(struct namedstacks *s, uint32_t path, double distance,
	const uint32_t events[HEAPVALUES], const int64_t values[HEAPVALUES])
{
	for (int i = 0; i < HEAPVALUES; i++) {
		int64_t objects = values[i / 2 * 2], bytes = values[i / 2 * 2 + 1];
		bool is_sampled = distance > 0 && objects > 0 && bytes > 0;
		double certain = is_sampled
			? measured_memory_chance((double)bytes / (double)objects, distance) : 1;
		struct namedstacks_value value = { .event = events[i],
			.value = llround(fmin((double)values[i] / certain, 0x1p62)) };

		if (values[i] <= 0)
			continue;
		if (distance > 0)
			value.samples = (uint64_t)objects;
		if (objects > 0)
			value.squares = (double)value.value * (double)value.value / (double)objects
				* (is_sampled ? 1 - certain : 1);
		namedstacks_add(s, path, NOBODY, &value);
	}
}
