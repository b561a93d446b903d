/* knowncosts.c - known costs of calls, from which functions or calls are excluded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/knowncosts.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "figures/inclusion.h"

static const double TINY = 1e-9;	/* rounding error of a fraction */

struct left {
	struct graph *g;
	const struct profile *p;
	double *parts;			/* owned; indexed by arc: fraction of the callee's cost that
					 * the arc has; if the callee is in a cycle, fraction of the
					 * cycle's cost */
	double *totals;			/* owned; indexed by node: the self cost of the node plus
					 * costs without an owner, and the costs of its calls that
					 * are not excluded */
	double *incoming;		/* owned; indexed by node: the cost of all calls of the node
					 * by other nodes */
};

static uint32_t
callee_of(const struct left *l, uint32_t a)
{
	return graph_cycle_or_self(l->g, l->p->arcs[a].callee);
}

/* Returns what of the total of F no call in the file explains.  It is not known how much of it is
 * excluded; callers of F paid for it.  If the calls cost more than the total of F, the excluded
 * calls may be those that do; so this does not count. */
static double
unexplained(const struct graph *g, uint32_t f)
{
	return g->rest != NULL && g->rest[f] > 0 ? g->rest[f] : 0;
}

/* Returns the part of unexplained() that is known to be in the total of F. */
static double
rest_of(const struct graph *g, uint32_t f)
{
	return g->in.totals != NULL && g->in.totals[f] > 0 ? unexplained(g, f) : 0;
}

static void
add_up_incoming(struct left *l)
{
	for (uint32_t a = 0; a < l->p->narcs; a++)
		if (!graph_is_inner(l->g, a) && l->g->in.costs[a] > 0)
			l->incoming[callee_of(l, a)] += l->g->in.costs[a];
	for (uint32_t f = 0; f < l->g->nfuncs; f++) {
		double own = l->g->in.self[f] + l->g->unowned[f];

		l->totals[f] += own + rest_of(l->g, f);
		if (l->g->nodes[f].cycle != NOBODY)
			l->totals[l->g->nodes[f].cycle] += own;
	}
}

/* Sets the parts of the arcs from F, and adds the costs of arcs that are not excluded to the total
 * of F and of its cycle. */
static void
divide_callees(struct left *l, uint32_t f)
{
	uint32_t cycle = l->g->nodes[f].cycle;

	for (uint32_t i = l->p->out.at[f]; i < l->p->out.at[f + 1]; i++) {
		uint32_t a = profile_arc(&l->p->out, i), callee = callee_of(l, a);
		double all = fmax(l->incoming[callee], l->totals[callee]), cost;

		if (graph_is_inner(l->g, a) || !(l->g->in.costs[a] > 0) || !(all > 0))
			continue;
		l->parts[a] = l->g->in.costs[a] / all;
		if (graph_is_excluded(l->g, a))
			continue;
		cost = l->parts[a] * l->totals[callee];
		l->totals[f] += cost;
		if (cycle != NOBODY)
			l->totals[cycle] += cost;
	}
}

/* Sets the fraction of F that is included in the figures, after all callers of F were visited.
 * Then subtracts L->parts[a] * (1 - fraction of F) from the fraction of the callee of each arc a
 * from F. */
static void
count_func(struct left *l, uint32_t f)
{
	struct graph *g = l->g;
	uint32_t whole = graph_cycle_or_self(g, f);
	double fract = g->inclusion[whole].fract;

	fract = fract < TINY || graph_is_func_excluded(g, f) ? 0 : fract;
	g->inclusion[f].fract = fract;
	g->nodes[f].self = g->inclusion[f].time * fract;
	g->total += fabs(g->nodes[f].self) + fract * g->unowned[f];
	for (uint32_t i = l->p->out.at[f]; i < l->p->out.at[f + 1]; i++) {
		uint32_t a = profile_arc(&l->p->out, i);

		if (!graph_is_excluded(g, a))
			g->inclusion[callee_of(l, a)].fract -= l->parts[a] * (1 - fract);
	}
}

static void
add_share(struct graph *g, uint32_t n, double share)
{
	g->inclusion[n].children_time += share;
	g->nodes[n].children += g->inclusion[n].fract * share;
}

/* Adds the time of F to the cycle of F, and the time of the callees of F to both F and the
 * cycle. */
static void
add_callees(struct left *l, uint32_t f)
{
	struct graph *g = l->g;
	uint32_t cycle = g->nodes[f].cycle;

	if (g->inclusion[f].fract <= 0)
		return;
	add_share(g, graph_cycle_or_self(g, f), g->unowned[f]);
	add_share(g, f, rest_of(g, f));
	if (cycle != NOBODY) {
		g->inclusion[cycle].time += g->inclusion[f].time;
		g->nodes[cycle].self += g->nodes[f].self;
	}
	for (uint32_t i = l->p->out.at[f]; i < l->p->out.at[f + 1]; i++) {
		uint32_t a = profile_arc(&l->p->out, i);
		const struct inclusion *callee = &g->inclusion[callee_of(l, a)];
		double share = l->parts[a] * (callee->time + callee->children_time);

		if (graph_is_excluded(g, a) || graph_fract(g, l->p->arcs[a].callee) <= 0)
			continue;
		g->shares->v[a].children = share;
		add_share(g, f, share);
		if (cycle != NOBODY)
			add_share(g, cycle, share);
	}
}

