/* gprof_elffuncs.h - the symbol that GNU gprof finds for an address
 *
 * Where the debug info has no function, gprof looks in the symbol table.  It keeps the last symbol
 * that it found.  For any address inside that symbol, gprof uses the symbol again, even if another
 * symbol begins at the address.  So the result depends on the order of the lookups.
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
	struct elf_func *v;		/* owned; sorted by address; no two have the same address */
	size_t n;
	uint64_t lo;			/* where .text begins */
	const struct elf_func *last;	/* the result of the last lookup, or NULL */
};

/* Sets FS to the functions in .text of IM, which must have that section. */
void gprof_elffuncs_open(struct elf_funcs *fs, const struct image *im);
void gprof_elffuncs_release(struct elf_funcs *fs);

/* Returns the symbol that gprof finds for ADDR, or NULL.  If ADDR is not before .text, gprof finds
 * the same symbol for all addresses from ADDR to *NEXT - 1, so the caller may continue at *NEXT. */
const struct elf_func *gprof_elffuncs_at(struct elf_funcs *fs, uint64_t addr, uint64_t *next);

#endif
