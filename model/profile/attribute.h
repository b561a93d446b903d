/* attribute.h - attribute the samples of bins to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTRIBUTE_H
#define ATTRIBUTE_H

#include "profile/profile.h"

/* Shares the samples of each bin among the functions whose code the bin covers.  Each function gets
 * samples in proportion to its instructions that begin in the bin, because every sample was taken
 * at the beginning of an instruction.  If the instructions are not known, or none begins in the
 * bin, the samples are shared in proportion to bytes.  Code that only aligns the next function gets
 * samples only if nothing else is in the bin.  Adds to P->ticks and P->total.
 *
 *	 bin i-1    |    bin i: n samples     |   bin i+1
 *	------------+----------+--------------+-----------
 *	   function f          |    function g
 *	     insn   | insn     | insn    insn | insn
 *	            |<- n/3  ->|<-   n * 2/3 ->|
 */
void attribute_exact(struct profile *p);

/* Adds TICKS samples to function F.  The caller has already added them to P->total.  If F is
 * excluded from the flat profile, subtracts them from P->total instead. */
void attribute_credit(struct profile *p, uint32_t f, double ticks);

/* Called for each part of a bin: TICKS samples of the bin belong to function FUNC, whose code in
 * this part is [LO, HI).  FUNC is NOBODY if no function covers the bin. */
typedef void attribute_to(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks);

struct bin;
struct histogram;

/* Shares the samples of BIN of H among functions, as attribute_exact() does: calls GIVE for each
 * part, sorted by address.  The parts add up to the samples of the bin. */
void attribute_bin(const struct profile *p, const struct histogram *h, const struct bin *bin,
	attribute_to *give, void *with);

/* Are bins of all images of P divided by instructions, not by bytes? */
bool attribute_knows_instructions(const struct profile *p);

/* Returns TICKS, rounded down to a multiple of 2^-20.  Below 2^32, such numbers are added without
 * rounding errors, so the parts of a bin add up to its samples.  TICKS of 2^32 or more are not
 * rounded. */
double attribute_part(double ticks);

#endif
