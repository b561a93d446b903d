/* sites.h - the call sites of arcs, if nearly all arcs have one
 *
 * Arcs are in the order of their first records.  So the number of an arc's first record is the
 * number of the arc, plus the number of other records before this record.  Only the other records
 * need memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SITES_H
#define SITES_H

#include <stddef.h>
#include <stdint.h>

struct sites {
	uint32_t *others;		/* owned; numbers of the records that are not the first of
					 * an arc, in ascending order */
	size_t nothers;
	uint64_t *later;		/* owned; those of the other records that belong to an arc,
					 * in ascending order: the arc << 32 | the record */
	size_t nlater;
};

/* Returns the call sites of NARCS arcs, to be freed with sites_free(); NULL if too many records are
 * not the first of an arc.  Record I, of NRECORDS, belongs to arc ARC_OF[I]; NOBODY: to no arc. */
struct sites *sites_new(const uint32_t *arc_of, size_t nrecords, uint32_t narcs);

/* Returns the index of the first call site of arc A.  The call sites of an arc are in the order of
 * their records. */
uint32_t sites_first(const struct sites *s, uint32_t a);

/* Returns the index of the first call site of arc A + 1; FIRST is that of arc A. */
uint32_t sites_end(const struct sites *s, uint32_t a, uint32_t first);

/* Returns the number of the record of call site I, which is one of arc A; FIRST is the index of its
 * first call site. */
uint32_t sites_record(const struct sites *s, uint32_t a, uint32_t first, uint32_t i);

void sites_free(struct sites *s);

#endif
