/* debugsections.h - the bytes of the sections of debug information
 *
 * Line tables and their strings are read from these bytes.  Of the other sections, only the size or
 * a few bytes are used to limit what libdw reads.
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
		const unsigned char *bytes;	/* borrowed from libdw, unpacked; NULL: the file
						 * lacks the section */
		size_t size;
	} line, line_str, str, info, types, abbrev, ranges, rnglists;
	bool big_endian;
	size_t lines_read;		/* bytes of line tables that were read */
	bool lines_truncated;		/* line tables overlap: some were not read */
};

/* Find the sections of DWARF; they live as long as DWARF. */
void debugsections_find(struct debug_sections *s, Dwarf *dwarf);

#endif
