/* snapshot.c - the values that a profile has at a moment, while its values change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/snapshot.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void
snapshot_keep(struct snapshot_values *v, const struct measured *m)
{
	v->nweights = (size_t)m->nsamples * m->nevents;
	v->weights = mem_grow(v->weights, v->nweights, &v->weights_room, sizeof(*v->weights));
	if (v->nweights > 0)
		memcpy(v->weights, m->weights, v->nweights * sizeof(*v->weights));
	v->ncounts = m->ncalls;
	v->counts = mem_grow(v->counts, v->ncounts, &v->counts_room, sizeof(*v->counts));
	for (uint32_t i = 0; i < m->ncalls; i++)
		v->counts[i] = m->calls[i].count;
}

void
snapshot_release_values(struct snapshot_values *v)
{
	free(v->weights);
	free(v->counts);
	*v = (struct snapshot_values){ 0 };
}

void
snapshot_lengthen(struct snapshot_values *v, const struct measured *m)
{
	size_t nweights = (size_t)m->nsamples * m->nevents;

	v->weights = mem_grow(v->weights, nweights, &v->weights_room, sizeof(*v->weights));
	if (nweights > v->nweights)
		memset(v->weights + v->nweights, 0, (nweights - v->nweights) * sizeof(*v->weights));
	v->nweights = nweights;
	v->counts = mem_grow(v->counts, m->ncalls, &v->counts_room, sizeof(*v->counts));
	if (m->ncalls > v->ncounts)
		memset(v->counts + v->ncounts, 0, (m->ncalls - v->ncounts) * sizeof(*v->counts));
	v->ncounts = m->ncalls;
}

void
snapshot_set(struct measured *m, const struct snapshot_values *v)
{
	size_t nweights = (size_t)m->nsamples * m->nevents;

	assert(!m->has_costs && m->amounts == NULL && v->nweights <= nweights
		&& v->ncounts <= m->ncalls);
	if (v->nweights > 0)
		memcpy(m->weights, v->weights, v->nweights * sizeof(*m->weights));
	if (nweights > v->nweights)
		memset(m->weights + v->nweights, 0, (nweights - v->nweights) * sizeof(*m->weights));
	for (uint32_t i = 0; i < m->ncalls; i++)
		m->calls[i].count = i < v->ncounts ? v->counts[i] : 0;
	m->nfiles = m->nnotes = 0;
	m->title = m->title_rest = m->lost = m->damaged_file = NULL;
}

/* Copies to S the format, program, damage, period, events, texts, functions and frames of M, and
 * the parts of SHOWN.  S shares the characters of the texts with M. */
static void
copy_names(struct measured *s, const struct measured *m, const struct measured *shown)
{
	s->format = m->format;
	s->stacks = m->stacks;
	s->program = m->program;
	s->name = m->name;
	s->damaged_file = m->damaged_file;
	s->damage = m->damage;
	s->event = m->event;
	s->period = m->period;
	s->events = mem_copy(m->events, m->nevents, sizeof(*m->events));
	s->nevents = m->nevents;
	s->parts = mem_copy(shown->parts, shown->nparts, sizeof(*shown->parts));
	s->nparts = shown->nparts;
	s->texts = mem_copy(m->texts, m->ntexts, sizeof(*m->texts));
	s->ntexts = m->ntexts;
	s->funcs = mem_copy(m->funcs, m->nfuncs, sizeof(*m->funcs));
	s->nfuncs = m->nfuncs;
	s->frames = mem_copy(m->frames, m->nframes, sizeof(*m->frames));
	s->nframes = m->nframes;
}

/* Returns A - B, or 0 if A is less than B, which happens only with a damaged file.  A and B are not
 * negative. */
static int64_t
difference(int64_t a, int64_t b)
{
	return a > b ? a - b : 0;
}

/* The snapshot that is being taken. */
struct taking {
	struct measured *s;
	const struct measured *m;
	const struct snapshot_values *before;	/* or NULL, like .was_reset */
	const bool *was_reset;
	const uint32_t *part_of;
	struct snapshot_memory *memory;
};

/* Adds the weights of sample I of T->m to sample NUMBER of T->s.  If BEFORE is not NULL, subtracts
 * the weights BEFORE from them first. */
