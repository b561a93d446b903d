/* perfdata_order.h - brings the records of several processors into the order of time
 *
 * perf copies the records of one processor after the other.  Within a round, a record of the second
 * processor may be older than one of the first.  After a round, all records are newer than those of
 * the round before the last.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PERFDATA_ORDER_H
#define PERFDATA_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A record that waits. */
struct perfdata_waiting {
	uint64_t time, number;		/* records of the same time stay in the order of .number */
	struct perfdata_chunk *chunk;	/* where its bytes are */
	uint32_t at, size;
};

/* Most records come in the order of time, and wait in a queue; the others in a heap. */
struct perfdata_order {
	struct perfdata_waiting *queue;	/* owned; those from .head to .tail - 1 wait, the oldest
					 * first */
	size_t head, tail, queue_room;
	struct perfdata_waiting *heap;	/* owned; the first is the one with the least time */
	size_t n, room;
	struct perfdata_chunk *chunk;	/* the chunk that is being filled */
	struct perfdata_chunk *spare;	/* an unused chunk, or NULL */
	uint64_t number;		/* of the next record */
	uint64_t newest;		/* the greatest time so far */
	uint64_t limit;			/* .newest at the end of the last round */
	uint64_t passed;		/* time of the last record that was handed out */
	uint64_t late;			/* records that came after newer ones were handed out */
	size_t nchunks;
};

/* Receives a record of SIZE bytes at BYTES. */
typedef void perfdata_take(void *with, const unsigned char *bytes, size_t size);

/* Adds a copy of the record.  If too many wait, hands out the older half of them. */
void perfdata_order_add(struct perfdata_order *o, uint64_t time, const unsigned char *bytes,
	size_t size, perfdata_take *take, void *with);

/* Hands out the records up to TIME, the oldest first. */
void perfdata_order_until(struct perfdata_order *o, uint64_t time, perfdata_take *take, void *with);

/* Ends a round: hands out the records whose turn it is, the oldest first. */
void perfdata_order_round(struct perfdata_order *o, perfdata_take *take, void *with);

/* Hands out all records. */
void perfdata_order_end(struct perfdata_order *o, perfdata_take *take, void *with);

void perfdata_order_release(struct perfdata_order *o);

#endif
