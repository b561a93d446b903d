/* perf_parts.h - the events, processes and threads of recordings of perf
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERF_PARTS_H
#define PERF_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/formats/perf_choice.h"
#include "measured/measured.h"

enum { PERF_EVENTS = 64 };		/* at most so many events are read */

/* Returns the number of the event whose name has the N bytes at S, which may be new, and adds it to
 * M->events_read.  HAS_PERIOD: the samples say what they stand for.  NOBODY: there are too many
 * events. */
uint32_t perf_event_number(struct measured *m, const char *s, size_t n, bool has_period);

/* Returns the part of the sample F.  BY_THREAD: that of its thread, which becomes a part of its
 * process.  The name of the process is that of its first thread or, until this name is known, that
 * of the thread that had the first sample.  NOBODY: what is needed is not known. */
uint32_t perf_part_of(struct measured *m, enum measured_division by, const struct perf_facts *f);

/* Adds a note if the samples were to be divided by processors, which the files do not name. */
void perf_parts_note(struct measured *m, enum measured_division by);

#endif
