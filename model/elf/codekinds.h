/* codekinds.h - mapping symbols: where ARM code, Thumb code and data begin
 *
 * Compilers for ARM, AArch64 and RISC-V mark the code with symbols: $a and $x (instructions),
 * $t (Thumb), $d (data).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CODEKINDS_H
#define CODEKINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_symbol;
struct elf_symtab;

enum code_kind {
	CODE_UNKNOWN,			/* no mapping symbol tells the kind */
	CODE_PLAIN,			/* instructions, but not Thumb */
	CODE_THUMB,
	CODE_DATA,			/* constants between functions */
};

struct code_kinds {
	struct kind_mark {
		uint64_t addr;		/* the code from here on is of this kind */
		uint8_t kind;		/* enum code_kind */
		uint8_t rank;		/* if marks have the same address, the mark of the greatest
					 * rank counts */
	} *v;				/* owned; sorted by address, then rank */
	size_t n, room;
};

/* Returns the kind that a mapping symbol called NAME marks: "$a", "$a.anything", "$xrv64i" ...
 * CODE_UNKNOWN: NAME is no such name. */
enum code_kind codekinds_named(const char *name);

/* Is S a mapping symbol to BFD, on this MACHINE (EM_...)?  gprof ignores these symbols. */
bool codekinds_is_bfd_mark(const struct elf_symbol *s, uint16_t machine);

/* Reads the mapping symbols of TABLE; machines other than ARM, AArch64 and RISC-V have none.  On
 * ARM, where there is no mapping symbol, bit 0 of a function's address says whether its code is
 * Thumb. */
void codekinds_read(struct code_kinds *kinds, const struct elf_symtab *table, uint16_t machine);

/* Returns the kind of the code at ADDR: that of the last mark at or before ADDR. */
enum code_kind codekinds_at(const struct code_kinds *kinds, uint64_t addr);

void codekinds_release(struct code_kinds *kinds);

#endif
