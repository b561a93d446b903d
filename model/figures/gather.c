/* gather.c - reads the values of the files that are shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/gather.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "base/mem.h"
#include "figures/gather64.h"
#include "figures/pathvalues.h"
#include "figures/pick.h"
#include "measured/measured.h"
#include "profile/fold.h"
#include "profile/inlining.h"
#include "profile/paths.h"

struct gathering {
	struct graph *g;
	const struct profile *p;
	const struct profile *read;	/* P before folding */
	const struct measured *m;
	/* The functions and arcs, as read, that are excluded, but not with all others of their
	 * rows; NULL: there are none. */
	bool *no_func, *no_arc;		/* owned */

	/* What is known of the samples of the event and the part that are shown. */
	double weight;			/* mean value of one sample, from the first stack whose
					 * value is not 0 and whose number of samples is known; 0:
					 * no such stack was found yet */
	bool has_negative;		/* some value is less than 0, or some amount is not equal to
					 * its value */
	bool lacks_squares;		/* the sampling error of some value is not known */
	bool differs;			/* not all samples have the same weight */
	double base;			/* in a difference: sum of the values of the base, which is
					 * 100 % */
	double size;			/* sum of the sizes of all values: a double holds all sums
					 * up to SUM64_EXACT */
};

/* Returns an array indexed by number as shown, to be free()d: is each of the items that INTO folds
 * into it excluded?  There are N items, of which IS_EXCLUDED names some; INTO is NULL if nothing is
 * folded.  *IN_PART becomes the items that are excluded, but not with all others of their rows, or
 * NULL if there are none.  Adds their number to *NPARTS. */
static bool *
exclude_rows(const bool *is_excluded, const uint32_t *into, uint32_t n, bool **in_part,
	uint32_t *nparts)
{
	bool *rows = mem_copy(is_excluded, n, sizeof(*rows));

	*in_part = NULL;
	if (into == NULL)
		return rows;
	for (uint32_t i = 0; i < n; i++)
		rows[i] = into[i] == i;
	for (uint32_t i = 0; i < n; i++)
		rows[into[i]] = rows[into[i]] && is_excluded[i];
	for (uint32_t i = 0; i < n; i++) {
		if (!is_excluded[i] || rows[into[i]])
			continue;
		if (*in_part == NULL)
			*in_part = mem_new(n, sizeof(**in_part));
		(*in_part)[i] = true;
		++*nparts;
	}
	return rows;
}

/* Sets element I of *V, a set of N functions or arcs, which may be NULL. */
static void
add_to(bool **v, uint32_t n, uint32_t i)
{
	if (*v == NULL)
		*v = mem_new(n, sizeof(**v));
	(*v)[i] = true;
}

/* Returns the functions that are excluded: those of V, a part of a selection, those that the
 * options name, and those of the profiler, if they are omitted.  To be free()d; NULL if there are
 * none. */
static bool *
excluded_funcs(const struct gathering *t, const bool *v)
{
	const struct profile *p = t->read;
	bool *excluded = mem_copy(v, p->nfuncs, sizeof(*excluded));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if ((t->g->selection.no_profiler && p->funcs[f].is_profiler)
		    || (t->m != NULL && select_has(&p->named, EXCL_TIME, f)))
			add_to(&excluded, p->nfuncs, f);
	return excluded;
}

/* Returns the arcs that are excluded, like excluded_funcs().  In a profile of addresses, arcs that
 * options exclude were omitted when the profile was made. */
static bool *
excluded_arcs(const struct gathering *t, const bool *v)
{
	const struct profile *p = t->read;
	bool *excluded = mem_copy(v, p->narcs, sizeof(*excluded));

	if (t->m == NULL || p->named.arcs == NULL)
		return excluded;
	for (uint32_t a = 0; a < p->narcs; a++)
		if (!select_has_arc(&p->named, p->funcs, p->arcs[a].caller, p->arcs[a].callee))
			add_to(&excluded, p->narcs, a);
	return excluded;
}

/* Returns the number of rows that show at least one excluded item.  There are N items: item i is in
 * row INTO[i], or in row i if INTO is NULL.  IS_EXCLUDED is indexed by item.  *FIRST becomes the
 * row of the first excluded item. */
