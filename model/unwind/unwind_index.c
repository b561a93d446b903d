/* unwind_index.c - makes an index of unwind tables that have none
 *
 * The layout of the index is that of the Linux Standard Base, 10.6.2: a header of 12 bytes, then
 * two numbers for each entry, relative to the header: the address of the code, and that of the
 * entry.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { ALIGN = 8, HEADER = 12 };

struct entry {
	int32_t code, place;
};

struct entries {
	struct entry *v;		/* owned */
	size_t n, room;
};

#ifdef CFI_RETURN_ADDRESS

/* Finds the entries of the tables T; the header will be at HEADER_AT. */
static void
find_entries(struct entries *e, struct cfi_tables *t, const uint8_t *header_at)
{
	const uint8_t *at = t->low, *place = at;
	uint64_t start;

	for (; cfi_next(t, &at, &start); place = at) {
		int64_t code = (int64_t)(start - (uintptr_t)header_at);

		if (start == 0 || code < INT32_MIN || code > INT32_MAX)
			continue;
		e->v = mem_grow(e->v, e->n + 1, &e->room, sizeof(*e->v));
		e->v[e->n++] = (struct entry){ (int32_t)code, (int32_t)(place - header_at) };
	}
}

static int
by_code(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return x->code < y->code ? -1 : x->code > y->code;
}

void
unwind_tables_index(struct unwind_tables *tables)
{
	size_t old = tables->size, size = (old + ALIGN - 1) & ~(size_t)(ALIGN - 1), all;
	static const unsigned char forms[4] = { 1, 0x1b, 0x03, 0x3b };
	struct cfi_tables t = { .machine = tables->machine, .object = tables, .low = tables->bytes,
		.high = tables->bytes + old };
	struct entries e = { 0 };
	unsigned char *copy;
	uint32_t words[2];

	if (old > INT32_MAX / 2)
		return;
	find_entries(&e, &t, tables->bytes + size);
	if (e.n > 0)
		qsort(e.v, e.n, sizeof(*e.v), by_code);
	all = size + HEADER + e.n * sizeof(*e.v);
	copy = tables->owned = mem_resize(tables->owned, all, 1);
	memset(copy + old, 0, size - old);
	words[0] = (uint32_t)-(int32_t)(size + 4);
	words[1] = (uint32_t)e.n;
	memcpy(copy + size, forms, sizeof(forms));
	memcpy(copy + size + sizeof(forms), words, sizeof(words));
	if (e.n > 0)
		memcpy(copy + size + HEADER, e.v, e.n * sizeof(*e.v));
	tables->bytes = copy;
	tables->header = tables->at + size;
	tables->size = all;
	free(e.v);
}

#else

void
unwind_tables_index(struct unwind_tables *tables)
{
	(void)tables;
}

#endif