/* Sets G->node_sums64 of F, whose time is the same as in the profile without exclusions. */
static void
set_sums64(struct graph *g, uint32_t f)
{
	const struct profile *p = g->profile;
	struct sums64 sums = { g->in.self64[f], g->in.self64[f] + g->unowned64[f] };

	for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++)
		if (!graph_is_inner(g, profile_arc(&p->out, i)))
			sums.total += g->in.costs64[profile_arc(&p->out, i)];
	g->node_sums64[f] = sums;
}

/* Is the time of F and its callees the same as in the profile without exclusions? */
static bool
is_as_recorded(const struct left *l, uint32_t f)
{
	const struct node *n = &l->g->nodes[f];
	double cost = l->g->in.self[f] + (n->cycle == NOBODY ? l->g->unowned[f] : 0)
		+ rest_of(l->g, f);

	for (uint32_t i = l->p->out.at[f]; i < l->p->out.at[f + 1]; i++)
		if (!graph_is_inner(l->g, profile_arc(&l->p->out, i)))
			cost += l->g->in.costs[profile_arc(&l->p->out, i)];
	return fabs(cost - n->self - n->children) <= TINY * fabs(cost);
}

static void
set_bounds(struct left *l)
{
	struct graph *g = l->g;

	if (g->in.costs64 != NULL)
		g->node_sums64 = mem_new(g->nnodes, sizeof(*g->node_sums64));
	for (uint32_t n = 0; n < g->nnodes; n++) {
		double time = graph_node_time(&g->nodes[n]);
		bool is_known = !profile_has(l->p, IS_ESTIMATED)
			&& (n >= g->nfuncs || is_as_recorded(l, n));

		if (g->in.costs64 != NULL && n < g->nfuncs && is_known
		    && g->nodes[n].cycle == NOBODY)
			set_sums64(g, n);
		g->nodes[n].shown = true;
		g->bounds[n] = (struct bound){ .lo = time, .hi = time,
			.certainty = is_known ? CERTAIN : SHARED };
	}
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		uint32_t cycle = g->nodes[f].cycle;

		if (cycle == NOBODY)
			continue;
		if (g->bounds[f].certainty != CERTAIN)
			g->bounds[cycle].certainty = SHARED;
		g->bounds[f].hi = graph_is_signed(g) ? 0 : g->bounds[cycle].hi;
		g->bounds[f].certainty = CYCLIC;
	}
}

/* The total of a function of which a part is unexplained() has bounds, because it is not known how
 * much of this is excluded.  So have the totals of its callers.  ORDER has callees first. */
static void
set_bounds_of_rest(struct left *l, const uint32_t *order)
{
	struct graph *g = l->g;
	double *unknown;		/* indexed by node: the part of the time that may be
					 * excluded */

	if (g->rest == NULL)
		return;
	unknown = mem_new(g->nnodes, sizeof(*unknown));
	for (uint32_t i = 0; i < g->nfuncs; i++) {
		uint32_t f = order[i], cycle = g->nodes[f].cycle;
		double time, more = unexplained(g, f) - rest_of(g, f);

		unknown[f] = rest_of(g, f);
		for (uint32_t k = l->p->out.at[f]; k < l->p->out.at[f + 1]; k++) {
			uint32_t a = profile_arc(&l->p->out, k);

			if (!graph_is_excluded(g, a) && !graph_is_inner(g, a)
			    && graph_fract(g, l->p->arcs[a].callee) > 0)
				unknown[f] += l->parts[a] * unknown[callee_of(l, a)];
		}
		if (cycle != NOBODY)
			unknown[cycle] += unknown[f] + more;
		time = graph_node_time(&g->nodes[f]);
		if (unknown[f] + more > 0 && cycle == NOBODY && graph_fract(g, f) > 0)
			g->bounds[f] = (struct bound){ .certainty = CYCLIC,
				.lo = fmax(time - unknown[f] * graph_fract(g, f), g->nodes[f].self),
				.hi = time + more * graph_fract(g, f) };
		unknown[f] += more;
	}
	free(unknown);
}

bool
knowncosts_without(struct graph *g, const uint32_t *order, struct stop *stop)
{
	struct left l = { .g = g, .p = g->profile,
		.parts = mem_new(g->profile->narcs, sizeof(double)),
		.totals = mem_new(g->nnodes, sizeof(double)),
		.incoming = mem_new(g->nnodes, sizeof(double)) };
	uint32_t i;
	bool done;

	g->shares = mem_new(1, sizeof(*g->shares));
	g->shares->v = mem_new(g->profile->narcs, sizeof(*g->shares->v));
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	add_up_incoming(&l);
	for (i = 0; i < g->nfuncs && !stop_asked_often(stop, i); i++)
		divide_callees(&l, order[i]);
	done = i == g->nfuncs;
	inclusion_open(g);
	for (i = g->nfuncs; done && i-- > 0;)
		count_func(&l, order[i]);
	for (i = 0; done && i < g->nfuncs; i++)
		add_callees(&l, order[i]);
	if (done) {
		set_bounds(&l);
		set_bounds_of_rest(&l, order);
	}
	g->most = g->total;
	free(l.parts);
	free(l.totals);
	free(l.incoming);
	return done;
}
