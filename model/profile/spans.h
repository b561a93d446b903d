/* spans.h - find the function that has an address
 *
 * A span ends where the next span begins.  A function may have several spans, if
 * other functions lie inside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPANS_H
#define SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
	uint64_t lo;
	uint32_t func;			/* NOBODY: no function covers the span */
	bool is_padding;		/* the bytes are padding, which only aligns the next
					 * function */
};

struct spans {
	struct span *v;			/* owned; sorted by address; the first begins at 0 */
	size_t n, room;
	uint32_t *pages;		/* owned; indexed by page: number of the span that covers
					 * the first address of the page */
	size_t npages;
	uint64_t base;			/* address of the first page */
	unsigned shift;			/* a page is 1 << shift bytes */
};

/* Adds a span of function FUNC, or NOBODY, that begins at LO.  The first span must begin at 0, and
 * spans must be added in ascending order.  If the last span begins at LO, too, the new span
 * replaces it. */
void spans_add(struct spans *s, uint64_t lo, uint32_t func, bool is_padding);

/* Builds the index that spans_at() uses.  To be called after the last spans_add(). */
void spans_index(struct spans *s);

/* Returns the number of the span that covers ADDR.  spans_index() must have been called. */
size_t spans_at(const struct spans *s, uint64_t addr);

/* Prefetches what spans_at() will read for ADDR.  Call spans_prefetch_page() first, and
 * spans_prefetch() a few iterations later, when the page is in the cache. */
void spans_prefetch_page(const struct spans *s, uint64_t addr);
void spans_prefetch(const struct spans *s, uint64_t addr);

/* Returns the last address in span I. */
uint64_t spans_last(const struct spans *s, size_t i);

void spans_release(struct spans *s);

#endif
