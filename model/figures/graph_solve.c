/* graph_solve.c - makes the nodes of a call graph, counts their calls, and propagates time from
 * callees to callers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/graph_solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "figures/bounds.h"
#include "figures/cycles.h"
#include "figures/dominators.h"
#include "figures/entries.h"
#include "figures/gather.h"
#include "figures/inclusion.h"
#include "figures/inlinedtimes.h"
#include "figures/knowncosts.h"
#include "figures/knowntimes.h"
#include "figures/nodecosts.h"
#include "figures/prefetch.h"
#include "figures/statedtotals.h"

struct graph_solver {
	struct graph *g;
	const struct profile *p;
	struct stop *stop;
	struct cycles cycles;
};

/* Makes a node for each function and each cycle.  Returns the number of functions in cycles. */
static uint32_t
make_nodes(struct graph_solver *s)
{
	struct graph *g = s->g;
	const uint32_t *head = s->cycles.head, *next = s->cycles.next;
	uint32_t nmembers = 0;

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		if (next[f] != NOBODY || head[f] != f)
			nmembers++;
		if (head[f] == f && next[f] != NOBODY)
			g->ncycles++;
	}
	g->nnodes = g->nfuncs + g->ncycles;
	g->nodes = mem_aligned(g->nnodes, sizeof(*g->nodes));
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->nodes[n] = (struct node){ .cycle = NOBODY,
			.self = n < g->nfuncs ? g->in.self[n] : 0 };
	return nmembers;
}

/* Numbers the cycles in the order of their heads, and lists the members of each. */
static void
make_cycles(struct graph_solver *s)
{
	struct graph *g = s->g;
	const uint32_t *head = s->cycles.head, *next = s->cycles.next;
	uint32_t nmembers = make_nodes(s), n = 0, c = 0;

	g->members = mem_new(nmembers, sizeof(*g->members));
	g->member_at = mem_new((size_t)g->ncycles + 1, sizeof(*g->member_at));
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		if (head[f] != f || next[f] == NOBODY)
			continue;
		for (uint32_t m = f; m != NOBODY; m = next[m]) {
			g->members[n++] = m;
			g->nodes[m].cycle = g->nfuncs + c;
		}
		g->member_at[++c] = n;
	}
	assert(n == nmembers && c == g->ncycles);
}

/* Adds COUNT calls of N by itself or, if N is a cycle, between its members. */
static void
add_self_calls(struct graph *g, uint32_t n, uint64_t count)
{
	if (g->self_calls == NULL && count > 0)
		g->self_calls = mem_new(g->nnodes, sizeof(*g->self_calls));
	if (count > 0)
		g->self_calls[n] = count_sum(g->self_calls[n], count);
}

static void
count_calls(struct graph_solver *s)
{
	enum { AHEAD = 32 };
	const struct profile *p = s->p;
	uint32_t narcs = profile_has(p, HAS_COUNTS) ? p->narcs : 0;
	uint64_t *calls = mem_new(p->nfuncs, sizeof(*calls));	/* a small array that fits into the
								 * processor's cache */

	for (uint32_t a = 0; a < narcs; a++) {
		const struct arc *arc = &p->arcs[a];

		if (narcs - a > AHEAD)
			__builtin_prefetch(&calls[arc[AHEAD].callee], 1);
		if (graph_is_excluded(s->g, a))
			continue;
		if (arc->caller == arc->callee)
			add_self_calls(s->g, arc->callee, graph_calls(s->g, a));
		else
			calls[arc->callee] = count_sum(calls[arc->callee], graph_calls(s->g, a));
	}
	for (uint32_t f = 0; f < p->nfuncs; f++)
		s->g->nodes[f].calls = count_sum(calls[f], graph_outside(s->g, f));
	free(calls);
}

/* Counts the calls of each cycle by functions outside it, and the calls between its members. */
static void
count_cycle_calls(struct graph_solver *s)
{
	for (uint32_t a = 0; s->g->ncycles > 0 && a < s->p->narcs; a++) {
		const struct arc *arc = &s->p->arcs[a];
		uint32_t c = s->g->nodes[arc->callee].cycle;

		if (c == NOBODY || graph_is_excluded(s->g, a) || arc->caller == arc->callee)
			continue;
		if (s->g->nodes[arc->caller].cycle == c)
			add_self_calls(s->g, c, graph_calls(s->g, a));
		else
			s->g->nodes[c].calls = count_sum(s->g->nodes[c].calls,
				graph_calls(s->g, a));
	}
	for (uint32_t f = 0; f < s->g->nfuncs && s->p->outside != NULL; f++) {
		struct node *cycle = s->g->nodes[f].cycle != NOBODY
			? &s->g->nodes[s->g->nodes[f].cycle] : NULL;

		if (cycle != NULL)
			cycle->calls = count_sum(cycle->calls, graph_outside(s->g, f));
	}
}

