/* unwind_go.h - the table of functions of programs in Go, which says where return addresses are
 *
 * Go writes no unwind tables for its code.  Its section .gopclntab has, for each instruction, how
 * far the return address is from the stack pointer.  Layout: src/runtime/symtab.go and
 * src/debug/gosym/pclntab.go of Go 1.16 and later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNWIND_GO_H
#define UNWIND_GO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/cfi.h"

struct unwind_go {
	unsigned char *copy;		/* owned; the section; NULL: there is none */
	size_t size;
	uint64_t text;			/* address in the image from which code is counted */
	uint64_t n;			/* number of functions */
	uint64_t names, distances, functions;	/* offsets of tables */
	unsigned quantum;		/* addresses of instructions are multiples of this */
	bool is_wide;			/* as Go 1.16: entries have 8 bytes, not 4 */
};

/* Prepares G for the SIZE bytes at COPY, the section .gopclntab of code of MACHINE.  G owns COPY
 * from now on.  BIAS is what was added to the addresses in the section when the image was mapped: 0
 * if it is that of the file.  Only code of x86-64 is known. */
void unwind_go_open(struct unwind_go *g, const struct cfi_machine *machine, unsigned char *copy,
	size_t size, uint64_t bias);

/* What the table says about an instruction. */
struct unwind_go_place {
	struct cfi_row row;
	uint64_t start, bytes;		/* the code of its function */
	bool changes_stack;		/* the callers of the function are on another stack */
};

/* Sets *P to what the table says about the instruction at PC, an address in the image.  False:
 * nothing. */
bool unwind_go_find(const struct unwind_go *g, uint64_t pc, struct unwind_go_place *p);

/* Are the callers of the function NAME on another stack?  So they are if unwind_go_find() sets
 * .changes_stack. */
bool unwind_go_changes_stack(const char *name);

void unwind_go_release(struct unwind_go *g);

#endif