static uint32_t
count_rows(const bool *is_excluded, const uint32_t *into, uint32_t n, uint32_t *first)
{
	bool *seen = mem_new(n, sizeof(*seen));
	uint32_t rows = 0;

	for (uint32_t i = n; i-- > 0;) {
		uint32_t row = into != NULL ? into[i] : i;

		if (!is_excluded[i])
			continue;
		rows += !seen[row];
		seen[row] = true;
		*first = row;
	}
	free(seen);
	return rows;
}

/* Sets .excluded of the graph. */
static void
count_excluded(struct gathering *t)
{
	const struct fold *fold = t->p->fold;
	const struct selection *s = &t->g->selection;
	struct excluded_rows *to = &t->g->excluded;
	bool *funcs = mem_copy(s->no_func, t->p->nfuncs, sizeof(*funcs));
	uint32_t first;

	for (uint32_t f = 0; funcs != NULL && s->no_profiler && f < t->p->nfuncs; f++)
		funcs[f] = funcs[f] && !t->read->funcs[f].is_profiler;
	if (funcs != NULL)
		to->nfuncs = count_rows(funcs, fold != NULL ? fold->into : NULL, t->p->nfuncs,
			&to->func);
	free(funcs);
	if (s->no_arc != NULL)
		to->narcs = count_rows(s->no_arc, fold != NULL ? fold->arcs_into : NULL,
			t->p->narcs, &first);
}

static void
exclude(struct gathering *t)
{
	const struct fold *fold = t->p->fold;

	if (t->g->selection.no_func != NULL || t->g->selection.no_arc != NULL)
		count_excluded(t);
	if (t->g->selection.no_func != NULL)
		t->g->no_func = exclude_rows(t->g->selection.no_func,
			fold != NULL ? fold->into : NULL, t->p->nfuncs, &t->no_func,
			&t->g->nparts);
	if (t->g->selection.no_arc != NULL)
		t->g->no_arc = exclude_rows(t->g->selection.no_arc,
			fold != NULL ? fold->arcs_into : NULL, t->p->narcs, &t->no_arc,
			&t->g->nparts);
}

/* Compares W, the weight of one stack, with the weights of the stacks before. */
static void
compare_weight(struct gathering *t, const struct measured_weight *w)
{
	static const double rounding_error = 1e-9;
	double value = (double)w->value, n = (double)w->samples;

	t->size += fabs(value);
	t->has_negative |= w->value < 0;
	if (w->value == 0)
		return;
	t->lacks_squares |= w->samples == 0 && w->squares == 0;
	if (t->weight == 0 && w->samples > 0)
		t->weight = value / n;
	t->differs |= fabs(n * t->weight - value) > rounding_error * fabs(value)
		|| fabs(value * t->weight - w->squares) > rounding_error * w->squares;
}

/* Finds out whether all samples have the same weight, and whether the sampling errors of all values
 * are known. */
static void
compare_weights(struct gathering *t)
{
	for (uint32_t i = 0; i < t->m->nsamples; i++)
		if (gather_shows(t->g, t->m->samples[i].part))
			compare_weight(t, gather_weight(t->g, i));
}

/* Are the sampling errors of the event known? */
static bool
has_errors(const struct gathering *t)
{
	return graph_event(t->g)->is_sampled && !t->has_negative
		&& !t->lacks_squares;
}

/* Returns AMOUNTS, the amounts of N paths that have the samples SELF.  If the base of a difference
 * has no samples, all amounts are 0; the amounts then become the absolute values of SELF, as in go
 * tool pprof.  If amounts and samples are equal, frees AMOUNTS and returns NULL. */
static double *
check_amounts(double *amounts, const double *self, uint32_t n)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < n; i++)
		sum += amounts[i];
	for (i = 0; i < n && sum == 0; i++)
		amounts[i] = fabs(self[i]);
	for (i = 0; i < n && amounts[i] == self[i]; i++)
		;
	if (i < n)
		return amounts;
	free(amounts);
	return NULL;
}

/* Sets the amounts of the paths of a difference: the larger value of the two sides. */
static void
read_sides(struct gathering *t)
{
	struct path_values *v = &t->g->paths;
	uint32_t n = t->p->paths->n;
	double *base = mem_new(n, sizeof(*base));

	v->amounts = mem_new(n, sizeof(*v->amounts));
	for (uint32_t i = 0; i < t->m->nsamples; i++) {
		const struct measured_sample *sample = &t->m->samples[i];
		double *to = sample->part == t->m->base_part ? base : v->amounts;

		if (gather_shows(t->g, sample->part))
			to[paths_of(t->p->paths, sample->path)]
				+= fabs((double)gather_weight(t->g, i)->value);
	}
	for (uint32_t i = 0; i < n; i++) {
		t->base += base[i];
		v->amounts[i] = fmax(v->amounts[i], base[i]);
	}
	free(base);
}

