/* graph.c - figures of arcs and nodes of a solved call graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/graph.h"

#include <stdlib.h>

#include "base/mem.h"
#include "figures/sum.h"
#include "profile/fold.h"

const struct measured_event graph_samples = { .name = "", .unit = "samples", .per_unit = 1,
	.is_sampled = true };

/* Returns the known time of arc A. */
static struct share
known_share(const struct graph *g, uint32_t a)
{
	if (g->shares->v == NULL)
		g->shares->v = sum_arcs(g);
	return g->shares->v[a];
}

/* Returns the known fraction of the callee's time that belongs to the calls of arc A.  If the
 * callee is in a cycle, the result is the fraction of the cycle's time. */
static double
known_part(const struct graph *g, uint32_t a)
{
	double all = graph_divided_time(g, graph_cycle_or_self(g, g->profile->arcs[a].callee));
	struct share share = known_share(g, a);
	double time = share.self + share.children;
	double fract = g->host != NULL ? 1 : graph_fract(g, g->profile->arcs[a].caller);

	return all > 0 && time > 0 ? fract * time / all : 0;
}

double
graph_arc_part(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];

	if (graph_is_excluded(g, a) || graph_is_inner(g, a))
		return 0;
	if (g->shares != NULL)
		return known_part(g, a);
	return graph_part(&g->nodes[graph_cycle_or_self(g, arc->callee)], graph_calls(g, a));
}

struct share
graph_whole_share(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t callee = graph_cycle_or_self(g, arc->callee);
	double part;

	if (g->shares != NULL)
		return known_share(g, a);
	if (graph_calls(g, a) == 0 || graph_fract(g, arc->callee) == 0)
		return (struct share){ 0, 0 };
	part = graph_arc_part(g, a);
	return (struct share){ graph_time(g, callee) * part,
		graph_children_time(g, callee) * part };
}

struct share
graph_share(const struct graph *g, uint32_t a)
{
	struct share share = graph_whole_share(g, a);
	double fract = g->host != NULL ? 1 : graph_fract(g, g->profile->arcs[a].caller);

	return (struct share){ share.self * fract, share.children * fract };
}

double *
graph_weights(const struct graph *g)
{
	const bool *excluded = g->selection.no_func;
	double *weights = mem_new(g->nfuncs, sizeof(*weights));
	bool is_all = true;

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		weights[f] = excluded != NULL && excluded[f] ? 0
			: graph_fract(g, fold_func(g->profile->fold, f));
		is_all = is_all && weights[f] == 1;
	}
	if (!is_all)
		return weights;
	free(weights);
	return NULL;
}

double
graph_unowned(const struct graph *g, uint32_t n)
{
	double sum = 0;

	if (g->unowned == NULL || (n < g->nfuncs && g->nodes[n].cycle != NOBODY))
		return 0;
	if (n < g->nfuncs)
		return g->unowned[n];
	for (uint32_t i = g->member_at[n - g->nfuncs]; i < g->member_at[n - g->nfuncs + 1]; i++)
		sum += g->unowned[g->members[i]];
	return sum;
}

bool
graph_propagates(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	struct share share;

	if (g->shares != NULL) {
		share = known_share(g, a);
		return share.self + share.children != 0;
	}
	return graph_calls(g, a) > 0 && graph_fract(g, arc->caller) != 0
		&& graph_fract(g, arc->callee) != 0 && !graph_is_inner(g, a)
		&& !graph_is_excluded(g, a);
}
