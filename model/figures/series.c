/* series.c - the values of one function or call for each event and each part of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/series.h"

#include <stdlib.h>

#include "base/mem.h"
#include "figures/gather.h"
#include "figures/graph_solve.h"
#include "figures/nodecosts.h"
#include "figures/pick.h"
#include "measured/measured.h"
#include "profile/fold.h"
#include "profile/paths.h"

/* Flags of a path of the measured profile. */
enum path_flags {
	HAS_SUBJECT = 1,		/* the subject is in the path */
	ENDS_IN_SUBJECT = 2,		/* the innermost frame is a frame of the subject */
	HAS_INLINED = 4,		/* a frame of the subject was inlined, or a frame was
					 * inlined into the subject */
	ENDS_INLINED = 8,		/* the innermost frame is such a frame */
};

struct searching {
	const struct graph *g;
	const struct profile *p;
	const struct measured *m;
	uint32_t caller, func;
	struct series *to;
};

static uint32_t
shown_func(const struct searching *s, uint32_t func)
{
	return fold_func(s->p->fold, s->p->func_of[func]);
}

/* Is function F, as shown, the subject, or a member of the cycle that is the subject? */
static bool
is_subject(const struct searching *s, uint32_t f)
{
	return f == s->func || s->g->nodes[f].cycle == s->func;
}

/* Does path PATH of the profile end with a frame of the subject? */
static bool
ends_in_subject(const struct searching *s, uint32_t path)
{
	const struct path *v = s->p->paths->v;
	uint32_t head = pick_head(&s->g->paths, path);

	if (!is_subject(s, fold_func(s->p->fold, v[path].func)))
		return false;
	return s->caller == NOBODY || ((s->g->paths.state[head] & PATH_STARTS) == 0
		&& fold_func(s->p->fold, v[v[head].parent].func) == s->caller);
}

/* Returns the flags of path I of the measured profile.  FLAGS has those of all paths before it. */
static uint8_t
flags_of(const struct searching *s, uint32_t i, const uint8_t *flags)
{
	uint32_t parent = s->m->paths[i].parent, path = paths_of(s->p->paths, i);
	uint32_t frame_flags = s->m->frames[s->m->paths[i].frame].flags;
	bool is_inlined = parent != NOBODY && (frame_flags & MEASURED_INLINED) != 0;
	uint8_t all;

	if (parent != NOBODY && s->p->folds_kernel && (frame_flags & MEASURED_KERNEL) != 0)
		return flags[parent];
	if (is_inlined && !s->p->inlined)
		return (flags[parent] & ENDS_IN_SUBJECT) != 0
			? flags[parent] | HAS_INLINED | ENDS_INLINED : flags[parent];
	all = (s->g->paths.state[path] & PATH_STARTS) != 0 ? 0
		: flags[parent] & (HAS_SUBJECT | HAS_INLINED);
	if (!ends_in_subject(s, path))
		return all;
	all |= HAS_SUBJECT | ENDS_IN_SUBJECT;
	return is_inlined ? all | HAS_INLINED | ENDS_INLINED : all;
}

static bool
is_part_shown(const struct searching *s, uint32_t part)
{
	return s->g->selection.part == NOBODY
		|| measured_is_in(s->m, part, s->g->selection.part);
}

static void
add(struct series_value *to, int64_t number, double amount, uint8_t flags)
{
	double value = (double)number;

	to->all += value;
	to->amount += amount;
	to->is_there = true;
	if ((flags & HAS_SUBJECT) != 0) {
		to->total += value;
		to->sums64.total += (uint64_t)number;
	}
	if ((flags & ENDS_IN_SUBJECT) != 0) {
		to->self += value;
		to->sums64.self += (uint64_t)number;
	}
}

/* Adds the values of samples I, whose path has FLAGS. */
static void
add_sample(struct searching *s, uint32_t i, uint8_t flags)
{
	const struct measured *m = s->m;
	uint32_t part = m->samples[i].part, event = s->g->selection.event;
	size_t at = (size_t)i * m->nevents;
	double value = (double)m->weights[at + event].value;

	if (part != NOBODY)
		add(&s->to->parts[part], m->weights[at + event].value, value, flags);
	if (!is_part_shown(s, part))
		return;
	for (uint32_t k = 0; k < m->nevents; k++)
		add(&s->to->events[k], m->weights[at + k].value, m->amounts != NULL
			? (double)m->amounts[at + k] : (double)m->weights[at + k].value, flags);
	if ((flags & HAS_INLINED) != 0)
		s->to->inlined_total += value;
	if ((flags & ENDS_INLINED) != 0)
		s->to->inlined_self += value;
}

