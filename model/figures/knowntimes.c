/* knowntimes.c - the time of nodes and arcs of a profile whose totals are known
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/knowntimes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "figures/inclusion.h"
#include "figures/statedtotals.h"
#include "figures/sum.h"
#include "measured/measured.h"
#include "profile/fold.h"
#include "profile/paths.h"

/* Adds the sums of the own samples of path I.  HEAD is the first path of the folded function with
 * which path I ends. */
static void
add_own64(struct graph *g, uint32_t i, uint32_t head)
{
	const struct profile *p = g->profile;
	const struct path_values *v = &g->paths;

	g->total64 += v->amounts64 != NULL ? v->amounts64[i] : v->self64[i];
	if ((v->state[head] & PATH_STARTS) == 0)
		g->arc_sums64[fold_arc(p->fold, p->paths->v[head].arc)].self += v->self64[i];
}

/* Sets the own squares of functions, and G->total.  The sum of the amounts is 100 %.  In a
 * difference of two profiles, samples outside the base may have no amounts.  If all samples with
 * amounts are excluded, their sum is 0: then the sum of the absolute values of the samples is
 * 100 %.  But if both sides of the difference are known, 100 % is the base, and amounts only say
 * how wide frames are. */
static void
add_own(struct graph *g)
{
	const struct profile *p = g->profile;
	const struct path_values *v = &g->paths;
	double all = 0, total = 0;

	for (uint32_t i = 0; i < p->paths->n; i++) {
		if (v->self[i] == 0 && v->amounts == NULL && v->squares == NULL)
			continue;
		total += v->amounts != NULL ? v->amounts[i] : v->self[i];
		all += fabs(v->self[i]);
		if (v->self64 != NULL)
			add_own64(g, i, v->head != NULL ? v->head[i] : i);
		if (v->amounts != NULL && v->total_amounts[i] != 0)
			g->has_amount[fold_func(p->fold, p->paths->v[i].func)] = true;
		if (v->squares != NULL && v->squares[i] != 0)
			g->node_variances[fold_func(p->fold, p->paths->v[i].func)].self
				+= v->squares[i];
	}
	g->total = total;
	if (graph_is_difference(g))
		g->total = g->measure.total;
	if (g->total == 0) {
		g->total = all;
		g->total64 = 0;
	}
}

/* Sets the members of G that follow from the own samples and TOTALS, those of functions. */
static void
finish(struct graph *g, const double *totals)
{
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		struct node *n = &g->nodes[f];

		n->shown = true;
		g->bounds[f] = (struct bound){ .lo = totals[f], .hi = totals[f],
			.certainty = CERTAIN };
		n->children = totals[f] - n->self;
	}
	g->most = g->total;
}

/* Sets the totals of functions and arcs to FUNCS and ARCS, sums that a double cannot hold, and
 * rounds the times of G to all such sums. */
static void
set_sums64(struct graph *g, const uint64_t *funcs, const uint64_t *arcs)
{
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		struct node *n = &g->nodes[f];
		uint64_t self = g->in.self64[f];

		g->node_sums64[f] = (struct sums64){ self, funcs[f] };
		g->bounds[f].lo = g->bounds[f].hi = sum64_nearest(g->bounds[f].lo, funcs[f]);
		n->children = sum64_nearest(n->children, funcs[f] - self);
		g->root_times[f] = sum64_nearest(g->root_times[f], g->roots64[f]);
	}
	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		struct share *share = &g->shares->v[a];
		uint64_t self = g->arc_sums64[a].self;

		g->arc_sums64[a].total = arcs[a];
		share->self = sum64_nearest(share->self, self);
		share->children = sum64_nearest(share->children, arcs[a] - self);
	}
	if (g->total64 != 0)
		g->most = g->total = sum64_nearest(g->total, g->total64);
}

