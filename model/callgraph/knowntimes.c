/* knowntimes.c - the time of nodes and arcs of a profile whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/knowntimes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "profile/paths.h"

/* On the stack that is being visited: the outermost path that ends with the function or the arc to
 * which this struct belongs. */
struct outermost {
	uint32_t end;			/* the first path after the subtree of the outermost path */
	uint32_t part;			/* stack_times.part at the time when .end was set; 0: .end
					 * is not set */
};

struct stack_times {
	struct graph *g;
	const struct paths *paths;
	const struct graph_options *options;
	double *samples, *amounts, *squares;	/* path_samples, path_amounts and path_squares of
						 * the graph */
	struct outermost *funcs, *arcs;	/* owned; indexed by function; indexed by arc */
	uint32_t *cut;			/* owned; paths still to be visited, which excluded calls
					 * separate from their callers */
	size_t ncut, cut_room;
	uint32_t part;			/* number of the current visit(), from 1 on; each visit()
					 * covers one part of the tree */
};

static bool
is_func_excluded(const struct stack_times *t, uint32_t f)
{
	return t->options->funcs != NULL && t->options->funcs[f];
}

/* Does an excluded call separate path I from its caller? */
static bool
is_cut(const struct stack_times *t, uint32_t i)
{
	uint32_t a = t->paths->v[i].arc;

	return a != NOBODY && graph_is_excluded(t->g, a);
}

/* Adds the squares of the own samples of path I to its function and its arc. */
static void
add_own_squares(struct stack_times *t, uint32_t i)
{
	const struct path *path = &t->paths->v[i];

	if (t->squares == NULL)
		return;
	t->squares[i] = t->paths->squares[i];
	t->g->node_variances[path->func].self += t->paths->squares[i];
	if (path->arc != NOBODY)
		t->g->arc_variances[path->arc].self += t->paths->squares[i];
}

/* Sets the own samples of functions and arcs, and adds up the samples of each subtree.  Stacks with
 * an excluded function have no samples.  Returns false if the user has stopped the work. */
static bool
sum_up_subtrees(struct stack_times *t)
{
	const struct paths *paths = t->paths;
	double all = 0;
	uint32_t i = 0;

	while (i < paths->n) {
		if (stop_asked_often(t->options->stop, i))
			return false;
		if (is_func_excluded(t, paths->v[i].func)) {
			i = paths->v[i].end;
			continue;
		}
		t->samples[i] = paths->self[i];
		t->g->nodes[paths->v[i].func].time += paths->self[i];
		t->g->total += paths_amount(paths, i);
		all += fabs(paths->self[i]);
		if (t->amounts != NULL)
			t->amounts[i] = paths->amounts[i];
		if (paths->v[i].arc != NOBODY)
			t->g->shares[paths->v[i].arc].self += paths->self[i];
		add_own_squares(t, i);
		i++;
	}
	/* The sum of the amounts is 100 %.  In a difference of two profiles, samples outside the
	 * base may have no amounts.  If all samples with amounts are excluded, their sum is 0: then
	 * the sum of the absolute values of the samples is 100 %. */
	if (t->g->total == 0)
		t->g->total = all;
	for (i = paths->n; i-- > 0;) {
		if (paths->v[i].parent == NOBODY || is_cut(t, i))
			continue;
		t->samples[paths->v[i].parent] += t->samples[i];
		if (t->amounts != NULL)
			t->amounts[paths->v[i].parent] += t->amounts[i];
		if (t->squares != NULL)
			t->squares[paths->v[i].parent] += t->squares[i];
	}
	return true;
}

/* OF belongs to the function or the arc of path I.  If no path above path I, in the same part of
 * the tree, ends with this function or arc, sets OF to path I and returns true.  Otherwise returns
 * false. */
static bool
set_outermost(const struct stack_times *t, struct outermost *of, uint32_t i)
{
	if (of->part == t->part && of->end > i)
		return false;
	*of = (struct outermost){ t->paths->v[i].end, t->part };
	return true;
}

static void
add_to_func(struct stack_times *t, uint32_t f, uint32_t i)
{
	t->g->nodes[f].children_time += t->samples[i];
	if (t->squares != NULL)
		t->g->node_variances[f].total += t->squares[i];
}

static void
add_to_arc(struct stack_times *t, uint32_t a, uint32_t i)
{
	t->g->shares[a].children += t->samples[i];
	if (t->squares != NULL)
		t->g->arc_variances[a].total += t->squares[i];
}

/* Adds the samples of the subtree of path ROOT to functions and arcs.  Subtrees behind excluded
 * calls are not visited, but their paths are added to T->cut. */
