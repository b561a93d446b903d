/* debugsections.h - the bytes of the sections of debug information
 *
 * Line tables and their strings are read from these bytes.  Other sections serve only to limit what
 * libdw reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGSECTIONS_H
#define DEBUGSECTIONS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct debug_sections {
	struct section_bytes {
		const unsigned char *bytes;	/* borrowed from libdw, unpacked; NULL: there is no
						 * such section */
		size_t size;
	} line, line_str, str, info, types, abbrev, ranges, rnglists;
	bool big_endian;
	size_t lines_read;		/* number of bytes of line tables that were read */
	bool lines_truncated;		/* some line tables were not read, because line tables
					 * overlap */
};

/* Sets S to the sections of DWARF, which are valid as long as DWARF. */
void debugsections_find(struct debug_sections *s, Dwarf *dwarf);

#endif
