/* parttotals.c - the values of each process, thread, file or other part of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/parttotals.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "figures/pick.h"
#include "measured/measured.h"
#include "profile/fold.h"
#include "profile/paths.h"

/* A value of the event that is shown. */
struct leaf_value {
	uint32_t part, func;		/* .func: as shown; self time is its */
	double value;
};

struct totals_maker {
	const struct graph *g;
	const struct profile *p;
	const struct measured *m;
	struct part_totals *to;
	struct leaf_value *leaves;	/* owned */
	size_t nleaves, room;
};

/* Returns the function, as shown, in which the samples of PATH, a path of the measured profile, are
 * self time.  Returns NOBODY if these samples are excluded. */
static uint32_t
leaf_of_path(const struct totals_maker *t, uint32_t path)
{
	const struct measured *m = t->m;
	uint32_t own;

	if (profile_has(t->p, HAS_STACKS)) {
		own = paths_of(t->p->paths, path);
		return pick_counts(t->g->paths.state[own])
			? fold_func(t->p->fold, t->p->paths->v[own].func) : NOBODY;
	}
	/* The stacks have one frame, and the code inlined into it. */
	while (m->paths[path].parent != NOBODY)
		path = m->paths[path].parent;
	own = t->p->func_of[m->frames[m->paths[path].frame].func];
	return t->g->selection.no_func != NULL && t->g->selection.no_func[own] ? NOBODY
		: fold_func(t->p->fold, own);
}

/* Adds VALUE of event EVENT and, if it is the event that is shown, SAMPLES samples to PART and to
 * the part that contains it. */
static void
add_value(struct totals_maker *t, uint32_t part, uint32_t event, int64_t value, uint64_t samples)
{
	for (; part != NOBODY; part = t->m->parts[part].whole) {
		t->to->values[(size_t)part * t->m->nevents + event] += (double)value;
		t->to->values64[(size_t)part * t->m->nevents + event] += (uint64_t)value;
		t->to->v[part].samples += event == t->g->selection.event ? samples : 0;
	}
}

static void
set_there(struct totals_maker *t, uint32_t part)
{
	for (; part != NOBODY && !t->to->v[part].is_there; part = t->m->parts[part].whole)
		t->to->v[part].is_there = true;
}

static void
add_leaf(struct totals_maker *t, uint32_t part, uint32_t func, double value)
{
	t->leaves = mem_grow(t->leaves, t->nleaves + 1, &t->room, sizeof(*t->leaves));
	t->leaves[t->nleaves++] = (struct leaf_value){ part, func, value };
}

static void
add_samples(struct totals_maker *t)
{
	const struct measured *m = t->m;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_weight *w = &m->weights[(size_t)i * m->nevents];
		uint32_t part = m->samples[i].part, func;

		if (part == NOBODY)
			continue;
		set_there(t, part);
		func = leaf_of_path(t, m->samples[i].path);
		if (func == NOBODY)
			continue;
		for (uint32_t k = 0; k < m->nevents; k++)
			add_value(t, part, k, w[k].value, w[k].samples);
		add_leaf(t, part, func, (double)w[t->g->selection.event].value);
	}
}

static void
add_costs(struct totals_maker *t)
{
	const struct measured *m = t->m;
	const bool *excluded = t->g->selection.no_func;

	for (uint32_t i = 0; i < m->ncosts; i++) {
		const int64_t *costs = &m->cost_values[(size_t)i * m->nevents];
		uint32_t part = m->costs[i].part;
		uint32_t func = t->p->func_of[m->frames[m->costs[i].frame].func];

		if (part == NOBODY)
			continue;
		set_there(t, part);
		if (excluded != NULL && excluded[func])
			continue;
		for (uint32_t k = 0; k < m->nevents; k++)
			add_value(t, part, k, costs[k], 0);
		add_leaf(t, part, fold_func(t->p->fold, func),
			(double)costs[t->g->selection.event]);
	}
}

