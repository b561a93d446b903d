/* stacks.c - the stacks of a profile, as the exports for flame graphs and pprof write them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "figures/pick.h"
#include "profile/paths.h"

static const double MILLISAMPLES = 1e3;

/* Sets S to the recorded stacks. */
static void
share_recorded(struct stacks *s)
{
	const struct profile *p = s->ctx->profile;

	s->m = p->measured;
	s->event = s->ctx->graph->selection.event;
	s->part = s->ctx->graph->selection.part;
	s->graph = s->ctx->graph;
	s->has_cuts = s->graph->selection.no_arc != NULL;
	s->omitted = s->graph->profile->folds_kernel ? MEASURED_KERNEL : 0;
	s->m->users++;
	for (uint32_t f = 0; f < s->m->nfuncs; f++)
		stacks_set_func(s, f, p->func_of[f]);
}

void
stacks_open(struct stacks *s, struct view_context *ctx, double rate)
{
	const struct profile *p = ctx->profile;
	const struct measured_event *event = profile_has(p, HAS_EVENTS)
		? &p->measured->events[ctx->graph->selection.event] : NULL;
	double scale = 1;

	*s = (struct stacks){ .ctx = ctx, .part = NOBODY };
	if (profile_has(p, HAS_STACKS)) {
		share_recorded(s);
		return;
	}
	s->m = measured_new();
	s->m->estimated = true;
	if (event != NULL) {
		measured_add_event(s->m, event->name, strlen(event->name), event->unit);
		s->m->events[0].is_sampled = event->is_sampled;
		s->m->events[0].is_unsaid = event->is_unsaid;
	} else if (ctx->graph->measure.rate > 0) {
		measured_add_event(s->m, "cpu", 3, rate >= 1e9 ? "nanoseconds" : "microseconds");
		scale = rate / ctx->graph->measure.rate;
		s->m->period.value = (int64_t)scale;
		s->m->period.name = s->m->events[0].name;
		s->m->period.unit = s->m->events[0].unit;
	} else {
		measured_add_event(s->m, "samples", 7, "millisamples");
		scale = MILLISAMPLES;
	}
	s->m->events[0].is_sampled |= event == NULL;
	stacks_add_estimated(s, scale);
}

void
stacks_release(struct stacks *s)
{
	measured_release(s->m);
	free(s->func_of);
}

void
stacks_set_func(struct stacks *s, uint32_t func, uint32_t f)
{
	s->func_of = mem_grow(s->func_of, (size_t)func + 1, &s->func_of_room,
		sizeof(*s->func_of));
	s->func_of[func] = f;
}

/* Returns the state of the path of the profile that path PATH of S->m belongs to. */
static uint8_t
state_of(const struct stacks *s, uint32_t path)
{
	return s->graph->paths.state[paths_of(s->graph->profile->paths, path)];
}

bool
stacks_has(const struct stacks *s, uint32_t i)
{
	if (s->graph != NULL && !pick_counts(state_of(s, s->m->samples[i].path)))
		return false;
	return s->part == NOBODY || measured_is_in(s->m, s->m->samples[i].part, s->part);
}

bool
stacks_is_cut(const struct stacks *s, uint32_t path)
{
	uint32_t flags = s->m->frames[s->m->paths[path].frame].flags;
	/* A frame that is joined with its caller has the state of its caller. */
	bool is_joined = (flags & profile_joined_frames(s->graph->profile)) != 0;

	return s->has_cuts && !is_joined && (state_of(s, path) & PATH_STARTS) != 0;
}

const char *
stacks_name(const struct stacks *s, uint32_t func)
{
	return s->func_of[func] != NOBODY ? view_context_own_name(s->ctx, s->func_of[func])
		: measured_text_of(s->m, s->m->funcs[func].name);
}

/* Has sample I of M a value that is not 0? */
static bool
has_value(const struct measured *m, uint32_t i)
{
	uint32_t k = 0;

	while (k < m->nevents && m->weights[(size_t)i * m->nevents + k].value == 0)
		k++;
	return k < m->nevents;
}

/* Returns how many bytes N needs, with seven bits in each. */
static double
number_length(uint32_t n)
{
	double length = 1;

	for (; n >= 0x80; n >>= 7)
		length++;
	return length;
}

double
stacks_excess(const struct measured *m, const struct stacks *s, bool has_names)
{
	static const double GB = 1e9, MANY = 100;
	double *lengths = mem_new(m->npaths, sizeof(*lengths)), all = 0, tree = 0;

	for (uint32_t i = 0; i < m->npaths; i++) {
		uint32_t caller = s != NULL ? stacks_caller(s, i) : m->paths[i].parent;
		const char *name = measured_text_of(m,
			m->funcs[m->frames[m->paths[i].frame].func].name);
		double length = has_names ? (double)strlen(name) + 1
			: number_length(m->paths[i].frame);

		lengths[i] = length + (caller != NOBODY ? lengths[caller] : 0);
		tree += length;
	}
	for (uint32_t i = 0; i < m->nsamples; i++)
		if (has_value(m, i) && (s == NULL || stacks_has(s, i)))
			all += lengths[m->samples[i].path];
	free(lengths);
	return all > GB && all > MANY * tree ? all : 0;
}
