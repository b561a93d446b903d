/* codekinds.h - where code is of ARM, of Thumb, or data
 *
 * Compilers mark it with symbols: $a, $t, $x, $d.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CODEKINDS_H
#define CODEKINDS_H

#include <stddef.h>
#include <stdint.h>

struct elf_symtab;

enum code_kind {
	CODE_UNKNOWN,			/* nobody says */
	CODE_PLAIN,			/* instructions as the processor has them; not Thumb */
	CODE_THUMB,
	CODE_DATA,			/* constants among the code */
};

struct code_kinds {
	struct kind_mark {
		uint64_t addr;		/* from here on it is ... */
		uint8_t kind;		/* ... this: enum code_kind */
		uint8_t rank;		/* among marks at one address: the greatest counts */
	} *v;				/* owned; by address */
	size_t n, room;
};

/* Read the marks of ARM, AArch64 and RISC-V; other machines have none. */
void codekinds_read(struct code_kinds *kinds, const struct elf_symtab *table, uint16_t machine);

/* What the code at ADDR is: what the last mark at or before it says. */
enum code_kind codekinds_at(const struct code_kinds *kinds, uint64_t addr);

void codekinds_release(struct code_kinds *kinds);

#endif
