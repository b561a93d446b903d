/* sort.h - a stable merge sort of numbers
 *
 * Everything in a profile has a number, so what is sorted is numbers: of functions, of
 * arcs, of rows.  Stable, with a context for the comparison (qsort has neither), and
 * merging top down exactly as glibc's qsort does, which shows where a comparison is
 * not a consistent order.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SORT_H
#define SORT_H

#include <stddef.h>
#include <stdint.h>

/* <0, 0, >0 as A comes before, with, after B; WITH is what sort_numbers() was given. */
typedef int sort_order(uint32_t a, uint32_t b, const void *with);

void sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with);

#endif