/* Sets the time of each cycle to the sum of the times of those members whose time is included. */
static void
sum_up_cycles(struct graph_solver *s)
{
	struct graph *g = s->g;

	for (uint32_t c = 0; c < g->ncycles; c++) {
		uint32_t whole = g->nfuncs + c;
		double time = 0;

		for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
			if (graph_fract(g, g->members[i]) != 0)
				time += graph_time(g, g->members[i]);
		g->nodes[whole].self = graph_fract(g, whole) * time;
		if (g->inclusion != NULL)
			g->inclusion[whole].time = time;
	}
}

/* Adds to node N the time SAMPLES, of which FRACT is included in the figures. */
static void
add_children(struct graph *g, uint32_t n, double samples, double fract)
{
	g->nodes[n].children += fract * samples;
	if (g->inclusion != NULL)
		g->inclusion[n].children_time += samples;
}

/* Propagates time along arc A to its caller F, and to the cycle of F. */
static void
propagate_arc(struct graph_solver *s, uint32_t f, uint32_t a)
{
	struct graph *g = s->g;
	struct share share = graph_whole_share(g, a);
	double sum = share.self + share.children, fract = graph_fract(g, f);

	add_children(g, f, sum, fract);
	if (g->nodes[f].cycle != NOBODY)
		add_children(g, g->nodes[f].cycle, sum, fract);
}

/* Propagates the time of all functions, callees first.  If B is not NULL, also sets bounds of the
 * times.  Returns false if the user has stopped the work. */
static bool
propagate(struct graph_solver *s, struct bounds_solver *b)
{
	const struct profile *p = s->p;
	const struct prefetch_walk walk = { .order = s->cycles.order, .n = p->nfuncs, .step = 1,
		.list = &p->out, .arcs = p->arcs,
		.nodes = s->g->nodes, .node_size = sizeof(*s->g->nodes),
		.more = b != NULL ? (const void *)b->nodes : s->g->inclusion,
		.more_size = b != NULL ? sizeof(*b->nodes) : sizeof(*s->g->inclusion) };
	uint32_t i;

	sum_up_cycles(s);
	for (i = 0; i < s->g->nfuncs && !stop_asked_often(s->stop, i); i++) {
		uint32_t f = s->cycles.order[i];

		prefetch_ahead(&walk, i);
		if (graph_fract(s->g, f) != 0)
			for (uint32_t k = p->out.at[f + 1]; k-- > p->out.at[f];)
				propagate_arc(s, f, profile_arc(&p->out, k));
		if (b != NULL)
			bounds_set(b, f);
	}
	return i == s->g->nfuncs;
}

static bool
has_no_exclusions(const struct graph *g)
{
	return g->no_arc == NULL && (g->no_func == NULL
		|| memchr(g->no_func, 1, g->nfuncs) == NULL);
}

/* Finds the cycles without the arcs EXCLUDED, which may be NULL.  Calls of other parts of the
 * profile than the one that is shown make no cycles. */
static bool
find_cycles(const struct graph_solver *s, const bool *excluded, struct cycles *to)
{
	const struct graph *g = s->g;
	bool *ignored, found;

	if (profile_has(s->p, HAS_BINS) || g->selection.part == NOBODY)
		return cycles_find(to, s->p, excluded, s->stop);
	ignored = mem_new(s->p->narcs, sizeof(*ignored));
	for (uint32_t a = 0; a < s->p->narcs; a++)
		ignored[a] = (excluded != NULL && excluded[a]) || (graph_calls(g, a) == 0
			&& (g->in.costs == NULL || g->in.costs[a] == 0));
	found = cycles_find(to, s->p, ignored, s->stop);
	free(ignored);
	return found;
}

/* Solves the call graph of a profile with costs of calls, after its nodes were made. */
static bool
solve_costs(struct graph_solver *s)
{
	struct graph *g = s->g;
	struct node_costs costs;
	struct cycles all = { 0 };	/* cycles of the profile without exclusions */
	bool done = true;

	if (g->no_arc != NULL && !find_cycles(s, NULL, &all)) {
		cycles_release(&all);
		return false;
	}
	nodecosts_open(&costs, s->p, &g->in, g->no_arc != NULL ? all.head : s->cycles.head);
	g->unowned = costs.unowned;
	g->unowned64 = costs.unowned64;
	costs.unowned = NULL;
	costs.unowned64 = NULL;
	statedtotals_find(g, g->no_arc != NULL ? all.head : s->cycles.head);
	cycles_release(&all);
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		g->measure.total += g->unowned[f];
		g->measure.net += g->unowned[f];
		g->measure.total64 += g->unowned64 != NULL ? g->unowned64[f] : 0;
		g->measure.net64 += g->unowned64 != NULL ? g->unowned64[f] : 0;
	}
	if (has_no_exclusions(g)) {
		knowntimes_of_costs(g);
		nodecosts_contradict(g, &costs, s->cycles.head);
	} else {
		done = knowncosts_without(g, s->cycles.order, s->stop);
	}
	nodecosts_release(&costs);
	if (graph_is_difference(g))
		g->total = g->measure.total;
	if (done)
		nodecosts_divide(g);
	return done;
}