/* Sets the own values of all paths, also of those that do not count. */
static void
read_stacks(struct gathering *t)
{
	struct path_values *v = &t->g->paths;
	uint32_t n = t->p->paths->n;
	bool is_difference = graph_is_difference(t->g);

	v->self = mem_new(n, sizeof(*v->self));
	if (t->differs && has_errors(t))
		v->squares = mem_new(n, sizeof(*v->squares));
	if (t->m->amounts != NULL && !is_difference)
		v->amounts = mem_new(n, sizeof(*v->amounts));
	for (uint32_t i = 0; i < t->m->nsamples; i++) {
		const struct measured_weight *w = gather_weight(t->g, i);
		uint32_t path;

		if (!gather_shows(t->g, t->m->samples[i].part))
			continue;
		path = paths_of(t->p->paths, t->m->samples[i].path);
		v->self[path] += (double)w->value;
		if (v->amounts != NULL)
			v->amounts[path] += (double)t->m->amounts[w - t->m->weights];
		if (v->squares != NULL)
			v->squares[path] += w->squares;
		t->g->measure.nsamples += w->samples;
	}
	if (v->amounts != NULL)
		v->amounts = check_amounts(v->amounts, v->self, n);
	if (is_difference)
		read_sides(t);
	else if (t->size > SUM64_EXACT)
		gather64_read_stacks(t->g);
	t->has_negative |= v->amounts != NULL;
	if (!has_errors(t)) {
		free(v->squares);
		v->squares = NULL;
	}
}

/* Sets the own values of paths that do not count to 0. */
static void
drop_stacks(struct gathering *t)
{
	struct path_values *v = &t->g->paths;

	for (uint32_t i = 0; i < t->p->paths->n; i++) {
		t->g->measure.total += v->amounts != NULL ? v->amounts[i] : v->self[i];
		t->g->measure.net += v->self[i];
		if ((v->state[i] & PATH_PROFILES) != 0)
			t->g->measure.omitted += v->amounts != NULL ? v->amounts[i] : v->self[i];
		if (pick_counts(v->state[i]))
			continue;
		v->self[i] = 0;
		if (v->squares != NULL)
			v->squares[i] = 0;
		if (v->amounts != NULL)
			v->amounts[i] = 0;
	}
	if (t->base > 0)
		t->g->measure.total = t->base;
	gather64_drop_stacks(t->g);
}

static void
own_self(struct gathering *t)
{
	t->g->in.self = mem_new(t->p->nfuncs, sizeof(*t->g->in.self));
	t->g->in.owns_self = true;
}

static bool
gather_stacks(struct gathering *t, struct stop *stop)
{
	struct graph *g = t->g;

	if (!pick(g, stop))
		return false;
	compare_weights(t);
	read_stacks(t);
	drop_stacks(t);
	own_self(t);
	for (uint32_t i = 0; i < t->p->paths->n; i++)
		g->in.self[fold_func(t->p->fold, t->p->paths->v[i].func)] += g->paths.self[i];
	gather64_add_self(g);
	pathvalues_sum(&g->paths, t->p->paths);
	return !stop_asked(stop, 0);
}

/* Returns the function, as read, to which the samples of PATH belong.  Stacks have one frame and
 * the functions that were inlined into its code. */
static uint32_t
func_of_path(const struct gathering *t, uint32_t path)
{
	const struct measured *m = t->m;

	while ((m->frames[m->paths[path].frame].flags & MEASURED_INLINED) != 0
	    && m->paths[path].parent != NOBODY)
		path = m->paths[path].parent;
	return t->p->func_of[m->frames[m->paths[path].frame].func];
}

/* Sets .measure.omitted.  OWN has the samples of functions as read. */
static void
set_omitted(struct gathering *t, const double *own)
{
	for (uint32_t f = 0; t->g->selection.no_profiler && f < t->read->nfuncs; f++)
		if (t->read->funcs[f].is_profiler)
			t->g->measure.omitted += own[f];
}