static void
add_sample(const struct taking *t, uint32_t i, uint32_t number,
	const struct measured_weight *before)
{
	uint32_t n = t->m->nevents;
	struct measured_weight *to = &t->s->weights[(size_t)number * n];

	for (uint32_t k = 0; k < n; k++) {
		struct measured_weight w = t->m->weights[(size_t)i * n + k];

		if (before != NULL) {
			w.value = difference(w.value, before[k].value);
			w.samples -= before[k].samples < w.samples ? before[k].samples : w.samples;
			w.squares -= fmin(before[k].squares, w.squares);
		}
		to[k].value = measured_sum(to[k].value, w.value);
		to[k].samples += w.samples;
		to[k].squares += w.squares;
	}
}

/* Is any value of sample I of M not 0? */
static bool
has_value(const struct measured *m, uint32_t i)
{
	for (uint32_t k = 0; k < m->nevents; k++)
		if (m->weights[(size_t)i * m->nevents + k].value != 0)
			return true;
	return false;
}

/* Is sample I (call I) of T->m a part of the snapshot? */
static bool
is_sample_kept(const struct taking *t, uint32_t i)
{
	return t->part_of[t->m->samples[i].part] != NOBODY
		&& (t->before != NULL || has_value(t->m, i));
}

static bool
is_call_kept(const struct taking *t, uint32_t i)
{
	return t->part_of[t->m->calls[i].part] != NOBODY
		&& (t->before != NULL || t->m->calls[i].count != 0);
}

/* Copies paths of T->m to T->s: in a difference, the paths of all samples; otherwise, only the
 * paths of samples that have a value.  Returns an array indexed by path of T->m, to be free()d.  If
 * a path was copied, its element is the number of the path in T->s. */
static uint32_t *
copy_paths(const struct taking *t)
{
	const struct measured *m = t->m;
	struct measured *s = t->s;
	uint32_t *to = mem_uncleared(m->npaths, sizeof(*to));
	bool *needed = mem_new(m->npaths, sizeof(*needed));

	for (uint32_t i = 0; i < m->nsamples; i++)
		if (t->before != NULL || has_value(m, i))
			needed[m->samples[i].path] = true;
	for (uint32_t i = m->npaths; i-- > 0;)
		if (needed[i] && m->paths[i].parent != NOBODY)
			needed[m->paths[i].parent] = true;
	s->paths = mem_uncleared(m->npaths, sizeof(*s->paths));
	for (uint32_t i = 0; i < m->npaths; i++) {
		if (!needed[i])
			continue;
		to[i] = s->npaths;
		s->paths[s->npaths] = m->paths[i];
		if (m->paths[i].parent != NOBODY)
			s->paths[s->npaths].parent = to[m->paths[i].parent];
		s->npaths++;
	}
	free(needed);
	return to;
}

/* Adds the values of all samples and calls that are kept. */
static void
add_values(const struct taking *t)
{
	const struct measured *m = t->m;
	const struct snapshot_values *b = t->before;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t number = t->memory->samples[i];
		size_t at = (size_t)i * m->nevents;
		bool is_new = b == NULL || at >= b->nweights || t->was_reset[m->samples[i].part];

		if (number != NOBODY)
			add_sample(t, i, number, is_new ? NULL : &b->weights[at]);
	}
	for (uint32_t i = 0; i < m->ncalls; i++) {
		uint32_t number = t->memory->calls[i];
		uint64_t count = m->calls[i].count;

		if (b != NULL && i < b->ncounts && !t->was_reset[m->calls[i].part])
			count -= b->counts[i] < count ? b->counts[i] : count;
		if (number != NOBODY)
			measured_add_count(t->s, number, count);
	}
}

/* Returns what T->memory must be equal to, if the snapshot has the same shape as the last one. */
static struct snapshot_memory
sizes_of(const struct taking *t, const struct measured *shown)
{
	const struct measured *m = t->m;
	struct snapshot_memory now = { .is_difference = t->before != NULL, .ntexts = m->ntexts,
		.nfuncs = m->nfuncs, .nframes = m->nframes, .npaths = m->npaths,
		.nsamples = m->nsamples, .ncalls = m->ncalls, .nevents = m->nevents,
		.nparts = m->nparts, .nshown = shown->nparts };

	for (uint32_t f = 0; f < m->nfuncs; f++)
		now.lines += m->funcs[f].line;
	return now;
}

