/* attribute.h - attribute the samples of bins to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTRIBUTE_H
#define ATTRIBUTE_H

#include "profile/profile.h"

/* Share the samples of each bin among the functions whose code it covers, in proportion to their
 * bytes.  Fills P->ticks and P->total.
 *
 *	 bin i-1    |      bin i: n samples      |   bin i+1
 *	------------+-----------+----------------+-----------
 *	   function f           |     function g
 *	            |<- n * 4/10 ->|<- n * 6/10 ->|
 */
void attribute_exact(struct profile *p);

/* Add TICKS samples to function F, or subtract them from P->total if F is excluded. */
void attribute_credit(struct profile *p, uint32_t f, double ticks);

/* Receives a part of a bin: TICKS samples of function FUNC, whose code in the bin is [LO, HI). */
typedef void attribute_to(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks);

struct histogram;

/* Share the samples of bin I of H as attribute_exact() does: call GIVE for each function in it,
 * sorted by address.  The parts add up to the samples of the bin. */
void attribute_bin(const struct profile *p, const struct histogram *h, size_t i,
	attribute_to *give, void *with);

/* TICKS, rounded down to a fraction that doubles add without error (up to 2^32 samples), so that
 * the sum of all parts is the number of samples. */
double attribute_part(double ticks);

#endif
