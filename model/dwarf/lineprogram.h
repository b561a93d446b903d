/* lineprogram.h - decoding the line table of a unit into rows and sequences
 *
 * DWARF stores a line table as a program for a state machine, which emits rows; the rows up to an
 * end_sequence are a sequence.  libdw decodes line tables too, but does not keep sequences apart:
 * rows of code that the linker removed would be mixed with rows of code that is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINEPROGRAM_H
#define LINEPROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cursor.h"
#include "dwarf/debugsections.h"

/* Values of line_row.file. */
#define LINE_END UINT32_MAX			/* this row only ends the code of the row before */
#define LINE_INITIAL (UINT32_C(1) << 31)	/* flag: no file was set before this row */

/* The code from .addr to the next row belongs to .line. */
struct line_row {
	uint64_t addr;
	uint32_t line;			/* 0: the code has no line */
	uint32_t file;			/* number of the file in the table, with or without
					 * LINE_INITIAL; or LINE_END */
};

/* The code [lo, hi) with its rows, which are sorted by address and have different addresses. */
struct line_sequence {
	uint64_t lo, hi;
	size_t first, n;		/* line_program.rows[first] to [first + n - 1] */
};

struct line_file {
	const char *name;		/* borrowed; NULL: not known */
	uint64_t dir;			/* number of the directory of the file */
};

struct line_program {
	unsigned version;		/* version of the table, 2 to 5; 0: there is no table */
	const char **dirs;		/* owned; indexed by number in the table; the strings are
					 * borrowed, and may be NULL */
	struct line_file *files;	/* owned; indexed by number in the table */
	struct line_row *rows;		/* owned */
	struct line_sequence *sequences;	/* owned; in the order of the table */
	size_t ndirs, nfiles, nrows, nsequences;
	size_t dirs_room, files_room, rows_room, sequences_room;
};

/* Decode the table at OFFSET of its section; addresses have ADDRESS_SIZE bytes.  If the table is
 * damaged, P gets the sequences before the damage. */
void lineprogram_read(struct line_program *p, struct debug_sections *s,
	uint64_t offset, unsigned address_size);

void lineprogram_release(struct line_program *p);

/* The header in front of the program, read by lineheader.c.  The standard explains its members. */
struct line_header {
	unsigned offset_size;		/* bytes: 4 or 8 */
	unsigned min_length;		/* minimum_instruction_length */
	unsigned max_ops;		/* maximum_operations_per_instruction */
	int line_base;
	unsigned line_range, opcode_base;
	const unsigned char *operands;	/* number of operands of each opcode from 1 on */
};

/* Read the header at C, with directories and files into P, and move C to the program.  False:
 * the header is damaged, or all tables read so far are together longer than the section. */
bool lineheader_read(struct line_program *p, struct line_header *h,
	struct debug_sections *s, struct cursor *c);

/* Add a file to P. */
void lineheader_add_file(struct line_program *p, const char *name, uint64_t dir);

#endif
