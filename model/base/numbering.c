/* numbering.c - a hash table that gives each distinct element a number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/numbering.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/mem.h"

enum {
	FIRST_SLOTS = 256,
	MANY_SLOTS = 1 << 20,		/* from here on, memory counts more than a second probe */
	HASH_SHIFT = 32,
};

/* Has T no room for another element?  Small tables are filled to a half, large ones to three
 * quarters. */
static bool
is_filled(const struct numbering *t)
{
	return t->n >= (t->slots < MANY_SLOTS ? t->slots / 2 : t->slots / 4 * 3);
}

/* Makes the table of T twice as large.  The address of the first table gives the seed. */
static void
grow(struct numbering *t)
{
	uint64_t *old = t->table;
	size_t nold = t->slots;

	t->slots = nold > 0 ? 2 * nold : FIRST_SLOTS;
	t->table = mem_new(t->slots, sizeof(*t->table));
	if (old == NULL)
		t->seed = hash_seed(t->table);
	for (size_t i = 0; i < nold; i++) {
		size_t slot = old[i] >> HASH_SHIFT & (t->slots - 1);

		if (old[i] == 0)
			continue;
		while (t->table[slot] != 0)
			slot = (slot + 1) & (t->slots - 1);
		t->table[slot] = old[i];
	}
	free(old);
}

uint64_t
numbering_hash(struct numbering *t, const void *bytes, size_t size)
{
	if (t->table == NULL)
		grow(t);
	return hash_bytes(t->seed, bytes, size);
}

uint64_t
numbering_hash_pair(struct numbering *t, uint32_t a, uint32_t b)
{
	if (t->table == NULL)
		grow(t);
	return hash_mix(t->seed ^ hash_mix((uint64_t)a << 32 | b));
}

uint64_t
numbering_hash_next(struct numbering *t, uint64_t before, uint32_t last)
{
	if (t->table == NULL)
		grow(t);
	return hash_mix(t->seed ^ hash_mix(before + last * hash_multiplier));
}

uint32_t
numbering_of(struct numbering *t, uint64_t hash, numbering_equal *equal, const void *of,
	const void *key)
{
	uint64_t high = hash >> HASH_SHIFT << HASH_SHIFT;
	size_t slot;

	if (is_filled(t))
		grow(t);
	assert(t->n < UINT32_MAX - 1 && t->slots <= UINT64_C(1) << HASH_SHIFT);
	for (slot = high >> HASH_SHIFT & (t->slots - 1); t->table[slot] != 0;
	     slot = (slot + 1) & (t->slots - 1)) {
		uint32_t number = (uint32_t)t->table[slot] - 1;

		if (t->table[slot] >> HASH_SHIFT == high >> HASH_SHIFT && equal(of, number, key))
			return number;
	}
	t->table[slot] = high | ++t->n;
	return t->n - 1;
}

uint32_t
numbering_find(const struct numbering *t, uint64_t hash, numbering_equal *equal, const void *of,
	const void *key)
{
	for (size_t slot = hash >> HASH_SHIFT; t->slots > 0; slot++) {
		uint64_t found = t->table[slot & (t->slots - 1)];

		if (found == 0)
			break;
		if (found >> HASH_SHIFT == hash >> HASH_SHIFT
		    && equal(of, (uint32_t)found - 1, key))
			return (uint32_t)found - 1;
	}
	return UINT32_MAX;
}

uint32_t
numbering_new(struct numbering *t, uint64_t hash)
{
	size_t slot;

	if (is_filled(t))
		grow(t);
	assert(t->n < UINT32_MAX - 1 && t->slots <= UINT64_C(1) << HASH_SHIFT);
	slot = hash >> HASH_SHIFT & (t->slots - 1);
	while (t->table[slot] != 0)
		slot = (slot + 1) & (t->slots - 1);
	t->table[slot] = hash >> HASH_SHIFT << HASH_SHIFT | ++t->n;
	return t->n - 1;
}

void
numbering_release(struct numbering *t)
{
	free(t->table);
	*t = (struct numbering){ 0 };
}
