/* regions.h - which cell of a buffer of profil() counts the samples of an address
 *
 * The arithmetic is that of the manuals of profil(2) of the Unix systems.  SCALE has 16 binary
 * digits after the point: with 65536, each byte of code has a byte of the buffer.  The samples of
 * the address PC are counted in the cell that contains the byte
 *
 *	(pc - offset) * scale / 65536, rounded down
 *
 * of the buffer.  If the end of the buffer cuts this cell off, the samples are not counted.  If the
 * scale is 2 and the buffer has a single cell, this cell counts all code from OFFSET on.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef REGIONS_H
#define REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#define NO_REGION UINT32_MAX

/* A buffer of the program, and the code whose samples it counts. */
struct region {
	uint64_t offset, last;		/* addresses of the first and the last byte of the code */
	uint64_t buffer, size;		/* address and bytes of the buffer */
	uint64_t cells;			/* how many the buffer has */
	uint32_t scale;
	uint32_t cell;			/* bytes of a cell: 2 or 4 */
	uint32_t number;		/* position of the region in the list that the program
					 * gave */
	uint32_t outer;			/* highest index of a region that comes before this region
					 * and ends after it; NO_REGION: none */
};

/* Computes .last and .cells of R from its .size, .offset, .scale and .cell.  False: R counts
 * nothing, because .scale is 0 or 1, which switches profiling off, or because the buffer has no
 * cell. */
bool region_measure(struct region *r) __attribute__((visibility("hidden")));

/* Returns the index of the cell that counts PC, an address of R. */
uint64_t region_cell(const struct region *r, uint64_t pc) __attribute__((visibility("hidden")));

/* Sorts the N regions at R by .offset, and regions with the same .offset from the highest .number
 * to the lowest.  Then sets .outer of the regions. */
void regions_arrange(struct region *r, uint32_t n) __attribute__((visibility("hidden")));

/* Returns the index of the region that counts PC, or NO_REGION.  regions_arrange() must have sorted
 * the N regions at R.  If several regions contain PC, the region with the highest .offset counts
 * it.  If several of these have the same highest .offset, the region with the lowest .number counts
 * it. */
uint32_t regions_find(const struct region *r, uint32_t n, uint64_t pc)
	__attribute__((visibility("hidden")));

#endif
