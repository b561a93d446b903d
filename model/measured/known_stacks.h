/* known_stacks.h - finds stacks of a file that were read before, by their bytes
 *
 * A file may have millions of samples, but few different stacks.  If the bytes of a stack were read
 * before, the stack has the same path, and its frames are not looked up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KNOWN_STACKS_H
#define KNOWN_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct known_stack {
	uint64_t hash;
	const void *bytes;		/* borrowed; bytes of the stack; NULL: they were not kept */
	uint32_t length;		/* number of bytes of the stack, even if they were not kept;
					 * 0: this element of the table is free */
	uint32_t sample;		/* index in measured.samples: the samples of this stack */
};

/* A struct that is all zero has no stacks. */
struct known_stacks {
	struct known_stack *table;	/* owned */
	size_t slots;			/* number of elements of .table; a power of two, or 0 */
	size_t n;			/* stacks in .table */
	uint64_t seed;
};

/* Do the N bytes at BYTES stand for the same stack as STACK, whose bytes were not kept?  OF is the
 * argument of known_stacks_find(). */
typedef bool known_stacks_equal(const void *of, const struct known_stack *stack, const void *bytes,
	size_t n);

/* Returns the hash of the N bytes at BYTES.  Must be called before the functions below, because the
 * first call makes the table that they need. */
uint64_t known_stacks_hash(struct known_stacks *k, const void *bytes, size_t n);

/* Returns the stack that has the N bytes at BYTES and the hash HASH, or NULL.  Calls EQUAL with OF
 * for stacks whose bytes were not kept.  EQUAL may be NULL if the bytes of all stacks were kept.
 * The result is valid until the next stack is added. */
struct known_stack *known_stacks_find(const struct known_stacks *k, uint64_t hash,
	const void *bytes, size_t n, known_stacks_equal *equal, const void *of);

/* Prefetches what known_stacks_find() reads first for HASH. */
static inline void
known_stacks_prefetch(const struct known_stacks *k, uint64_t hash)
{
	const struct known_stack *stack = &k->table[hash & (k->slots - 1)];

	__builtin_prefetch(stack);
	__builtin_prefetch((const char *)(stack + 1) - 1);
}

/* Prefetches the bytes that known_stacks_find() compares first for HASH; after
 * known_stacks_prefetch(), and some time.  K must have a table. */
static inline void
known_stacks_prefetch_bytes(const struct known_stacks *k, uint64_t hash)
{
	const struct known_stack *stack = &k->table[hash & (k->slots - 1)];

	if (stack->hash == hash && stack->bytes != NULL)
		__builtin_prefetch(stack->bytes);
}

/* Adds STACK, which is not in K and whose length is not 0. */
void known_stacks_add(struct known_stacks *k, const struct known_stack *stack);

void known_stacks_release(struct known_stacks *k);

#endif
