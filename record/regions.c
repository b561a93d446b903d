/* regions.c - which cell of a buffer of profil() counts the samples of an address
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/regions.h"

#include <stddef.h>

#define ONE 65536u			/* the scale if each byte of code has a byte of the
					 * buffer */

/* N bytes of a buffer, N > 0, count samples of code with this SCALE.  Returns the offset of the
 * last byte of this code, or UINT64_MAX if the offset is too large. */
static uint64_t
last_byte(uint64_t n, uint32_t scale)
{
	uint64_t whole = n / scale;
	uint64_t part = (n % scale * ONE + scale - 1) / scale;

	return whole > (UINT64_MAX - part) / ONE ? UINT64_MAX : whole * ONE + part - 1;
}

bool
region_measure(struct region *r)
{
	uint64_t last;

	r->cells = r->size / r->cell;
	if (r->scale < 2 || r->cells == 0)
		return false;
	last = r->scale == 2 && r->cells == 1 ? UINT64_MAX
		: last_byte(r->cells * r->cell, r->scale);
	r->last = last > UINT64_MAX - r->offset ? UINT64_MAX : r->offset + last;
	return true;
}

uint64_t
region_cell(const struct region *r, uint64_t pc)
{
	uint64_t from = pc - r->offset;

	if (r->cells == 1)
		return 0;
	/* FROM * SCALE can have more than 64 bits, so both parts of FROM are multiplied
	 * separately. */
	return (from / ONE * r->scale + from % ONE * r->scale / ONE) / r->cell;
}

/* Does A come before B in the order of regions_arrange()? */
static bool
is_before(const struct region *a, const struct region *b)
{
	return a->offset != b->offset ? a->offset < b->offset : a->number > b->number;
}

/* Moves the region at index AT down in the heap of N regions at R, until it comes before none of
 * its children. */
static void
sink(struct region *r, size_t at, size_t n)
{
	struct region sinking = r[at];
	size_t below = 2 * at + 1;

	while (below < n) {
		if (below + 1 < n && is_before(&r[below], &r[below + 1]))
			below++;
		if (!is_before(&sinking, &r[below]))
			break;
		r[at] = r[below];
		at = below;
		below = 2 * at + 1;
	}
	r[at] = sinking;
}

void
regions_arrange(struct region *r, uint32_t n)
{
	for (size_t i = n / 2; i-- > 0;)
		sink(r, i, n);
	for (size_t i = n; i-- > 1;) {
		struct region top = r[0];

		r[0] = r[i];
		r[i] = top;
		sink(r, 0, i);
	}
	for (uint32_t i = 0; i < n; i++) {
		r[i].outer = i > 0 ? i - 1 : NO_REGION;
		while (r[i].outer != NO_REGION && r[r[i].outer].last <= r[i].last)
			r[i].outer = r[r[i].outer].outer;
	}
}

uint32_t
regions_find(const struct region *r, uint32_t n, uint64_t pc)
{
	uint32_t low = 0, high = n;

	/* The regions [0, low) begin at PC or before PC, the regions [high, n) begin after PC. */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (r[middle].offset <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	low = low > 0 ? low - 1 : NO_REGION;
	while (low != NO_REGION && r[low].last < pc)
		low = r[low].outer;
	return low;
}