static void
add_stacks(struct searching *s)
{
	const struct measured *m = s->m;
	uint8_t *flags = mem_uncleared(m->npaths, sizeof(*flags));

	for (uint32_t i = 0; i < m->npaths; i++)
		flags[i] = flags_of(s, i, flags);
	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t path = m->samples[i].path, part = m->samples[i].part;

		if (part != NOBODY)
			s->to->parts[part].is_there = true;
		if (pick_counts(s->g->paths.state[paths_of(s->p->paths, path)]))
			add_sample(s, i, flags[path]);
	}
	free(flags);
}

/* Adds the samples of a profile whose stacks have one frame, and the code inlined into it. */
static void
add_samples(struct searching *s)
{
	const struct measured *m = s->m;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t path = m->samples[i].path;

		while (m->paths[path].parent != NOBODY)
			path = m->paths[path].parent;
		add_sample(s, i, s->caller == NOBODY
			&& is_subject(s, shown_func(s, m->frames[m->paths[path].frame].func))
			? HAS_SUBJECT | ENDS_IN_SUBJECT : 0);
	}
}

static void
add_cost(struct series_value *to, int64_t cost)
{
	to->total += (double)cost;
	to->sums64.total += (uint64_t)cost;
}

/* Adds the COST of an event that is not own cost of the subject to its total. */
static void
add_total(struct searching *s, uint32_t part, const int64_t *costs)
{
	if (part != NOBODY)
		add_cost(&s->to->parts[part], costs[s->g->selection.event]);
	for (uint32_t k = 0; is_part_shown(s, part) && k < s->m->nevents; k++)
		add_cost(&s->to->events[k], costs[k]);
}

/* Returns an array indexed by function, to be free()d: the head of its cycle, or the function
 * itself. */
static uint32_t *
heads_of(const struct graph *g)
{
	uint32_t *head = mem_uncleared(g->nfuncs, sizeof(*head));

	for (uint32_t f = 0; f < g->nfuncs; f++)
		head[f] = g->nodes[f].cycle == NOBODY ? f
			: g->members[g->member_at[g->nodes[f].cycle - g->nfuncs]];
	return head;
}

/* Adds the costs without an owner (graph.unowned) of event K, and sets the amounts. */
static void
add_unowned(struct searching *s, uint32_t k, const uint32_t *head)
{
	const struct selection selection = { .event = k, .part = s->g->selection.part,
		.no_profiler = s->g->selection.no_profiler };
	struct graph other = { .profile = s->p, .nfuncs = s->g->nfuncs };
	struct series_value *to = &s->to->events[k];
	struct node_costs costs;

	(void)gather(&other, &selection, NULL);
	nodecosts_open(&costs, s->p, &other.in, head);
	to->amount = other.measure.total;
	for (uint32_t f = 0; f < other.nfuncs; f++) {
		to->all += costs.unowned[f];
		to->amount += costs.unowned[f];
		if (s->caller == NOBODY && graph_cycle_or_self(s->g, f) == s->func)
			add_cost(to, costs.unowned64 != NULL ? (int64_t)costs.unowned64[f]
				: llround(costs.unowned[f]));
	}
	nodecosts_release(&costs);
	gather_release(&other);
}

static void
add_costs(struct searching *s)
{
	const struct measured *m = s->m;
	uint32_t *head = heads_of(s->g);

	for (uint32_t i = 0; i < m->ncosts; i++) {
		const int64_t *costs = &m->cost_values[(size_t)i * m->nevents];
		uint32_t part = m->costs[i].part;
		int64_t shown = costs[s->g->selection.event];
		uint8_t flags = s->caller == NOBODY
			&& is_subject(s, shown_func(s, m->frames[m->costs[i].frame].func))
			? HAS_SUBJECT | ENDS_IN_SUBJECT : 0;

		if (part != NOBODY)
			add(&s->to->parts[part], shown, (double)shown, flags);
		for (uint32_t k = 0; is_part_shown(s, part) && k < m->nevents; k++)
			add(&s->to->events[k], costs[k], (double)costs[k], flags);
	}
	for (uint32_t i = 0; i < m->ncalls; i++) {
		uint32_t caller = shown_func(s, m->frames[m->calls[i].caller].func);
		uint32_t callee = shown_func(s, m->calls[i].callee);
		uint32_t cycle = s->g->nodes[caller].cycle;

		if (caller == callee || (cycle != NOBODY && cycle == s->g->nodes[callee].cycle)
		    || !(s->caller == NOBODY ? is_subject(s, caller)
		    : caller == s->caller && callee == s->func))
			continue;
		add_total(s, m->calls[i].part, &m->call_values[(size_t)i * m->nevents]);
	}
	for (uint32_t k = 0; k < m->nevents; k++)
		add_unowned(s, k, head);
	free(head);
}

