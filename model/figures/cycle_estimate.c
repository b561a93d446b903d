/* cycle_estimate.c - estimated time of the members of cycles and of the calls inside cycles
 *
 * Time is estimated by a walk up the callers.  Back arcs lead to the entries of the cycle; the walk
 * takes them with a probability of at most 1/3.  The result is compared with those of four other
 * walks: without back arcs, with a probability of at most 3/4, with another choice of back arcs,
 * and with all callers equally likely.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/cycle_estimate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/bounds.h"
#include "figures/cyclegraph.h"
#include "figures/cyclewalk.h"

/* The ways to compute the figures.  The first way yields the estimate.  DEPTH and IGNORES_COUNTS
 * are as in struct cyclewalk_rule.  If BY_WALK is set, the back arcs come from
 * cyclegraph_returns_of_walk(), otherwise from cyclegraph_returns_to_entries(). */
static const struct way {
	double depth;
	bool by_walk, ignores_counts;
} ways[] = {
	{ .depth = 0.5 },
	{ .depth = 0 },
	{ .depth = 3 },
	{ .depth = 0.5, .by_walk = true },
	{ .depth = 0.5, .ignores_counts = true },
};

enum {
	NWAYS = sizeof(ways) / sizeof(*ways),
	FEWEST_STEPS = 500,		/* a cycle of n members takes n * n * n + FEWEST_STEPS
					 * steps */
};

/* State while the figures of one cycle are computed. */
struct estimator {
	const struct graph *g;
	const struct cyclegraph *k;
	const struct bound *whole;	/* bounds of the time of the cycle */
	double *time;			/* owned; indexed by member: samples in its code and in its
					 * callees outside the cycle */
	struct cycle_figure *members, *arcs;	/* indexed by member; indexed by arc of .k */
	struct stop *stop;		/* or NULL */
};

/* TIMES are the N times that way number WAY yields.  Enters them into the N figures FIGURES.  The
 * times of way 0 become the estimates.  The times of every way may lower .least and raise .most. */
static void
compare(struct cycle_figure *figures, const double *times, uint32_t n, int way)
{
	for (uint32_t i = 0; i < n; i++) {
		struct cycle_figure *f = &figures[i];

		if (way == 0)
			f->samples = f->least = f->most = times[i];
		f->least = times[i] < f->least ? times[i] : f->least;
		f->most = times[i] > f->most ? times[i] : f->most;
	}
}

/* Computes the figures in each of the ways[].  Returns false if the work was stopped. */
static bool
try_ways(struct estimator *e)
{
	bool *to_entries = cyclegraph_returns_to_entries(e->k);
	bool *of_walk = cyclegraph_returns_of_walk(e->k);
	uint32_t nmembers = e->k->nmembers, narcs = e->k->profile.narcs;
	double *member_time = mem_new(nmembers, sizeof(*member_time));
	double *arc_time = mem_new(narcs, sizeof(*arc_time));
	int i;

	for (i = 0; i < NWAYS; i++) {
		struct cyclewalk_rule rule = { .depth = ways[i].depth,
			.returns = ways[i].by_walk ? of_walk : to_entries,
			.ignores_counts = ways[i].ignores_counts };

		if (!cyclewalk_times(e->k, &rule, e->time, member_time, arc_time, e->stop))
			break;
		compare(e->members, member_time, nmembers, i);
		compare(e->arcs, arc_time, narcs, i);
		if (i > 0)
			continue;
		cyclewalk_probabilities(e->k, &rule, arc_time);
		for (uint32_t a = 0; a < narcs; a++)
			e->arcs[a].part = arc_time[a];
	}
	free(to_entries);
	free(of_walk);
	free(member_time);
	free(arc_time);
	return i == NWAYS;
}

/* Sets the bounds of member M, and .is_whole if all call paths into the cycle go through M.  While
 * a member that M dominates is on the stack, M is on the stack, too.  So the own time of all
 * members that M dominates belongs to the lower bound of M. */
static void
bound_member(struct estimator *e, uint32_t m, bool *dominated, uint32_t *queue)
{
	struct cycle_figure *f = &e->members[m];
	uint32_t n = 0;

	f->lo = e->g->bounds[f->number].lo;
	f->hi = e->whole->hi;
	/* If calls are excluded, it is not known which members M dominates: the excluded calls
	 * reach members, too. */
	if (e->g->excluded_calls != NULL)
		return;
	f->lo = 0;
	cyclegraph_dominated(e->k, m, dominated, queue);
	for (uint32_t s = 0; s < e->k->nmembers; s++) {
		if (!dominated[s])
			continue;
		f->lo += e->g->bounds[e->k->members[s]].lo;
		n++;
	}
	f->is_whole = n == e->k->nmembers;
	if (f->is_whole && f->lo < e->whole->lo)
		f->lo = e->whole->lo;
	f->lo = f->lo < f->hi ? f->lo : f->hi;
}

