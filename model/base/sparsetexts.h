/* sparsetexts.h - an array of texts of which few may be set, as the names that are on the screen
 *
 * The array needs memory only near elements that were set.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPARSETEXTS_H
#define SPARSETEXTS_H

#include <stddef.h>
#include <stdint.h>

enum { SPARSE_BLOCK = 512 };		/* number of elements that get memory together */

/* An array that is all zero has no elements. */
struct sparse_texts {
	const char ***blocks;		/* owned, as are its elements: SPARSE_BLOCK texts, which
					 * are borrowed; NULL: none of them is set */
	uint32_t n;			/* number of elements */
};

/* Gives T, which may be all zero, N elements.  The first KEPT, at most T->n and N, stay; the others
 * become NULL. */
void sparsetexts_resize(struct sparse_texts *t, uint32_t kept, uint32_t n);

void sparsetexts_release(struct sparse_texts *t);

/* Sets element I, which is less than T->n. */
void sparsetexts_set(struct sparse_texts *t, uint32_t i, const char *text);

/* Returns element I, which is less than T->n; NULL: it was not set. */
static inline const char *
sparsetexts_at(const struct sparse_texts *t, uint32_t i)
{
	const char *const *block = t->blocks[i / SPARSE_BLOCK];

	return block != NULL ? block[i % SPARSE_BLOCK] : NULL;
}

/* Prefetches what sparsetexts_at() will read for I. */
static inline void
sparsetexts_prefetch(const struct sparse_texts *t, uint32_t i)
{
	if (t->blocks[i / SPARSE_BLOCK] != NULL)
		__builtin_prefetch(&t->blocks[i / SPARSE_BLOCK][i % SPARSE_BLOCK]);
}

#endif
