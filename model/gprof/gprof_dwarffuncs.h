/* gprof_dwarffuncs.h - functions in debug information, as GNU gprof reads it
 *
 * A function that is inlined into another one counts as a function, too.  gprof attributes an
 * address to the innermost function: the one with the smallest range that covers the address.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_DWARFFUNCS_H
#define GPROF_DWARFFUNCS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_units;

/* A function, or one inlined copy of a function. */
struct dwarf_func {
	const char *name;		/* borrowed from the debug information; NULL: no name */
	uint64_t lo;			/* where the first range of the function begins */
	bool is_linkage;		/* .name is the name in the symbol table; if not, gprof
					 * looks for a symbol */
};

/* A range of code of one function. */
struct dwarf_range {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	uint32_t func;			/* number in dwarf_funcs.v */
};

struct dwarf_funcs {
	struct dwarf_func *v;		/* owned; in the order of the debug information */
	struct dwarf_range *ranges;	/* owned; sorted by number of the function */
	size_t n, room, nranges, ranges_room;
	unsigned references_left;	/* how many more references may be followed to find names */
};

/* Adds to FS the functions of unit I of US that have code.  FS must be all zero before the first
 * unit is read.  Addresses in FS include the bias of the debug info. */
void gprof_dwarffuncs_read(struct dwarf_funcs *fs, struct line_units *us, size_t i);

void gprof_dwarffuncs_release(struct dwarf_funcs *fs);

#endif