/* Sets the bounds of all members.  Returns false if the work was stopped. */
static bool
bound_members(struct estimator *e)
{
	bool *dominated = mem_new(e->k->nmembers, sizeof(*dominated));
	uint32_t *queue = mem_new(e->k->nmembers, sizeof(*queue));
	uint32_t m;

	for (m = 0; m < e->k->nmembers && !stop_asked(e->stop, m); m++)
		bound_member(e, m, dominated, queue);
	free(dominated);
	free(queue);
	return m == e->k->nmembers;
}

/* Does arc A have all calls of its callee?  If so, A has the time of the callee. */
static bool
has_all_calls(const struct estimator *e, uint32_t a)
{
	const struct arc *arc = &e->k->profile.arcs[a];

	return profile_arc_calls(&e->k->profile, a)
		>= graph_counted_calls(e->g, e->members[arc->callee].number);
}

/* If the estimate in F is outside the bounds of F, changes it to the nearer bound.  Then decides
 * whether to trust the estimate.  F is the figure of CALLS calls.  POINTS is CYCLE_MEMBER_SPREAD or
 * CYCLE_ARC_SPREAD: how much the results of the ways may differ, in percent of the program's
 * time. */
static void
judge(const struct estimator *e, struct cycle_figure *f, uint64_t calls, int points)
{
	double most = e->g->total * points / 100, spread = f->most - f->least;

	f->samples = f->samples >= f->lo ? f->samples : f->lo;
	f->samples = f->samples <= f->hi ? f->samples : f->hi;
	if (f->is_whole)
		return;
	if (!(spread < most && spread <= f->samples + e->g->total / 100))
		f->trust = CYCLE_DISAGREE;
	if (calls <= CYCLE_FEW_CALLS && f->hi - f->lo >= most)
		f->trust = CYCLE_RARE;
}

/* Sets the figure of arc A to that of its callee, but keeps .number and .part. */
static void
copy_callee(struct estimator *e, uint32_t a)
{
	struct cycle_figure *f = &e->arcs[a];
	uint32_t number = f->number;
	double part = f->part;

	*f = e->members[e->k->profile.arcs[a].callee];
	f->number = number;
	f->part = part;
	f->is_whole = false;
}

/* Decides which figures of the members and arcs of the cycle to trust. */
static void
judge_all(struct estimator *e)
{
	const struct graph *g = e->g;
	const struct cyclegraph *k = e->k;

	for (uint32_t m = 0; m < k->nmembers; m++)
		judge(e, &e->members[m], g->nodes[k->members[m]].calls, CYCLE_MEMBER_SPREAD);
	for (uint32_t a = 0; a < k->profile.narcs; a++) {
		if (has_all_calls(e, a)) {
			copy_callee(e, a);
			continue;
		}
		e->arcs[a].hi = e->whole->hi;
		judge(e, &e->arcs[a], profile_arc_calls(&k->profile, a), CYCLE_ARC_SPREAD);
	}
}

/* Computes the figures of the members and arcs of the cycle.  Returns false if the work was
 * stopped. */
static bool
estimate_cycle(struct estimator *e)
{
	const struct graph *g = e->g;
	const struct cyclegraph *k = e->k;
	bool done;

	e->time = mem_new(k->nmembers, sizeof(*e->time));
	for (uint32_t m = 0; m < k->nmembers; m++) {
		e->members[m] = (struct cycle_figure){ .number = k->members[m] };
		e->time[m] = graph_node_time(&g->nodes[k->members[m]]);
	}
	for (uint32_t a = 0; a < k->profile.narcs; a++)
		e->arcs[a] = (struct cycle_figure){ .number = k->arcs[a] };
	done = try_ways(e) && bound_members(e);
	if (done)
		judge_all(e);
	free(e->time);
	return done;
}

/* Adds the figures of cycle node CYCLE to ALL.  LOCAL is as for cyclegraph_open().  Returns false
 * if STOP stopped the work. */
