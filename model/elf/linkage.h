/* linkage.h - how an ELF program is started: its machine, its loader, the libraries it needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINKAGE_H
#define LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

struct linkage {
	bool is_elf;			/* the members below are set only if it is */
	unsigned address_size;		/* 4 or 8 bytes */
	bool big_endian;
	uint16_t machine;		/* EM_... of the ELF header */
	uint64_t entry;			/* where the program begins, as the ELF file has it */
	uint64_t code_lo, code_hi;	/* addresses of its code in the ELF file; both 0: none */
	bool has_loader;		/* PT_INTERP: a loader maps it and the libraries it needs */
	bool has_musl;			/* the loader is that of musl, another libc than glibc */
	bool needs_asan;		/* it needs the run-time library of AddressSanitizer */
	const char *sanitizer;		/* static; the word behind -fsanitize= whose functions it
					 * seems to have, other than address, or NULL */
};

/* Reads the file FD, which stays open.  What is damaged is not set. */
void linkage_read(struct linkage *l, int fd);

#endif
