/* nodecosts.c - what a profile of costs says about a function or cycle, and what its callers paid
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/nodecosts.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* If a time is at least this fraction of another, they differ only by rounding. */
static const double SAME = 1 - 1e-9;

/* Sets OWNER[head] to the first function of the cycle that has no own cost.  Sets it to NOBODY if
 * there is none, or if any cost of the cycle is less than 0: then costs may have cancelled each
 * other out. */
static void
find_lacking(const struct profile *p, const struct inputs *in, const uint32_t *head,
	uint32_t *owner)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		owner[f] = NOBODY;
	for (uint32_t f = p->nfuncs; f-- > 0;)
		if (in->self[f] == 0)
			owner[head[f]] = f;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (in->self[f] < 0)
			owner[head[f]] = NOBODY;
	for (uint32_t a = 0; a < p->narcs; a++)
		if (in->costs[a] < 0)
			owner[head[p->arcs[a].caller]] = NOBODY;
}

void
nodecosts_open(struct node_costs *c, const struct profile *p, const struct inputs *in,
	const uint32_t *head)
{
	uint32_t *owner = mem_new(p->nfuncs, sizeof(*owner));

	*c = (struct node_costs){ .has = mem_new(p->nfuncs, sizeof(*c->has)),
		.paid = mem_new(p->nfuncs, sizeof(*c->paid)),
		.unowned = mem_new(p->nfuncs, sizeof(*c->unowned)) };
	for (uint32_t f = 0; f < p->nfuncs; f++)
		c->has[head[f]] += in->self[f];
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t caller = head[p->arcs[a].caller], callee = head[p->arcs[a].callee];

		if (caller == callee)
			continue;
		c->has[caller] += in->costs[a];
		if (in->costs[a] > 0)
			c->paid[callee] += in->costs[a];
	}
	find_lacking(p, in, head, owner);
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (owner[f] != NOBODY && c->paid[f] > c->has[f])
			c->unowned[owner[f]] = c->paid[f] - c->has[f];
	free(owner);
}

void
nodecosts_release(struct node_costs *c)
{
	free(c->has);
	free(c->paid);
	free(c->unowned);
	*c = (struct node_costs){ 0 };
}

void
nodecosts_divide(struct graph *g)
{
	double *has = mem_new(g->nnodes, sizeof(*has)), *paid = mem_new(g->nnodes, sizeof(*paid));
	bool differs = false;

	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		struct share share = graph_share(g, a);
		double time = share.self + share.children;

		if (graph_is_inner(g, a) || graph_is_excluded(g, a) || !(time > 0))
			continue;
		has[graph_cycle_or_self(g, g->profile->arcs[a].caller)] += time;
		paid[graph_cycle_or_self(g, g->profile->arcs[a].callee)] += time;
	}
	for (uint32_t n = 0; n < g->nnodes; n++) {
		double time = graph_node_time(&g->nodes[n]);

		has[n] = fmax(has[n] + fmax(g->nodes[n].self, 0), paid[n]);
		if (time >= SAME * has[n])
			has[n] = time;
		differs |= has[n] != time;
	}
	free(paid);
	if (differs)
		g->divided = has;
	else
		free(has);
}
