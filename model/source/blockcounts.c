/* blockcounts.c - how often basic blocks were executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/blockcounts.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

enum { MAX_BLOCKS = 10 };		/* gprof keeps at most this many blocks of a function */

/* Sets B->v to the blocks of all images, sorted by function, and B->at to the position of the first
 * block of each function.  Blocks in no function come last. */
static void
sort_by_func(struct blockcounts *b, const struct profile *p)
{
	size_t n = 0;

	for (uint32_t im = 0; im < p->nimages; im++)
		n += p->samples[im].nblocks;
	b->v = mem_new(n, sizeof(*b->v));
	b->at = mem_new((size_t)p->nfuncs + 3, sizeof(*b->at));
	for (int pass = 0; pass < 2; pass++) {
		for (uint32_t im = 0; im < p->nimages; im++) {
			for (size_t i = 0; i < p->samples[im].nblocks; i++) {
				const struct addr_count *r = &p->samples[im].blocks[i];
				uint32_t f = profile_func_at(p, im, r->addr);

				f = f == NOBODY ? p->nfuncs : f;
				if (pass == 0)
					b->at[f + 2]++;
				else
					b->v[b->at[f + 1]++] = *r;
			}
		}
		for (uint32_t f = 0; pass == 0 && f <= p->nfuncs; f++)
			b->at[f + 2] += b->at[f + 1];
	}
}

/* Adds up the counts of records with equal addresses among the N records V, and moves the sums to
 * the beginning of V.  Keeps only the first MOST different addresses.  Returns the number of
 * sums. */
static size_t
add_up_blocks(struct addr_count *v, size_t n, size_t most)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < kept && v[k].addr != v[i].addr)
			k++;
		if (k < kept)
			v[k].count += v[i].count;
		else if (kept < most)
			v[kept++] = v[i];
	}
	return kept;
}

void
blockcounts_open(struct blockcounts *b, const struct profile *p, bool none)
{
	size_t end = 0;

	*b = (struct blockcounts){ 0 };
	if (none) {
		b->at = mem_new((size_t)p->nfuncs + 1, sizeof(*b->at));
		return;
	}
	sort_by_func(b, p);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		size_t first = b->at[f];
		size_t n = add_up_blocks(b->v + first, b->at[f + 1] - first, MAX_BLOCKS);

		assert(end <= first);
		b->at[f] = end;
		for (size_t i = 0; i < n; i++)
			b->v[end++] = b->v[first + i];
	}
	b->at[p->nfuncs] = end;
}

void
blockcounts_release(struct blockcounts *b)
{
	free(b->v);
	free(b->at);
	*b = (struct blockcounts){ 0 };
}
