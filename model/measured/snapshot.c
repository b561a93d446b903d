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
	s->program = m->program;
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

/* Adds the weights of sample I of M to the sample of PATH and PART in S.  If BEFORE is not NULL,
 * subtracts the weights BEFORE from them first. */
static void
add_sample(struct measured *s, const struct measured *m, uint32_t i, uint32_t path, uint32_t part,
	const struct measured_weight *before)
{
	uint32_t number = measured_sample(s, path, part);
	struct measured_weight *to = &s->weights[(size_t)number * m->nevents];

	for (uint32_t k = 0; k < m->nevents; k++) {
		struct measured_weight w = m->weights[(size_t)i * m->nevents + k];

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

/* Copies paths of M to S: if ALL is set, the paths of all samples; otherwise, only the paths of
 * samples that have a value.  Returns an array indexed by path of M, to be free()d.  If a path was
 * copied, its element is the number of the path in S. */
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
copy_samples(struct measured *s, const struct measured *m, const uint32_t *part_of,
	const struct snapshot_values *before, const bool *was_reset)
{
	uint32_t *path = copy_paths(s, m, before != NULL);

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t part = part_of[m->samples[i].part];
		size_t at = (size_t)i * m->nevents;
		bool is_new = before == NULL || at >= before->nweights
			|| was_reset[m->samples[i].part];

		if (part != NOBODY && (before != NULL || has_value(m, i)))
			add_sample(s, m, i, path[m->samples[i].path], part,
				is_new ? NULL : &before->weights[at]);
	}
	free(path);
}

static void
copy_calls(struct measured *s, const struct measured *m, const uint32_t *part_of,
	const struct snapshot_values *before, const bool *was_reset)
{
	for (uint32_t i = 0; i < m->ncalls; i++) {
		struct measured_call call = m->calls[i];

		call.part = part_of[call.part];
		if (call.part == NOBODY || (before == NULL && call.count == 0))
			continue;
		if (before != NULL && i < before->ncounts && !was_reset[m->calls[i].part])
			call.count -= before->counts[i] < call.count ? before->counts[i]
				: call.count;
		measured_add_count(s, measured_call(s, &call), call.count);
	}
}

struct measured *
snapshot_take(const struct measured *m, const struct measured *shown, const uint32_t *part_of,
	const struct snapshot_values *before, const bool *was_reset)
{
	struct measured *s = measured_new();

	assert(!m->has_costs && m->amounts == NULL);
	copy_names(s, m, shown);
	copy_samples(s, m, part_of, before, was_reset);
	copy_calls(s, m, part_of, before, was_reset);
	measured_end(s);
	return s;
}
