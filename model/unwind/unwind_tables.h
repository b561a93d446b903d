/* unwind_tables.h - what the unwind tables of a program or library say about its code
 *
 * The tables are bytes of the file of the image, or were copied from the memory of a process.  They
 * are trusted in nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNWIND_TABLES_H
#define UNWIND_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/cfi.h"
#include "unwind/unwind_go.h"

/* A row of the unwind tables, and the code that its entry describes. */
struct unwind_row {
	struct cfi_row row;		/* .pc is an address in the image; 0: the row is not used */
	uint64_t start, bytes;		/* the code of the entry, by addresses in the image */
	bool is_known;			/* false: the tables say nothing about .pc */
	bool changes_stack;		/* the callers of the code are on another stack */
};

/* A struct that is all zero says nothing. */
struct unwind_tables {
	const struct cfi_machine *machine;	/* whose code it is; set it first */
	const unsigned char *bytes;	/* the sections .eh_frame_hdr and .eh_frame are in these
					 * .size bytes; NULL: there are none */
	size_t size;
	unsigned char *owned;		/* owned; .bytes, unless they are borrowed */
	uint64_t at;			/* address of .bytes[0] in the image */
	uint64_t header;		/* address of .eh_frame_hdr in the image */
	struct unwind_go go;		/* how far the stack pointer has moved in code of Go */
	/* Returns new tables from the debug information, or NULL.  WITH is the member .with.  NULL:
	 * it was called, or there are none.  It is called when first something is asked of which
	 * the other tables say nothing: most programs need no more than these. */
	struct unwind_tables *(*open_debug)(void *with);
	void *with;
	struct unwind_tables *debug;	/* owned; what .open_debug has returned */
	struct unwind_row *rows;	/* owned; a cache, NULL if nothing was looked up */
};

/* The .owned bytes of T are the section .eh_frame.  Appends a section .eh_frame_hdr, and sets
 * .header.  Defined in unwind_index.c. */
void unwind_tables_index(struct unwind_tables *t);

/* Returns new tables from the N bytes at BYTES of a section .debug_frame of code of MACHINE.  Those
 * of a damaged section may say nothing. */
struct unwind_tables *unwind_tables_of_debug(const struct cfi_machine *machine, const void *bytes,
	size_t n);

/* Returns what T says about the code at PC, an address in the image; NULL: nothing.  The result is
 * valid until the next call. */
const struct unwind_row *unwind_tables_row(struct unwind_tables *t, uint64_t pc);

void unwind_tables_release(struct unwind_tables *t);

#endif
