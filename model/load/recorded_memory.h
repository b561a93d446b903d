/* recorded_memory.h - what the arcs and stacks of a file became when it was read before
 *
 * The recorder appends to its tables, so a file that is read again has the same arcs and stacks in
 * almost the same order, and new ones among them.  Looking at the next ones of the last time is
 * faster than looking up functions by their addresses.
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
	uint64_t address;		/* of the callee, or of the frame */
	uint64_t from;			/* address in the caller, or number of the path of the
					 * caller in the measured profile */
	uint32_t kind;			/* what else distinguishes items with equal addresses */
	uint32_t number;		/* in the measured profile: of the calls, or of the path */
	uint32_t sample;		/* of the samples, or NOBODY */
	uint32_t unnamed;		/* image in which the frame has no name, or NOBODY */
};

/* All zero: nothing was read. */
struct recorded_memory {
	struct recorded_item *before;	/* owned; items of the last read */
	size_t nbefore, before_room;
	size_t at;			/* the item of BEFORE that is expected next */
	struct recorded_item *now;	/* owned; items that were added since */
	size_t nnow, now_room;
};

/* The file will be read again: the items added since the last call become those of the last read.
 * FORGETS: drop them instead, because what they became may no longer hold. */
void recorded_memory_again(struct recorded_memory *m, bool forgets);

/* Returns the item that was equal to KEY in .address, .from and .kind, or NULL: it is not known. */
const struct recorded_item *recorded_memory_find(struct recorded_memory *m,
	const struct recorded_item *key);

void recorded_memory_add(struct recorded_memory *m, const struct recorded_item *item);
void recorded_memory_release(struct recorded_memory *m);

#endif
