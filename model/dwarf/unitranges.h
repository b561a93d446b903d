/* unitranges.h - address ranges of the units of debug information
 *
 * Ranges of several units can overlap: in damaged files, and if the linker has merged identical
 * functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNITRANGES_H
#define UNITRANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unitranges {
	struct unit_range *v;		/* owned; sorted by address after unitranges_sort() */
	size_t n, room;
};

/* Adds the range [LO, HI) of unit number UNIT. */
void unitranges_add(struct unitranges *ranges, uint32_t unit, uint64_t lo, uint64_t hi);

/* Makes RANGES searchable, after the last unitranges_add().  The numbers of all units are below
 * NUNITS. */
void unitranges_sort(struct unitranges *ranges, size_t nunits);

/* Calls VISIT with WITH and the unit of each range that contains ADDR, in the order in which the
 * ranges begin, but at most 1000 times.  Returns false if more ranges contain ADDR. */
bool unitranges_visit(const struct unitranges *ranges, uint64_t addr,
	void (*visit)(void *with, uint32_t unit), void *with);

/* Returns the first address above ADDR at which a range begins, or UINT64_MAX if there is none. */
uint64_t unitranges_next(const struct unitranges *ranges, uint64_t addr);

void unitranges_release(struct unitranges *ranges);

#endif