/* Sets .in.self to OWN, the samples of functions as read, which is freed. */
static void
set_self(struct gathering *t, double *own)
{
	own_self(t);
	set_omitted(t, own);
	for (uint32_t f = 0; f < t->p->nfuncs; f++)
		if (t->no_func == NULL || !t->no_func[f])
			t->g->in.self[fold_func(t->p->fold, f)] += own[f];
	free(own);
}

/* Adds up the samples of functions of a profile whose time is propagated along counted calls. */
static void
gather_samples(struct gathering *t)
{
	double *own = mem_new(t->p->nfuncs, sizeof(*own));

	compare_weights(t);
	for (uint32_t i = 0; i < t->m->nsamples; i++) {
		const struct measured_weight *w = gather_weight(t->g, i);

		if (!gather_shows(t->g, t->m->samples[i].part))
			continue;
		own[func_of_path(t, t->m->samples[i].path)] += (double)w->value;
		t->g->measure.total += (double)w->value;
		t->g->measure.net += (double)w->value;
		t->g->measure.nsamples += w->samples;
	}
	set_self(t, own);
}

/* Adds up the costs of calls.  Calls inside a group of functions cost nothing, because the calls
 * that enter the group include their cost. */
static void
gather_costs_of_calls(struct gathering *t)
{
	const struct measured *m = t->m;
	const struct fold *fold = t->p->fold;

	t->g->in.costs = mem_new(t->p->narcs, sizeof(*t->g->in.costs));
	for (uint32_t i = 0; i < m->ncalls; i++) {
		uint32_t a = t->p->arc_of_call[i];
		const struct arc *arc = &t->read->arcs[a];

		if (!gather_shows(t->g, m->calls[i].part) || (t->no_arc != NULL && t->no_arc[a])
		    || (fold != NULL && fold->into[arc->caller] == fold->into[arc->callee]))
			continue;
		t->g->in.costs[fold_arc(fold, a)] += (double)gather_call_cost(t->g, i);
		if (t->g->in.costs64 != NULL)
			t->g->in.costs64[fold_arc(fold, a)] += (uint64_t)gather_call_cost(t->g, i);
	}
}

/* Returns an array, to be freed, indexed by function as read: what of TOTALS, those of the
 * functions, is not OWN cost or cost of calls, apart from rounding. */
static double *
find_unexplained(const struct gathering *t, const double *totals, const double *own)
{
	const struct measured *m = t->m;
	enum { ROUNDING = 1 };
	double *left = mem_new(t->p->nfuncs, sizeof(*left));

	for (uint32_t f = 0; f < t->p->nfuncs; f++)
		left[f] = totals[f] - own[f] - ROUNDING;
	for (uint32_t i = 0; i < m->ncalls; i++) {
		const struct arc *arc = &t->read->arcs[t->p->arc_of_call[i]];

		if (gather_shows(t->g, m->calls[i].part) && arc->caller != arc->callee)
			left[arc->caller] -= (double)gather_call_cost(t->g, i) + ROUNDING;
	}
	return left;
}

/* TOTALS are those of functions as read, with the OWN costs.  Makes them those of functions as
 * shown.  The total of a group of functions follows from the costs of calls or, if these do not
 * explain the totals of its members, is not known.  So is that of a function if some functions or
 * calls are excluded in part. */
static void
fold_totals(struct gathering *t, double *totals, const double *own)
{
	const double slack = 1e-6;	/* times in files are rounded */
	bool in_part = t->no_func != NULL || t->no_arc != NULL;
	double *left = find_unexplained(t, totals, own);
	double *most = mem_new(t->p->nfuncs, sizeof(*most));
	uint32_t *members = mem_new(t->p->nfuncs, sizeof(*members));
	bool *lacks = mem_new(t->p->nfuncs, sizeof(*lacks));

	for (uint32_t f = 0; f < t->p->nfuncs; f++) {
		uint32_t row = fold_func(t->p->fold, f);

		members[row]++;
		most[row] += totals[f];
		lacks[row] |= left[f] > slack * totals[f];
	}
	for (uint32_t f = 0; f < t->p->nfuncs; f++)
		totals[f] = members[f] == 0 ? 0 : members[f] == 1 && !in_part ? totals[f]
			: lacks[f] ? -most[f] : 0;
	free(left);
	free(most);
	free(members);
	free(lacks);
}

