/* linetable.h - the line table of one unit of debug info
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINETABLE_H
#define LINETABLE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mem.h"
#include "profile.h"

/* From ADDR on, up to the next row, the code is of LINE. */
struct line_row {
	uint64_t addr;
	uint32_t line;			/* 0: of no line */
	uint32_t file;			/* number in the unit, and marks */
};

struct line_table {
	unsigned version;		/* of DWARF */
	const char *directory;		/* in which the compiler ran, or NULL */
	Dwarf_Files *files;
	const char **paths;		/* owned; of each file, NULL until somebody asks */
	size_t nfiles;
	struct line_row *rows;		/* owned; by address, one for each */
	size_t nrows;
};

/* Read the table of the unit that DIE is of; an empty one if there is none. */
void linetable_read(struct line_table *t, Dwarf_Die *die, unsigned version);

void linetable_release(struct line_table *t);

/* The row that covers ADDR, or NULL. */
const struct line_row *linetable_find(const struct line_table *t, uint64_t addr);

/* Is R only the end of the code before it? */
bool linetable_is_end(const struct line_row *r);

/* The path of the file that R names, in TEXT if it has to be made; NULL: there is none.
 * RULES_GPROF: the one GNU gprof finds. */
const char *linetable_path(const struct line_table *t, const struct line_row *r,
	enum rules rules, struct arena *text);

#endif
