/* firstrecords.h - find the first arc record of each pair of caller and callee
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIRSTRECORDS_H
#define FIRSTRECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The functions at the ends of a record. */
struct arc_ends {
	uint32_t caller;		/* NOBODY: from outside every function */
	uint32_t callee;		/* NOBODY: the record does not count */
};

/* Find for each of N records with ENDS the first record with the same caller and callee; free()
 * the result.  For records that do not count the result is meaningless.  NFUNCS is the number of
 * functions; IS_SORTED: the records that count are sorted by caller. */
uint32_t *firstrecords_find(const struct arc_ends *ends, size_t n, uint32_t nfuncs,
	bool is_sorted);

#endif
