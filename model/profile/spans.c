/* spans.c - find the function that has an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/spans.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void
spans_add(struct spans *s, uint64_t lo, uint32_t func, bool is_padding)
{
	assert(s->n == 0 ? lo == 0 : lo >= s->v[s->n - 1].lo);
	if (s->n > 0 && s->v[s->n - 1].lo == lo)
		s->n--;
	s->v = mem_grow(s->v, s->n + 1, &s->room, sizeof(*s->v));
	s->v[s->n++] = (struct span){ lo, func, is_padding };
}

/* Divides the addresses from the second span to the last span into about as many pages as there are
 * spans.  Then spans_at() only searches the few spans of one page. */
void
spans_index(struct spans *s)
{
	uint64_t reach;
	size_t i = 0;

	assert(s->n > 0);
	s->v = mem_resize(s->v, s->n, sizeof(*s->v));
	s->room = s->n;
	s->base = s->n > 1 ? s->v[1].lo : 0;
	reach = s->v[s->n - 1].lo - s->base;
	for (s->shift = 0; reach >> s->shift > s->n; s->shift++)
		;
	s->npages = (size_t)(reach >> s->shift) + 1;
	free(s->pages);
	s->pages = mem_new(s->npages, sizeof(*s->pages));
	for (size_t page = 0; page < s->npages; page++) {
		uint64_t start = s->base + ((uint64_t)page << s->shift);

		while (i + 1 < s->n && s->v[i + 1].lo <= start)
			i++;
		s->pages[page] = (uint32_t)i;
	}
}

void
spans_prefetch_page(const struct spans *s, uint64_t addr)
{
	uint64_t page = (addr - s->base) >> s->shift;

	if (page < s->npages)
		__builtin_prefetch(&s->pages[page]);
}

void
spans_prefetch(const struct spans *s, uint64_t addr)
{
	uint64_t page = (addr - s->base) >> s->shift;

	if (page < s->npages)
		__builtin_prefetch(&s->v[s->pages[page]]);
}

size_t
spans_at(const struct spans *s, uint64_t addr)
{
	size_t a, b;
	uint64_t page;

	if (addr < s->base)
		return 0;
	page = (addr - s->base) >> s->shift;
	if (page >= s->npages)
		return s->n - 1;
	a = s->pages[page];
	b = page + 1 < s->npages ? s->pages[page + 1] : s->n - 1;
	while (a < b) {
		size_t mid = b - (b - a) / 2;

		if (s->v[mid].lo <= addr)
			a = mid;
		else
			b = mid - 1;
	}
	return a;
}

uint64_t
spans_last(const struct spans *s, size_t i)
{
	return i + 1 < s->n ? s->v[i + 1].lo - 1 : UINT64_MAX;
}

void
spans_release(struct spans *s)
{
	free(s->v);
	free(s->pages);
	*s = (struct spans){ 0 };
}
