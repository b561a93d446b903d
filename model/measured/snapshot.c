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
snapshot_clear(struct measured *m)
{
	assert(!m->has_costs && m->amounts == NULL);
	if (m->nsamples > 0)
		memset(m->weights, 0, (size_t)m->nsamples * m->nevents * sizeof(*m->weights));
	for (uint32_t i = 0; i < m->ncalls; i++)
		m->calls[i].count = 0;
	m->nfiles = m->nnotes = 0;
	m->title = m->lost = m->damaged_file = NULL;
}

/* Returns a copy of N elements of SIZE bytes. */
static void *
copy(const void *from, size_t n, size_t size)
{
	void *to = mem_uncleared(n, size);

	if (n > 0)
		memcpy(to, from, n * size);
	return to;
}

/* Copies the names of M, which are borrowed, and what holds at any moment. */
static void
copy_names(struct measured *s, const struct measured *m)
{
	s->format = m->format;
	s->program = m->program;
	s->damaged_file = m->damaged_file;
	s->damage = m->damage;
	s->event = m->event;
	s->period = m->period;
	s->events = copy(m->events, m->nevents, sizeof(*m->events));
	s->nevents = m->nevents;
	s->parts = copy(m->parts, m->nparts, sizeof(*m->parts));
	s->nparts = m->nparts;
	s->texts = copy(m->texts, m->ntexts, sizeof(*m->texts));
	s->ntexts = m->ntexts;
	s->funcs = copy(m->funcs, m->nfuncs, sizeof(*m->funcs));
	s->nfuncs = m->nfuncs;
	s->frames = copy(m->frames, m->nframes, sizeof(*m->frames));
	s->nframes = m->nframes;
}

/* Returns A - B, both of which are at least 0; but 0 if the file says that a value has become
 * smaller, which no recorder writes. */
static int64_t
difference(int64_t a, int64_t b)
{
	return a > b ? a - b : 0;
}

/* Appends sample I of M, whose path is PATH in S, without the weights BEFORE, or NULL. */
static void
append_sample(struct measured *s, const struct measured *m, uint32_t i, uint32_t path,
	const struct measured_weight *before)
{
	struct measured_weight *to = &s->weights[(size_t)s->nsamples * m->nevents];

	s->samples[s->nsamples] = m->samples[i];
	s->samples[s->nsamples++].path = path;
	for (uint32_t k = 0; k < m->nevents; k++) {
		to[k] = m->weights[(size_t)i * m->nevents + k];
		if (before == NULL)
			continue;
		to[k].value = difference(to[k].value, before[k].value);
		to[k].samples -= before[k].samples < to[k].samples ? before[k].samples
			: to[k].samples;
		to[k].squares -= fmin(before[k].squares, to[k].squares);
	}
}

/* Does sample I of M have a value? */
static bool
has_value(const struct measured *m, uint32_t i)
{
	for (uint32_t k = 0; k < m->nevents; k++)
		if (m->weights[(size_t)i * m->nevents + k].value != 0)
			return true;
	return false;
}

/* Copies the paths of M that samples with values need, or ALL paths.  Returns the numbers that they
 * have in S, to be free()d. */
static uint32_t *
copy_paths(struct measured *s, const struct measured *m, bool all)
{
	uint32_t *to = mem_uncleared(m->npaths, sizeof(*to));
	bool *needed = mem_new(m->npaths, sizeof(*needed));

	for (uint32_t i = 0; i < m->nsamples; i++)
		if (all || has_value(m, i))
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

static void
copy_samples(struct measured *s, const struct measured *m, const struct snapshot_values *before)
{
	uint32_t *path = copy_paths(s, m, before != NULL);

	s->samples = mem_uncleared(m->nsamples, sizeof(*s->samples));
	s->weights = mem_uncleared((size_t)m->nsamples * m->nevents, sizeof(*s->weights));
	for (uint32_t i = 0; i < m->nsamples; i++) {
		size_t at = (size_t)i * m->nevents;

		if (before != NULL || has_value(m, i))
			append_sample(s, m, i, path[m->samples[i].path],
				before != NULL && at < before->nweights ? &before->weights[at]
				: NULL);
	}
	free(path);
}

static void
copy_calls(struct measured *s, const struct measured *m, const struct snapshot_values *before)
{
	s->calls = mem_uncleared(m->ncalls, sizeof(*s->calls));
	s->call_values = mem_new((size_t)m->ncalls * m->nevents, sizeof(*s->call_values));
	for (uint32_t i = 0; i < m->ncalls; i++) {
		if (before == NULL && m->calls[i].count == 0)
			continue;
		s->calls[s->ncalls] = m->calls[i];
		if (before != NULL && i < before->ncounts)
			s->calls[s->ncalls].count -= before->counts[i] < m->calls[i].count
				? before->counts[i] : m->calls[i].count;
		s->ncalls++;
	}
}

struct measured *
snapshot_take(const struct measured *m, const struct snapshot_values *before)
{
	struct measured *s = measured_new();

	assert(!m->has_costs && m->amounts == NULL);
	copy_names(s, m);
	copy_samples(s, m, before);
	copy_calls(s, m, before);
	return s;
}
