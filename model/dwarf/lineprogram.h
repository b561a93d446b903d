/* lineprogram.h - the line table of a unit, as it stands in the debug information
 *
 * A program for a small machine, which makes rows; those between an address that is set and
 * an end that is marked are a sequence.  libdw could run it, but keeps no sequences: where the
 * linker has thrown code away, rows of what is gone lie among those of what is there.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINEPROGRAM_H
#define LINEPROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cursor.h"
#include "dwarf/debugsections.h"

#define LINE_END UINT32_MAX			/* file of a row: no code from here on */
#define LINE_INITIAL (UINT32_C(1) << 31)	/* no row of the sequence has named a file yet */

/* From ADDR on, up to the next row, the code is of LINE. */
struct line_row {
	uint64_t addr;
	uint32_t line;			/* 0: of no line */
	uint32_t file;			/* number in the unit, with LINE_INITIAL; or LINE_END */
};

/* Code [lo, hi): rows[first] to rows[first + n - 1], by address, one for each. */
struct line_sequence {
	uint64_t lo, hi;
	size_t first, n;
};

struct line_file {
	const char *name;		/* borrowed; NULL: not known */
	uint64_t dir;			/* number in dirs */
};

struct line_program {
	unsigned version;		/* of the table: 2 to 5; 0: there is none */
	const char **dirs;		/* owned; as numbered in the program; texts are borrowed */
	struct line_file *files;	/* owned; likewise */
	struct line_row *rows;		/* owned */
	struct line_sequence *sequences;	/* owned; in the order of the program */
	size_t ndirs, nfiles, nrows, nsequences;
	size_t dirs_room, files_room, rows_room, sequences_room;
};

/* Read the table at byte OFFSET of its section into P; ADDRESS_SIZE bytes are an address.  Of a
 * damaged table P has what stands before the damage. */
void lineprogram_read(struct line_program *p, struct debug_sections *s,
	uint64_t offset, unsigned address_size);

void lineprogram_release(struct line_program *p);

/* lineheader.c: what stands before the program itself. */
struct line_header {
	unsigned offset_size;		/* 4 or 8 */
	unsigned min_length, max_ops;	/* of an instruction */
	int line_base;
	unsigned line_range, opcode_base;
	const unsigned char *operands;	/* of each standard opcode, from 1 */
};

/* Read the header at C, its files and directories into P, and leave C at the program.  False: it is
 * damaged, or with those that were read before it there is more than the section has. */
bool lineheader_read(struct line_program *p, struct line_header *h,
	struct debug_sections *s, struct cursor *c);

/* Add a file to P. */
void lineheader_add_file(struct line_program *p, const char *name, uint64_t dir);

#endif
