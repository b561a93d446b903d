/* perfdata_batch.c - adds the stacks of a perf.data file to a measured profile, several at a time
 *
 * What is looked up for a stack - the stack itself, the code at its addresses - is at random places
 * of large tables.  For a few stacks at a time, all these places are prefetched before the first of
 * them is read.  The stacks are added in the order in which they came.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum { MOST_NUMBERS = 1 << 13 };	/* in the keys of the stacks of a batch */

/* Returns the element of P->seen for Q; prefetch it before. */
static struct perfdata_seen *
seen_of(const struct perfdata *p, const struct perfdata_query *q)
{
	return &p->seen[hash_mix(q->at) & (PERFDATA_SEEN - 1)];
}

/* Is SEEN the answer to Q? */
static bool
is_answer(const struct perfdata_seen *seen, const struct perfdata_query *q)
{
	return seen->is_used && seen->address == q->at && seen->maps == q->maps
		&& seen->process == q->process && seen->where == q->where;
}

/* Adds a query for ADDRESS in the process of B.  IS_RETURN: it is a return address, so the call is
 * before it. */
static void
add_query(struct perfdata *p, const struct perfdata_batched *b, uint64_t address,
	enum perfdata_where where, bool is_return)
{
	struct perfdata_query *q;

	p->queries = mem_grow(p->queries, p->nqueries + 1, &p->queries_room, sizeof(*p->queries));
	q = &p->queries[p->nqueries++];
	*q = (struct perfdata_query){ .at = address - is_return, .where = where,
		.in = where == WHERE_KERNEL ? &p->tasks.kernel : &b->maps,
		.process = where == WHERE_KERNEL ? NOBODY : b->process };
	q->maps = q->in->number;
	__builtin_prefetch(seen_of(p, q));
}

/* Adds queries for the addresses of the stack B, the innermost first. */
static void
add_queries(struct perfdata *p, struct perfdata_batched *b)
{
	enum perfdata_where where = b->mode == MODE_KERNEL ? WHERE_KERNEL
		: b->mode == MODE_GUEST_KERNEL || b->mode == MODE_GUEST_USER ? WHERE_GUEST
		: WHERE_USER;
	const uint64_t *chain = p->key + b->key + PERFDATA_KEY_HEAD;
	bool is_return = false;

	b->first = p->nqueries;
	for (size_t i = 0; i < b->n - PERFDATA_KEY_HEAD; i++) {
		if (chain[i] >= PERFDATA_MARK_LEAST) {
			where = chain[i] == PERFDATA_MARK_KERNEL ? WHERE_KERNEL
				: chain[i] == PERFDATA_MARK_USER ? WHERE_USER : WHERE_GUEST;
			is_return = false;
			i += chain[i] == PERFDATA_MARK_DEFERRED;
			continue;
		}
		add_query(p, b, chain[i], where, is_return);
		is_return = true;
	}
	b->nqueries = p->nqueries - b->first;
}

/* Sets where the code of Q is. */
static void
find_place(struct perfdata *p, struct perfdata_query *q)
{
	const struct perfdata_map *map = q->where == WHERE_GUEST ? NULL
		: perfdata_maps_at(q->in, q->at);

	q->place.image = map != NULL ? map->image : q->where == WHERE_KERNEL
		? perfdata_kernel_at(p, q->at) : NOBODY;
	q->place.pid = q->process != NOBODY ? p->tasks.processes[q->process].pid : 0;
	q->place.maker = map != NULL ? map->pid : q->place.pid;
	q->place.address = q->at;
	q->place.offset = map != NULL ? q->at - map->lo + map->offset : q->at;
	q->has_place = true;
}

/* Finds where the code of the queries is that were not seen before, and prefetches its frames. */
static void
prefetch_codes(struct perfdata *p)
{
	const struct codes *codes = p->options->codes;

	for (size_t i = 0; i < p->nqueries; i++) {
		struct perfdata_query *q = &p->queries[i];

		if (is_answer(seen_of(p, q), q))
			continue;
		find_place(p, q);
		if (codes != NULL && codes->prefetch != NULL)
			q->hash = codes->prefetch(codes->with, q->place.image, q->place.offset);
	}
	for (size_t i = 0; i < p->nqueries; i++)
		if (p->queries[i].hash != 0)
			codes->prefetch_next(codes->with, p->queries[i].hash);
}

/* Adds the frames of Q, the innermost first, to P->frames.  If there is only one, it is kept. */
static void
add_frames(struct perfdata *p, struct perfdata_query *q)
{
	const struct codes *codes = p->options->codes;
	struct perfdata_seen *seen = seen_of(p, q);
	const uint32_t *frames = &seen->frame;
	bool is_known = is_answer(seen, q);
	uint32_t n = 1;

	if (!is_known && !q->has_place)
		find_place(p, q);	/* another address took the place of what was seen */
	if (!is_known)
		n = codes == NULL ? 0 : codes->frames(codes->with, &q->place, &frames);
	p->frames = mem_grow(p->frames, p->nframes + n, &p->frames_room, sizeof(*p->frames));
	for (uint32_t i = n; i > 0; i--)
		p->frames[p->nframes++] = frames[i - 1];
	if (!is_known)
		*seen = (struct perfdata_seen){ .address = q->at, .maps = q->maps,
			.process = q->process, .where = q->where, .is_used = n == 1,
			.frame = n == 1 ? frames[0] : 0 };
}

