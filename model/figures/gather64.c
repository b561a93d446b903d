/* gather64.c - the sums of values that are shown and that a double cannot hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/gather64.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "figures/gather.h"
#include "figures/pick.h"
#include "measured/measured.h"
#include "profile/fold.h"
#include "profile/paths.h"

void
gather64_read_stacks(struct graph *g)
{
	const struct profile *p = g->profile;
	const struct measured *m = p->measured;
	struct path_values *v = &g->paths;
	uint32_t n = p->paths->n;
	uint64_t all = 0;

	v->self64 = mem_new(n, sizeof(*v->self64));
	if (v->amounts != NULL)
		v->amounts64 = mem_new(n, sizeof(*v->amounts64));
	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_weight *w = gather_weight(g, i);
		uint32_t path;

		if (!gather_shows(g, m->samples[i].part))
			continue;
		path = paths_of(p->paths, m->samples[i].path);
		v->self64[path] += (uint64_t)w->value;
		if (v->amounts64 != NULL)
			all |= v->amounts64[path] += m->amounts[w - m->weights];
	}
	for (uint32_t i = 0; i < n; i++) {
		v->self[i] = sum64_nearest(v->self[i], v->self64[i]);
		if (v->amounts64 != NULL && all == 0)
			v->amounts64[i] = v->self[i] < 0 ? -v->self64[i] : v->self64[i];
		if (v->amounts64 != NULL)
			v->amounts[i] = sum64_nearest(v->amounts[i], v->amounts64[i]);
	}
}

void
gather64_drop_stacks(struct graph *g)
{
	struct path_values *v = &g->paths;
	struct measure *measure = &g->measure;

	if (v->self64 == NULL)
		return;
	for (uint32_t i = 0; i < g->profile->paths->n; i++) {
		measure->total64 += v->amounts64 != NULL ? v->amounts64[i] : v->self64[i];
		measure->net64 += v->self64[i];
		if (pick_counts(v->state[i]))
			continue;
		v->self64[i] = 0;
		if (v->amounts64 != NULL)
			v->amounts64[i] = 0;
	}
	measure->total = sum64_nearest(measure->total, measure->total64);
	measure->net = sum64_nearest(measure->net, measure->net64);
}

void
gather64_add_self(struct graph *g)
{
	const struct profile *p = g->profile;

	if (g->paths.self64 == NULL)
		return;
	g->in.self64 = mem_new(p->nfuncs, sizeof(*g->in.self64));
	for (uint32_t i = 0; i < p->paths->n; i++)
		g->in.self64[fold_func(p->fold, p->paths->v[i].func)] += g->paths.self64[i];
	for (uint32_t f = 0; f < p->nfuncs; f++)
		g->in.self[f] = sum64_nearest(g->in.self[f], g->in.self64[f]);
}

/* Can a double not hold the sums of all costs that are shown? */
static bool
has_large_costs(const struct graph *g)
{
	const struct measured *m = g->profile->measured;
	double size = 0;

	for (uint32_t i = 0; i < m->ncosts; i++)
		if (gather_shows(g, m->costs[i].part))
			size += fabs((double)gather_cost(g, m->cost_values, i));
	for (uint32_t i = 0; i < m->ncalls; i++)
		if (gather_shows(g, m->calls[i].part))
			size += fabs((double)gather_cost(g, m->call_values, i));
	return size > SUM64_EXACT;
}

void
gather64_costs(struct graph *g, double *own, const bool *no_func)
{
	const struct profile *p = g->profile;
	const struct measured *m = p->measured;
	struct measure *measure = &g->measure;
	uint64_t *own64;

	if (!has_large_costs(g) || graph_is_difference(g))
		return;
	own64 = mem_new(p->nfuncs, sizeof(*own64));
	for (uint32_t i = 0; i < m->ncosts; i++)
		if (gather_shows(g, m->costs[i].part))
			own64[p->func_of[m->frames[m->costs[i].frame].func]]
				+= (uint64_t)gather_cost(g, m->cost_values, i);
	g->in.self64 = mem_new(p->nfuncs, sizeof(*own64));
	g->in.costs64 = mem_new(p->narcs, sizeof(*own64));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		own[f] = sum64_nearest(own[f], own64[f]);
		measure->total64 += own[f] < 0 ? -own64[f] : own64[f];
		measure->net64 += own64[f];
		if (no_func == NULL || !no_func[f])
			g->in.self64[fold_func(p->fold, f)] += own64[f];
	}
	free(own64);
}

void
gather64_round_costs(struct graph *g)
{
	if (g->in.costs64 == NULL)
		return;
	for (uint32_t f = 0; f < g->nfuncs; f++)
		g->in.self[f] = sum64_nearest(g->in.self[f], g->in.self64[f]);
	for (uint32_t a = 0; a < g->profile->narcs; a++)
		g->in.costs[a] = sum64_nearest(g->in.costs[a], g->in.costs64[a]);
	g->measure.total = sum64_nearest(g->measure.total, g->measure.total64);
	g->measure.net = sum64_nearest(g->measure.net, g->measure.net64);
}


void
gather64_release(struct graph *g)
{
	free(g->in.self64);
	free(g->in.costs64);
	free(g->paths.self64);
	free(g->paths.total64);
	free(g->paths.amounts64);
}
