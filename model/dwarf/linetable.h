/* linetable.h - the line table of one unit of debug info, by address
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
#include "dwarf/lineprogram.h"
#include "base/rules.h"

/* Rows by address, one for each; an end where no code follows. */
struct line_rows {
	struct line_row *v;		/* owned */
	size_t n;
};

struct line_table {
	unsigned version;		/* of the table */
	const char *directory;		/* in which the compiler ran, or NULL */
	const char **dirs;		/* owned */
	struct line_file *files;	/* owned */
	const char **paths;		/* owned; of each file, NULL until somebody asks */
	size_t ndirs, nfiles;
	struct budget path_bytes;	/* limits the paths: they can be made of a few long names */
	struct line_rows rows;		/* what is so */
	struct line_rows gprof;		/* what GNU gprof makes of it; empty: the same */
};

/* Read the table of the unit that DIE is of; an empty one if there is none. */
void linetable_read(struct line_table *t, struct debug_sections *s, Dwarf_Die *die);

void linetable_release(struct line_table *t);

/* The rows as RULES have them. */
const struct line_rows *linetable_rows(const struct line_table *t, enum rules rules);

/* The row that covers ADDR, or NULL. */
const struct line_row *linetable_find(const struct line_table *t, enum rules rules,
	uint64_t addr);

/* Is R only the end of the code before it? */
bool linetable_is_end(const struct line_row *r);

/* The path of the file that R names, in TEXT if it has to be made; NULL: there is none.
 * RULES_GPROF: the one GNU gprof finds. */
const char *linetable_path(struct line_table *t, const struct line_row *r,
	enum rules rules, struct arena *text);

#endif
