/* linkage.h - how an ELF program is started: its machine, its loader, the libraries it needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINKAGE_H
#define LINKAGE_H

#include <stdbool.h>
#include <stdint.h>

struct linkage {
	bool is_elf;			/* the file is an ELF file; if not, the members below are
					 * not set */
	unsigned address_size;		/* 4 or 8 bytes */
	bool big_endian;
	uint16_t machine;		/* EM_... of the ELF header */
	uint64_t entry;			/* address where the program begins, as in the ELF file */
	uint64_t code_lo, code_hi;	/* [.code_lo, .code_hi) contains the code of the program,
					 * with addresses as in the ELF file; both are 0 if the
					 * program has no code */
	bool has_loader;		/* PT_INTERP: a loader maps the program and the libraries
					 * that it needs */
	bool has_musl;			/* the loader is that of musl, another libc than glibc */
	bool needs_asan;		/* the program needs the run-time library of
					 * AddressSanitizer */
	const char *sanitizer;		/* constant; the word behind -fsanitize= with which the
					 * program seems to be built, for example "thread", but
					 * never "address"; or NULL */
};

/* Reads the file FD, which stays open, into L.  Members whose data is damaged stay 0. */
void linkage_read(struct linkage *l, int fd);

#endif
