/* attribute.h - whose samples are they: from bins to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTRIBUTE_H
#define ATTRIBUTE_H

#include "profile/profile.h"

/* Share the samples of each bin among the functions whose code it covers, by bytes.
 * Fills P->ticks and P->total.
 *
 *	 bin i-1    |      bin i: n samples      |   bin i+1
 *	------------+-----------+----------------+-----------
 *	   function f           |     function g
 *	            |<- n * 4/10 ->|<- n * 6/10 ->|
 */
void attribute_exact(struct profile *p);

/* Who gets a part of a bin: TICKS samples to function FUNC, whose code in it is [lo, hi). */
typedef void attribute_to(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks);

struct histogram;

/* Share out the samples of bin I of H, as attribute_exact() does: a call of GIVE for each
 * function in it, by address.  What all are given adds up to the samples of the bin. */
void attribute_bin(const struct profile *p, const struct histogram *h, size_t i,
	attribute_to *give, void *with);

/* TICKS, rounded down to a fraction that doubles add up without error (as long as there are
 * less than 2^32 samples), so that the sum of all parts is the number of samples. */
double attribute_part(double ticks);

/* The same as GNU gprof does it: in units of 2 bytes, with one fractional scale for all
 * bins, and with nothing for the last function. */
void attribute_gprof(struct profile *p);

#endif
