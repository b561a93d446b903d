/* frameedges.c - the calls between functions and cycles, with the time that they propagate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/frameedges.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"

/* Times below this part of the total time come from the rounding of sums. */
static const double ROUNDING_ERROR = 1e-9;

/* The arcs of a graph while they are sorted. */
struct ends {
	const struct graph *graph;
	bool callers;			/* edges lead from callees to callers */
};

static uint32_t
from_of(const struct ends *ends, uint32_t a)
{
	const struct arc *arc = &ends->graph->profile->arcs[a];

	return graph_cycle_or_self(ends->graph, ends->callers ? arc->callee : arc->caller);
}

static uint32_t
to_of(const struct ends *ends, uint32_t a)
{
	const struct arc *arc = &ends->graph->profile->arcs[a];

	return graph_cycle_or_self(ends->graph, ends->callers ? arc->caller : arc->callee);
}

static int
by_ends(uint32_t a, uint32_t b, const void *with)
{
	uint32_t x = from_of(with, a), y = from_of(with, b);

	if (x == y) {
		x = to_of(with, a);
		y = to_of(with, b);
	}
	return (x > y) - (x < y);
}

static double
time_of_arc(const struct graph *g, uint32_t a)
{
	struct share share = graph_share(g, a);

	return graph_is_excluded(g, a) || graph_is_inner(g, a) ? 0 : share.self + share.children;
}

/* Sorts the N arcs ARCS, and makes one edge of all arcs with the same ends. */
static void
merge_arcs(struct frame_edges *e, const struct ends *ends, uint32_t *arcs, uint32_t n)
{
	uint32_t nedges = 0;

	sort_numbers(arcs, n, by_ends, ends);
	for (uint32_t i = 0; i < n; i++) {
		double time = time_of_arc(e->graph, arcs[i]);

		if (i > 0 && by_ends(arcs[i - 1], arcs[i], ends) == 0) {
			e->v[nedges - 1].arc = NOBODY;
			e->v[nedges - 1].time += time;
			continue;
		}
		e->v[nedges++] = (struct frame_edge){ to_of(ends, arcs[i]), arcs[i], time };
		e->at[from_of(ends, arcs[i]) + 1]++;
	}
	for (uint32_t from = 0; from < e->graph->nnodes; from++)
		e->at[from + 1] += e->at[from];
}

/* Sets ARCS to the arcs with time, *N to how many they are, and E->left: for each node, the part of
 * its time that no caller gets.  Returns false if STOP stopped the work. */
static bool
choose_arcs(struct frame_edges *e, uint32_t *arcs, uint32_t *n, struct stop *stop)
{
	const struct graph *g = e->graph;

	for (uint32_t i = 0; i < g->nnodes; i++)
		e->left[i] = graph_explained_time(g, i);
	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		double time = time_of_arc(g, a);

		if (stop_asked_often(stop, a))
			return false;
		if (!(time > 0))
			continue;
		e->left[graph_cycle_or_self(g, g->profile->arcs[a].callee)] -= time;
		arcs[(*n)++] = a;
	}
	for (uint32_t i = 0; i < g->nnodes; i++)
		if (!frameedges_has(e, i) || e->left[i] <= ROUNDING_ERROR * g->total)
			e->left[i] = 0;
	return true;
}

bool
frameedges_open(struct frame_edges *e, const struct graph *g, bool callers, struct stop *stop)
{
	uint32_t *arcs = mem_uncleared(g->profile->narcs, sizeof(*arcs)), n = 0;
	struct ends ends = { g, callers };
	bool done;

	*e = (struct frame_edges){ .graph = g, .left = mem_uncleared(g->nnodes, sizeof(*e->left)),
		.at = mem_new((size_t)g->nnodes + 1, sizeof(*e->at)) };
	done = choose_arcs(e, arcs, &n, stop);
	if (done) {
		e->v = mem_uncleared(n, sizeof(*e->v));
		merge_arcs(e, &ends, arcs, n);
		done = !stop_asked(stop, g->profile->narcs);
	}
	free(arcs);
	if (!done)
		frameedges_release(e);
	return done;
}

