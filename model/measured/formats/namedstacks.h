/* namedstacks.h - for readers of stacks whose frames have names: events and samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAMEDSTACKS_H
#define NAMEDSTACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/measured.h"

enum { NAMEDSTACKS_EVENTS = 64 };	/* at most so many events are read */

struct namedstacks {
	struct measured *m;		/* borrowed */
	struct measured_weight weights[NAMEDSTACKS_EVENTS];	/* of one sample */
};

/* A value of one event. */
struct namedstacks_value {
	uint32_t event;
	int64_t value;
	uint64_t samples;		/* how many samples were added up; 0: it is not known */
	double squares;			/* as in struct measured_weight */
};

/* Returns the number of the event of M with the NAME of N bytes and with UNIT, which may be new,
 * and adds it to M->events_read.  The file states no total of it.  NOBODY: there are too many
 * events. */
uint32_t namedstacks_event(struct measured *m, const char *name, size_t n, const char *unit);

/* Returns the frame of the function with the NAME of N bytes, or "[unknown]" if N is 0.  OBJECT
 * (program or library) and FILE (source) are numbers in m->texts, or NOBODY. */
uint32_t namedstacks_frame(struct measured *m, const char *name, size_t n, uint32_t object,
	uint32_t file, uint32_t line, uint32_t flags);

/* Adds VALUE to the samples of PATH in PART. */
void namedstacks_add(struct namedstacks *s, uint32_t path, uint32_t part,
	const struct namedstacks_value *value);

#endif
