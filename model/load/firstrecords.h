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

/* Returns an array with N elements, to be free()d.  Element i is the number of the first record
 * with the same caller and callee as record i.  It has no meaning if record i is ignored.  ENDS is
 * indexed by record.  NFUNCS is the number of functions.  If IS_SORTED is set, the records that are
 * not ignored are sorted by caller. */
uint32_t *firstrecords_find(const struct arc_ends *ends, size_t n, uint32_t nfuncs,
	bool is_sorted);

#endif
