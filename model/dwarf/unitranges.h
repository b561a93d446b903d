/* unitranges.h - address ranges of the units of debug information
 *
 * Ranges of several units overlap if the linker has merged identical functions, and in damaged
 * files.
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

/* Add the range [lo, hi) of unit number UNIT. */
void unitranges_add(struct unitranges *ranges, uint32_t unit, uint64_t lo, uint64_t hi);

/* To be called after the last range was added; numbers of units are below NUNITS. */
void unitranges_sort(struct unitranges *ranges, size_t nunits);

/* Call VISIT with WITH for each unit that has a range with ADDR in it, in the order in which
 * these ranges begin, but at most 1000 times.  False: more units have such a range. */
bool unitranges_visit(const struct unitranges *ranges, uint64_t addr,
	void (*visit)(void *with, uint32_t unit), void *with);

/* The first address behind ADDR at which a range begins; UINT64_MAX: there is none. */
uint64_t unitranges_next(const struct unitranges *ranges, uint64_t addr);

void unitranges_release(struct unitranges *ranges);

#endif
