/* image.h - an ELF file: where its code is, and what else it has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/err.h"
#include "elf/codekinds.h"

/* A section that holds instructions. */
struct code_section {
	const char *name;
	uint64_t lo, hi;		/* addresses [lo, hi) */
	const unsigned char *bytes;	/* hi - lo of them, or NULL when not in the file */
};

struct elf_symtab;

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
	struct code_section *code;		/* owned; by address */
	size_t ncode;
	const struct code_section *text;	/* the section .text, or NULL */
	struct code_kinds kinds;	/* what is in them, where several kinds are mixed */
	struct elf_symtab *symtab;	/* owned; .symtab, or NULL: stripped */
	struct elf_symtab *dynsym;	/* owned; .dynsym, or NULL */
	struct image *debug;		/* owned; its separate debug file, once opened, or NULL */
};

/* Open the ELF file PATH, which must live as long as the image. */
bool image_open(struct image *im, const char *path, struct err *e);

void image_release(struct image *im);

/* Do the names of the sections of ELF end where they should, or has it none?  Else libelf would
 * look for the end of each of them. */
bool image_has_names(struct Elf *elf);

/* The number of the first code section that does not end before or at ADDR. */
size_t image_code_after(const struct image *im, uint64_t addr);

/* The code section that covers ADDR, or NULL. */
const struct code_section *image_code_at(const struct image *im, uint64_t addr);

/* needed.c: the name of shared library number I that the dynamic linker loads for IM, as its
 * dynamic section has it, or NULL: there are not so many. */
const char *image_needed(const struct image *im, size_t i);

#endif
