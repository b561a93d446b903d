/* pe_file.h - the parts of a PE file, and of the ELF file that is made of it
 *
 * Only pe.c and the files pe_*.c include this header.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PE_FILE_H
#define PE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "elf/pe.h"

enum {
	PE_SECTION_SIZE = 40,		/* sizes of records in the file */
	PE_SYMBOL_SIZE = 18,
	PE_SHORT = 8,			/* greatest length of a name that is part of such a
					 * record */
};

/* The contents of the header of a PE file.  All tables are inside the file. */
struct pe_file {
	const unsigned char *bytes;
	size_t size;
	uint16_t machine;		/* EM_... of ELF */
	unsigned width;			/* size of an address in bytes, 4 or 8 */
	uint64_t base;			/* address of the image in memory */
	bool is_dll;
	char leading;			/* as in struct pe_elf */
	size_t sections_at, nsections;
	size_t symbols_at, nsymbols;	/* auxiliary records count as symbols */
	size_t strings_at;		/* if there are no strings, the size of the file */
	size_t nstrings;		/* in bytes, with the 4 bytes of the size; 0: there are no
					 * strings */
};

/* A section of the PE file, as the ELF file has it. */
struct pe_section {
	const char *name;		/* borrowed from the PE file; .nname bytes, without a NUL */
	size_t nname;
	uint64_t address, size, offset;	/* .offset: in the PE file */
	bool has_bytes;			/* all bytes are in the file */
	bool is_code, is_loaded;
};

/* Reads section I of P, counted from 0.  Defined in pe_sections.c. */
void pe_section_read(struct pe_section *s, const struct pe_file *p, size_t i);

/* Bytes of the ELF file, which is little-endian. */
struct pe_bytes {
	unsigned char *v;		/* owned */
	size_t n, room;
};

static inline void
pe_put(struct pe_bytes *b, const void *bytes, size_t n)
{
	b->v = mem_grow(b->v, b->n + n, &b->room, 1);
	if (n > 0)
		memcpy(b->v + b->n, bytes, n);
	b->n += n;
}

static inline void
pe_put_zeros(struct pe_bytes *b, size_t n)
{
	b->v = mem_grow(b->v, b->n + n, &b->room, 1);
	if (n > 0)
		memset(b->v + b->n, 0, n);
	b->n += n;
}

/* Appends VALUE as a number of WIDTH bytes, at most 8. */
static inline void
pe_put_number(struct pe_bytes *b, uint64_t value, unsigned width)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < width; i++)
		bytes[i] = (unsigned char)(value >> 8 * i);
	pe_put(b, bytes, width);
}

/* The symbol table of the ELF file, and the short names of its symbols. */
struct pe_symbols {
	struct pe_bytes table, names;	/* .names: a multiple of 8 bytes */
	uint64_t names_at;		/* offset of .names in the string table of the ELF file */
};

/* Makes the symbols of P, whose sections are SECTIONS.  S->names_at must be set.  Defined in
 * pe_symbols.c. */
void pe_symbols_make(struct pe_symbols *s, const struct pe_file *p,
	const struct pe_section *sections);

/* Makes the head and the tail of ELF for P.  Defined in pe_make.c. */
void pe_make(struct pe_elf *elf, const struct pe_file *p, size_t page_size);

#endif
