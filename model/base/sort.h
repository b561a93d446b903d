/* sort.h - stable sorting of numbers
 *
 * Functions, arcs and rows are sorted by sorting their numbers.  qsort() has no context for the
 * comparison and is not stable.  sort_numbers() merges top down, exactly as glibc's qsort() does:
 * so the result is that of gprof even where a comparison of gprof is inconsistent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SORT_H
#define SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns a number below 0, 0, or above 0 if A comes before B, is equal to B, or comes after B.
 * WITH is the argument of sort_numbers(). */
typedef int sort_order(uint32_t a, uint32_t b, const void *with);

/* Sorts N numbers; stable. */
void sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with);

/* Sorts N numbers by keys: V[i] with a smaller KEYS[i] comes first; stable.  This is faster than a
 * comparison that reads the key of each number from a different place. */
void sort_by_keys(uint32_t *v, const uint64_t *keys, size_t n);

/* Sets *KEY to key LEVEL of NUMBER; the first key has LEVEL 0.  Returns true if NUMBER has a key
 * after this one. */
typedef bool sort_key(uint32_t number, uint32_t level, uint64_t *key, const void *with);

/* Sorts N numbers by their first keys, numbers with equal first keys by their second keys, and so
 * on; stable.  Each key is computed twice at most, not once for each comparison. */
void sort_by_levels(uint32_t *v, size_t n, sort_key *key_of, const void *with);

/* Returns a key that sorts the greatest FIGURE first. */
uint64_t sort_key_greatest(double figure);

/* Texts are compared up to this number of bytes: a crafted file can give the same long name to
 * everything. */
#define SORT_LONGEST 16384

/* Sets *KEY to key LEVEL of TEXT, for sort_by_levels(); each key is eight bytes of TEXT.  Returns
 * true if TEXT has a key after this one. */
bool sort_key_text(const char *text, uint32_t level, uint64_t *key);

/* Sorts N numbers by the bytes of their texts, TEXTS[V[i]]; DOWN: the greatest first; stable. */
void sort_texts(uint32_t *v, const char *const *texts, size_t n, bool down);

#endif
