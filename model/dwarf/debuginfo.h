/* debuginfo.h - the debug information of an image, unless it is unsafe or too costly to read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGINFO_H
#define DEBUGINFO_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dwarf/debugsections.h"
#include "elf/image.h"

struct debug_info {
	Dwarf *dwarf;			/* NULL: there is no debug information, or it is not used */
	const char *refused;		/* why debug information is not used although it exists, as
					 * the end of a sentence; or NULL */
	uint64_t bias;			/* the address of code in the image minus its address in
					 * .dwarf */
	struct debug_sections sections;	/* of .dwarf */
	size_t texts_size;		/* size in bytes of all sections that can have strings, in
					 * all files */

	Dwfl *dwfl;			/* owned; the files opened with libdwfl; or NULL */
	Dwarf *own;			/* owned; debug information opened without libdwfl; or
					 * NULL */
	Elf *elf;			/* owned; a PE file that .own reads, or NULL */
	unsigned char *bytes;		/* owned; the .nbytes bytes of .elf, or NULL */
	size_t nbytes;
	char *path;			/* owned; path of the file with debug information, without
					 * symbolic links */

	/* The members below are about the file with split debug information that was used last. */
	Dwarf *split;			/* borrowed; the contents of the split file; NULL: no split
					 * file was used yet */
	bool is_split_usable;		/* dwarflimits_fault() found no fault in .split */
	size_t split_ranges;		/* dwarflimits_max_ranges() of .split */
};

/* Opens the debug information of IM, which is in IM or in a separate file.  D must be closed even
 * if there is none. */
void debuginfo_open(struct debug_info *d, const struct image *im);
void debuginfo_close(struct debug_info *d);

/* Returns the entry with the functions of UNIT.  If debug information is split, and the file with
 * the other part can be used, the entry is in that file.  Otherwise the entry is UNIT itself. */
Dwarf_Die debuginfo_full_unit(struct debug_info *d, Dwarf_Die *unit);

#endif
