/* sort.h - stable sorting of numbers
 *
 * Functions, arcs and rows are sorted by sorting their numbers.  The standard's qsort() passes no
 * context to the comparison and need not be stable.  gprof calls glibc's qsort(), and
 * sort_numbers() makes the same comparisons.  So sort_numbers() gives the same order as gprof, even
 * where a comparison of gprof is inconsistent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SORT_H
#define SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Compares A with B.  The result is below 0 if A comes first, above 0 if B comes first, and 0 if
 * they are equal.  WITH is the argument of sort_numbers(). */
typedef int sort_order(uint32_t a, uint32_t b, const void *with);

/* Sorts the N numbers at V with the comparison ORDER; stable. */
void sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with);

/* Sorts the N numbers at V by their keys; stable.  KEYS[I] is the key of V[I] before the call; the
 * smallest key comes first.  Reading keys from one array is faster than a comparison that reads
 * each key from another place in memory. */
void sort_by_keys(uint32_t *v, const uint64_t *keys, size_t n);

/* Sets *KEY to key LEVEL of NUMBER, where LEVEL 0 is the first key.  Returns true if NUMBER has a
 * key LEVEL + 1. */
typedef bool sort_key(uint32_t number, uint32_t level, uint64_t *key, const void *with);

/* Sorts the N numbers at V by their first keys, numbers with equal first keys by their second keys,
 * and so on; stable.  Each key is computed at most twice, not once for each comparison. */
void sort_by_levels(uint32_t *v, size_t n, sort_key *key_of, const void *with);

/* Returns a key of FIGURE for sort_by_keys().  Greater figures have smaller keys, so they come
 * first. */
uint64_t sort_key_greatest(double figure);

/* Only this many bytes of each text are compared, because a crafted file can give the same long
 * name to everything. */
#define SORT_LONGEST 16384

/* Sets *KEY to key LEVEL of TEXT, for sort_by_levels().  A key is eight bytes of TEXT.  Returns
 * true if TEXT has a key LEVEL + 1.  TEXT must have a key LEVEL. */
bool sort_key_text(const char *text, uint32_t level, uint64_t *key);

/* Sorts the N numbers at V by the bytes of their texts, TEXTS[V[i]]; stable.  If DOWN is set, the
 * greatest text comes first. */
void sort_texts(uint32_t *v, const char *const *texts, size_t n, bool down);

/* GROUP_OF[I] is the group of the number I, less than NGROUPS, or NOBODY.  Returns the numbers
 * below N that have a group, to be free()d, sorted by group; stable.  Those of group G are at AT[G]
 * to AT[G + 1] - 1.  AT has NGROUPS + 1 elements. */
uint32_t *sort_by_group(const uint32_t *group_of, uint32_t n, uint32_t ngroups, uint32_t *at);

/* Returns the index of the first number after BEGIN whose text differs from that of V[BEGIN], or N.
 * V is sorted by sort_texts(). */
uint32_t sort_end_of_equal(const uint32_t *v, const char *const *texts, uint32_t begin,
	uint32_t n);

#endif