void
frameedges_release(struct frame_edges *e)
{
	free(e->v);
	free(e->at);
	free(e->left);
	*e = (struct frame_edges){ 0 };
}

/* A depth-first walk, which visits a node after the nodes at the ends of its edges. */
struct walk {
	const struct frame_edges *e;
	double *parts;			/* borrowed; indexed by node: the part of the node, or less
					 * than 0 if the part is not known yet */
	uint32_t *next;			/* indexed by node: the edge to follow next */
	uint32_t *stack;
	uint32_t depth;
	bool *is_open;			/* indexed by node: it is on the stack */
};

static void
push(struct walk *w, uint32_t n)
{
	if (w->parts[n] >= 0 || w->is_open[n])
		return;
	w->is_open[n] = true;
	w->next[n] = w->e->at[n];
	w->stack[w->depth++] = n;
}

/* Sets the part of node N, after all its edges were followed. */
static void
finish(struct walk *w, uint32_t n)
{
	double sum = 0, time = frameedges_time(w->e, n);

	for (uint32_t i = w->e->at[n]; i < w->e->at[n + 1]; i++)
		if (w->parts[w->e->v[i].node] > 0)
			sum += w->e->v[i].time * w->parts[w->e->v[i].node];
	w->parts[n] = time > 0 && sum < time ? sum / time : sum > 0;
	w->is_open[n] = false;
}

/* PARTS is indexed by node; values below 0 are not known.  Computes the unknown values from the
 * known ones.  Returns false if STOP stopped the work. */
static bool
find_parts(const struct frame_edges *e, double *parts, struct stop *stop)
{
	uint32_t nnodes = e->graph->nnodes;
	struct walk w = { .e = e,
		.next = mem_uncleared(nnodes, sizeof(*w.next)),
		.stack = mem_uncleared(nnodes, sizeof(*w.stack)),
		.is_open = mem_new(nnodes, sizeof(*w.is_open)) };
	bool stopped = false;

	w.parts = parts;
	for (uint32_t n = 0; n < nnodes && !stopped; n++) {
		stopped = stop_asked_often(stop, n);
		push(&w, n);
		while (w.depth > 0) {
			uint32_t top = w.stack[w.depth - 1];

			if (w.next[top] < e->at[top + 1]) {
				push(&w, e->v[w.next[top]++].node);
			} else {
				w.depth--;
				finish(&w, top);
			}
		}
	}
	free(w.next);
	free(w.stack);
	free(w.is_open);
	return !stopped;
}

/* Returns an array indexed by node, to be free()d: 1 for the functions FUNCS and their cycles, -1
 * (not known) for all other nodes. */
static double *
mark_nodes(const struct graph *g, const bool *funcs)
{
	double *parts = mem_uncleared(g->nnodes, sizeof(*parts));

	for (uint32_t n = 0; n < g->nnodes; n++)
		parts[n] = -1;
	for (uint32_t f = 0; f < g->nfuncs; f++)
		if (funcs[f])
			parts[f] = parts[graph_cycle_or_self(g, f)] = 1;
	return parts;
}

double *
frameedges_parts_with(const struct frame_edges *e, const bool *funcs, const double *also,
	struct stop *stop)
{
	uint32_t nnodes = e->graph->nnodes;
	double *parts = mark_nodes(e->graph, funcs), *both;

	if (!find_parts(e, parts, stop)) {
		free(parts);
		return NULL;
	}
	if (also == NULL)
		return parts;
	/* Computes the parts that are in stacks with functions of both choices.  If all stacks of
	 * node n have a function of FUNCS, its part is also[n].  If all of them have a function of
	 * the other choice, its part is parts[n]. */
	both = mem_uncleared(nnodes, sizeof(*both));
	for (uint32_t n = 0; n < nnodes; n++)
		both[n] = parts[n] >= 1 ? also[n] : also[n] >= 1 ? parts[n] : -1;
	free(parts);
	if (!find_parts(e, both, stop)) {
		free(both);
		return NULL;
	}
	return both;
}
