/* statedtotals.c - totals of functions that a profile of costs states
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/statedtotals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Times in files are rounded: totals may differ by this fraction of them. */
static const double SLACK = 1e-6;

/* Returns the total of F that the files state, or an upper bound of it.  0: there is none that F
 * can have. */
static double
stated(const struct graph *g, uint32_t f)
{
	double total = g->in.totals != NULL ? fabs(g->in.totals[f]) : 0;

	return total >= 0x1p63 || total < g->in.self[f] * (1 - SLACK) ? 0 : total;
}

void
statedtotals_find(struct graph *g, const uint32_t *head)
{
	const struct profile *p = g->profile;
	uint32_t *members;
	bool any = false;
	double *rest;

	if (g->in.totals == NULL || graph_is_signed(g))
		return;
	rest = mem_new(g->nfuncs, sizeof(*rest));
	members = mem_new(g->nfuncs, sizeof(*members));
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		members[head[f]]++;
		rest[f] = stated(g, f) - g->in.self[f] - g->unowned[f];
	}
	for (uint32_t a = 0; a < p->narcs; a++)
		if (head[p->arcs[a].caller] != head[p->arcs[a].callee])
			rest[p->arcs[a].caller] -= g->in.costs[a];
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		double total = stated(g, f), ncalls = p->out.at[f + 1] - p->out.at[f];

		if (total == 0 || members[head[f]] > 1
		    || fabs(rest[f]) <= SLACK * total + ncalls + 2)
			rest[f] = 0;
		any |= rest[f] != 0;
	}
	if (any)
		g->rest = rest;
	else
		free(rest);
	free(members);
}

void
statedtotals_take(struct graph *g, uint32_t f)
{
	double total = graph_node_time(&g->nodes[f]), rest = g->rest != NULL ? g->rest[f] : 0;
	struct bound *b = &g->bounds[f];

	if (stated(g, f) == 0)
		return;
	if (g->in.totals[f] < 0) {
		if (rest > 0)
			*b = (struct bound){ .lo = total, .hi = total + rest, .certainty = CYCLIC };
		return;
	}
	if (rest != 0) {
		total += rest;
		g->nodes[f].children = total - g->nodes[f].self;
		if (g->node_sums64 != NULL)
			g->node_sums64[f].total = (uint64_t)total;
	}
	*b = (struct bound){ .lo = total, .hi = total, .certainty = CERTAIN };
}
