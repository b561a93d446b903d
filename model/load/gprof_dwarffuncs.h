/* gprof_dwarffuncs.h - functions in debug information, as GNU gprof reads it
 *
 * gprof attributes code to its innermost function, inlined ones included: to the function with the
 * smallest range that covers an address.
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
	bool is_linkage;		/* gprof does not replace .name by the name of a symbol */
};

/* A range of code of one function. */
struct dwarf_range {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	uint32_t func;			/* number in dwarf_funcs.v */
};

struct dwarf_funcs {
	struct dwarf_func *v;		/* owned; in the order of the debug information */
	struct dwarf_range *ranges;	/* owned; sorted by function */
	size_t n, room, nranges, ranges_room;
	unsigned references_left;	/* references that may still be followed to find names */
};

/* Add the functions of unit I of US that have code to FS.  FS must be all zero before the first
 * unit.  The bias of the debug info is added to the addresses of the functions. */
void gprof_dwarffuncs_read(struct dwarf_funcs *fs, struct line_units *us, size_t i);

void gprof_dwarffuncs_release(struct dwarf_funcs *fs);

#endif
