/* sharecheck.c - estimated shares of functions and calls, compared with known ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/sharecheck.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "callgraph/bounds.h"
#include "callgraph/cycle_estimate.h"
#include "callgraph/inlinedtimes.h"

/* The state of comparing. */
struct comparing {
	struct sharecheck *c;
	const struct graph *g, *known;
	struct cycle_estimate cycles;	/* of G */
	double all, known_all;		/* sums of the squares of all samples; 0: there are no
					 * sampling errors, or they are not known */
	uint32_t *known_arc;		/* owned; indexed by function of KNOWN: 1 + the arc to it
					 * from the caller that is compared now, or 0 */
	bool *was_compared;		/* owned; indexed by arc of KNOWN */
};

double
sharecheck_error(double part, double total, double squares, double all)
{
	static const double added = SHARECHECK_NOISE * SHARECHECK_NOISE / 2.0;
	double each, whole, q, rest = all > squares ? all - squares : 0;

	if (all <= 0 || total <= 0)
		return 0;
	each = all / total;		/* the weight of an added sample */
	whole = total + 2 * added * each;
	q = (part + added * each) / whole;
	return sqrt((1 - q) * (1 - q) * (squares + added * each * each)
		+ q * q * (rest + added * each * each)) / whole;
}

/* Returns SAMPLES of G, whose error is to be found from SQUARES, as a share. */
static struct check_share
share_of(const struct graph *g, double samples, double squares, double all)
{
	return (struct check_share){ .is_known = true, .value = samples / g->total,
		.error = sharecheck_error(samples, g->total, squares, all),
		.lo = samples / g->total, .hi = samples / g->total };
}

static struct check_share
bounds_of(const struct graph *g, double lo, double hi)
{
	return (struct check_share){ .lo = lo / g->total, .hi = hi / g->total };
}

/* Returns the estimated SAMPLES, with their bounds.  Samples of a gmon.out have the weight 1. */
static struct check_share
estimated_share(const struct comparing *x, double samples, double lo, double hi)
{
	struct check_share s = share_of(x->g, samples, samples, x->all);

	s.lo = lo / x->g->total;
	s.hi = hi / x->g->total;
	return s;
}

/* Returns the estimated share of the total of F, as views show it. */
static struct check_share
estimate_func(const struct comparing *x, uint32_t f)
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

/* Returns the estimated share of the calls of arc A, as views show it. */
static struct check_share
estimate_arc(const struct comparing *x, uint32_t a)
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
	/* The error of a part of a figure is the same part of the error of the figure. */
	if (all.value > 0)
		s.error = all.error * s.value / all.value;
	return s;
}

static double
known_squares(const struct comparing *x, double samples, const struct variance *v)
{
	return v != NULL ? v->total : x->known->profile->weight * samples;
}

/* Returns the known share of the total of F, a function of the known profile; NOBODY: it has no
 * time. */
static struct check_share
known_func(const struct comparing *x, uint32_t f)
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

/* Like known_func(), for the calls of arc A. */
static struct check_share
known_calls(const struct comparing *x, uint32_t a)
{
	const struct graph *g = x->known;
	const struct variance *v = g->arc_variances;
	struct share share;
	double time;

	if (a == NOBODY)
		return share_of(g, 0, 0, x->known_all);
	/* Costs of calls inside a cycle count the same work more than once. */
	if (g->profile->paths == NULL && graph_is_inner(g, a))
		return bounds_of(g, 0, g->bounds[g->profile->arcs[a].callee].hi);
	share = graph_share(g, a);
	time = share.self + share.children;
	return share_of(g, time, known_squares(x, time, v != NULL ? &v[a] : NULL), x->known_all);
}

/* Compute the difference of ROW and add the row, unless it has no share in either profile, or its
 * known share is not known. */
static void
add_row(struct comparing *x, struct check_row row)
{
	struct sharecheck *c = x->c;
	double e = row.estimate.error, k = row.known.error;

	if (!row.known.is_known || (row.estimate.hi <= 0 && row.estimate.value <= 0
			&& row.known.value <= 0))
		return;
	if (row.estimate.is_known) {
		row.difference = row.estimate.value - row.known.value;
		row.noise = SHARECHECK_NOISE * sqrt(e * e + k * k);
		row.is_real = fabs(row.difference) > row.noise + 1e-9;
	}
	c->nreal += row.is_real;
	c->nfuncs += row.caller == NOBODY;
	c->rows = mem_grow(c->rows, (size_t)c->nrows + 1, &c->room, sizeof(*c->rows));
	c->rows[c->nrows++] = row;
}

/* Has F, a function of the estimated profile that the known one does not have, so many samples of
 * its own that the known profile must have it by another name? */
static bool
is_renamed(const struct comparing *x, uint32_t f)
{
	double self = x->g->nodes[f].self;
	struct check_share here = share_of(x->g, self, self, x->all), there = known_func(x, NOBODY);

	return here.value > SHARECHECK_NOISE * sqrt(here.error * here.error
		+ there.error * there.error);
}

/* Find out which functions are compared, and what share the others have. */
static void
match_functions(struct comparing *x, struct callsites *here, struct callsites *there)
{
	struct sharecheck *c = x->c;

	funcmatch_open(&c->match, here, there);
	for (uint32_t f = 0; f < x->g->nfuncs; f++) {
		if (funcmatch_is_func(c->match.there[f]))
			continue;
		c->estimate_unmatched += x->g->nodes[f].self / x->g->total;
		if (c->match.there[f] == NOBODY && is_renamed(x, f))
			c->match.there[f] = FUNCMATCH_UNSURE;
	}
	for (uint32_t f = 0; f < x->known->nfuncs; f++)
		if (!funcmatch_is_func(c->match.here[f]))
			c->known_unmatched += x->known->nodes[f].self / x->known->total;
}