/* Sets *TO to the values of the calls of G by S->caller of S->func. */
static void
set_calls(const struct searching *s, const struct graph *g, struct series_value *to)
{
	const struct profile *p = s->p;

	for (uint32_t i = p->out.at[s->caller]; i < p->out.at[s->caller + 1]; i++) {
		struct share share = graph_share(g, profile_arc(&p->out, i));

		if (p->arcs[profile_arc(&p->out, i)].callee == s->func)
			to->total += share.self + share.children;
	}
}

/* Sets *TO to what is shown of EVENT and PART in a profile of costs, from which something is
 * excluded: the totals are then estimates. */
static void
set_estimated(const struct searching *s, uint32_t event, uint32_t part, struct series_value *to)
{
	struct selection selection = s->g->selection;
	struct graph g;
	uint32_t head = s->func < s->g->nfuncs ? s->func
		: s->g->members[s->g->member_at[s->func - s->g->nfuncs]];

	selection.event = event;
	selection.part = part;
	(void)graph_solve(&g, s->p, &selection, NULL);
	for (uint32_t f = 0; f < g.nfuncs; f++) {
		to->all += g.nodes[f].self + graph_unowned(&g, f);
		if (s->caller == NOBODY && is_subject(s, f))
			to->self += g.nodes[f].self;
	}
	to->amount = g.total;
	if (s->caller != NOBODY)
		set_calls(s, &g, to);
	else
		to->total = graph_node_time(&g.nodes[s->func < s->g->nfuncs ? head
			: graph_cycle_or_self(&g, head)]);
	graph_release(&g);
}

/* Like add_costs(), if something is excluded. */
static void
add_estimates(struct searching *s)
{
	const struct measured *m = s->m;

	for (uint32_t i = 0; i < m->ncosts; i++)
		if (m->costs[i].part != NOBODY)
			s->to->parts[m->costs[i].part].is_there = true;
	for (uint32_t k = 0; k < m->nevents; k++)
		set_estimated(s, k, s->g->selection.part, &s->to->events[k]);
	for (uint32_t i = 0; i < m->nparts; i++)
		if (s->to->parts[i].is_there)
			set_estimated(s, s->g->selection.event, i, &s->to->parts[i]);
}

/* Adds the counted calls of the subject by other functions. */
static void
add_calls(struct searching *s)
{
	const struct arc *arcs = s->p->fold != NULL ? s->p->borrowed->arcs : s->p->arcs;

	for (uint32_t i = 0; i < s->m->ncalls; i++) {
		const struct measured_call *call = &s->m->calls[i];
		const struct arc *arc = &arcs[s->p->arc_of_call[i]];

		if (call->part == NOBODY)
			continue;
		s->to->parts[call->part].is_there = true;
		if (s->g->selection.focus != NULL)
			continue;
		if (s->g->selection.no_arc != NULL
		    && s->g->selection.no_arc[s->p->arc_of_call[i]])
			continue;
		if (!is_subject(s, fold_func(s->p->fold, arc->caller))
		    && is_subject(s, fold_func(s->p->fold, arc->callee)))
			s->to->parts[call->part].calls += call->count;
	}
}

void
series_make(struct series *to, const struct graph *g, uint32_t caller, uint32_t func)
{
	const struct measured *m = g->profile->measured;
	struct searching s = { .g = g, .p = g->profile, .m = m, .caller = caller, .func = func,
		.to = to };

	*to = (struct series){ .events = mem_new(m->nevents, sizeof(*to->events)),
		.parts = mem_new(m->nparts, sizeof(*to->parts)) };
	if (m->has_costs && (g->selection.no_func != NULL || g->selection.no_arc != NULL))
		add_estimates(&s);
	else if (m->has_costs)
		add_costs(&s);
	else if (profile_has(g->profile, HAS_STACKS))
		add_stacks(&s);
	else
		add_samples(&s);
	add_calls(&s);
}

void
series_release(struct series *s)
{
	free(s->events);
	free(s->parts);
	*s = (struct series){ .events = NULL };
}