/* Adds up the totals that the files state.  OWN has the own costs of functions as read. */
static void
gather_totals(struct gathering *t, const double *own)
{
	const struct measured *m = t->m;
	double *totals;

	if (m->ntotals == 0 || graph_is_difference(t->g))
		return;
	t->g->in.totals = totals = mem_new(t->p->nfuncs, sizeof(*totals));
	for (uint32_t i = 0; i < m->ntotals; i++)
		if (gather_shows(t->g, m->totals[i].part))
			totals[t->p->func_of[m->frames[m->totals[i].frame].func]]
				+= (double)gather_cost(t->g, m->total_values, i);
	if (t->p->fold != NULL)
		fold_totals(t, totals, own);
}

/* Returns the sum of the costs of the base, if a difference is shown; otherwise 0. */
static double
sum_base(const struct gathering *t)
{
	const struct measured *m = t->m;
	double base = 0;

	if (m->base_part == NOBODY || !graph_is_difference(t->g))
		return 0;
	for (uint32_t i = 0; i < m->ncosts; i++)
		if (m->costs[i].part == m->base_part)
			base += fabs((double)gather_cost(t->g, m->cost_values, i));
	return base;
}

/* Adds up the own costs of functions and the costs of calls. */
static void
gather_costs(struct gathering *t)
{
	const struct measured *m = t->m;
	double *own = mem_new(t->p->nfuncs, sizeof(*own)), base = sum_base(t);

	for (uint32_t i = 0; i < m->ncosts; i++)
		if (gather_shows(t->g, m->costs[i].part))
			own[t->p->func_of[m->frames[m->costs[i].frame].func]]
				+= (double)gather_cost(t->g, m->cost_values, i);
	gather64_costs(t->g, own, t->no_func);
	for (uint32_t f = 0; f < t->p->nfuncs; f++) {
		t->g->measure.total += base > 0 ? 0 : fabs(own[f]);
		t->g->measure.net += own[f];
	}
	t->g->measure.total += base;
	gather_totals(t, own);
	set_self(t, own);
	gather_costs_of_calls(t);
	gather64_round_costs(t->g);
}

/* Sets .in.outside to the calls by no function in the part that is shown. */
static void
gather_outside(struct gathering *t)
{
	const struct measured *m = t->m;
	uint64_t *outside;

	if (t->p->outside == NULL)
		return;
	t->g->in.outside = outside = mem_new(t->p->nfuncs, sizeof(*outside));
	for (uint32_t i = 0; i < m->ntotals; i++) {
		uint32_t func = m->frames[m->totals[i].frame].func;
		uint32_t f = fold_func(t->p->fold, t->p->func_of[func]);

		if (gather_shows(t->g, m->totals[i].part))
			outside[f] = count_sum(outside[f], m->totals[i].outside);
	}
}

/* Sets .in.calls and .in.outside if some counted calls are not shown. */
static void
gather_calls(struct gathering *t)
{
	const struct measured *m = t->m;
	bool has_parts = m != NULL && t->g->selection.part != NOBODY;
	uint64_t *calls;

	if (has_parts)
		gather_outside(t);
	if (!has_parts && t->no_arc == NULL && t->g->selection.focus == NULL)
		return;
	t->g->in.calls = calls = mem_new(t->p->narcs, sizeof(*calls));
	if (t->g->selection.focus != NULL)
		return;
	for (uint32_t i = 0; has_parts && i < m->ncalls; i++) {
		uint32_t a = t->p->arc_of_call[i], shown = fold_arc(t->p->fold, a);

		if (gather_shows(t->g, m->calls[i].part) && (t->no_arc == NULL || !t->no_arc[a]))
			calls[shown] = count_sum(calls[shown], m->calls[i].count);
	}
	for (uint32_t a = 0; !has_parts && a < t->p->narcs; a++)
		if (!t->no_arc[a])
			calls[t->p->fold->arcs_into[a]] += profile_arc_calls(t->read, a);
}

/* Sets .in.self and .in.instances of a profile that has samples of addresses. */
static void
gather_ticks(struct gathering *t)
{
	const struct inlining *x = t->read->inlining;

	if (t->no_func == NULL) {
		t->g->in.self = t->p->ticks;
		return;
	}
	t->g->in.self = fold_ticks(t->read, t->p->fold, t->no_func);
	t->g->in.owns_self = true;
	if (x == NULL)
		return;
	t->g->in.instances = mem_new(x->ninstances, sizeof(*t->g->in.instances));
	for (uint32_t i = 0; i < x->ninstances; i++)
		if (!t->no_func[x->instances[i].host])
			t->g->in.instances[i] = x->instances[i].ticks;
}

