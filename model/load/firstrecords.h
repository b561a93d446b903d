/* firstrecords.h - find the first arc record of each pair of caller and callee
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FIRSTRECORDS_H
#define FIRSTRECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller and callee of an arc record. */
struct arc_ends {
	uint32_t caller;		/* NOBODY: no function covers the call site */
	uint32_t callee;		/* NOBODY: the record is ignored */
};

/* Returns an array, to be free()d: for each of N records, the number of the first record with the
 * same caller and callee.  ENDS is indexed by record.  The elements for ignored records are
 * meaningless.  NFUNCS is the number of functions.  IS_SORTED: the records that are not ignored are
 * sorted by caller. */
uint32_t *firstrecords_find(const struct arc_ends *ends, size_t n, uint32_t nfuncs,
	bool is_sorted);

#endif
