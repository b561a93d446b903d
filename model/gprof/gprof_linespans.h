/* gprof_linespans.h - spans of code with one line and one function, as GNU gprof finds them
 *
 * gprof looks up the line and the function of every byte of code.  All bytes of a line span have
 * the same row of a line table and the same function, so one lookup for each span is enough.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_LINESPANS_H
#define GPROF_LINESPANS_H

#include <stddef.h>
#include <stdint.h>

#include "dwarf/lineunits.h"
#include "gprof/gprof_dwarffuncs.h"

struct gprof_linespan {
	uint64_t lo;			/* the span ends where the next span begins */
	const struct line_row *row;	/* row of a line table; NULL: the span has no row */
	uint32_t unit;			/* the unit of the row and the function; NOBODY: the span
					 * has neither */
	uint32_t func;			/* number of the function in gprof_linespans.funcs, or
					 * NOBODY */
};

struct gprof_linespans {
	struct gprof_linespan *v;	/* owned; sorted by address; the last has neither row
					 * nor function */
	size_t n;
	struct dwarf_funcs funcs;	/* owned */
};

/* Sets S to the line spans of UNITS, which must live as long as S. */
void gprof_linespans_open(struct gprof_linespans *s, struct line_units *units);
void gprof_linespans_release(struct gprof_linespans *s);

/* Returns the line span that covers ADDR.  NULL: ADDR is before the first line span. */
const struct gprof_linespan *gprof_linespans_at(const struct gprof_linespans *s, uint64_t addr);

#endif
