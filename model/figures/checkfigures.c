/* checkfigures.c - estimated and known shares of functions and calls, with sampling errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/checkfigures.h"

#include <math.h>

#include "figures/bounds.h"
#include "figures/inlinedtimes.h"
#include "profile/funcmatch.h"

double
checkfigures_error(double part, double total, double squares, double all)
{
	static const double added = CHECKFIGURES_NOISE * CHECKFIGURES_NOISE / 2.0;
	double each, whole, q, rest = all > squares ? all - squares : 0;

	if (all <= 0 || total <= 0)
		return 0;
	each = all / total;		/* the weight of an added sample */
	whole = total + 2 * added * each;
	q = (part + added * each) / whole;
	return sqrt((1 - q) * (1 - q) * (squares + added * each * each)
		+ q * q * (rest + added * each * each)) / whole;
}

/* Returns SAMPLES as a share of the total of G.  SQUARES and ALL are as for
 * checkfigures_error(). */
static struct check_share
share_of(const struct graph *g, double samples, double squares, double all)
{
	return (struct check_share){ .is_known = true, .value = samples / g->total,
		.error = checkfigures_error(samples, g->total, squares, all),
		.lo = samples / g->total, .hi = samples / g->total };
}

static struct check_share
bounds_of(const struct graph *g, double lo, double hi)
{
	return (struct check_share){ .lo = lo / g->total, .hi = hi / g->total };
}

/* Returns SAMPLES, an estimate with the bounds LO and HI, as a share of the total.  The sum of the
 * squares is SAMPLES, too, because samples of a gmon.out have the weight 1. */
static struct check_share
estimated_share(const struct checkfigures *x, double samples, double lo, double hi)
{
	struct check_share s = share_of(x->g, samples, samples, x->all);

	s.lo = lo / x->g->total;
	s.hi = hi / x->g->total;
	return s;
}

struct check_share
checkfigures_estimated_func(const struct checkfigures *x, uint32_t f)
{
	const struct graph *g = x->g;
	const struct node *node = &g->nodes[f];
	const struct bound *b = &g->bounds[f];
	struct cycle_figure figure;

	if (node->cycle == NOBODY && bounds_have_few_calls(g, b))
		return bounds_of(g, b->lo, b->hi);
	if (node->cycle == NOBODY)
		return estimated_share(x, graph_node_time(node), b->lo, b->hi);
	figure = cycle_estimate_of_member(&x->cycles, f);
	if (figure.trust != CYCLE_TRUSTED
	    || (figure.is_whole && bounds_have_few_calls(g, &g->bounds[node->cycle])))
		return bounds_of(g, figure.lo, figure.hi);
	return estimated_share(x, fmax(figure.samples, node->self), figure.lo, figure.hi);
}

struct check_share
checkfigures_estimated_arc(const struct checkfigures *x, uint32_t a)
{
	const struct graph *g = x->g;
	const struct node *whole;
	struct check_share s, all;
	struct cycle_figure figure;
	struct share share;
	struct bound b;

	if (graph_is_inner(g, a)) {
		figure = cycle_estimate_of_arc(&x->cycles, a);
		return figure.trust != CYCLE_TRUSTED ? bounds_of(g, figure.lo, figure.hi)
			: estimated_share(x, figure.samples, figure.lo, figure.hi);
	}
	b = bounds_of_arc(g, a);
	if (bounds_have_few_calls(g, &b))
		return bounds_of(g, b.lo, b.hi);
	share = graph_share(g, a);
	s = estimated_share(x, share.self + share.children, b.lo, b.hi);
	whole = &g->nodes[graph_cycle_or_self(g, g->profile->arcs[a].callee)];
	all = estimated_share(x, graph_node_time(whole), 0, 0);
	/* An arc with a tenth of the callee's time has a tenth of the callee's error. */
	if (all.value > 0)
		s.error = all.error * s.value / all.value;
	return s;
}

struct check_share
checkfigures_self(const struct checkfigures *x, uint32_t f)
{
	double self = x->g->nodes[f].self;

	return share_of(x->g, self, self, x->all);
}

double
checkfigures_noise(const struct check_share *a, const struct check_share *b)
{
	return CHECKFIGURES_NOISE * sqrt(a->error * a->error + b->error * b->error);
}

static double
known_squares(const struct checkfigures *x, double samples, const struct variance *v)
{
	return v != NULL ? v->total : x->known->measure.weight * samples;
}

struct check_share
checkfigures_known_func(const struct checkfigures *x, uint32_t f)
{
	const struct graph *g = x->known;
	const struct variance *v = g->node_variances;
	double time;

	if (!funcmatch_is_func(f))
		return share_of(g, 0, 0, x->known_all);
	if (g->nodes[f].cycle != NOBODY)
		return bounds_of(g, g->bounds[f].lo, g->bounds[f].hi);
	time = graph_node_time(&g->nodes[f]);
	return share_of(g, time, known_squares(x, time, v != NULL ? &v[f] : NULL), x->known_all);
}

struct check_share
checkfigures_known_arc(const struct checkfigures *x, uint32_t a)
{
	const struct graph *g = x->known;
	const struct variance *v = g->arc_variances;
	struct share share;
	double time;

	if (a == NOBODY)
		return share_of(g, 0, 0, x->known_all);
	/* Costs of calls inside a cycle usually count the same work more than once. */
	if (!profile_has(g->profile, HAS_STACKS) && graph_is_inner(g, a))
		return bounds_of(g, 0, g->bounds[g->profile->arcs[a].callee].hi);
	share = graph_share(g, a);
	time = share.self + share.children;
	return share_of(g, time, known_squares(x, time, v != NULL ? &v[a] : NULL), x->known_all);
}

/* Returns the sum of the squares of all samples of G, or 0 if their errors are not known. */
static double
sum_of_squares(const struct graph *g)
{
	double sum = 0;

	for (uint32_t i = 0; g->paths.squares != NULL && i < g->profile->paths->n; i++)
		sum += g->paths.squares[i];
	return sum > 0 ? sum : g->measure.weight * g->total;
}

bool
checkfigures_open(struct checkfigures *x, const struct graph *g, const struct graph *known,
	struct stop *stop)
{
	*x = (struct checkfigures){ .g = g, .known = known, .all = sum_of_squares(g),
		.known_all = sum_of_squares(known) };
	if (cycle_estimate_open(&x->cycles, inlinedtimes_cycles(g), stop))
		return true;
	cycle_estimate_release(&x->cycles);
	return false;
}

void
checkfigures_release(struct checkfigures *x)
{
	cycle_estimate_release(&x->cycles);
}
