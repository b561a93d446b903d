/* attribute.h - whose samples are they: from bins to functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTRIBUTE_H
#define ATTRIBUTE_H

#include "profile.h"

/* Share the samples of each bin among the functions whose code it covers, by bytes.
 * Fills P->ticks and P->total.
 *
 *	 bin i-1    |      bin i: n samples      |   bin i+1
 *	------------+-----------+----------------+-----------
 *	   function f           |     function g
 *	            |<- n * 4/10 ->|<- n * 6/10 ->|
 */
void attribute_exact(struct profile *p);

/* The same as GNU gprof does it: in units of 2 bytes, with one fractional scale for all
 * bins, and with nothing for the last function. */
void attribute_gprof(struct profile *p);

#endif