/* Sets those members of .measure that gather_stacks() and its like have not set. */
static void
measure(struct gathering *t)
{
	struct measure *measure = &t->g->measure;
	const struct measured_event *event = graph_event(t->g);

	if (t->m == NULL) {
		*measure = (struct measure){ .total = t->p->total, .net = t->p->total,
			.nsamples = t->p->nsamples, .rate = t->p->rate,
			.per_unit = t->p->rate > 0 ? t->p->rate : 1, .weight = 1,
			.unit = event->unit };
		set_omitted(t, t->read->ticks);
		return;
	}
	measure->rate = (uint32_t)(measured_event_rate(event) * event->per_unit);
	measure->per_unit = measure->rate > 0 ? measure->rate : event->per_unit;
	measure->unit = *event->unit != '\0' && measured_event_rate(event) == 0 ? event->unit
		: event->name;
	measure->weight = has_errors(t) && !t->differs ? t->weight : 0;
	if (t->lacks_squares)
		measure->nsamples = 0;
}

bool
gather(struct graph *g, const struct selection *selection, struct stop *stop)
{
	struct gathering t = { .g = g, .p = g->profile,
		.read = g->profile->fold != NULL ? g->profile->borrowed : g->profile,
		.m = g->profile->measured };
	bool done = true;

	assert(t.m == NULL || selection->event < t.m->nevents);
	assert(selection->focus == NULL || t.p->paths != NULL);
	g->selection = *selection;
	g->selection.no_func = excluded_funcs(&t, selection->no_func);
	g->selection.no_arc = excluded_arcs(&t, selection->no_arc);
	g->selection.focus = mem_copy(selection->focus, t.p->nfuncs, sizeof(*selection->focus));
	exclude(&t);
	if (t.m == NULL)
		gather_ticks(&t);
	else if (t.m->has_costs)
		gather_costs(&t);
	else if (t.m->propagate)
		gather_samples(&t);
	else
		done = gather_stacks(&t, stop);
	gather_calls(&t);
	measure(&t);
	free(t.no_func);
	free(t.no_arc);
	return done;
}

void
gather_release(struct graph *g)
{
	if (g->in.owns_self)
		free(g->in.self);
	free(g->in.calls);
	free(g->in.outside);
	free(g->in.costs);
	free(g->in.totals);
	free(g->in.instances);
	free(g->paths.state);
	free(g->paths.head);
	free(g->paths.self);
	free(g->paths.total);
	free(g->paths.squares);
	free(g->paths.total_squares);
	free(g->paths.amounts);
	free(g->paths.total_amounts);
	gather64_release(g);
	free(g->no_func);
	free(g->no_arc);
	free((void *)g->selection.no_func);
	free((void *)g->selection.no_arc);
	free((void *)g->selection.focus);
}

void
gather_each_sample(const struct graph *g,
	void (*fn)(void *with, uint32_t path, const struct measured_weight *w), void *with)
{
	const struct measured *m = g->profile->measured;
	const struct paths *paths = g->profile->paths;

	for (uint32_t i = 0; i < m->nsamples; i++)
		if (gather_shows(g, m->samples[i].part) && (paths == NULL
			|| pick_counts(g->paths.state[paths_of(paths, m->samples[i].path)])))
			fn(with, m->samples[i].path, gather_weight(g, i));
}

void
gather_each_cost(const struct graph *g,
	void (*fn)(void *with, uint32_t frame, int64_t cost), void *with)
{
	const struct measured *m = g->profile->measured;

	for (uint32_t i = 0; i < m->ncosts; i++)
		if (gather_shows(g, m->costs[i].part))
			fn(with, m->costs[i].frame, gather_cost(g, m->cost_values, i));
}

void
gather_each_call(const struct graph *g,
	void (*fn)(void *with, uint32_t number, const struct measured_call *call), void *with)
{
	const struct measured *m = g->profile->measured;

	for (uint32_t i = 0; i < m->ncalls; i++)
		if (gather_shows(g, m->calls[i].part))
			fn(with, i, &m->calls[i]);
}

int64_t
gather_call_cost(const struct graph *g, uint32_t number)
{
	return gather_cost(g, g->profile->measured->call_values, number);
}
