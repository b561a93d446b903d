/* addresses.h - for readers of stacks of addresses, with the list of mappings in the same file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ADDRESSES_H
#define ADDRESSES_H

#include "measured/formats/namedstacks.h"
#include "measured/reader.h"

/* Code of a file in memory. */
struct addresses_map {
	uint64_t lo, hi, offset;	/* .offset: of .lo in the file, in bytes */
	uint32_t image;			/* number of the image, or NOBODY */
};

struct addresses {
	struct measured *m;		/* borrowed */
	const struct codes *codes;	/* borrowed; or NULL */
	struct namedstacks stacks;
	struct addresses_map *maps;	/* owned; sorted by .lo */
	uint32_t nmaps;
	uint32_t *frames;		/* owned; of one stack */
	size_t maps_room, frames_room;
	bool is_full;			/* there was no room for a stack */
};

/* Reads the mappings in the N bytes at S, one a line, as in /proc/PID/maps or, of code only, as
 * "400000-40b000: /bin/true (@2f000)" with the offset or without; other lines are skipped. */
void addresses_read_maps(struct addresses *a, const char *s, size_t n);

/* Returns the path of the stack of the N addresses at PCS, the innermost first, or NOBODY.  FIRST
 * is the index of the first one that is a return address. */
uint32_t addresses_path(struct addresses *a, const uint64_t *pcs, size_t n, size_t first);

void addresses_release(struct addresses *a);

#endif
