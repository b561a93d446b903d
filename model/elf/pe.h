/* pe.h - programs of Windows (PE files) as ELF files
 *
 * The ELF file has three parts in memory: a head, the whole PE file, and a tail.  The head and the
 * tail contain headers and symbols.  The sections of the ELF file are in the PE file, so nothing of
 * them is copied.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PE_H
#define PE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct pe_elf {
	unsigned char *head;		/* owned */
	size_t head_size;		/* a multiple of the page size */
	unsigned char *tail;		/* owned */
	size_t tail_at, tail_size;	/* .tail_at: offset of the tail in the ELF file; between the
					 * PE file and the tail is at least one byte */
	char leading;			/* the character that the compiler puts in front of all
					 * names of C, or NUL */
};

/* Do the SIZE bytes BYTES begin like a program for DOS or Windows? */
bool pe_begins(const unsigned char *bytes, size_t size);

/* Makes the head and the tail of the ELF file for the PE file of SIZE bytes BYTES.  The bytes
 * between the PE file and the tail must be zero.  The PE file may change while it is read.  If this
 * returns false, E says why, and ELF needs no release. */
bool pe_read(struct pe_elf *elf, const unsigned char *bytes, size_t size, size_t page_size,
	struct err *e);

void pe_release(struct pe_elf *elf);

#endif
