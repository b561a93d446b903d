/* dwarffuncs.h - the functions of the debug info, as GNU gprof sees them
 *
 * gprof charges code to the innermost function, inlined ones included, and takes for it the
 * one with the smallest range around an address.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DWARFFUNCS_H
#define DWARFFUNCS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ranges_left;

/* A function, or a place where one was inlined. */
struct dwarf_func {
	const char *name;		/* borrowed from the debug info; NULL: it has none */
	uint64_t lo;			/* where its first range begins */
	bool is_linkage;		/* the name is good as it is for gprof */
};

/* Addresses [lo, hi) belong to function FUNC. */
struct dwarf_range {
	uint64_t lo, hi;
	uint32_t func;			/* number in dwarf_funcs.v */
};

struct dwarf_funcs {
	struct dwarf_func *v;		/* owned; in the order of the debug info */
	struct dwarf_range *ranges;	/* owned; by function */
	size_t n, room, nranges, ranges_room;
	unsigned origins_left;		/* of entries that may be followed for the names of the next */
};

/* Add the functions of UNIT that have code; BIAS is added to their addresses.  LEFT: see
 * dwarflimits_next_range(). */
void dwarffuncs_read(struct dwarf_funcs *fs, Dwarf_Die *unit, uint64_t bias,
	struct ranges_left *left);

void dwarffuncs_release(struct dwarf_funcs *fs);

#endif
