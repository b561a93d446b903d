/* bisect.h - binary search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BISECT_H
#define BISECT_H

#include <stddef.h>

/* Sets the variable I, a size_t, to the least number below N for which the expression REACHED is
 * true, or to N if REACHED is true for none.  REACHED uses I.  If REACHED is true for a number, it
 * must be true for all greater numbers. */
#define BISECT(i, n, reached) \
	do { \
		size_t lo_ = 0, hi_ = (n); \
		while (lo_ < hi_) { \
			(i) = lo_ + (hi_ - lo_) / 2; \
			if (reached) \
				hi_ = (i); \
			else \
				lo_ = (i) + 1; \
		} \
		(i) = lo_; \
	} while (0)

#endif
