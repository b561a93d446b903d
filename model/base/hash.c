/* hash.c - hashes of bytes, for tables in memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/hash.h"

#include <string.h>

enum { LANES = 4 };			/* hashes that are computed at the same time */

/* Returns the hash of the SIZE bytes at BYTES; HASH is the seed.  SIZE is a multiple of the size of
 * LANES words.  Lane K hashes the words K, K + LANES, K + 2 * LANES and so on.  No lane needs the
 * result of another, so the processor computes them at the same time. */
static uint64_t
hash_lanes(uint64_t hash, const unsigned char *bytes, size_t size)
{
	uint64_t lanes[LANES], words[LANES];

	for (unsigned k = 0; k < LANES; k++)
		lanes[k] = hash + k * hash_multiplier;
	for (size_t i = 0; i < size; i += sizeof(words)) {
		memcpy(words, bytes + i, sizeof(words));
		for (unsigned k = 0; k < LANES; k++)
			lanes[k] = hash_mix(lanes[k] ^ words[k]);
	}
	for (unsigned k = 0; k < LANES; k++)
		hash = hash_mix(hash ^ lanes[k]);
	return hash;
}

uint64_t
hash_bytes(uint64_t seed, const void *bytes, size_t size)
{
	uint64_t hash = seed ^ size * hash_multiplier, word;
	size_t whole = size - size % (LANES * sizeof(word));
	const unsigned char *p = bytes, *end = p + size;

	if (whole > 0)
		hash = hash_lanes(hash, p, whole);
	for (p += whole; (size_t)(end - p) >= sizeof(word); p += sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		hash = hash_mix(hash ^ word);
	}
	if (size >= sizeof(word)) {
		/* Reads the last eight bytes, even if some of them were used before: memcpy() is
		 * faster with a constant length than with the length of the rest. */
		memcpy(&word, end - sizeof(word), sizeof(word));
	} else {
		word = 0;
		memcpy(&word, p, (size_t)(end - p));
	}
	return hash_mix(hash ^ word);
}
