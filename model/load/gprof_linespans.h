/* gprof_linespans.h - all code with its lines and functions, as GNU gprof finds them
 *
 * A stretch is code of one row of a line table and of one function: it is enough to ask once
 * for each instead of once for every byte.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_LINESPANS_H
#define GPROF_LINESPANS_H

#include <stddef.h>
#include <stdint.h>

#include "dwarf/dwarffuncs.h"
#include "dwarf/lines.h"

struct stretch {
	uint64_t lo;			/* it ends where the next one begins */
	const struct line_row *row;	/* or NULL */
	uint32_t unit;			/* the row and the function are of this one */
	uint32_t func;			/* in stretches.funcs, or NOBODY */
};

struct stretches {
	struct stretch *v;		/* owned; by address; the last one has nothing */
	size_t n;
	struct dwarf_funcs funcs;	/* owned */
};

/* L must live as long as S. */
void stretches_open(struct stretches *s, struct lines *l);
void stretches_release(struct stretches *s);

/* The stretch that covers ADDR, or NULL. */
const struct stretch *stretches_at(const struct stretches *s, uint64_t addr);

#endif
