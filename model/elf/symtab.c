/* symtab.c - symbol tables of ELF files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf/symtab.h"

#include <assert.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"
#include "base/mem.h"
#include "elf/elfsection.h"

enum {
	LONG = 2048,			/* in bytes; has_long_names() finds every name of
					 * 2 * LONG bytes or more */
	MOST_TIMES = 64,		/* limit: the sum of the lengths of all names, divided by
					 * the size of the string table */
};

struct elf_symtab {
	Elf_Data *symbols;
	Elf_Data *extended;		/* the section numbers that are too large for the symbols
					 * themselves, or NULL */
	size_t n;
	const char *strings;		/* ends in a NUL */
	size_t strings_size;
	char *copy;			/* owned; if the string table in the file does not end in a
					 * NUL, a copy that does; else NULL */
	const bool *executable;		/* borrowed; indexed by section */
	size_t nsections;
	bool is_plain;			/* .symbols are Elf64_Sym, and .extended is NULL */
	bool clear_bit0;		/* for ARM: bit 0 of the address of a function means Thumb
					 * code, and is cleared */
};

/* Returns the table of the section numbers that are too large for the symbols in section TABLE, or
 * NULL if there is no such table. */
static Elf_Data *
find_extended(Elf *elf, size_t table)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(elf, scn)) != NULL)
		if (gelf_getshdr(scn, &header) != NULL && header.sh_type == SHT_SYMTAB_SHNDX
		    && header.sh_link == table)
			return elfsection_data(elf, scn, &header);
	return NULL;
}

/* Sets the string table of T to STRINGS, which may be NULL.  If STRINGS does not end in a NUL,
 * copies it and adds a NUL. */
static void
read_strings(struct elf_symtab *t, const Elf_Data *strings)
{
	static const char nothing[1] = "";

	if (strings == NULL || strings->d_size == 0) {
		t->strings = nothing;
		t->strings_size = 1;
		return;
	}
	t->strings = strings->d_buf;
	t->strings_size = strings->d_size;
	if (t->strings[t->strings_size - 1] == '\0')
		return;
	t->copy = mem_new(t->strings_size + 1, 1);
	memcpy(t->copy, t->strings, t->strings_size);
	t->strings = t->copy;
	t->strings_size++;
}

/* Does T have a name of at least 2 * LONG bytes?  The result can also be true if the longest name
 * has only LONG bytes. */
static bool
has_long_names(const struct elf_symtab *t)
{
	for (size_t at = 0; at + LONG <= t->strings_size; at += LONG)
		if (memchr(t->strings + at, '\0', LONG) == NULL)
			return true;
	return false;
}

/* In a crafted file, many symbols can share one long name or the end of that name. */
bool
symtab_shares_too_much(const struct elf_symtab *t)
{
	struct budget bytes = { .left = (uint64_t)t->strings_size * MOST_TIMES };

	if (!has_long_names(t))
		return false;
	for (size_t i = 1; i < t->n; i++) {
		struct elf_symbol s;

		symtab_get(t, i, &s);
		if (!budget_spend(&bytes, strlen(s.name)))
			return true;
	}
	return false;
}

struct elf_symtab *
symtab_open(Elf *elf, Elf_Scn *section, const bool *executable, size_t nsections, bool is_arm)
{
	GElf_Shdr header, of_strings;
	Elf_Data *symbols, *strings = NULL;
	struct elf_symtab *t;
	Elf_Scn *link;

	if (gelf_getshdr(section, &header) == NULL)
		return NULL;
	symbols = elfsection_data(elf, section, &header);
	if (symbols == NULL || symbols->d_type != ELF_T_SYM || header.sh_entsize == 0)
		return NULL;
	link = elf_getscn(elf, header.sh_link);
	if (link != NULL && gelf_getshdr(link, &of_strings) != NULL
	    && of_strings.sh_type == SHT_STRTAB)
		strings = elfsection_data(elf, link, &of_strings);
	t = mem_new(1, sizeof(*t));
	t->symbols = symbols;
	t->n = symbols->d_size / gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT);
	t->extended = find_extended(elf, elf_ndxscn(section));
	t->is_plain = t->extended == NULL && gelf_getclass(elf) == ELFCLASS64;
	t->executable = executable;
	t->nsections = nsections;
	t->clear_bit0 = is_arm;
	read_strings(t, strings);
	return t;
}

void
symtab_close(struct elf_symtab *t)
{
	if (t != NULL)
		free(t->copy);
	free(t);
}

size_t
symtab_count(const struct elf_symtab *table)
{
	return table->n;
}

const char *
symtab_strings(const struct elf_symtab *table, size_t *size)
{
	*size = table->strings_size;
	return table->strings;
}

void
symtab_get(const struct elf_symtab *t, size_t i, struct elf_symbol *symbol)
{
	GElf_Sym sym;
	Elf32_Word extended = 0;

	assert(i < t->n);
	*symbol = (struct elf_symbol){ .name = t->strings + t->strings_size - 1 };
	if (t->is_plain)
		memcpy(&sym, (const Elf64_Sym *)t->symbols->d_buf + i, sizeof(sym));
	else if (gelf_getsymshndx(t->symbols, t->extended, (int)i, &sym, &extended) == NULL)
		return;
	if (sym.st_name < t->strings_size)
		symbol->name = t->strings + sym.st_name;
	symbol->value = sym.st_value;
	symbol->size = sym.st_size;
	symbol->type = GELF_ST_TYPE(sym.st_info);
	symbol->bind = GELF_ST_BIND(sym.st_info);
	symbol->section = sym.st_shndx == SHN_XINDEX ? extended : sym.st_shndx;
	symbol->special = sym.st_shndx >= SHN_LORESERVE && sym.st_shndx != SHN_XINDEX;
	symbol->in_code = !symbol->special && symbol->section < t->nsections
		&& t->executable[symbol->section];
	symbol->is_hidden = GELF_ST_VISIBILITY(sym.st_other) == STV_HIDDEN;
	if (t->clear_bit0 && (symbol->type == STT_FUNC || symbol->type == STT_GNU_IFUNC)) {
		symbol->is_thumb = symbol->value & 1;
		symbol->value &= ~(uint64_t)1;
	}
}
