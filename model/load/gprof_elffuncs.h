/* gprof_elffuncs.h - which symbol GNU gprof takes for the function of an address
 *
 * It asks the symbol table where the debug info knows no function, and remembers the last
 * answer: a function hides the symbols in the middle of it from the next questions.  So the
 * order of questions matters.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_ELFFUNCS_H
#define GPROF_ELFFUNCS_H

#include <stddef.h>
#include <stdint.h>

#include "elf/image.h"

struct elf_func {
	const char *name;		/* borrowed from the image */
	uint64_t addr, size;
	uint32_t order;			/* in the symbol table */
};

struct elf_funcs {
	struct elf_func *v;		/* owned; by address, one for each */
	size_t n;
	uint64_t lo;			/* where .text begins */
	const struct elf_func *last;	/* the last answer, or NULL */
};

/* The functions in .text of IM, which has one. */
void gprof_elffuncs_open(struct elf_funcs *fs, const struct image *im);
void gprof_elffuncs_release(struct elf_funcs *fs);

/* The function of ADDR, or NULL; asking for the bytes after it one by one would give the same
 * answer up to *NEXT. */
const struct elf_func *gprof_elffuncs_at(struct elf_funcs *fs, uint64_t addr, uint64_t *next);

#endif