/* Makes the sums of functions and arcs that a double cannot hold. */
static bool
finish64(struct graph *g, struct stop *stop)
{
	const struct profile *p = g->profile;
	uint64_t *funcs = mem_new(p->nfuncs, sizeof(*funcs));
	uint64_t *arcs = mem_new(p->narcs, sizeof(*arcs));
	bool done = sum_stacks64(g, funcs, arcs, stop);

	for (uint32_t i = 0; i < p->paths->n; i++)
		if ((g->paths.state[i] & PATH_STARTS) != 0)
			g->roots64[fold_func(p->fold, p->paths->v[i].func)] += g->paths.total64[i];
	if (done)
		set_sums64(g, funcs, arcs);
	free(funcs);
	free(arcs);
	return done;
}

/* Sets the fraction of each excluded function to 0, after all times were set. */
static void
exclude_funcs(struct graph *g)
{
	if (g->no_func == NULL)
		return;
	inclusion_open(g);
	for (uint32_t f = 0; f < g->nfuncs; f++)
		if (g->no_func[f])
			g->inclusion[f].fract = 0;
}

bool
knowntimes_of_stacks(struct graph *g, struct stop *stop)
{
	const struct profile *p = g->profile;
	struct key_sums funcs = { .totals = mem_new(p->nfuncs, sizeof(*funcs.totals)),
		.n = p->nfuncs };
	struct arc_sums arcs = { .v = NULL };
	bool done;

	assert(g->ncycles == 0);
	g->shares = mem_new(1, sizeof(*g->shares));
	/* What else is known of arcs is found in the same walk. */
	if (g->paths.squares != NULL || g->paths.self64 != NULL)
		g->shares->v = arcs.v = mem_new(p->narcs, sizeof(*arcs.v));
	g->root_times = mem_new(p->nfuncs, sizeof(*g->root_times));
	g->bounds = mem_uncleared(g->nnodes, sizeof(*g->bounds));
	if (g->paths.squares != NULL) {
		funcs.squares = g->node_variances
			= mem_new(g->nnodes, sizeof(*g->node_variances));
		arcs.squares = g->arc_variances = mem_new(p->narcs, sizeof(*g->arc_variances));
	}
	if (g->paths.amounts != NULL)
		g->has_amount = mem_new(p->nfuncs, sizeof(*g->has_amount));
	if (g->paths.self64 != NULL) {
		g->node_sums64 = mem_new(g->nnodes, sizeof(*g->node_sums64));
		g->arc_sums64 = mem_new(p->narcs, sizeof(*g->arc_sums64));
		g->roots64 = mem_new(p->nfuncs, sizeof(*g->roots64));
	}
	done = sum_stacks(g, NULL, &funcs, &arcs, g->root_times, stop);
	if (done) {
		add_own(g);
		finish(g, funcs.totals);
	}
	free(funcs.totals);
	done = done && (g->paths.self64 == NULL || finish64(g, stop));
	if (done)
		exclude_funcs(g);
	return done;
}

/* Adds the cost of each call that leaves the caller's cycle to the time of the caller and of its
 * cycle. */
static void
add_costs_of_calls(struct graph *g)
{
	const struct profile *p = g->profile;

	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t f = p->arcs[a].caller, c = g->nodes[f].cycle;

		if (graph_is_inner(g, a))
			continue;
		g->shares->v[a].children = g->in.costs[a];
		g->nodes[f].children += g->in.costs[a];
		if (c != NOBODY)
			g->nodes[c].children += g->in.costs[a];
	}
}

/* Sets .node_sums64 and .arc_sums64 of G, as knowntimes_of_costs() sets the times. */
static void
add_costs64(struct graph *g)
{
	const struct profile *p = g->profile;

	g->node_sums64 = mem_new(g->nnodes, sizeof(*g->node_sums64));
	g->arc_sums64 = mem_new(p->narcs, sizeof(*g->arc_sums64));
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		uint32_t c = g->nodes[f].cycle;
		uint64_t self = g->in.self64[f];

		g->total64 += (g->nodes[f].self < 0 ? -self : self) + g->unowned64[f];
		g->node_sums64[f].self = self;
		g->node_sums64[f].total += self + (c == NOBODY ? g->unowned64[f] : 0);
		if (c != NOBODY) {
			g->node_sums64[c].self += self;
			g->node_sums64[c].total += self + g->unowned64[f];
		}
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t f = p->arcs[a].caller;

		if (graph_is_inner(g, a))
			continue;
		g->arc_sums64[a].total = g->in.costs64[a];
		g->node_sums64[f].total += g->in.costs64[a];
		if (g->nodes[f].cycle != NOBODY)
			g->node_sums64[g->nodes[f].cycle].total += g->in.costs64[a];
	}
}

