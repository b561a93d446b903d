/* gprof_elffuncs.h - the symbol that GNU gprof finds for an address
 *
 * gprof looks an address up in the symbol table if the debug info has no function there, and keeps
 * the last result: a function hides symbols inside it from the next lookups, so their order
 * matters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_ELFFUNCS_H
#define GPROF_ELFFUNCS_H

#include <stddef.h>
#include <stdint.h>

#include "elf/image.h"

struct elf_func {
	const char *name;		/* borrowed from the image */
	uint64_t addr, size;
	uint32_t order;			/* index in the symbol table */
};

struct elf_funcs {
	struct elf_func *v;		/* owned; sorted by address, at most one for each address */
	size_t n;
	uint64_t lo;			/* where .text begins */
	const struct elf_func *last;	/* the last result, or NULL */
};

/* The functions in .text of IM, which must have a .text section. */
void gprof_elffuncs_open(struct elf_funcs *fs, const struct image *im);
void gprof_elffuncs_release(struct elf_funcs *fs);

/* Returns the function of ADDR, or NULL.  Looking up each address after ADDR and before *NEXT,
 * in this order, would have the same result. */
const struct elf_func *gprof_elffuncs_at(struct elf_funcs *fs, uint64_t addr, uint64_t *next);

#endif
