/* cost.c - the figures of what a row is about.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/cost.h"

struct facts
facts_of_node(const struct scene *s, uint32_t n)
{
	const struct node *node = &s->graph->nodes[n];
	const struct bound *bound = &s->graph->bounds[n];

	return (struct facts){
		.node = n,
		.has_time = s->has_time && node->fract > 0,
		.self = node->self, .child = node->child, .worth = bound->worth,
		.has_calls = true, .calls = node->calls, .join = '+', .other = node->self_calls,
		.lo = bound->lo, .hi = bound->hi, .left_out = 1 - node->fract,
	};
}

/* What is handed up to a caller lies between the bounds of B. */
static void
set_bounds(struct facts *f, const struct bound *b)
{
	f->worth = (uint8_t)b->worth;
	if (b->worth == CERTAIN)
		return;
	f->lo = b->lo;
	f->hi = b->hi;
}

struct facts
facts_of_arc(const struct scene *s, uint32_t arc)
{
	const struct arc *a = &s->profile->arcs[arc];
	struct facts f = { .node = NOBODY };
	struct share share = graph_share(s->graph, arc);
	uint32_t whole = graph_whole(s->graph, a->callee);
	double part = s->graph->nodes[a->caller].fract;
	struct bound bound;

	f.possible = profile_is_possible(s->profile, arc);
	if (f.possible)
		return f;
	f.has_calls = true;
	f.calls = a->count;
	if (graph_is_inner(s->graph, arc) || scene_is_cut(s, arc))
		return f;
	f.has_time = s->has_time && s->graph->nodes[whole].fract > 0 && part > 0;
	f.left_out = 1 - part;
	f.self = share.self;
	f.child = share.child;
	f.join = '/';
	f.other = s->graph->nodes[whole].calls;
	f.handed = true;
	bound = graph_arc_bound(s->graph, arc);
	set_bounds(&f, &bound);
	return f;
}

uint64_t
outside_calls(const struct scene *s, uint32_t n)
{
	const struct graph *g = s->graph;
	uint64_t calls = 0;
	uint32_t i;

	if (!s->profile->outside)
		return 0;
	if (!scene_is_cycle(s, n))
		return s->profile->outside[n];
	for (i = g->member_at[n - g->nfuncs]; i < g->member_at[n - g->nfuncs + 1]; i++)
		calls += s->profile->outside[g->members[i]];
	return calls;
}

struct facts
facts_of_outside(const struct scene *s, uint32_t n)
{
	uint32_t whole = scene_is_cycle(s, n) ? n : graph_whole(s->graph, n);
	const struct node *node = &s->graph->nodes[whole];
	struct bound bound = s->graph->bounds[whole];
	struct facts f = { .node = NOBODY };
	double part;

	f.calls = outside_calls(s, n);
	if (f.calls == 0 || node->calls == 0)
		return f;
	part = (double)f.calls / (double)node->calls;
	f.has_calls = true;
	f.join = '/';
	f.other = node->calls;
	f.has_time = s->has_time && node->fract > 0;
	f.self = node->time * part;
	f.child = node->child_time * part;
	f.handed = true;
	if (f.calls < f.other)
		bound = (struct bound){ .lo = 0, .hi = bound.hi, .worth = SHARED };
	set_bounds(&f, &bound);
	return f;
}