/* Add the calls by F of functions that the estimated profile counted. */
static void
add_counted_calls(struct comparing *x, uint32_t f)
{
	const struct profile *p = x->g->profile;
	const struct funcmatch *m = &x->c->match;

	for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
		uint32_t a = p->out[i], callee = p->arcs[a].callee, known = NOBODY;

		if (callee == f || m->there[callee] == FUNCMATCH_UNSURE
		    || profile_is_possible(p, a))
			continue;
		if (m->there[callee] != NOBODY && x->known_arc[m->there[callee]] > 0)
			known = x->known_arc[m->there[callee]] - 1;
		if (known != NOBODY)
			x->was_compared[known] = true;
		add_row(x, (struct check_row){ .func = callee, .caller = f, .arc = a,
			.known_func = m->there[callee], .known_arc = known,
			.estimate = estimate_arc(x, a), .known = known_calls(x, known) });
	}
}

/* Add the calls by F of functions: those that the estimated profile counted, and those that only
 * the known one has. */
static void
add_calls(struct comparing *x, uint32_t f)
{
	const struct profile *q = x->known->profile;
	const struct funcmatch *m = &x->c->match;
	uint32_t there = m->there[f], begin = 0, end = 0;

	if (there == FUNCMATCH_UNSURE)
		return;
	if (there != NOBODY) {
		begin = q->out_at[there];
		end = q->out_at[there + 1];
	}
	for (uint32_t i = begin; i < end; i++)
		x->known_arc[q->arcs[q->out[i]].callee] = q->out[i] + 1;
	add_counted_calls(x, f);
	for (uint32_t i = begin; i < end; i++) {
		uint32_t a = q->out[i], callee = q->arcs[a].callee;

		x->known_arc[callee] = 0;
		if (callee == there || x->was_compared[a] || !funcmatch_is_func(m->here[callee]))
			continue;
		add_row(x, (struct check_row){ .func = m->here[callee], .caller = f, .arc = NOBODY,
			.known_func = callee, .known_arc = a,
			.estimate = { .is_known = true }, .known = known_calls(x, a) });
	}
}

/* Add up the differences of calls of functions that have several callers. */
static void
sum_up(struct comparing *x)
{
	struct sharecheck *c = x->c;
	const uint64_t *outside = x->g->profile->outside;
	uint32_t *ncallers = mem_new(x->g->nfuncs, sizeof(*ncallers));

	for (uint32_t f = 0; outside != NULL && f < x->g->nfuncs; f++)
		ncallers[f] += outside[f] > 0;
	for (uint32_t i = c->nfuncs; i < c->nrows; i++)
		ncallers[c->rows[i].func]++;
	for (uint32_t i = c->nfuncs; i < c->nrows; i++) {
		const struct check_row *row = &c->rows[i];

		if (ncallers[row->func] < 2 || !row->estimate.is_known)
			continue;
		c->nshared++;
		c->shared += fabs(row->difference);
		c->shared_real += row->is_real ? fabs(row->difference) : 0;
	}
	free(ncallers);
}

/* Returns the sum of the squares of all samples of G, whose errors are known; otherwise 0. */
static double
sum_of_squares(const struct graph *g)
{
	const struct paths *paths = g->profile->paths;
	double sum = 0;

	if (g->profile->measured == NULL)
		return g->total;
	for (uint32_t i = 0; paths != NULL && paths->squares != NULL && i < paths->n; i++)
		sum += paths->squares[i];
	return sum > 0 ? sum : g->profile->weight * g->total;
}

/* Add all rows.  Returns false if STOP stopped the work. */
static bool
add_rows(struct comparing *x, struct stop *stop)
{
	const struct funcmatch *m = &x->c->match;
	uint32_t f;

	for (f = 0; f < x->g->nfuncs && !stop_asked(stop, f); f++)
		if (m->there[f] != FUNCMATCH_UNSURE)
			add_row(x, (struct check_row){ .func = f, .caller = NOBODY, .arc = NOBODY,
				.known_func = m->there[f], .known_arc = NOBODY,
				.estimate = estimate_func(x, f),
				.known = known_func(x, m->there[f]) });
	if (f < x->g->nfuncs)
		return false;
	for (f = 0; f < x->g->nfuncs && !stop_asked(stop, f); f++)
		add_calls(x, f);
	return f == x->g->nfuncs;
}

bool
sharecheck_open(struct sharecheck *c, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there, struct stop *stop)
{
	struct comparing x = { .c = c, .g = g, .known = known };
	bool done;

	*c = (struct sharecheck){ .estimate = g, .known = known };
	if (!cycle_estimate_open(&x.cycles, inlinedtimes_cycles(g), stop)) {
		cycle_estimate_release(&x.cycles);
		return false;
	}
	x.all = sum_of_squares(g);
	x.known_all = sum_of_squares(known);
	x.known_arc = mem_new(known->nfuncs, sizeof(*x.known_arc));
	x.was_compared = mem_new(known->profile->narcs, sizeof(*x.was_compared));
	match_functions(&x, here, there);
	done = add_rows(&x, stop);
	if (done)
		sum_up(&x);
	else
		sharecheck_release(c);
	free(x.known_arc);
	free(x.was_compared);
	cycle_estimate_release(&x.cycles);
	return done;
}

void
sharecheck_release(struct sharecheck *c)
{
	funcmatch_release(&c->match);
	free(c->rows);
}