static void
add_calls(struct totals_maker *t)
{
	const struct selection *s = &t->g->selection;

	for (uint32_t i = 0; i < t->m->ncalls; i++) {
		const struct measured_call *call = &t->m->calls[i];

		if (call->part == NOBODY)
			continue;
		set_there(t, call->part);
		/* Calls are not counted by stack. */
		if (s->focus != NULL
		    || (s->no_arc != NULL && s->no_arc[t->p->arc_of_call[i]]))
			continue;
		for (uint32_t part = call->part; part != NOBODY; part = t->m->parts[part].whole)
			t->to->v[part].calls += call->count;
	}
}

/* Sorts the leaves V by part, those of one part in their order.  Sets AT[p] to the index of the
 * first leaf of part p; AT has an element more than there are parts. */
static struct leaf_value *
sort_leaves(const struct totals_maker *t, const struct leaf_value *v, size_t n, size_t *at)
{
	struct leaf_value *sorted = mem_uncleared(n, sizeof(*sorted));

	for (uint32_t p = 0; p <= t->m->nparts; p++)
		at[p] = 0;
	for (size_t i = 0; i < n; i++)
		at[v[i].part]++;
	for (uint32_t p = 0; p < t->m->nparts; p++)
		at[p + 1] += at[p];
	for (size_t i = n; i-- > 0;)
		sorted[--at[v[i].part]] = v[i];
	return sorted;
}

/* Adds up V, the N leaves of one part.  The sum of each function becomes a leaf of UP, unless UP is
 * NOBODY.  Returns the function whose sum is the greatest by size, or NOBODY.  SUMS, indexed by
 * function, is all 0 before and after the call. */
static uint32_t
add_up(struct totals_maker *t, const struct leaf_value *v, size_t n, uint32_t up, double *sums)
{
	uint32_t most = NOBODY;
	double greatest = 0;

	for (size_t i = 0; i < n; i++)
		sums[v[i].func] += v[i].value;
	for (size_t i = 0; i < n; i++) {
		double sum = sums[v[i].func];

		sums[v[i].func] = 0;
		if (sum != 0 && up != NOBODY)
			add_leaf(t, up, v[i].func, sum);
		if (fabs(sum) > greatest) {
			greatest = fabs(sum);
			most = v[i].func;
		}
	}
	return most;
}

/* Sets .most of all parts.  A part with other parts inside gets the sums of those first. */
static void
find_most(struct totals_maker *t)
{
	double *sums = mem_new(t->g->nfuncs, sizeof(*sums));
	size_t *at = mem_uncleared((size_t)t->m->nparts + 1, sizeof(*at));
	struct leaf_value *v = sort_leaves(t, t->leaves, t->nleaves, at);
	const struct measured_part *parts = t->m->parts;

	t->nleaves = 0;
	for (uint32_t i = 0; i < t->m->nparts; i++)
		t->to->v[i].most = add_up(t, v + at[i], at[i + 1] - at[i],
			parts[i].is_divided ? i : parts[i].whole, sums);
	free(v);
	v = sort_leaves(t, t->leaves, t->nleaves, at);
	for (uint32_t i = 0; i < t->m->nparts; i++)
		if (parts[i].is_divided)
			t->to->v[i].most = add_up(t, v + at[i], at[i + 1] - at[i], NOBODY, sums);
	free(v);
	free(at);
	free(sums);
}

void
parttotals_make(struct part_totals *to, const struct graph *g)
{
	const struct measured *m = g->profile->measured;
	struct totals_maker t = { .g = g, .p = g->profile, .m = m, .to = to };

	to->v = mem_new(m->nparts, sizeof(*to->v));
	to->values = mem_new((size_t)m->nparts * m->nevents, sizeof(*to->values));
	to->values64 = mem_new((size_t)m->nparts * m->nevents, sizeof(*to->values64));
	add_samples(&t);
	add_costs(&t);
	add_calls(&t);
	find_most(&t);
	for (size_t i = 0; i < (size_t)m->nparts * m->nevents; i++)
		to->values[i] = sum64_nearest(to->values[i], to->values64[i]);
	free(t.leaves);
}

void
parttotals_release(struct part_totals *t)
{
	free(t->v);
	free(t->values);
	free(t->values64);
	*t = (struct part_totals){ .v = NULL };
}