/* Has the snapshot the same shape as the last one, of which NOW has the sizes? */
static bool
is_same_shape(const struct taking *t, const struct snapshot_memory *now)
{
	const struct snapshot_memory *was = t->memory;
	uint32_t i = 0, k = 0;

	if (was->shape == 0 || was->is_difference != now->is_difference
	    || was->ntexts != now->ntexts || was->nfuncs != now->nfuncs
	    || was->nframes != now->nframes || was->npaths != now->npaths
	    || was->nsamples != now->nsamples || was->ncalls != now->ncalls
	    || was->nevents != now->nevents || was->nparts != now->nparts
	    || was->nshown != now->nshown || was->lines != now->lines
	    || memcmp(was->part_of, t->part_of, now->nparts * sizeof(*was->part_of)) != 0)
		return false;
	while (i < now->nsamples && is_sample_kept(t, i) == (was->samples[i] != NOBODY))
		i++;
	while (k < now->ncalls && is_call_kept(t, k) == (was->calls[k] != NOBODY))
		k++;
	return i == now->nsamples && k == now->ncalls;
}

/* Makes the samples and the calls of the snapshot, without values.  PATH is the result of
 * copy_paths(). */
static void
make_items(const struct taking *t, const uint32_t *path)
{
	struct snapshot_memory *memory = t->memory;
	const struct measured *m = t->m;

	for (uint32_t i = 0; i < m->nsamples; i++)
		memory->samples[i] = !is_sample_kept(t, i) ? NOBODY : measured_sample(t->s,
			path[m->samples[i].path], t->part_of[m->samples[i].part]);
	for (uint32_t i = 0; i < m->ncalls; i++) {
		struct measured_call call = m->calls[i];

		call.part = t->part_of[call.part];
		memory->calls[i] = is_call_kept(t, i) ? measured_call(t->s, &call) : NOBODY;
	}
	memory->nkept_paths = t->s->npaths;
	memory->nkept_samples = t->s->nsamples;
	memory->nkept_calls = t->s->ncalls;
	memory->kept_paths = mem_copy(t->s->paths, t->s->npaths, sizeof(*t->s->paths));
	memory->kept_samples = mem_copy(t->s->samples, t->s->nsamples, sizeof(*t->s->samples));
	memory->kept_calls = mem_copy(t->s->calls, t->s->ncalls, sizeof(*t->s->calls));
}

/* Makes the paths, samples and calls that the last snapshot had. */
static void
make_same_items(const struct taking *t)
{
	const struct snapshot_memory *memory = t->memory;
	struct measured *s = t->s;

	s->npaths = memory->nkept_paths;
	s->paths = mem_copy(memory->kept_paths, s->npaths, sizeof(*s->paths));
	s->nsamples = memory->nkept_samples;
	s->samples = mem_copy(memory->kept_samples, s->nsamples, sizeof(*s->samples));
	s->weights = mem_new((size_t)s->nsamples * s->nevents, sizeof(*s->weights));
	s->ncalls = memory->nkept_calls;
	s->calls = mem_copy(memory->kept_calls, s->ncalls, sizeof(*s->calls));
	s->call_values = mem_new((size_t)s->ncalls * s->nevents, sizeof(*s->call_values));
}

void
snapshot_forget(struct snapshot_memory *memory)
{
	free(memory->part_of);
	free(memory->samples);
	free(memory->calls);
	free(memory->kept_paths);
	free(memory->kept_samples);
	free(memory->kept_calls);
	*memory = (struct snapshot_memory){ .shape = memory->shape };
}

struct measured *
snapshot_take(const struct measured *m, const struct measured *shown, const uint32_t *part_of,
	const struct snapshot_values *before, const bool *was_reset,
	struct snapshot_memory *memory)
{
	struct measured *s = measured_new();
	const struct taking t = { s, m, before, was_reset, part_of, memory };
	struct snapshot_memory now = sizes_of(&t, shown);
	bool is_same = is_same_shape(&t, &now);
	uint32_t *path;

	assert(!m->has_costs && m->amounts == NULL);
	copy_names(s, m, shown);
	if (is_same) {
		make_same_items(&t);
	} else {
		now.shape = memory->shape + 1;
		snapshot_forget(memory);
		*memory = now;
		memory->part_of = mem_copy(part_of, m->nparts, sizeof(*part_of));
		memory->samples = mem_uncleared(m->nsamples, sizeof(*memory->samples));
		memory->calls = mem_uncleared(m->ncalls, sizeof(*memory->calls));
		path = copy_paths(&t);
		make_items(&t, path);
		free(path);
	}
	add_values(&t);
	s->shape = memory->shape;
	measured_end(s);
	return s;
}
