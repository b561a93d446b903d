/* image.h - an opened program or library: its code sections, symbol tables and machine
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

/* A part of the file that is loaded as code. */
struct code_segment {
	uint64_t offset, size;		/* in the file */
	uint64_t address;
};

/* A section that holds instructions. */
struct code_section {
	const char *name;
	uint64_t lo, hi;		/* addresses [lo, hi) */
	const unsigned char *bytes;	/* the .hi - .lo bytes of the section; NULL: the file lacks
					 * some of these bytes, or sections overlap too much */
};

struct elf_symtab;
struct insns;

struct image {
	const char *path;		/* borrowed; the argument of image_open() */
	int fd;
	struct Elf *elf;
	unsigned char *bytes;		/* owned; the mapped file, with a page of zeros behind it.
					 * A PE file is part of an ELF file that was made of it */
	size_t size;
	bool is_pe;			/* a program of Windows */
	size_t pe_at, pe_size;		/* where the PE file is in .bytes */
	char leading;			/* the character in front of all names of C, '_' for 32-bit
					 * Windows, or NUL */
	unsigned address_size;		/* 4 or 8 bytes */
	bool big_endian;
	bool little_code;		/* ARM: big-endian data, little-endian instructions (BE8) */
	uint16_t machine, type;		/* EM_... and ET_... of the ELF header */
	time_t modified;		/* time of the last change of the file */
	bool *executable;		/* owned; indexed by section: does the section hold code? */
	size_t nsections;
	bool has_lines;			/* the file itself has a section with line tables */
	struct code_segment *segments;	/* owned */
	size_t nsegments;
	struct code_section *code;	/* owned; sorted by address */
	size_t ncode;
	const struct code_section *text;	/* the section .text, or NULL */
	struct code_kinds kinds;	/* where Thumb code, other code and data begin */
	struct elf_symtab *symtab;	/* owned; .symtab; NULL: the file is stripped */
	struct elf_symtab *dynsym;	/* owned; .dynsym, or NULL */
	struct insns *insns;		/* owned; addresses at which instructions begin, in the code
					 * for which callers have asked so far; NULL: not asked for
					 * yet */
	bool is_alone;			/* no server is asked for the debug file; callers of
					 * image_open() may set it */
	bool debug_sought;		/* debugfile_image() has looked for .debug */
	struct image *debug;		/* owned; the separate debug file; NULL: not opened yet, or
					 * there is none that can be used */
};

/* Opens the ELF or PE file PATH.  The string PATH must live as long as IM.  On failure, E says why,
 * without PATH, and IM needs no release. */
bool image_open(struct image *im, const char *path, struct err *e);

/* As image_open(), for a caller that reads the names of few symbols, and limits their lengths.  The
 * names of all symbols may only be read if symtab_shares_too_much() is false. */
bool image_open_for_few(struct image *im, const char *path, struct err *e);

void image_release(struct image *im);

/* Does the table of section names of ELF end with a NUL, or is there no table?  If the NUL is
 * missing, libelf would search far for the end of each name. */
bool image_has_names(struct Elf *elf);

/* Returns the index in IM->code of the first section that ends above ADDR, or IM->ncode if there is
 * none. */
size_t image_code_after(const struct image *im, uint64_t addr);

/* Returns the code section that contains ADDR, or NULL. */
const struct code_section *image_code_at(const struct image *im, uint64_t addr);

/* Reads the members .segments of IM.  Defined in segments.c. */
void image_read_segments(struct image *im);

/* Sets *ADDR to the address of the code at byte OFFSET of the file.  Returns false if no code is
 * loaded from there.  Defined in segments.c. */
bool image_address_of(const struct image *im, uint64_t offset, uint64_t *addr);

/* Sets *OFFSET to the offset in the file of the code that is DISTANCE bytes behind the first byte
 * of IM that is loaded.  Returns false if there is no such code.  Defined in segments.c. */
bool image_offset_of(const struct image *im, uint64_t distance, uint64_t *offset);

/* Returns the name of the I-th shared library that IM needs (DT_NEEDED), counted from 0, or NULL if
 * there is no such library.  Defined in needed.c. */
const char *image_needed(const struct image *im, size_t i);

#endif
