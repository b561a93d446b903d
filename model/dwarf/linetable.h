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

/* Rows sorted by address, at most one for each address.  A row with LINE_END stands where code ends
 * and no other code begins. */
struct line_rows {
	struct line_row *v;		/* owned */
	size_t n;
};

struct line_table {
	unsigned version;		/* version of the table; 0: there is no table */
	const char *directory;		/* the directory in which the compiler ran, or NULL */
	const char **dirs;		/* owned */
	struct line_file *files;	/* owned */
	const char **paths;		/* owned; indexed by file: its path; NULL: the path was not
					 * needed yet, or is not known, or all paths together have
					 * become too long */
	size_t ndirs, nfiles;
	struct budget path_bytes;	/* limits the bytes of .paths, because many files can share
					 * a long name */
	struct line_rows rows;		/* rows by RULES_EXACT */
	struct line_rows gprof;		/* rows by RULES_GPROF if sequences overlap; otherwise
					 * empty, because these rows would be equal to .rows */
};

/* Reads the line table of the unit with the entry DIE into T.  T is empty if there is no table. */
void linetable_read(struct line_table *t, struct debug_sections *s, Dwarf_Die *die);

void linetable_release(struct line_table *t);

const struct line_rows *linetable_rows(const struct line_table *t, enum rules rules);

/* Returns the row to which the code at ADDR, an address of the debug information, belongs, or
 * NULL. */
const struct line_row *linetable_find(const struct line_table *t, enum rules rules,
	uint64_t addr);

/* Is R a row without code, which only ends the code of the row before? */
bool linetable_is_end(const struct line_row *r);

/* Returns the path of the file of row R, or NULL if it is not known; with RULES_GPROF, as GNU gprof
 * finds it.  A path that is joined from several names is stored in TEXT. */
const char *linetable_path(struct line_table *t, const struct line_row *r,
	enum rules rules, struct arena *text);

#endif
