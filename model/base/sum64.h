/* sum64.h - sums of whole numbers that a double cannot hold
 *
 * Figures are doubles, in which sums of whole numbers are exact up to 2^53.  If the values of a
 * profile add up to more, the sums are also made modulo 2^64.  The double says which of the numbers
 * with this remainder is the sum, as long as it is wrong by less than 2^63.  The sum 0 stands for a
 * sum that is not known, or was not needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SUM64_H
#define SUM64_H

#include <stdbool.h>
#include <stdint.h>

#define SUM64_EXACT 0x1p53		/* sums of whole numbers up to this one are exact in a
					 * double */

/* Sums modulo 2^64 of a node, an arc or a line: .self of its own samples, .total of its total. */
struct sums64 {
	uint64_t self, total;
};

enum { SUM64_ROOM = 24 };		/* bytes for the text of a sum */

/* Returns the double that is next to the number that is SUM modulo 2^64 and nearest to ABOUT. */
double sum64_nearest(double about, uint64_t sum);

/* Does ABOUT lack digits of the sum that is SUM modulo 2^64?  Then writes all digits to TEXT. */
bool sum64_text(char text[SUM64_ROOM], double about, uint64_t sum);

#endif
