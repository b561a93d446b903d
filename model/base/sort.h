/* sort.h - a stable merge sort of numbers
 *
 * Everything in a profile has a number, so what is sorted is numbers: of functions, of
 * arcs, of rows.  Stable, with a context for the comparison (qsort has neither), and
 * merging top down exactly as glibc's qsort does, which shows where a comparison is
 * not a consistent order.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SORT_H
#define SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* <0, 0, >0 as A comes before, with, after B; WITH is what sort_numbers() was given. */
typedef int sort_order(uint32_t a, uint32_t b, const void *with);

/* Sort N numbers; what is equal stays in its order. */
void sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with);

/* Sort numbers by keys, which lie together where what numbers stand for lies scattered over
 * the memory: V[i] with a smaller KEYS[i] comes first; stable. */
void sort_by_keys(uint32_t *v, const uint64_t *keys, size_t n);

/* Key LEVEL, from 0, of NUMBER; are numbers for which that is equal to be told apart by
 * the next one? */
typedef bool sort_key(uint32_t number, uint32_t level, uint64_t *key, const void *with);

/* Sort numbers by their first keys, those with the same first key by their second keys,
 * and so on; stable.  Nothing is asked for twice for each comparison: the time grows
 * with what is sorted, and with the keys that are needed to tell it apart. */
void sort_by_levels(uint32_t *v, size_t n, sort_key *key_of, const void *with);

/* Keys: the greatest figure first; a name by its first eight bytes. */
uint64_t sort_key_greatest(double figure);
uint64_t sort_key_name(const char *name);

/* Bytes of a text that are compared.  In a file that somebody made up one long text may be the
 * name of everything. */
#define SORT_LONGEST 16384

/* Keys of a text for sort_by_levels(), eight bytes each: is there another one? */
bool sort_key_text(const char *text, uint32_t level, uint64_t *key);

/* Sort numbers by the bytes of their texts, TEXTS[V[i]]; DOWN: the greatest first; stable.
 * Texts are looked at eight bytes at a time, and not again for each comparison. */
void sort_texts(uint32_t *v, const char *const *texts, size_t n, bool down);

#endif