/* Makes the nodes and computes everything but their indices.  Returns false if the user has stopped
 * the work. */
static bool
solve_nodes(struct graph_solver *s, bool bounds)
{
	struct graph *g = s->g;
	struct bounds_solver b;
	bool done;

	if (profile_has(s->p, HAS_STACKS))
		cycles_none(&s->cycles, s->p->nfuncs);
	else if (!find_cycles(s, g->no_arc, &s->cycles))
		return false;
	make_cycles(s);
	count_calls(s);
	count_cycle_calls(s);
	if (profile_has(s->p, HAS_STACKS))
		return knowntimes_of_stacks(g, s->stop);
	if (g->in.costs != NULL)
		return solve_costs(s);
	if (!inclusion_inherit(g, s->cycles.order, s->stop))
		return false;
	if (!bounds)
		return propagate(s, NULL);
	cycles_release_members(&s->cycles);
	if (!bounds_open(&b, g, s->cycles.order, s->stop))
		return false;
	done = propagate(s, &b);
	bounds_release(&b);
	return done;
}

/* Gives the nodes of G indices. */
static void
number(struct graph *g)
{
	if (g->selection.like != NULL)
		entries_number_like(g, g->selection.like);
	else
		entries_number(g);
	g->selection.like = NULL;
}

/* Solves G, whose .in is set. */
static bool
solve_inputs(struct graph *g, bool bounds, struct stop *stop)
{
	struct graph_solver s = { .g = g, .p = g->profile, .stop = stop };
	bool done = solve_nodes(&s, bounds);

	if (done && g->shares != NULL)
		inclusion_show_known(g);
	if (done)
		number(g);
	cycles_release(&s.cycles);
	return done;
}

bool
graph_solve_inputs(struct graph *g, struct stop *stop)
{
	return solve_inputs(g, true, stop);
}

static bool
solve(struct graph *g, const struct profile *p, const struct selection *selection, bool bounds,
	struct stop *stop)
{
	const struct selection all = { .part = NOBODY,
		.event = profile_has(p, HAS_EVENTS) ? p->measured->event : 0 };
	bool done;

	assert(p->nfuncs == 0
		|| (p->out.at[p->nfuncs] == p->narcs && p->in.at[p->nfuncs] == p->narcs));
	if (selection == NULL)
		selection = &all;
	*g = (struct graph){ .profile = p, .nfuncs = p->nfuncs };
	done = gather(g, selection, stop);
	if (done && p->inlining != NULL) {
		done = inlinedtimes_solve(g, stop);
		if (done)
			number(g);
	} else if (done) {
		done = solve_inputs(g, bounds, stop);
	}
	if (!done)
		graph_release(g);
	return done;
}

bool
graph_solve(struct graph *g, const struct profile *p, const struct selection *selection,
	struct stop *stop)
{
	return solve(g, p, selection, true, stop);
}

struct graph *
graph_new(const struct profile *p, const struct selection *selection, struct stop *stop)
{
	struct graph *g = mem_new(1, sizeof(*g));

	if (graph_solve(g, p, selection, stop))
		return g;
	free(g);
	return NULL;
}

void
graph_free(struct graph *g)
{
	if (g != NULL)
		graph_release(g);
	free(g);
}

void
graph_solve_times(struct graph *g, const struct profile *p, const struct selection *selection)
{
	solve(g, p, selection, false, NULL);
}

void
graph_release(struct graph *g)
{
	free(g->nodes);
	free(g->inclusion);
	free(g->self_calls);
	free(g->bounds);
	free(g->members);
	free(g->member_at);
	if (g->shares != NULL)
		free(g->shares->v);
	free(g->shares);
	free(g->unowned);
	free(g->unowned64);
	free(g->rest);
	free(g->divided);
	free(g->contradicted);
	inlinedtimes_release(g);
	free(g->root_times);
	free(g->roots64);
	free(g->node_variances);
	free(g->arc_variances);
	free(g->node_sums64);
	free(g->arc_sums64);
	free(g->has_amount);
	gather_release(g);
	free(g->excluded_calls);
	free(g->entries);
	*g = (struct graph){ 0 };
}
