/* eventratios.c - ratios of events that say more than the events alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lookup/eventratios.h"

#include <string.h>

/* Ratios of events: of perf stat, of KCachegrind, and of profilers of memory. */
static const struct {
	const char *name, *part, *whole;
	bool is_percent;
} ratios[] = {
	{ "instructions per cycle", "instructions", "cycles", false },
	{ "instructions per cycle", "instructions", "cpu-cycles", false },
	{ "cache references that miss", "cache-misses", "cache-references", true },
	{ "branches that were mispredicted", "branch-misses", "branches", true },
	{ "branches that were mispredicted", "branch-misses", "branch-instructions", true },
	{ "instruction fetches that miss L1", "I1mr", "Ir", true },
	{ "reads that miss L1", "D1mr", "Dr", true },
	{ "writes that miss L1", "D1mw", "Dw", true },
	{ "reads that miss the last-level cache", "DLmr", "Dr", true },
	{ "writes that miss the last-level cache", "DLmw", "Dw", true },
	{ "conditional branches that were mispredicted", "Bcm", "Bc", true },
	{ "indirect jumps that were mispredicted", "Bim", "Bi", true },
	{ "bytes per allocation", "alloc_space", "alloc_objects", false },
	{ "bytes per object in use", "inuse_space", "inuse_objects", false },
	{ "time per wait", "delay", "contentions", false },
};

/* Returns the event of M whose name is NAME, or NAME with a modifier, as in "cycles:u".  NOBODY:
 * there is none. */
static uint32_t
event_named(const struct measured *m, const char *name)
{
	size_t n = strlen(name);

	for (uint32_t i = 0; i < m->nevents; i++)
		if (strncmp(m->events[i].name, name, n) == 0
		    && (m->events[i].name[n] == '\0' || m->events[i].name[n] == ':'))
			return i;
	return NOBODY;
}

bool
eventratios_at(const struct measured *m, uint32_t i, struct event_ratio *r)
{
	for (size_t k = 0; k < sizeof(ratios) / sizeof(*ratios); k++) {
		*r = (struct event_ratio){ ratios[k].name, event_named(m, ratios[k].part),
			event_named(m, ratios[k].whole), ratios[k].is_percent };
		if (r->part != NOBODY && r->whole != NOBODY && i-- == 0)
			return true;
	}
	return false;
}
