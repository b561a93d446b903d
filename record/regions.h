/* regions.h - which cell of a buffer of profil() counts the samples of an address
 *
 * The arithmetic is that of the manuals of profil(2) of the Unix systems.  SCALE has 16 binary
 * digits after the point: 65536 stands for a byte of the buffer for each byte of code.  The
 * address PC belongs to the cell that has byte
 *
 *	(pc - offset) * scale / 65536, rounded down
 *
 * of the buffer, if the buffer has all bytes of this cell.  A scale of 2 with a single cell stands
 * for all code from OFFSET on.
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
	uint64_t cells;			/* in the buffer */
	uint32_t scale;
	uint32_t cell;			/* bytes of a cell: 2 or 4 */
	uint32_t number;		/* position among the regions that the program gave */
	uint32_t outer;			/* index of the nearest region with a lower index that ends
					 * after this one; NO_REGION: none */
};

/* Sets LAST and CELLS of R from BUFFER, SIZE, OFFSET, SCALE and CELL.  False: it counts nothing,
 * because SCALE is 0 or 1, which switch profiling off, or because the buffer has no cell. */
bool region_measure(struct region *r) __attribute__((visibility("hidden")));

/* Returns the number of the cell of PC, an address of R. */
uint64_t region_cell(const struct region *r, uint64_t pc) __attribute__((visibility("hidden")));

/* Sorts the N regions at R by OFFSET, those with the same OFFSET by falling NUMBER, and sets their
 * OUTER. */
void regions_arrange(struct region *r, uint32_t n) __attribute__((visibility("hidden")));

/* Returns the index in R of the region that counts PC, or NO_REGION.  Before, regions_arrange()
 * must have sorted R.  If several regions contain PC, the one with the highest OFFSET counts it; of
 * several with this OFFSET, the one with the lowest NUMBER. */
uint32_t regions_find(const struct region *r, uint32_t n, uint64_t pc)
	__attribute__((visibility("hidden")));

#endif