/* Returns the number of the samples of the stack P->frames in PART; NOBODY: there is no room. */
static uint32_t
sample_of(struct perfdata *p, uint32_t part)
{
	struct measured *m = p->m;
	size_t n = p->nframes;

	if (!measured_has_room(m, n)) {
		p->is_full = true;
		return NOBODY;
	}
	return measured_sample(m, measured_stack_inward(m, p->frames, n), part);
}

/* Adds the stack B, which is new.  Returns the number of its samples, or NOBODY. */
static uint32_t
add_new(struct perfdata *p, const struct perfdata_batched *b)
{
	size_t size = b->n * sizeof(*p->key);
	uint32_t number;

	p->nframes = 0;
	for (size_t i = 0; i < b->nqueries; i++)
		add_frames(p, &p->queries[b->first + i]);
	if (p->nframes == 0)
		return NOBODY;
	number = sample_of(p, b->part);
	if (number != NOBODY) {
		uint64_t *key = arena_new(&p->known_keys, b->n, sizeof(*key));

		memcpy(key, p->key + b->key, size);
		p->nkeys += size;
		known_stacks_add(&p->known, &(struct known_stack){ .hash = b->hash, .bytes = key,
			.length = (uint32_t)size, .sample = number });
	}
	return number;
}

/* Returns the number of the samples that have the stack B, or NOBODY if it is not known. */
static uint32_t
known_sample(const struct perfdata *p, const struct perfdata_batched *b)
{
	const struct known_stack *known = known_stacks_find(&p->known, b->hash, p->key + b->key,
		b->n * sizeof(*p->key), NULL, NULL);

	return known != NULL ? known->sample : NOBODY;
}

/* Adds a sample of the stack B. */
static void
add_batched(struct perfdata *p, const struct perfdata_batched *b)
{
	uint32_t sample = b->sample;

	/* A stack before it may have been the same one. */
	if (sample == NOBODY)
		sample = known_sample(p, b);
	if (sample == NOBODY)
		sample = add_new(p, b);
	if (sample == NOBODY)
		return;
	p->nsamples++;
	for (size_t i = b->value; i < b->value + b->nvalues; i++) {
		struct measured_weight *weight = &p->weights[p->attrs[p->values[i].attr].event];
		int64_t period = p->values[i].period <= INT64_MAX ? (int64_t)p->values[i].period
			: INT64_MAX;

		weight->value = measured_sum(weight->value, period);
		weight->samples++;
		weight->squares += (double)period * (double)period;
	}
	measured_add_weights(p->m, sample, p->weights);
	for (size_t i = b->value; i < b->value + b->nvalues; i++)
		p->weights[p->attrs[p->values[i].attr].event] = (struct measured_weight){ 0 };
}

void
perfdata_batch_end(struct perfdata *p)
{
	if (p->seen == NULL)
		p->seen = mem_new(PERFDATA_SEEN, sizeof(*p->seen));
	for (uint32_t i = 0; i < p->nbatch; i++)
		known_stacks_prefetch_bytes(&p->known, p->batch[i].hash);
	p->nqueries = 0;
	for (uint32_t i = 0; i < p->nbatch; i++) {
		p->batch[i].sample = known_sample(p, &p->batch[i]);
		if (p->batch[i].sample == NOBODY)
			add_queries(p, &p->batch[i]);
	}
	prefetch_codes(p);
	for (uint32_t i = 0; i < p->nbatch; i++) {
		if (!p->is_full)
			add_batched(p, &p->batch[i]);
		perfdata_maps_drop(&p->tasks, &p->batch[i].maps);
	}
	p->nbatch = 0;
	p->key_used = p->nvalues = 0;
}

/* Forgets all stacks, which also changes the hashes.  Most are of processes that have ended. */
static void
forget(struct perfdata *p)
{
	known_stacks_release(&p->known);
	arena_release(&p->known_keys);
	p->nkeys = 0;
}

void
perfdata_batch_put(struct perfdata *p, const struct perfdata_batched *b)
{
	struct perfdata_batched *put = &p->batch[p->nbatch++];

	if (p->nbatch == 1 && p->nkeys > PERFDATA_MOST_KEYS)
		forget(p);
	*put = *b;
	put->maps = (struct perfdata_maps){ 0 };
	perfdata_maps_copy(&p->tasks, &put->maps, &p->tasks.processes[b->process].maps);
	put->hash = known_stacks_hash(&p->known, p->key + b->key, b->n * sizeof(*p->key));
	known_stacks_prefetch(&p->known, put->hash);
	if (p->nbatch == PERFDATA_BATCH || p->key_used > MOST_NUMBERS)
		perfdata_batch_end(p);
}
