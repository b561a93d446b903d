/* debuginfo.h - the debug information of an image, if it can be read at little cost
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
	Dwarf *dwarf;			/* NULL: there is none, or it is not used */
	const char *refused;		/* why it is not used though it is there, as the end of a
					 * sentence; or NULL */
	uint64_t bias;			/* address in the image - address in the debug info */
	struct debug_sections sections;
	size_t texts_size;		/* bytes of the sections that texts are in, of all files */
	size_t split_ranges;		/* ranges there may be in lists of the last other file */

	Dwfl *dwfl;			/* owned; or NULL */
	Dwarf *own;			/* owned; without DWFL's help; or NULL */
	char *path;			/* owned; of the file with the debug info, without links */
	Dwarf *split;			/* the one that was looked at last of those in other
					 * files, ... */
	bool is_split_usual;		/* ... and may it be used? */
};

/* Find the debug information of IM, in it or beside it. */
void debuginfo_open(struct debug_info *d, const struct image *im);
void debuginfo_close(struct debug_info *d);

/* The entry of UNIT with its functions: in another file if debug information is split and that
 * is there and can be used, else UNIT itself. */
Dwarf_Die debuginfo_full_unit(struct debug_info *d, Dwarf_Die *unit);

#endif
