/* symtab.h - a symbol table of an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMTAB_H
#define SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A symbol as the file has it. */
struct elf_symbol {
	const char *name;		/* ends in a NUL; borrowed from the table */
	uint64_t value, size;
	unsigned type, bind;		/* STT_..., STB_... */
	uint32_t section;		/* extended indices resolved; SHN_ABS ...
					 * kept as they are */
	bool special;			/* section is one of SHN_ABS, SHN_COMMON,
					 * ..., not an index */
	bool in_code;			/* its section has SHF_EXECINSTR */
	bool is_hidden;			/* STV_HIDDEN */
	bool is_thumb;			/* ARM: bit 0 of its value said so, and is not in VALUE */
};

struct Elf;
struct Elf_Scn;

/* Read the symbol table in SECTION of ELF, which must outlive it; NULL: there is nothing in it, it
 * is damaged, or its names are far longer together than what they stand in.  EXECUTABLE, borrowed,
 * says which of the NSECTIONS sections hold instructions.  IS_ARM: bit 0 in the values of functions
 * is no part of their addresses. */
struct elf_symtab *symtab_open(struct Elf *elf, struct Elf_Scn *section, const bool *executable,
	size_t nsections, bool is_arm);

/* T may be NULL. */
void symtab_close(struct elf_symtab *t);

/* Entries of TABLE, the empty first one included; symbol I, 0 < I < count. */
size_t symtab_count(const struct elf_symtab *table);
void symtab_get(const struct elf_symtab *table, size_t i, struct elf_symbol *symbol);

/* The raw string table of TABLE: *SIZE bytes, the last of them NUL; names point into it. */
const char *symtab_strings(const struct elf_symtab *table, size_t *size);

#endif