/* Makes the sums that a double cannot hold, and rounds the times of G to them. */
static void
finish_costs64(struct graph *g)
{
	if (g->in.costs64 == NULL)
		return;
	add_costs64(g);
	g->total = sum64_nearest(g->total, g->total64);
	for (uint32_t n = 0; n < g->nnodes; n++) {
		struct node *node = &g->nodes[n];
		struct sums64 sums = g->node_sums64[n];

		node->self = sum64_nearest(node->self, sums.self);
		node->children = sum64_nearest(node->children, sums.total - sums.self);
	}
}

/* Times in files are rounded: they may differ by this fraction of them. */
static const double SLACK = 1e-6;

bool
knowntimes_of_inner_arc(const struct graph *g, uint32_t arc, double *time)
{
	const struct measured *m = g->profile->measured;
	const struct arc *a = &g->profile->arcs[arc];
	const struct bound *total = &g->bounds[a->callee];

	/* Of a group of functions, calls may be inside each other; it has no stated total. */
	if (m == NULL || !m->costs_count_once || m->estimated || a->caller == a->callee
	    || graph_is_signed(g) || g->bounds[a->caller].certainty != CERTAIN
	    || total->certainty != CERTAIN || g->in.costs[arc] > total->hi * (1 + SLACK))
		return false;
	*time = g->in.costs[arc];
	return true;
}

/* Gives function F, which is in a cycle, the total that the files state, if there is one that its
 * own calls and the total of its cycle permit. */
static void
take_total(struct graph *g, uint32_t f)
{
	double total = g->in.totals != NULL ? g->in.totals[f] : 0;
	struct bound *b = &g->bounds[f];

	if (total <= 0 || total >= 0x1p63 || total < b->lo * (1 - SLACK)
	    || total > b->hi * (1 + SLACK))
		return;
	g->nodes[f].children = total - g->nodes[f].self;
	if (g->node_sums64 != NULL)
		g->node_sums64[f].total = (uint64_t)total;
	*b = (struct bound){ .lo = total, .hi = total, .certainty = CERTAIN };
}

void
knowntimes_of_costs(struct graph *g)
{
	const struct profile *p = g->profile;
	/* If some costs are less than 0, the total of a cycle bounds no member. */
	bool is_signed = graph_is_signed(g);

	g->shares = mem_new(1, sizeof(*g->shares));
	g->shares->v = mem_new(p->narcs, sizeof(*g->shares->v));
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		g->total += fabs(g->nodes[f].self);
		if (g->nodes[f].cycle != NOBODY)
			g->nodes[g->nodes[f].cycle].self += g->nodes[f].self;
	}
	add_costs_of_calls(g);
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		g->nodes[graph_cycle_or_self(g, f)].children += g->unowned[f];
		g->total += g->unowned[f];
	}
	finish_costs64(g);
	for (uint32_t n = g->nnodes; n-- > 0;) {
		struct node *node = &g->nodes[n];
		double total = graph_node_time(node);

		node->shown = true;
		g->bounds[n] = (struct bound){ .lo = total, .hi = total,
			.certainty = profile_has(p, IS_ESTIMATED) ? SHARED : CERTAIN };
		if (node->cycle != NOBODY)
			g->bounds[n] = (struct bound){ .lo = total,
				.hi = is_signed ? 0 : g->bounds[node->cycle].hi,
				.certainty = CYCLIC };
		if (n < g->nfuncs && node->cycle != NOBODY)
			take_total(g, n);
		else if (n < g->nfuncs)
			statedtotals_take(g, n);
	}
	g->most = g->total;
}
