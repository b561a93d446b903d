/* codekinds.h - mapping symbols: where ARM code, Thumb code and data begin
 *
 * For ARM, AArch64 and RISC-V, compilers write symbols that say what begins at their addresses: $a
 * and $x (instructions), $t (Thumb instructions), $d (data).
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
	CODE_UNKNOWN,			/* no mapping symbol says what the code is */
	CODE_PLAIN,			/* instructions, but not Thumb */
	CODE_THUMB,
	CODE_DATA,			/* constants between functions */
};

struct code_kinds {
	struct kind_mark {
		uint64_t addr;		/* .kind applies from this address on */
		uint8_t kind;		/* enum code_kind */
		uint8_t rank;		/* of several elements with the same address, the one with
					 * the greatest rank applies */
	} *v;				/* owned; sorted by address, then rank */
	size_t n, room;
};

/* Returns the kind of code that a mapping symbol called NAME stands for, such as "$a",
 * "$a.anything" or "$xrv64i".  Returns CODE_UNKNOWN if NAME is not the name of a mapping symbol. */
enum code_kind codekinds_named(const char *name);

/* Does BFD treat S as a mapping symbol on MACHINE (EM_...)?  gprof ignores such symbols. */
bool codekinds_is_bfd_mark(const struct elf_symbol *s, uint16_t machine);

/* Reads the mapping symbols of TABLE, which may be NULL; machines other than ARM, AArch64 and
 * RISC-V have none.  On ARM, a function without a mapping symbol at its address is Thumb code if
 * bit 0 of its address is set, otherwise ARM code. */
void codekinds_read(struct code_kinds *kinds, const struct elf_symtab *table, uint16_t machine);

/* Returns the kind of the code at ADDR: the kind of the last element of KINDS at or before ADDR, or
 * CODE_UNKNOWN if there is no such element. */
enum code_kind codekinds_at(const struct code_kinds *kinds, uint64_t addr);

void codekinds_release(struct code_kinds *kinds);

#endif
