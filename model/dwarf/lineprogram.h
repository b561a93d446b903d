/* lineprogram.h - decoding the line table of a unit into rows and sequences
 *
 * DWARF stores a line table as a program for a state machine, which produces rows.  The rows up to
 * an end_sequence are a sequence.  libdw decodes line tables, too, but does not keep sequences
 * apart: rows of code that the linker removed would be mixed with rows of other code.
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

/* Special values of line_row.file. */
#define LINE_END UINT32_MAX			/* the row has no code; it only ends the code of the
						 * row before */
#define LINE_INITIAL (UINT32_C(1) << 31)	/* flag: no opcode of the sequence has set the file
						 * up to this row */

/* The code from .addr up to the next row belongs to source line .line. */
struct line_row {
	uint64_t addr;
	uint32_t line;			/* 0: the code has no line */
	uint32_t file;			/* number of the file in the table, perhaps with the flag
					 * LINE_INITIAL; or LINE_END */
};

/* A sequence: the code [.lo, .hi) with its rows, which are sorted by address.  No two of its rows
 * have the same address. */
struct line_sequence {
	uint64_t lo, hi;
	size_t first, n;		/* the rows are line_program.rows[first] to [first + n -
					 * 1] */
};

struct line_file {
	const char *name;		/* borrowed; NULL: not known */
	uint64_t dir;			/* number of the directory of the file */
};

struct line_program {
	unsigned version;		/* version of the table; 0: there is no table.  Only tables
					 * of versions 2 to 5 are read */
	const char **dirs;		/* owned; indexed by number in the table; the strings are
					 * borrowed, or NULL */
	struct line_file *files;	/* owned; indexed by number in the table */
	struct line_row *rows;		/* owned */
	struct line_sequence *sequences;	/* owned; in the order of the table */
	size_t ndirs, nfiles, nrows, nsequences;
	size_t dirs_room, files_room, rows_room, sequences_room;
};

/* Decodes the line table at OFFSET of .debug_line into P, to be released.  Addresses have
 * ADDRESS_SIZE bytes.  If the table is damaged, P gets the sequences before the damage. */
void lineprogram_read(struct line_program *p, struct debug_sections *s,
	uint64_t offset, unsigned address_size);

void lineprogram_release(struct line_program *p);

/* The header before the program, read by lineheader.c.  The DWARF standard explains the members. */
struct line_header {
	unsigned offset_size;		/* bytes of an offset: 4 or 8 */
	unsigned min_length;		/* minimum_instruction_length */
	unsigned max_ops;		/* maximum_operations_per_instruction */
	int line_base;
	unsigned line_range, opcode_base;
	const unsigned char *operands;	/* operands[i]: number of operands of opcode i + 1 */
};

/* Reads the header at C into H, and directories and files into P.  Then C is at the program.
 * Returns false if the header is damaged, its version is not 2 to 5, or this table and all tables
 * read before are together longer than .debug_line. */
bool lineheader_read(struct line_program *p, struct line_header *h,
	struct debug_sections *s, struct cursor *c);

/* Adds the file NAME, borrowed, to P.  DIR is the number of its directory. */
void lineheader_add_file(struct line_program *p, const char *name, uint64_t dir);

#endif
