/* lineunits.h - the units of debug information that have line tables
 *
 * A unit is what one run of the compiler wrote.  Line tables and recorded calls are read at the
 * first use.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINEUNITS_H
#define LINEUNITS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"
#include "base/mem.h"
#include "base/rules.h"
#include "dwarf/debuginfo.h"
#include "dwarf/dwarflimits.h"
#include "dwarf/linetable.h"
#include "dwarf/scopes.h"
#include "dwarf/unitranges.h"
#include "elf/image.h"

struct line_unit {
	Dwarf_Die die;			/* entry of the unit; incomplete if .full is in another
					 * file */
	Dwarf_Die full;			/* valid if has_full: see lineunits_full() */
	bool has_full;
	uint64_t table_at;		/* offset of the line table in its section */
	uint32_t first;			/* number of the first unit with the same line table;
					 * only that unit has .table and .has_row_ranges */
	bool has_row_ranges;		/* line_units.ranges has the ranges of the rows of .table */
	bool has_table;			/* .table was read */
	struct line_table table;
	bool has_calls;			/* .calls were read */
	struct call_sites calls;
};

struct line_units {
	const struct image *image;	/* borrowed */
	struct debug_info info;
	struct line_unit *v;		/* owned; in the order of the debug information */
	size_t n, room;
	struct unitranges ranges;	/* which unit has code at which address */
	struct budget unit_ranges, func_ranges;
	struct arena paths;
	bool truncated;			/* rows or paths were skipped: see lineunits_truncated() */
};

/* Find the units of the debug information of IM, which must live as long as US. */
void lineunits_open(struct line_units *us, const struct image *im);
void lineunits_release(struct line_units *us);

/* Was debug information skipped so far because too many parts of it refer to the same bytes? */
bool lineunits_truncated(const struct line_units *us);

/* The line table of U. */
struct line_table *lineunits_table(struct line_units *us, const struct line_unit *u);

/* The rows of the line table of U; no rows if an earlier unit has the same table. */
const struct line_rows *lineunits_own_rows(struct line_units *us, const struct line_unit *u,
	enum rules rules);

/* Returns the entry with the functions of U; it is in another file if debug information is
 * split. */
Dwarf_Die *lineunits_full(struct line_units *us, struct line_unit *u);

/* Returns the row that covers ADDR, an address of the image.  *UNIT becomes the first unit with
 * such a row.  NULL: no unit has one. */
const struct line_row *lineunits_find(struct line_units *us, enum rules rules, uint64_t addr,
	struct line_unit **unit);

/* The path of the file of ROW, which is in the line table of U; NULL: not known.  RULES_GPROF:
 * "<unknown>" instead of NULL. */
const char *lineunits_path(struct line_units *us, const struct line_unit *u, enum rules rules,
	const struct line_row *row);

#endif
