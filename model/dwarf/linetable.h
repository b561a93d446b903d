/* linetable.h - the line table of one unit, searchable by address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINETABLE_H
#define LINETABLE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/budget.h"
#include "base/rules.h"
#include "dwarf/lineprogram.h"

/* Rows sorted by address, at most one for each address.  Where no code follows, a row with
 * LINE_END stands. */
struct line_rows {
	struct line_row *v;		/* owned */
	size_t n;
};

struct line_table {
	unsigned version;		/* version of the table; 0: there is no table */
	const char *directory;		/* the directory in which the compiler ran, or NULL */
	const char **dirs;		/* owned */
	struct line_file *files;	/* owned */
	const char **paths;		/* owned; path of each file, NULL until it is used */
	size_t ndirs, nfiles;
	struct budget path_bytes;	/* limits the bytes of .paths, as many paths can share a
					 * long name */
	struct line_rows rows;		/* rows by RULES_EXACT */
	struct line_rows gprof;		/* rows by RULES_GPROF; empty: the same as .rows */
};

/* Read the table of the unit of DIE; T is empty if there is none. */
void linetable_read(struct line_table *t, struct debug_sections *s, Dwarf_Die *die);

void linetable_release(struct line_table *t);

const struct line_rows *linetable_rows(const struct line_table *t, enum rules rules);

/* The row that covers ADDR, or NULL. */
const struct line_row *linetable_find(const struct line_table *t, enum rules rules,
	uint64_t addr);

/* Does row R only end the code before it? */
bool linetable_is_end(const struct line_row *r);

/* Returns the path of the file of row R; NULL: not known.  A path joined from several names is
 * stored in TEXT.  RULES_GPROF: as GNU gprof finds the path. */
const char *linetable_path(struct line_table *t, const struct line_row *r,
	enum rules rules, struct arena *text);

#endif
