/* debugsections.h - the sections of debug information as they are, unpacked
 *
 * Line tables and their texts are read from them; of the others only some bytes are looked at, or
 * how long they are.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGSECTIONS_H
#define DEBUGSECTIONS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct debug_sections {
	struct section_bytes {
		const unsigned char *bytes;	/* borrowed from libdw; NULL: not there */
		size_t size;
	} line, line_str, str, info, types, abbrev, ranges, rnglists;
	bool big_endian;
	size_t lines_read;		/* bytes of line tables that were read; tables do not overlap, ... */
	bool lines_truncated;			/* ... but these do: some were not read */
};

/* Find the sections of DWARF, in S, which live as long as it does. */
void debugsections_find(struct debug_sections *s, Dwarf *dwarf);

#endif