static bool
add_cycle(struct cycle_estimate *all, uint32_t cycle, const uint32_t *local, size_t *member_room,
	size_t *arc_room, struct stop *stop)
{
	struct cyclegraph k;
	struct estimator e = { .g = all->graph, .k = &k, .whole = &all->graph->bounds[cycle],
		.stop = stop };
	bool done;

	cyclegraph_open(&k, all->graph, cycle, local);
	all->members = mem_grow(all->members, all->nmembers + k.nmembers, member_room,
		sizeof(*all->members));
	all->arcs = mem_grow(all->arcs, all->narcs + k.profile.narcs, arc_room,
		sizeof(*all->arcs));
	e.members = &all->members[all->nmembers];
	/* The array is NULL if there are no arcs: all calls inside the cycle may have a count of
	 * 0. */
	e.arcs = all->arcs != NULL ? &all->arcs[all->narcs] : NULL;
	done = estimate_cycle(&e);
	all->nmembers += k.nmembers;
	all->narcs += k.profile.narcs;
	cyclegraph_release(&k);
	return done;
}

static int
by_time(uint32_t a, uint32_t b, const void *with)
{
	const struct node *cycles = with;
	double x = graph_node_time(&cycles[a]), y = graph_node_time(&cycles[b]);

	return (x < y) - (x > y);
}

static int
by_number(const void *x, const void *y)
{
	const struct cycle_figure *a = x, *b = y;

	return (a->number > b->number) - (a->number < b->number);
}

/* Computes the figures of the cycles of E->graph.  ORDER lists the numbers of the cycles; the first
 * one is computed first.  LOCAL is as for cyclegraph_open().  Returns false if STOP stopped the
 * work. */
static bool
add_cycles(struct cycle_estimate *e, const uint32_t *order, const uint32_t *local,
	struct stop *stop)
{
	const struct graph *g = e->graph;
	const double most_work = (double)CYCLE_MOST_MEMBERS * CYCLE_MOST_MEMBERS
		* CYCLE_MOST_MEMBERS + FEWEST_STEPS;
	size_t member_room = 0, arc_room = 0;
	double work = 0;

	for (uint32_t i = 0; i < g->ncycles; i++) {
		double n = g->member_at[order[i] + 1] - g->member_at[order[i]];
		double steps = n * n * n + FEWEST_STEPS;

		if (work + steps > most_work)
			continue;
		work += steps;
		if (!add_cycle(e, g->nfuncs + order[i], local, &member_room, &arc_room, stop))
			return false;
	}
	return true;
}

bool
cycle_estimate_open(struct cycle_estimate *e, const struct graph *g, struct stop *stop)
{
	uint32_t *local = mem_new(g->nfuncs, sizeof(*local));
	uint32_t *order = mem_new(g->ncycles, sizeof(*order));
	bool done;

	assert(g->bounds != NULL);
	*e = (struct cycle_estimate){ .graph = g };
	for (uint32_t c = 0; c < g->ncycles; c++) {
		order[c] = c;
		for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
			local[g->members[i]] = i - g->member_at[c];
	}
	sort_numbers(order, g->ncycles, by_time, &g->nodes[g->nfuncs]);
	done = add_cycles(e, order, local, stop);
	free(local);
	free(order);
	if (!done) {
		cycle_estimate_release(e);
		*e = (struct cycle_estimate){ .graph = g, .is_stopped = true };
		return false;
	}
	if (e->members != NULL)
		qsort(e->members, e->nmembers, sizeof(*e->members), by_number);
	if (e->arcs != NULL)
		qsort(e->arcs, e->narcs, sizeof(*e->arcs), by_number);
	return true;
}

void
cycle_estimate_release(struct cycle_estimate *e)
{
	free(e->members);
	free(e->arcs);
	*e = (struct cycle_estimate){ 0 };
}

/* Returns the reason why E has no figure of a member or an arc. */
static enum cycle_trust
absence(const struct cycle_estimate *e)
{
	return e->is_stopped ? CYCLE_STOPPED : CYCLE_TOO_LARGE;
}

static const struct cycle_figure *
find_figure(const struct cycle_figure *figures, size_t n, uint32_t number)
{
	struct cycle_figure key = { .number = number };

	return n > 0 ? bsearch(&key, figures, n, sizeof(key), by_number) : NULL;
}

struct cycle_figure
cycle_estimate_of_member(const struct cycle_estimate *e, uint32_t f)
{
	const struct cycle_figure *found = find_figure(e->members, e->nmembers, f);
	const struct bound *bound = &e->graph->bounds[f];

	assert(e->graph->nodes[f].cycle != NOBODY);
	return found != NULL ? *found : (struct cycle_figure){ .number = f,
		.trust = absence(e), .lo = bound->lo, .hi = bound->hi };
}

struct cycle_figure
cycle_estimate_of_arc(const struct cycle_estimate *e, uint32_t a)
{
	const struct cycle_figure *found = find_figure(e->arcs, e->narcs, a);
	uint32_t callee = e->graph->profile->arcs[a].callee;

	return found != NULL ? *found : (struct cycle_figure){ .number = a,
		.trust = absence(e), .hi = e->graph->bounds[callee].hi };
}
