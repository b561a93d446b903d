/* recorded_memory.h - remembers the arcs and stacks of a file from one read to the next
 *
 * For each arc and stack, the memory has its number in the measured profile.  The recorder appends
 * to its tables.  So a file that is read again has the same arcs and stacks in almost the same
 * order, and new ones among them.  To compare an arc with the next few arcs of the previous read is
 * faster than to look up its functions by their addresses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_MEMORY_H
#define RECORDED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An arc or a stack. */
struct recorded_item {
	uint64_t address;		/* address in the callee of the arc, or in the frame of the
					 * stack */
	uint64_t from;			/* of an arc: address in the caller; of a stack: number of
					 * the path of the caller in the measured profile */
	uint32_t kind;			/* what else distinguishes items with equal addresses */
	uint32_t number;		/* number of the calls or of the path in the measured
					 * profile */
	uint32_t sample;		/* number of the samples in the measured profile, or
					 * NOBODY */
	uint32_t unnamed;		/* image in which the frame has no name, or NOBODY */
};

/* All zero: nothing was read. */
struct recorded_memory {
	struct recorded_item *before;	/* owned; items of the previous read */
	size_t nbefore, before_room;
	size_t at;			/* the item of .before that is expected next */
	struct recorded_item *now;	/* owned; items of the present read */
	size_t nnow, now_room;
};

/* Prepares M for another read of the file: the items of the present read become those of the
 * previous read.  FORGETS: they are dropped instead, because their numbers may be wrong now. */
void recorded_memory_again(struct recorded_memory *m, bool forgets);

/* Returns the item of the previous read that is equal to KEY in .address, .from and .kind.  NULL:
 * it is not among the items that are expected next. */
const struct recorded_item *recorded_memory_find(struct recorded_memory *m,
	const struct recorded_item *key);

void recorded_memory_add(struct recorded_memory *m, const struct recorded_item *item);
void recorded_memory_release(struct recorded_memory *m);

#endif
