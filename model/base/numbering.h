/* numbering.h - a hash table that gives each distinct element a number
 *
 * The elements themselves are in an array of the caller, at the index that is their number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NUMBERING_H
#define NUMBERING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A numbering that is all zero is empty. */
struct numbering {
	uint64_t *table;		/* owned; a slot in use has a number + 1 in its lower 32
					 * bits, and 32 bits of the hash in its upper 32 bits; a
					 * free slot is 0 */
	size_t slots;			/* number of slots of .table; a power of two, or 0 */
	uint32_t n;			/* number of elements; their numbers are 0 to .n - 1 */
	uint64_t seed;			/* differs from run to run, so that a file cannot be crafted
					 * to make its elements collide */
};

/* Is element NUMBER of the array OF equal to KEY? */
typedef bool numbering_equal(const void *of, uint32_t number, const void *key);

/* Returns the hash for T of the SIZE bytes at BYTES. */
uint64_t numbering_hash(struct numbering *t, const void *bytes, size_t size);

/* Returns the hash for T of the pair of numbers A and B. */
uint64_t numbering_hash_pair(struct numbering *t, uint32_t a, uint32_t b);

/* Returns the hash for T of a sequence of numbers.  BEFORE is the hash of all numbers but the last,
 * which is LAST; of the empty sequence, it is 0.  If LAST is always the same, the hashes do not
 * repeat: each is computed from all bits of the one before, in a way that can be reversed. */
uint64_t numbering_hash_next(struct numbering *t, uint64_t before, uint32_t last);

/* Returns the number of KEY, whose hash for T is HASH.  A new KEY gets the next number, and the
 * caller must append it to the array OF. */
uint32_t numbering_of(struct numbering *t, uint64_t hash, numbering_equal *equal, const void *of,
	const void *key);

/* Returns the number of KEY, whose hash for T is HASH, or UINT32_MAX if it has none. */
uint32_t numbering_find(const struct numbering *t, uint64_t hash, numbering_equal *equal,
	const void *of, const void *key);

/* As numbering_of(), but for a key that is known to be new, so nothing is compared. */
uint32_t numbering_new(struct numbering *t, uint64_t hash);

/* Prefetches the slot that numbering_of() or numbering_new() reads first for HASH. */
static inline void
numbering_prefetch(const struct numbering *t, uint64_t hash)
{
	if (t->slots > 0)
		__builtin_prefetch(&t->table[hash >> 32 & (t->slots - 1)], 1);
}

/* Sets *NUMBER to the number that numbering_of() compares first for HASH, so that the element can
 * be prefetched.  Returns false if there is no such number. */
static inline bool
numbering_guess(const struct numbering *t, uint64_t hash, uint32_t *number)
{
	uint64_t slot = t->slots > 0 ? t->table[hash >> 32 & (t->slots - 1)] : 0;

	*number = (uint32_t)slot - 1;
	return slot != 0;
}

void numbering_release(struct numbering *t);

#endif
