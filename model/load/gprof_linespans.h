/* gprof_linespans.h - all code with its lines and functions, as GNU gprof finds them
 *
 * A stretch is code of one row of a line table and of one function: it is enough to ask once
 * for each instead of once for every byte.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_LINESPANS_H
#define GPROF_LINESPANS_H

#include <stddef.h>
#include <stdint.h>

#include "dwarf/lineunits.h"
#include "load/gprof_dwarffuncs.h"

struct gprof_linespan {
	uint64_t lo;			/* it ends where the next one begins */
	const struct line_row *row;	/* or NULL */
	uint32_t unit;			/* the row and the function are of this one */
	uint32_t func;			/* in stretches.funcs, or NOBODY */
};

struct gprof_linespans {
	struct gprof_linespan *v;		/* owned; by address; the last one has nothing */
	size_t n;
	struct dwarf_funcs funcs;	/* owned */
};

/* UNITS must live as long as S. */
void gprof_linespans_open(struct gprof_linespans *s, struct line_units *units);
void gprof_linespans_release(struct gprof_linespans *s);

/* The stretch that covers ADDR, or NULL. */
const struct gprof_linespan *gprof_linespans_at(const struct gprof_linespans *s, uint64_t addr);

#endif
