/* hash.h - hashes of bytes and of numbers, for tables in memory
 *
 * A hash depends on a seed.  The seed differs from run to run, so a file cannot be crafted to make
 * its elements collide.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t hash_multiplier = UINT64_C(0x9e3779b97f4a7c15);

/* Returns a number in which every bit depends on most bits of HASH. */
static inline uint64_t
hash_mix(uint64_t hash)
{
	hash = (hash ^ hash >> 32) * hash_multiplier;
	return hash ^ hash >> 29;
}

/* Returns the hash of the SIZE bytes at BYTES with SEED. */
uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t size);

/* Returns a seed made from P, the address of allocated memory.  The kernel chose P at random. */
static inline uint64_t
hash_seed(const void *p)
{
	return hash_mix((uintptr_t)p >> 4);
}

#endif
