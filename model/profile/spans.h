/* spans.h - which function an address belongs to
 *
 * A span reaches from its address to that of the next one; a function may have several
 * (others lie inside it).  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPANS_H
#define SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
	uint64_t lo;
	uint32_t func;			/* or UINT32_MAX: nobody's */
	bool is_padding;		/* filled up to the alignment of what follows */
};

struct spans {
	struct span *v;			/* owned; by address, the first at 0 */
	size_t n, room;
	uint32_t *pages;		/* owned; the last span that begins before each page */
	size_t npages;
	uint64_t base;			/* address of the first page */
	unsigned shift;			/* a page is 1 << shift bytes */
};

/* Let FUNC own everything from LO on; LO is not below that of any span there is. */
void spans_add(struct spans *s, uint64_t lo, uint32_t func, bool is_padding);

/* Make ready for spans_at(). */
void spans_index(struct spans *s);

/* The number of the span that covers ADDR. */
size_t spans_at(const struct spans *s, uint64_t addr);

/* Have on its way from memory what spans_at() will ask for: the page of ADDR; some time
 * later, when that is there, its first span. */
void spans_prefetch_page(const struct spans *s, uint64_t addr);
void spans_prefetch(const struct spans *s, uint64_t addr);

/* Where span I ends: the last address in it. */
uint64_t spans_last(const struct spans *s, size_t i);

void spans_release(struct spans *s);

#endif
