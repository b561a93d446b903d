/* perf_parts.h - the events, processes and threads of recordings of perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERF_PARTS_H
#define PERF_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/measured.h"

enum { PERF_EVENTS = 64 };		/* at most so many events are read */

/* Returns the number of the event whose name has the N bytes at S, which may be new, and adds it to
 * M->events_read.  HAS_PERIOD: the samples say what they stand for.  NOBODY: there are too many
 * events. */
uint32_t perf_event_number(struct measured *m, const char *s, size_t n, bool has_period);

/* Returns the part KIND with the number ID, whose name is the N bytes at COMM and ID. */
uint32_t perf_part(struct measured *m, const char *kind, uint32_t id, const char *comm, size_t n);

/* Returns the part of thread TID, which becomes a part of process PID.  The name of both is COMM,
 * of N bytes. */
uint32_t perf_part_of_thread(struct measured *m, uint32_t pid, uint32_t tid, const char *comm,
	size_t n);

#endif