static void
visit(struct stack_times *t, uint32_t root)
{
	const struct path *v = t->paths->v;
	uint32_t i = root;

	t->part++;
	t->g->root_times[v[root].func] += t->samples[root];
	while (i < v[root].end) {
		if (i != root && is_cut(t, i)) {
			t->cut = mem_grow(t->cut, t->ncut + 1, &t->cut_room, sizeof(*t->cut));
			t->cut[t->ncut++] = i;
			i = v[i].end;
			continue;
		}
		if (set_outermost(t, &t->funcs[v[i].func], i))
			add_to_func(t, v[i].func, i);
		if (i != root && set_outermost(t, &t->arcs[v[i].arc], i))
			add_to_arc(t, v[i].arc, i);
		i++;
	}
}

/* Until now, .children_time of nodes and .children of shares were totals.  Subtracts own samples
 * from them, and sets the other members of nodes. */
static void
finish(struct stack_times *t)
{
	struct graph *g = t->g;

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		struct node *n = &g->nodes[f];

		n->shown = true;
		n->fract = is_func_excluded(t, f) ? 0 : 1;
		g->bounds[f] = (struct bound){ .lo = n->children_time,
			.hi = n->children_time, .certainty = CERTAIN };
		n->children_time -= n->time;
		n->self = n->time;
		n->children = n->children_time;
	}
	for (uint32_t a = 0; a < g->profile->narcs; a++)
		g->shares[a].children -= g->shares[a].self;
	for (uint32_t i = 0; i < t->paths->n && t->amounts != NULL; i++)
		if (t->amounts[i] != 0)
			g->has_amount[t->paths->v[i].func] = true;
	g->most = g->total;
}

bool
knowntimes_of_stacks(struct graph *g, const struct graph_options *options)
{
	const struct profile *p = g->profile;
	struct stack_times t = { .g = g, .paths = p->paths, .options = options,
		.funcs = mem_new(p->nfuncs, sizeof(*t.funcs)),
		.arcs = mem_new(p->narcs, sizeof(*t.arcs)) };
	bool done;

	assert(g->ncycles == 0);
	g->shares = mem_new(p->narcs, sizeof(*g->shares));
	g->root_times = mem_new(p->nfuncs, sizeof(*g->root_times));
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	g->path_samples = t.samples = mem_new(p->paths->n, sizeof(*t.samples));
	if (p->paths->squares != NULL) {
		g->node_variances = mem_new(g->nnodes, sizeof(*g->node_variances));
		g->arc_variances = mem_new(p->narcs, sizeof(*g->arc_variances));
		g->path_squares = t.squares = mem_new(p->paths->n, sizeof(*t.squares));
	}
	if (p->paths->amounts != NULL) {
		g->path_amounts = t.amounts = mem_new(p->paths->n, sizeof(*t.amounts));
		g->has_amount = mem_new(p->nfuncs, sizeof(*g->has_amount));
	}
	for (uint32_t f = 0; f < g->nfuncs; f++)
		g->nodes[f].time = 0;
	done = sum_up_subtrees(&t);
	for (uint32_t i = 0; done && i < t.paths->n; i = t.paths->v[i].end) {
		visit(&t, i);
		while (t.ncut > 0)
			visit(&t, t.cut[--t.ncut]);
	}
	if (done)
		finish(&t);
	free(t.funcs);
	free(t.arcs);
	free(t.cut);
	return done;
}

/* Adds the cost of each call that leaves the caller's cycle to the time of the caller and of its
 * cycle. */
static void
add_costs_of_calls(struct graph *g)
{
	const struct profile *p = g->profile;

	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t f = p->arcs[a].caller, c = g->nodes[f].cycle;

		if (graph_is_inner(g, a))
			continue;
		g->shares[a].children = p->arc_costs[a];
		g->nodes[f].children_time += p->arc_costs[a];
		if (c != NOBODY)
			g->nodes[c].children_time += p->arc_costs[a];
	}
}

void
knowntimes_of_costs(struct graph *g)
{
	const struct profile *p = g->profile;
	bool is_signed = p->net != p->total;	/* then the total of a cycle bounds no member */

	g->shares = mem_new(p->narcs, sizeof(*g->shares));
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		g->total += fabs(g->nodes[f].time);
		if (g->nodes[f].cycle != NOBODY)
			g->nodes[g->nodes[f].cycle].time += g->nodes[f].time;
	}
	add_costs_of_calls(g);
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		g->nodes[graph_cycle_or_self(g, f)].children_time += g->unowned[f];
		g->total += g->unowned[f];
	}
	for (uint32_t n = g->nnodes; n-- > 0;) {
		struct node *node = &g->nodes[n];
		double total = node->time + node->children_time;

		node->shown = true;
		node->fract = 1;
		node->self = node->time;
		node->children = node->children_time;
		g->bounds[n] = (struct bound){ .lo = total, .hi = total,
			.certainty = profile_is_estimated(p) ? SHARED : CERTAIN };
		if (node->cycle != NOBODY)
			g->bounds[n] = (struct bound){ .lo = total,
				.hi = is_signed ? 0 : g->bounds[node->cycle].hi,
				.certainty = CYCLIC };
	}
	g->most = g->total;
}
