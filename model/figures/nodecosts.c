/* nodecosts.c - what a profile of costs says about a function or cycle, and what its callers paid
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/nodecosts.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* If a time is at least this fraction of another, they differ only by rounding. */
static const double SAME = 1 - 1e-9;

/* Differences below this part of a total are no contradiction. */
static const double MUCH = 0.01;

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

/* Finds .unowned of C from sums that a double cannot hold.  OWNER is as find_lacking() sets it. */
static void
find_unowned64(struct node_costs *c, const struct profile *p, const struct inputs *in,
	const uint32_t *head, const uint32_t *owner)
{
	uint64_t *excess = mem_new(p->nfuncs, sizeof(*excess));	/* .paid without .has */

	c->unowned64 = mem_new(p->nfuncs, sizeof(*c->unowned64));
	for (uint32_t f = 0; f < p->nfuncs; f++)
		excess[head[f]] -= in->self64[f];
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t caller = head[p->arcs[a].caller], callee = head[p->arcs[a].callee];

		if (caller == callee)
			continue;
		excess[caller] -= in->costs64[a];
		if (in->costs[a] > 0)
			excess[callee] += in->costs64[a];
	}
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		double more = sum64_nearest(c->paid[f] - c->has[f], excess[f]);

		if (owner[f] == NOBODY || !(more > 0))
			continue;
		c->unowned[owner[f]] = more;
		c->unowned64[owner[f]] = excess[f];
	}
	free(excess);
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
	if (in->costs64 != NULL)
		find_unowned64(c, p, in, head, owner);
	for (uint32_t f = 0; f < p->nfuncs && in->costs64 == NULL; f++)
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
	free(c->unowned64);
	*c = (struct node_costs){ 0 };
}

struct contradictions {
	struct graph *g;
	double *excess;			/* owned; indexed by node: how much more callers paid than
					 * the node has, if this contradicts; otherwise 0 */
	double *doubtful;		/* owned; indexed by node: the part of its total that comes
					 * from calls whose costs contradict */
};

/* Returns how much more the callers of node N paid, PAID, than its total.  Returns 0 if this may be
 * the rounding of the NCALLS calls of N and of its callees, or if percentages do not show it:
 * callgrind itself does not know the last costs of functions that did not return. */
static double
excess_of(const struct graph *g, uint32_t n, double paid, double ncalls)
{
	double total = graph_node_time(&g->nodes[n]), excess = paid - total;

	return excess > MUCH * total && (excess > ncalls || excess > total / 2)
		&& excess > (GRAPH_ROUNDING - 1) * g->total ? excess : 0;
}

/* Sets X->excess. */
static void
find_excess(struct contradictions *x, const struct node_costs *c, const uint32_t *head)
{
	const struct graph *g = x->g;
	const struct profile *p = g->profile;
	double *ncalls = mem_new(g->nnodes, sizeof(*ncalls));

	for (uint32_t a = 0; a < p->narcs; a++) {
		double count = graph_is_inner(g, a) ? 0 : (double)graph_calls(g, a);

		ncalls[graph_cycle_or_self(g, p->arcs[a].caller)] += count;
		ncalls[graph_cycle_or_self(g, p->arcs[a].callee)] += count;
	}
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		uint32_t n = graph_cycle_or_self(g, f);

		if (head[f] == f)
			x->excess[n] = excess_of(g, n, c->paid[f], ncalls[n]);
	}
	free(ncalls);
}

/* Finds the arcs whose costs contradict, and sets X->doubtful. */
static void
find_arcs(struct contradictions *x)
{
	struct graph *g = x->g;
	const struct profile *p = g->profile;
	bool *is_found = mem_new(p->narcs, sizeof(*is_found)), any = false;

	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t callee = graph_cycle_or_self(g, p->arcs[a].callee);
		double cost = g->in.costs[a], excess = x->excess[callee];

		if (graph_is_inner(g, a))
			continue;
		if (excess > 0 && cost > 0)
			excess *= cost / (excess + graph_node_time(&g->nodes[callee]));
		is_found[a] = excess > 0 || (cost < 0 && g->measure.net == g->measure.total)
			|| graph_is_above_all(g, cost);
		if (is_found[a])
			x->doubtful[graph_cycle_or_self(g, p->arcs[a].caller)]
				+= cost < 0 ? -cost : excess;
		any |= is_found[a];
	}
	if (any)
		g->contradicted = is_found;
	else
		free(is_found);
}

void
nodecosts_contradict(struct graph *g, const struct node_costs *c, const uint32_t *head)
{
	struct contradictions x = { .g = g, .excess = mem_new(g->nnodes, sizeof(*x.excess)),
		.doubtful = mem_new(g->nnodes, sizeof(*x.doubtful)) };

	/* If own costs are less than 0, a callee may have less than some of its callers paid. */
	if (g->measure.net == g->measure.total)
		find_excess(&x, c, head);
	find_arcs(&x);
	for (uint32_t n = 0; n < g->nnodes; n++) {
		double total = graph_node_time(&g->nodes[n]);

		if (g->nodes[n].cycle == NOBODY && (x.excess[n] > 0
		    || x.doubtful[n] > MUCH * fabs(total) || graph_is_above_all(g, total)))
			g->bounds[n].certainty = IMPOSSIBLE;
	}
	free(x.excess);
	free(x.doubtful);
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
		double time = graph_explained_time(g, n);

		has[n] = fmax(has[n] + fmax(g->nodes[n].self, 0), paid[n]);
		if (time >= SAME * has[n])
			has[n] = time;
		differs |= has[n] != graph_node_time(&g->nodes[n]);
	}
	free(paid);
	if (differs)
		g->divided = has;
	else
		free(has);
}
