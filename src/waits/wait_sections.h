/* wait_sections.h - finds sections in the file of an image that a process has mapped
 *
 * Section headers are not in memory, so they are read from the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_SECTIONS_H
#define WAIT_SECTIONS_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "waits/wait_maps.h"

struct wait_section {
	const char *name;
	uint64_t low, high;		/* its addresses in the image; both 0: there is none */
};

/* Sets .low and .high of the N sections of LIST, whose names are set.  The image is that of MAP, in
 * process PID; the header in memory is E. */
void wait_sections_find(struct wait_section *list, unsigned n, const struct wait_map *map,
	pid_t pid, const Elf64_Ehdr *e);

#endif
