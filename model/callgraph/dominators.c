/* Nearest dominators.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "callgraph/dominators.h"

#include <stdlib.h>

#include "base/mem.h"

/* What is worked on. */
struct dominator_search {
	const struct graph *g;
	const uint32_t *order;
	struct dominated *nodes;
};

/* All nodes, none with a caller, and the root. */
static void
make_nodes(struct dominator_search *d)
{
	const struct graph *g = d->g;

	d->nodes = mem_new((size_t)g->nnodes + 1, sizeof(*d->nodes));
	for (uint32_t n = 0; n < g->nnodes; n++)
		d->nodes[n] = (struct dominated){ .calls = g->nodes[n].calls, .by = NOBODY,
			.node = g->nodes[n].fract == 0 ? NOBODY : graph_cycle_or_self(g, n),
			.caller = NOBODY };
	d->nodes[g->nnodes] = (struct dominated){ .by = g->nnodes, .skip = g->nnodes };
}

/* The deepest node that dominates both A and B, or is one of them. */
static uint32_t
common_dominator(const struct dominated *v, uint32_t a, uint32_t b)
{
	while (v[a].depth > v[b].depth)
		a = v[v[a].skip].depth >= v[b].depth ? v[a].skip : v[a].by;
	while (v[b].depth > v[a].depth)
		b = v[v[b].skip].depth >= v[a].depth ? v[b].skip : v[b].by;
	while (a != b) {
		bool far = v[a].skip != v[b].skip;

		a = far ? v[a].skip : v[a].by;
		b = far ? v[b].skip : v[b].by;
	}
	return a;
}

/* All callers of N are known.  Two skips of the same length are followed by one over both. */
static void
link_node(struct dominator_search *d, uint32_t n)
{
	struct dominated *v = d->nodes, *node = &v[n];
	uint32_t skip, next;
	bool same;

	/* Calls are left over: nobody knows who made them, or who did was left out. */
	if (node->by == NOBODY || node->calls > 0)
		node->by = d->g->nnodes;
	skip = v[node->by].skip;
	next = v[skip].skip;
	same = v[node->by].depth - v[skip].depth == v[skip].depth - v[next].depth;
	node->depth = v[node->by].depth + 1;
	node->skip = same ? next : node->by;
}

/* Node N calls function F, COUNT times.  Only where a cycle has a part in it there may be
 * several ways from one node to another. */
static void
add_call(struct dominator_search *d, uint32_t n, uint32_t f, uint64_t count, bool is_cycle)
{
	uint32_t whole = d->nodes[f].node;
	struct dominated *callee = &d->nodes[whole];

	callee->calls -= count;
	if (is_cycle || whole != f) {
		if (callee->caller == n)
			return;
		callee->caller = n;
	}
	callee->ncallers++;
	if (callee->by == NOBODY)
		callee->by = n;
	else if (callee->by != d->g->nnodes)
		callee->by = common_dominator(d->nodes, callee->by, n);
}

static void
add_calls(struct dominator_search *d, uint32_t f)
{
	const struct profile *p = d->g->profile;
	uint32_t n = d->nodes[f].node;

	for (uint32_t k = p->out_at[f]; k < p->out_at[f + 1]; k++) {
		const struct arc *arc = &p->arcs[p->out[k]];
		uint32_t whole = d->nodes[arc->callee].node;

		if (arc->count > 0 && whole != n && whole != NOBODY && !graph_is_excluded(d->g, p->out[k]))
			add_call(d, n, arc->callee, arc->count, n != f);
	}
}

/* Have on its way from memory what is needed some functions before the one at position I. */
static void
prefetch(const struct dominator_search *d, uint32_t i)
{
	enum { SPANS = 16, NUMBERS = 12, ARCS = 8, NODES = 4 };
	const struct profile *p = d->g->profile;
	const uint32_t *at = p->out_at, *next = d->order + i;
	uint32_t f;

	if (i < SPANS)
		return;
	__builtin_prefetch(&at[next[-SPANS]]);
	__builtin_prefetch(&p->out[at[next[-NUMBERS]]]);
	f = next[-ARCS];
	for (uint32_t k = at[f]; k < at[f + 1]; k++)
		__builtin_prefetch(&p->arcs[p->out[k]]);
	f = next[-NODES];
	for (uint32_t k = at[f]; k < at[f + 1]; k++)
		__builtin_prefetch(&d->nodes[p->arcs[p->out[k]].callee]);
}

struct dominated *
dominators_find(const struct graph *g, const uint32_t *order, struct stop *stop)
{
	struct dominator_search d = { .g = g, .order = order };
	uint32_t last = NOBODY;

	make_nodes(&d);
	for (uint32_t i = g->nfuncs; i-- > 0;) {
		uint32_t f = order[i], n = graph_cycle_or_self(g, f);

		if (stop_asked_often(stop, i)) {
			free(d.nodes);
			return NULL;
		}
		prefetch(&d, i);
		if (n != last)
			link_node(&d, n);
		last = n;
		if (d.nodes[f].node != NOBODY)
			add_calls(&d, f);
	}
	return d.nodes;
}
