/* sparsetexts.c - an array of texts of which few may be set
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sparsetexts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Returns the number of blocks of N elements. */
static uint32_t
blocks_of(uint32_t n)
{
	return n / SPARSE_BLOCK + (n % SPARSE_BLOCK > 0);
}

void
sparsetexts_resize(struct sparse_texts *t, uint32_t kept, uint32_t n)
{
	uint32_t before = blocks_of(t->n), full = blocks_of(kept), blocks = blocks_of(n);

	assert(kept <= t->n && kept <= n);
	for (uint32_t b = full; b < before; b++)
		free(t->blocks[b]);
	if (kept % SPARSE_BLOCK > 0 && t->blocks[full - 1] != NULL)
		memset(t->blocks[full - 1] + kept % SPARSE_BLOCK, 0,
			(SPARSE_BLOCK - kept % SPARSE_BLOCK) * sizeof(**t->blocks));
	t->blocks = mem_resize(t->blocks, blocks, sizeof(*t->blocks));
	for (uint32_t b = full; b < blocks; b++)
		t->blocks[b] = NULL;
	t->n = n;
}

void
sparsetexts_release(struct sparse_texts *t)
{
	for (uint32_t b = 0; b < blocks_of(t->n); b++)
		free(t->blocks[b]);
	free(t->blocks);
	*t = (struct sparse_texts){ NULL, 0 };
}

void
sparsetexts_set(struct sparse_texts *t, uint32_t i, const char *text)
{
	const char ***block = &t->blocks[i / SPARSE_BLOCK];

	assert(i < t->n);
	if (*block == NULL)
		*block = mem_new(SPARSE_BLOCK, sizeof(**block));
	(*block)[i % SPARSE_BLOCK] = text;
}
