/* unitranges.h - which units of debug information have code at an address
 *
 * Those of several units may overlap: in a damaged file, and where the linker has made one of
 * functions that are the same.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNITRANGES_H
#define UNITRANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unitranges {
	struct extent *v;		/* owned; by address, once settled */
	size_t n, room;
};

/* Code [lo, hi) belongs to unit number UNIT. */
void unitranges_add(struct unitranges *e, uint32_t unit, uint64_t lo, uint64_t hi);

/* The last one was added, of units with numbers less than NUNITS. */
void unitranges_sort(struct unitranges *e, size_t nunits);

/* Call VISIT for the units with code at ADDR, in the order in which that code begins: for no more
 * than a thousand, however many say that they have some.  False: these were not all. */
bool unitranges_visit(const struct unitranges *e, uint64_t addr, void (*visit)(void *with, uint32_t unit),
	void *with);

/* The first address behind ADDR that code of some unit begins at; UINT64_MAX: there is none. */
uint64_t unitranges_next(const struct unitranges *e, uint64_t addr);

void unitranges_release(struct unitranges *e);

#endif
