/* perfdata_order.c - brings the records of several processors into the order of time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perfdata_order.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	CHUNK = 1 << 18,		/* bytes of a chunk; longer than any record */
	MOST_CHUNKS = 256,		/* so many chunks of records wait */
};

struct perfdata_chunk {
	size_t used;
	size_t waiting;			/* records in the chunk that were not handed out */
	unsigned char bytes[CHUNK];
};

static bool
is_before(const struct perfdata_waiting *a, const struct perfdata_waiting *b)
{
	return a->time != b->time ? a->time < b->time : a->number < b->number;
}

/* Puts W into the free place AT of the heap, or above it. */
static void
move_up(struct perfdata_order *o, size_t at, const struct perfdata_waiting *w)
{
	while (at > 0 && is_before(w, &o->heap[(at - 1) / 2])) {
		o->heap[at] = o->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	o->heap[at] = *w;
}

/* Appends W, which is not older than all in the queue. */
static void
append(struct perfdata_order *o, const struct perfdata_waiting *w)
{
	size_t n = o->tail - o->head;

	if (o->head > 0 && o->tail == o->queue_room && n <= o->head) {
		memcpy(o->queue, o->queue + o->head, n * sizeof(*o->queue));
		o->head = 0;
		o->tail = n;
	}
	o->queue = mem_grow(o->queue, o->tail + 1, &o->queue_room, sizeof(*o->queue));
	o->queue[o->tail++] = *w;
}

/* Returns the oldest record that waits, or NULL. */
static const struct perfdata_waiting *
first_of(const struct perfdata_order *o)
{
	const struct perfdata_waiting *queued = o->head < o->tail ? &o->queue[o->head] : NULL;

	if (o->n == 0 || (queued != NULL && is_before(queued, &o->heap[0])))
		return queued;
	return &o->heap[0];
}

/* Removes the first record of the heap.  The free place moves down to a leaf, and then gets the
 * last record: that one is nearly always among the newest. */
static void
remove_first(struct perfdata_order *o)
{
	struct perfdata_waiting last = o->heap[--o->n];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < o->n) {
		if (child + 1 < o->n && is_before(&o->heap[child + 1], &o->heap[child]))
			child++;
		o->heap[at] = o->heap[child];
		at = child;
	}
	if (o->n > 0)
		move_up(o, at, &last);
}

/* Makes CHUNK, of which no record waits, the spare one. */
static void
free_chunk(struct perfdata_order *o, struct perfdata_chunk *chunk)
{
	assert(chunk != o->spare);
	o->nchunks -= o->spare != NULL;
	free(o->spare);
	o->spare = chunk;
	chunk->used = 0;
}

/* Hands out the oldest record. */
static void
take_first(struct perfdata_order *o, perfdata_take *take, void *with)
{
	struct perfdata_waiting w = *first_of(o);

	if (o->head < o->tail && w.number == o->queue[o->head].number)
		o->head++;
	else
		remove_first(o);
	o->passed = w.time;
	take(with, w.chunk->bytes + w.at, w.size);
	if (--w.chunk->waiting > 0)
		return;
	if (w.chunk == o->chunk)
		w.chunk->used = 0;
	else
		free_chunk(o, w.chunk);
}

/* Returns a chunk with room for SIZE bytes. */
static struct perfdata_chunk *
find_chunk(struct perfdata_order *o, size_t size)
{
	struct perfdata_chunk *chunk = o->chunk;

	if (chunk != NULL && CHUNK - chunk->used >= size)
		return chunk;
	o->chunk = o->spare;
	o->spare = NULL;
	if (o->chunk == NULL) {
		o->chunk = mem_uncleared(1, sizeof(*o->chunk));
		o->chunk->used = o->chunk->waiting = 0;
		o->nchunks++;
	}
	return o->chunk;
}

void
perfdata_order_add(struct perfdata_order *o, uint64_t time, const unsigned char *bytes,
	size_t size, perfdata_take *take, void *with)
{
	struct perfdata_chunk *chunk;
	struct perfdata_waiting w = { .time = time, .number = o->number++, .size = (uint32_t)size };

	if (time < o->passed) {
		o->late++;
		take(with, bytes, size);
		return;
	}
	if (o->nchunks > MOST_CHUNKS)
		for (size_t i = (o->n + o->tail - o->head) / 2; i > 0; i--)
			take_first(o, take, with);
	chunk = find_chunk(o, size);
	w.chunk = chunk;
	w.at = (uint32_t)chunk->used;
	memcpy(chunk->bytes + chunk->used, bytes, size);
	chunk->used += size;
	chunk->waiting++;
	if (time > o->newest)
		o->newest = time;
	if (o->head == o->tail || time >= o->queue[o->tail - 1].time) {
		append(o, &w);
		return;
	}
	o->heap = mem_grow(o->heap, o->n + 1, &o->room, sizeof(*o->heap));
	move_up(o, o->n++, &w);
}

void
perfdata_order_until(struct perfdata_order *o, uint64_t time, perfdata_take *take, void *with)
{
	const struct perfdata_waiting *first;

	while ((first = first_of(o)) != NULL && first->time <= time)
		take_first(o, take, with);
}

void
perfdata_order_round(struct perfdata_order *o, perfdata_take *take, void *with)
{
	perfdata_order_until(o, o->limit, take, with);
	o->limit = o->newest;
}

void
perfdata_order_end(struct perfdata_order *o, perfdata_take *take, void *with)
{
	while (first_of(o) != NULL)
		take_first(o, take, with);
}

/* Frees the chunks of the N records at V. */
static void
free_chunks(const struct perfdata_order *o, const struct perfdata_waiting *v, size_t n)
{
	/* A chunk is freed with its last record. */
	for (size_t i = 0; i < n; i++)
		if (--v[i].chunk->waiting == 0 && v[i].chunk != o->chunk)
			free(v[i].chunk);
}

void
perfdata_order_release(struct perfdata_order *o)
{
	free_chunks(o, o->heap, o->n);
	if (o->queue != NULL)
		free_chunks(o, o->queue + o->head, o->tail - o->head);
	free(o->heap);
	free(o->queue);
	free(o->chunk);
	free(o->spare);
	*o = (struct perfdata_order){ 0 };
}
