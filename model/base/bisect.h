/* bisect.h - binary search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BISECT_H
#define BISECT_H

#include <stddef.h>

/* Finds the least number below N for which the expression REACHED, which uses I, is true.  The
 * variable I, a size_t, becomes this number, or N if there is none.  REACHED must be false up to
 * some number and true from there on. */
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
