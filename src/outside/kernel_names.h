/* kernel_names.h - the names of functions of the running kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kernel_names {
	struct kernel_name {
		uint64_t at;
		char *text;		/* "NAME" or "NAME [MODULE]", in .file */
	} *v;				/* owned; sorted by address */
	size_t n, room;
	char *file;			/* owned */
};

/* Reads /proc/kallsyms.  K is empty if the system does not show the addresses, as to users without
 * privileges. */
void kernel_names_read(struct kernel_names *k);

/* Returns the function at ADDRESS, which is valid until K is released; NULL: not known. */
const char *kernel_names_at(const struct kernel_names *k, uint64_t address);

void kernel_names_release(struct kernel_names *k);

#endif
