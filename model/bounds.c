/* What an estimate is worth: between which bounds the truth lies.
 *
 * Time is handed up by the share of calls, but one call may cost more than another.  All
 * of a callee's cost is surely the caller's only if the caller made all the calls; of any
 * other callee it may be nothing, or everything.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "graph.h"

#include <stdlib.h>

/* Note COUNT calls of node N.  AGAIN: there may be others, of another member or by another
 * one; else asking where those are, anywhere in memory, is saved. */
static void
add_callee(struct bounding *b, uint32_t n, uint64_t count, bool again)
{
	if (again && b->at[n] != 0) {
		b->callees[b->at[n] - 1].calls += count;
		return;
	}
	b->callees[b->ncallees++] = (struct bounding_callee){ n, again, count };
	if (again)
		b->at[n] = b->ncallees;
}

/* Note what function F calls outside its cycle, unless F was left out. */
static void
note_callees(struct bounding *b, uint32_t f)
{
	const struct profile *p = b->p;
	uint32_t cycle = b->g->nodes[f].cycle;

	if (b->g->nodes[f].fract == 0)
		return;
	for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
		const struct arc *arc = &p->arcs[p->out[i]];
		uint32_t n = graph_whole(b->g, arc->callee);

		if (arc->count == 0 || graph_is_cut(b->g, p->out[i])
		    || graph_is_inner(b->g, p, p->out[i])
		    || b->g->nodes[arc->callee].fract == 0)
			continue;
		add_callee(b, n, arc->count, cycle != NOBODY || n != arc->callee);
	}
}

/* N costs SELF itself and calls what was noted: find its bounds. */
static void
bound(struct bounding *b, struct node *n, double self)
{
	n->lo = n->hi = self;
	n->worth = CERTAIN;
	while (b->ncallees > 0) {
		const struct bounding_callee *c = &b->callees[--b->ncallees];
		const struct node *callee = &b->g->nodes[c->node];
		bool all = c->calls >= callee->calls;

		if (c->again)
			b->at[c->node] = 0;
		n->hi += callee->hi;
		if (all)
			n->lo += callee->lo;
		if (callee->hi > 0 && (!all || callee->worth != CERTAIN))
			n->worth = SHARED;
	}
	if (n->hi > b->g->total)
		n->hi = b->g->total;
	if (n->hi < n->lo)
		n->hi = n->lo;
}

static void
bound_cycle(struct bounding *b, uint32_t c)
{
	struct graph *g = b->g;
	struct node *whole = &g->nodes[g->nfuncs + c];

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		note_callees(b, g->members[i]);
	bound(b, whole, whole->self);
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		struct node *n = &g->nodes[g->members[i]];

		n->lo = n->self;
		n->hi = whole->hi;
		n->worth = CYCLIC;
	}
}

void
bounding_open(struct bounding *b, struct graph *g, const struct profile *p)
{
	*b = (struct bounding){ .g = g, .p = p, .cycle = NOBODY };
	b->at = mem_new(g->nnodes, sizeof(*b->at));
	b->callees = mem_fresh(g->nnodes, sizeof(*b->callees));
}

void
bounding_take(struct bounding *b, uint32_t f)
{
	struct graph *g = b->g;
	uint32_t cycle = g->nodes[f].cycle;

	if (cycle == NOBODY) {
		note_callees(b, f);
		bound(b, &g->nodes[f], g->nodes[f].self);
	} else if (cycle != b->cycle) {
		bound_cycle(b, cycle - g->nfuncs);
	}
	b->cycle = cycle;
}

void
bounding_release(struct bounding *b)
{
	free(b->at);
	free(b->callees);
}

enum worth
graph_worth(const struct graph *g, const struct profile *p, uint32_t a)
{
	const struct arc *arc = &p->arcs[a];
	const struct node *callee = &g->nodes[graph_whole(g, arc->callee)];

	if (graph_is_inner(g, p, a))
		return CYCLIC;
	return arc->count < callee->calls ? SHARED : (enum worth)callee->worth;
}
