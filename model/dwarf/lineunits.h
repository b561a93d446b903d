/* lineunits.h - the units of debug information that have line tables
 *
 * A unit describes the code that one run of the compiler wrote.  Line tables and recorded calls are
 * read when they are first needed.
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
#include "dwarf/inlines.h"
#include "dwarf/linetable.h"
#include "dwarf/scopes.h"
#include "dwarf/unitranges.h"
#include "elf/image.h"

struct line_unit {
	Dwarf_Die die;			/* entry of the unit; it has no functions if .full is in
					 * another file */
	Dwarf_Die full;			/* result of lineunits_full(); valid if .has_full */
	bool has_full;
	uint64_t table_at;		/* offset of the line table in its section */
	uint32_t first;			/* index of the first unit with the same line table; only
					 * that unit uses .table and .has_row_ranges */
	bool has_row_ranges;		/* line_units.ranges contains the ranges of the rows of
					 * .table */
	uint32_t searched_by;		/* 1 + the unit for which line_units.row_ranges contains
					 * these ranges; 0: none; only in the first unit */
	uint32_t searched;		/* which search by RULES_GPROF was the first one in this
					 * unit, from 1; 0: none was */
	bool has_table;			/* .table was read */
	struct line_table table;
	bool has_calls;			/* .calls were read */
	struct call_sites calls;
	bool has_inlined;		/* .inlined was read */
	struct inlined_code inlined;
};

struct line_units {
	const struct image *image;	/* borrowed */
	struct debug_info info;
	struct line_unit *v;		/* owned; in the order of the debug information */
	size_t n, room;
	struct unitranges ranges;	/* which unit has code at which address */
	uint32_t nsearches;		/* number of searches by RULES_GPROF */
	struct unitranges row_ranges;	/* at which addresses the units that were searched have
					 * rows; valid if .has_row_ranges */
	bool has_row_ranges;
	struct budget unit_ranges, func_ranges;	/* limits of the number of ranges that are read: of
						 * units, and of functions */
	struct arena paths;		/* owns joined paths of files */
	bool truncated;			/* rows or paths were skipped; see lineunits_truncated() */
};

/* Finds the units of the debug information of IM, which must live as long as US. */
void lineunits_open(struct line_units *us, const struct image *im);
void lineunits_release(struct line_units *us);

/* Was debug information skipped so far because too many parts of it refer to the same bytes? */
bool lineunits_truncated(const struct line_units *us);

/* Returns the line table of U. */
struct line_table *lineunits_table(struct line_units *us, const struct line_unit *u);

/* Returns the rows of the line table of U; no rows if an earlier unit has the same table. */
const struct line_rows *lineunits_own_rows(struct line_units *us, const struct line_unit *u,
	enum rules rules);

/* Returns the entry with the functions of U.  The entry is in another file if debug information is
 * split. */
Dwarf_Die *lineunits_full(struct line_units *us, struct line_unit *u);

/* Returns the row to which the code at ADDR in the image belongs, or NULL if there is no such row.
 * *UNIT becomes the unit with this row, the first one if there are several. */
const struct line_row *lineunits_find(struct line_units *us, enum rules rules, uint64_t addr,
	struct line_unit **unit);

/* The same by RULES_GPROF for an address that has no row by search number N.  When GNU gprof first
 * searches a unit, it adds the ranges of the rows to those of the unit, so that later searches find
 * rows outside the ranges of the entry, as gnat writes them.  To be called after all searches. */
const struct line_row *lineunits_find_late(struct line_units *us, uint64_t addr, uint32_t n,
	struct line_unit **unit);

/* Returns the path of the file of ROW, a row of the line table of U, or NULL if it is not known.
 * With RULES_GPROF, an unknown path is "<unknown>". */
const char *lineunits_path(struct line_units *us, const struct line_unit *u, enum rules rules,
	const struct line_row *row);

#endif
