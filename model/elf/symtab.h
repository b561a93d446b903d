/* symtab.h - a symbol table of an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SYMTAB_H
#define SYMTAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A symbol of the file. */
struct elf_symbol {
	const char *name;		/* ends in a NUL; borrowed from the table */
	uint64_t value, size;
	unsigned type, bind;		/* STT_... and STB_... of <elf.h> */
	uint32_t section;		/* number of the section, also if the ELF symbol has
					 * SHN_XINDEX */
	bool special;			/* .section is SHN_ABS or another constant, not the number
					 * of a section */
	bool in_code;			/* .section has the flag SHF_EXECINSTR */
	bool is_hidden;			/* STV_HIDDEN */
	bool is_thumb;			/* ARM: the function is Thumb code.  In the file, bit 0 of
					 * its address is set; .value has it cleared */
};

struct Elf;
struct Elf_Scn;

/* Opens the symbol table in SECTION of ELF.  ELF must live longer than the table.  EXECUTABLE,
 * borrowed, says which of the NSECTIONS sections hold instructions.  If IS_ARM is set, bit 0 of a
 * function's address means Thumb.  Returns NULL if the table is damaged. */
struct elf_symtab *symtab_open(struct Elf *elf, struct Elf_Scn *section, const bool *executable,
	size_t nsections, bool is_arm);

/* Are the names of T, which may share bytes, together far longer than the string table?  Then no
 * one may read them all.  To find that out, much of the string table is read. */
bool symtab_shares_too_much(const struct elf_symtab *t);

/* Releases T, which may be NULL. */
void symtab_close(struct elf_symtab *t);

/* Returns the number of entries of TABLE; entry 0 is empty. */
size_t symtab_count(const struct elf_symtab *table);

/* Sets *SYMBOL to symbol I of TABLE; I must be below symtab_count(). */
void symtab_get(const struct elf_symtab *table, size_t i, struct elf_symbol *symbol);

/* Returns the string table of TABLE, which holds the names of the symbols.  It has *SIZE bytes, and
 * the last one is NUL. */
const char *symtab_strings(const struct elf_symtab *table, size_t *size);

#endif
