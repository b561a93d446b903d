/* make_elf.h - small ELF files for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MAKE_ELF_H
#define MAKE_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_section {
	const char *name;
	uint64_t addr, size;
	bool is_code;
	const void *bytes;		/* .size bytes; NULL if the section has no bytes in the
					 * file */
};

struct elf_sym {
	const char *name;
	uint64_t value, size;
	unsigned type, bind;
	unsigned section;		/* number of the section, counted from 1, or SHN_ABS ... */
};

struct elf_file {
	unsigned address_size;		/* 4 or 8 */
	bool big_endian;
	unsigned machine, type;		/* constants EM_... and ET_... */
	const struct elf_section *sections;
	size_t nsections;
	const struct elf_sym *symbols;	/* the string table has the names of the symbols in this
					 * order */
	size_t nsymbols;
	bool dynamic;			/* symbols are in .dynsym, not in .symtab */
	bool stripped;			/* there is no symbol table */
	const char *needed;		/* name of a shared library that the file needs, or NULL */
	bool cut_strings;		/* the string table has no NUL at its end */
	const char *compressed;		/* name of the section that is not loaded, and whose bytes
					 * are compressed, or NULL */
	unsigned spare_sections;	/* number of empty sections before .sections; from 65279 on,
					 * section numbers do not fit into symbols */
};

/* Writes F to a new file and returns its path, for remove_file(). */
char *make_elf(const struct elf_file *f);

#endif
