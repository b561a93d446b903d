/* count.h - sums of counts that end at the largest number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COUNT_H
#define COUNT_H

#include <stdint.h>

/* Returns A + B or, if that is too large, the largest number. */
static inline uint64_t
count_sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

#endif
