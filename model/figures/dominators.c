/* dominators.c - the dominators of nodes of a call graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/dominators.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "figures/prefetch.h"

struct dominator_search {
	const struct graph *g;
	struct dominated *nodes;
};

/* Makes the nodes and the root of the tree.  No callers are known yet. */
static void
make_nodes(struct dominator_search *d)
{
	const struct graph *g = d->g;

	d->nodes = mem_aligned((size_t)g->nnodes + 1, sizeof(*d->nodes));
	for (uint32_t n = 0; n < g->nnodes; n++)
		d->nodes[n] = (struct dominated){ .calls = g->nodes[n].calls, .nearest = NOBODY,
			.node = graph_fract(g, n) == 0 ? NOBODY : graph_cycle_or_self(g, n),
			.caller = NOBODY };
	d->nodes[g->nnodes] = (struct dominated){ .nearest = g->nnodes, .skip = g->nnodes };
}

/* Returns the deepest node that dominates both A and B.  Here a node dominates itself. */
static uint32_t
common_dominator(const struct dominated *v, uint32_t a, uint32_t b)
{
	while (v[a].depth > v[b].depth)
		a = v[v[a].skip].depth >= v[b].depth ? v[a].skip : v[a].nearest;
	while (v[b].depth > v[a].depth)
		b = v[v[b].skip].depth >= v[a].depth ? v[b].skip : v[b].nearest;
	while (a != b) {
		bool far = v[a].skip != v[b].skip;

		a = far ? v[a].skip : v[a].nearest;
		b = far ? v[b].skip : v[b].nearest;
	}
	return a;
}

/* Puts N into the tree, after all callers of N were visited.  To find the skip pointer of N,
 * follows two skip pointers, one after the other, from the nearest dominator of N on.  If both go
 * up by the same number of levels, the skip pointer of N leads to the node that the second one
 * reaches, otherwise to the nearest dominator. */
static void
link_node(struct dominator_search *d, uint32_t n)
{
	struct dominated *v = d->nodes, *node = &v[n];
	uint32_t skip, next;
	bool same;

	/* Calls by visited callers were subtracted from .calls.  If any calls are left, they come
	 * from unknown or excluded callers.  Then no node but the root dominates N. */
	if (node->nearest == NOBODY || node->calls > 0)
		node->nearest = d->g->nnodes;
	assert(node->depth == 0);
	skip = v[node->nearest].skip;
	next = v[skip].skip;
	same = v[node->nearest].depth - v[skip].depth == v[skip].depth - v[next].depth;
	node->depth = v[node->nearest].depth + 1;
	node->skip = same ? next : node->nearest;
}

/* Adds COUNT calls of function F by node N.  If N is a cycle (IS_CYCLE), or F is in a cycle,
 * several arcs may lead from N to the node of F, but N counts as one caller. */
static void
add_call(struct dominator_search *d, uint32_t n, uint32_t f, uint64_t count, bool is_cycle)
{
	uint32_t whole = d->nodes[f].node;
	struct dominated *callee = &d->nodes[whole];

	assert(callee->depth == 0);	/* callers are visited before callees */
	callee->calls -= count;
	if (is_cycle || whole != f) {
		if (callee->caller == n)
			return;
		callee->caller = n;
	}
	callee->ncallers++;
	if (callee->nearest == NOBODY)
		callee->nearest = n;
	else if (callee->nearest != d->g->nnodes)
		callee->nearest = common_dominator(d->nodes, callee->nearest, n);
}

static void
add_calls(struct dominator_search *d, uint32_t f)
{
	const struct profile *p = d->g->profile;
	uint32_t n = d->nodes[f].node;

	for (uint32_t k = p->out.at[f]; k < p->out.at[f + 1]; k++) {
		const struct arc *arc = &p->arcs[profile_arc(&p->out, k)];
		uint32_t whole = d->nodes[arc->callee].node;
		uint64_t calls = graph_calls(d->g, profile_arc(&p->out, k));

		if (calls > 0 && whole != n && whole != NOBODY
		    && !graph_is_excluded(d->g, profile_arc(&p->out, k)))
			add_call(d, n, arc->callee, calls, n != f);
	}
}

struct dominated *
dominators_find(const struct graph *g, const uint32_t *order, struct stop *stop)
{
	const struct profile *p = g->profile;
	struct dominator_search d = { .g = g };
	struct prefetch_walk walk = { .order = order, .n = g->nfuncs, .step = -1,
		.list = &p->out, .arcs = p->arcs };
	uint32_t last = NOBODY;

	make_nodes(&d);
	walk.nodes = d.nodes;
	walk.node_size = sizeof(*d.nodes);
	for (uint32_t i = g->nfuncs; i-- > 0;) {
		uint32_t f = order[i], n = graph_cycle_or_self(g, f);

		if (stop_asked_often(stop, i)) {
			free(d.nodes);
			return NULL;
		}
		prefetch_ahead(&walk, i);
		if (n != last)
			link_node(&d, n);
		last = n;
		if (d.nodes[f].node != NOBODY)
			add_calls(&d, f);
	}
	return d.nodes;
}
