/* samelines.h - which lines of two texts are the same
 *
 * The texts need not be versions of one file, and may be made to take long: the work is at most a
 * constant times the number of lines, and of a logarithm.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SAMELINES_H
#define SAMELINES_H

#include <stdint.h>

/* Sets PARTNER[i] to the element of B that is the same line as element i of A, or to UINT32_MAX if
 * B does not have it.  A has NA, B has NB elements: numbers that are equal if lines are equal, less
 * than N.  Partners ascend.  If the texts differ much, some equal lines have no partner. */
void samelines_find(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb, uint32_t n,
	uint32_t *partner);

#endif
