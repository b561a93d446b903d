/* recorded_memory.h - remembers the arcs and stacks of a file from one read to the next
 *
 * For each arc and stack of the file, the memory stores the number that the arc or stack has in the
 * measured profile.  The recorder appends to its tables.  So another read of the file finds the
 * known arcs and stacks in almost the same order, with new ones between them.  To compare an arc
 * with the next few arcs of the previous read is faster than to look up its functions by their
 * addresses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_MEMORY_H
#define RECORDED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measured/stackroots.h"

/* An arc or a stack. */
struct recorded_item {
	uint64_t address;		/* address in the callee of the arc, or in the frame of the
					 * stack */
	uint64_t from;			/* for an arc: address in the caller; for a stack: number of
					 * the caller's path in the measured profile */
	uint32_t kind;			/* for an arc: the epoch of its table; for a stack: this
					 * epoch, .is_cut, .is_return, and whether .kernel is set */
	uint32_t number;		/* number of the calls or of the path in the measured
					 * profile */
	uint32_t sample;		/* number of the samples in the measured profile; NOBODY: no
					 * samples */
	uint32_t unnamed;		/* the image, if the frame is in code without a name;
					 * otherwise NOBODY */
	enum stack_root root;		/* of the stack */
};

/* All zero: nothing was read. */
struct recorded_memory {
	struct recorded_item *before;	/* owned; items of the previous read */
	size_t nbefore, before_room;
	size_t at;			/* the item of .before that is expected next */
	struct recorded_item *now;	/* owned; items of the present read */
	size_t nnow, now_room;
};

/* Prepares M for another read of the file: the items of the present read become the items of the
 * previous read.  If FORGETS is set, drops all items instead: item.number may be wrong now. */
void recorded_memory_again(struct recorded_memory *m, bool forgets);

/* Returns the item of the previous read whose .address, .from and .kind are those of KEY.  NULL:
 * this item is not among the next ones that are expected. */
const struct recorded_item *recorded_memory_find(struct recorded_memory *m,
	const struct recorded_item *key);

void recorded_memory_add(struct recorded_memory *m, const struct recorded_item *item);
void recorded_memory_release(struct recorded_memory *m);

#endif
