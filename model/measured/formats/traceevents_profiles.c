/* traceevents_profiles.c - profiles of V8 in trace events
 *
 * The event "Profile" begins a profile, "ProfileChunk" continues it, and the old event "CpuProfile"
 * has all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "measured/formats/cpuprofile.h"
#include "measured/formats/traceevents.h"

void
trace_add_chunk(struct trace *p, const struct jsontree_value *v)
{
	struct trace_chunk chunk = { .v = v,
		.pid = jsontree_integer(jsontree_get(&p->t, v, "pid"), 0),
		.id = jsontree_text(jsontree_get(&p->t, v, "id")), .thread = trace_thread(p, v) };

	chunk.at = (uint64_t)jsontree_integer(jsontree_get(&p->t, v, "ts"), 0)
		^ UINT64_C(1) << 63;
	p->chunks = mem_grow(p->chunks, (size_t)p->nchunks + 1, &p->chunks_room,
		sizeof(*p->chunks));
	p->chunks[p->nchunks++] = chunk;
}

/* Are A and B pieces of the same profile? */
static int
by_profile(uint32_t x, uint32_t y, const void *with)
{
	const struct trace_chunk *chunks = with, *a = &chunks[x], *b = &chunks[y];
	size_t n = a->id.n < b->id.n ? a->id.n : b->id.n;
	int differ = memcmp(a->id.s, b->id.s, n);

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->id.n != b->id.n)
		return a->id.n < b->id.n ? -1 : 1;
	if (differ == 0 && a->id.n == 0 && a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return differ;
}

static int
by_profile_and_time(uint32_t x, uint32_t y, const void *with)
{
	const struct trace_chunk *chunks = with, *a = &chunks[x], *b = &chunks[y];
	int differ = by_profile(x, y, with);

	return differ != 0 ? differ : a->at < b->at ? -1 : a->at > b->at;
}

/* Adds the piece CHUNK to PROFILE. */
static void
add_piece(struct trace *p, struct cpuprofile *profile, const struct trace_chunk *chunk)
{
	const struct jsontree_value *data = jsontree_get(&p->t, jsontree_get(&p->t, chunk->v, "args"),
		"data"), *inner = jsontree_get(&p->t, data, "cpuProfile");
	const struct jsontree_value *deltas = jsontree_get(&p->t, data, "timeDeltas");

	cpuprofile_add_nodes(profile, jsontree_get(&p->t, inner, "nodes"));
	cpuprofile_add_samples(profile, jsontree_get(&p->t, inner, "samples"));
	cpuprofile_add_deltas(profile, deltas != NULL ? deltas
		: jsontree_get(&p->t, inner, "timeDeltas"));
}

void
trace_add_profiles(struct trace *p)
{
	uint32_t *order = mem_new(p->nchunks, sizeof(*order)), i, k;
	uint64_t nidle = 0;
	int64_t idle = 0;

	for (i = 0; i < p->nchunks; i++)
		order[i] = i;
	sort_numbers(order, p->nchunks, by_profile_and_time, p->chunks);
	for (i = 0; i < p->nchunks && !p->is_full; i = k) {
		struct cpuprofile profile = { .t = &p->t };

		profile.part = p->threads[p->chunks[order[i]].thread].part;
		for (k = i; k < p->nchunks && by_profile(order[i], order[k], p->chunks) == 0; k++)
			add_piece(p, &profile, &p->chunks[order[k]]);
		p->is_full = !cpuprofile_finish(&profile, &p->stacks, 0);
		p->nbad += profile.nbad;
		nidle += profile.nidle;
		idle = measured_sum(idle, profile.idle);
		cpuprofile_release(&profile);
	}
	cpuprofile_note_idle(p->m, idle, nidle);
	free(order);
}
