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

void sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with);

/* The same, where a key settles most comparisons: V[i] with a smaller KEYS[i] comes
 * first, and ORDER, which may be NULL, decides among equals.  What numbers stand for lies
 * scattered over the memory; keys lie together, which is several times as fast. */
void sort_by_keys(uint32_t *v, const uint64_t *keys, size_t n, sort_order *order,
	const void *with);

/* Keys for sort_by_keys(): the greatest figure first; a name by its beginning. */
uint64_t sort_key_greatest(double figure);
uint64_t sort_key_name(const char *name);

/* Sort numbers by the bytes of their texts, TEXTS[V[i]]; DOWN: the greatest first;
 * stable.  Texts are looked at eight bytes at a time, and not again for each
 * comparison. */
void sort_texts(uint32_t *v, const char *const *texts, size_t n, bool down);

#endif
