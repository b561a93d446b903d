/* known_stacks.c - finds stacks of a file that were read before, by their bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/known_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

enum { FIRST_SLOTS = 64 };

static void
insert(struct known_stacks *k, const struct known_stack *stack)
{
	size_t slot = stack->hash & (k->slots - 1);

	while (k->table[slot].length != 0)
		slot = (slot + 1) & (k->slots - 1);
	k->table[slot] = *stack;
}

/* Makes the table twice as large, or makes the first table if there is none. */
static void
grow(struct known_stacks *k)
{
	struct known_stack *old = k->table;
	size_t nold = k->slots;

	k->slots = nold > 0 ? 2 * nold : FIRST_SLOTS;
	k->table = mem_new(k->slots, sizeof(*k->table));
	if (nold == 0)
		k->seed = hash_seed(k->table);
	for (size_t i = 0; i < nold; i++)
		if (old[i].length != 0)
			insert(k, &old[i]);
	free(old);
}

uint64_t
known_stacks_hash(struct known_stacks *k, const void *bytes, size_t n)
{
	if (k->table == NULL)
		grow(k);
	return hash_bytes(k->seed, bytes, n);
}

struct known_stack *
known_stacks_find(const struct known_stacks *k, uint64_t hash, const void *bytes, size_t n,
	known_stacks_equal *equal, const void *of)
{
	for (size_t slot = hash & (k->slots - 1); k->table[slot].length != 0;
	     slot = (slot + 1) & (k->slots - 1)) {
		struct known_stack *stack = &k->table[slot];

		if (stack->hash == hash && stack->length == n && (stack->bytes != NULL
		    ? memcmp(stack->bytes, bytes, n) == 0 : equal(of, stack, bytes, n)))
			return stack;
	}
	return NULL;
}

void
known_stacks_add(struct known_stacks *k, const struct known_stack *stack)
{
	if (k->slots / 4 * 3 <= k->n)
		grow(k);
	insert(k, stack);
	k->n++;
}

void
known_stacks_release(struct known_stacks *k)
{
	free(k->table);
	*k = (struct known_stacks){ 0 };
}
