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
	Dwarf *dwarf;			/* NULL: no debug information, or it is not used */
	const char *refused;		/* why debug information was found but is not used, as
					 * the end of a sentence; or NULL */
	uint64_t bias;			/* address in the image - address in .dwarf */
	struct debug_sections sections;
	size_t texts_size;		/* bytes of all sections with strings, in all files */

	Dwfl *dwfl;			/* owned; or NULL */
	Dwarf *own;			/* owned; debug information that was opened without libdwfl;
					 * NULL: libdwfl opened it, or there is none */
	char *path;			/* owned; path of the file with debug information, without
					 * symbolic links */

	/* Facts about the file with split debug information that was used last. */
	Dwarf *split;			/* borrowed; contents of the split file; or NULL */
	bool is_split_usable;		/* dwarflimits_fault() found no fault in .split */
	size_t split_ranges;		/* dwarflimits_max_ranges() of .split */
};

/* Find the debug information of IM, in IM or in a separate file.  D must be closed in any case. */
void debuginfo_open(struct debug_info *d, const struct image *im);
void debuginfo_close(struct debug_info *d);

/* Returns the entry with the functions of UNIT.  It is in another file if debug information is
 * split and that file can be used; else it is UNIT itself. */
Dwarf_Die debuginfo_full_unit(struct debug_info *d, Dwarf_Die *unit);

#endif
