/* image.h - an ELF file: where its code is and which symbols it has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "codekinds.h"
#include "err.h"

/* A section that holds instructions. */
struct code {
	const char *name;
	uint64_t lo, hi;		/* addresses [lo, hi) */
	const unsigned char *bytes;	/* hi - lo of them, or NULL when not in the file */
};

/* A symbol as the file has it. */
struct elf_symbol {
	const char *name;		/* ends in a NUL; borrowed from the image */
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

struct image {
	const char *path;		/* as given; borrowed */
	int fd;
	struct Elf *elf;
	unsigned char *bytes;		/* owned; the file, mapped, and a page of zeros behind it */
	size_t size;
	unsigned address_size;		/* 4 or 8 bytes */
	bool big_endian;
	bool little_code;		/* ARM: big-endian but for its instructions (BE8) */
	uint16_t machine, type;		/* EM_..., ET_... */
	time_t modified;		/* when the file was last written */
	bool *executable;		/* owned; by section: holds instructions */
	size_t nsections;
	bool has_lines;			/* there is a section with line tables in the file itself */
	struct code *code;		/* owned; by address */
	size_t ncode;
	const struct code *text;	/* the section .text, or NULL */
	struct code_kinds kinds;	/* what is in them, where several kinds are mixed */
	struct elf_symtab *symtab;	/* .symtab, or NULL: stripped */
	struct elf_symtab *dynsym;	/* .dynsym, or NULL */
	struct image *debug;		/* owned; its separate debug file, once opened, or NULL */
};

/* Open the ELF file PATH, which must live as long as the image. */
bool image_open(struct image *im, const char *path, struct err *e);

void image_release(struct image *im);

/* Do the names of the sections of ELF end where they should, or has it none?  Else libelf would look
 * for the end of each of them. */
bool image_has_names(struct Elf *elf);

/* The .symtab of the file with IM's debug information, which is looked for by build id and
 * by debug link where the system keeps such files; NULL: there is none.  IM owns it. */
const struct elf_symtab *image_debug_symtab(struct image *im);

/* Entries of TABLE, the empty first one included; symbol I, 0 < I < count. */
size_t symtab_count(const struct elf_symtab *table);
void symtab_get(const struct elf_symtab *table, size_t i, struct elf_symbol *symbol);

/* The raw string table of TABLE: *SIZE bytes, the last of them NUL; names point into it. */
const char *symtab_strings(const struct elf_symtab *table, size_t *size);

/* The number of the first code section that does not end before or at ADDR. */
size_t image_code_after(const struct image *im, uint64_t addr);

/* The code section that covers ADDR, or NULL. */
const struct code *image_code_at(const struct image *im, uint64_t addr);

/* needed.c: the name of shared library number I that the dynamic linker loads for IM, as its
 * dynamic section has it, or NULL: there are not so many. */
const char *image_needed(const struct image *im, size_t i);

#endif
