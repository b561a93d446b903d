/* ranking.c - callers and callees in the order of views: by time, inside a cycle by calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/ranking.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/entries.h"
#include "figures/knowntimes.h"

/* A fraction of the calls, or of the program's time, that is smaller than this is negligible. */
static const double NEGLIGIBLE = 0.01;

/* Figures by which the arcs of member F are ranked. */
struct scales {
	const struct graph *g;
	bool callers;
	const struct cycle_estimate *estimate;	/* borrowed; NULL: estimates are not used */
	bool is_known;			/* the times of calls inside the cycle are known */
	uint64_t calls;			/* ranking_inner_calls() of F */
	double others;			/* only for callees: time of other members, in samples, that
					 * is divided among F's calls inside the cycle */
};

uint64_t
ranking_inner_calls(const struct graph *g, uint32_t f, bool callers)
{
	const struct profile *p = g->profile;
	uint64_t calls = 0;

	if (callers)
		return g->nodes[f].calls;
	for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++)
		if (graph_is_between_members(g, profile_arc(&p->out, i)))
			calls += profile_arc_calls(p, profile_arc(&p->out, i));
	return calls;
}

/* F makes CALLS calls inside its cycle.  Computes for each callee which fraction of the callee's
 * calls F makes.  Returns the mean of these fractions, weighted by F's calls of each callee. */
static double
part_of_callees(const struct graph *g, uint32_t f, uint64_t calls)
{
	const struct profile *p = g->profile;
	double sum = 0;

	for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
		uint32_t a = profile_arc(&p->out, i);
		double count = (double)profile_arc_calls(p, a);

		if (count > 0 && graph_is_between_members(g, a))
			sum += count / (double)g->nodes[p->arcs[a].callee].calls * count;
	}
	return calls > 0 ? sum / (double)calls : 0;
}

/* Is ARC ranked?  Arcs from a function to itself and possible calls are not ranked; they come
 * last. */
static bool
is_ranked(const struct graph *g, uint32_t arc)
{
	const struct arc *a = &g->profile->arcs[arc];

	return a->caller != a->callee && !profile_is_possible(g->profile, arc)
		&& !graph_is_excluded(g, arc);
}

/* Is there a trusted estimate of the time of arc A, which is inside a cycle?  If so, *SAMPLES
 * becomes the estimate. */
static bool
has_estimate(const struct cycle_estimate *e, uint32_t a, double *samples)
{
	struct cycle_figure figure;

	if (e == NULL)
		return false;
	figure = cycle_estimate_of_arc(e, a);
	*samples = figure.samples;
	return figure.trust == CYCLE_TRUSTED;
}

/* Do all callers of member F have trusted estimates?  Callers outside the cycle have none.
 * Ignores callers that make only a negligible fraction of the CALLS calls of F. */
static bool
callers_have_estimates(const struct ranking *r, uint32_t f, uint64_t calls)
{
	const struct graph *g = r->graph;
	const struct profile *p = g->profile;
	double least = NEGLIGIBLE * (double)calls, left = (double)calls, samples;

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
		uint32_t a = profile_arc(&p->in, i);

		if (!is_ranked(g, a) || !graph_is_inner(g, a))
			continue;
		left -= (double)graph_calls(g, a);
		if ((double)graph_calls(g, a) >= least && !has_estimate(r->estimate, a, &samples))
			return false;
	}
	return left < least;
}

/* Are the times of all arcs of member F inside its cycle known? */
static bool
inner_times_are_known(const struct graph *g, uint32_t f, bool callers)
{
	const struct arc_list *list = callers ? &g->profile->in : &g->profile->out;
	bool any = false;
	double time;

	if (!graph_has_known_times(g) || g->total <= 0)
		return false;
	for (uint32_t i = list->at[f]; i < list->at[f + 1]; i++) {
		uint32_t a = profile_arc(list, i);

		if (!is_ranked(g, a) || !graph_is_inner(g, a))
			continue;
		if (!knowntimes_of_inner_arc(g, a, &time))
			return false;
		any = true;
	}
	return any;
}

/* Returns the figures by which arcs of member F are ranked.  The time of the NSEEN functions SEEN
 * does not count. */
static struct scales
scales_of(const struct ranking *r, uint32_t f, bool callers, const uint32_t *seen, size_t nseen)
{
	const struct graph *g = r->graph;
	struct scales s = { .g = g, .callers = callers };

	assert(g->nodes[f].cycle != NOBODY);
	s.calls = ranking_inner_calls(g, f, callers);
	s.is_known = inner_times_are_known(g, f, callers);
	if (g->total <= 0)
		return s;
	if (!callers || callers_have_estimates(r, f, s.calls))
		s.estimate = r->estimate;
	s.others = graph_node_time(&g->nodes[g->nodes[f].cycle]) - graph_node_time(&g->nodes[f]);
	for (size_t i = 0; i < nseen; i++)
		if (g->nodes[seen[i]].cycle == g->nodes[f].cycle && seen[i] != f)
			s.others -= graph_node_time(&g->nodes[seen[i]]);
	s.others = s.others > 0 && !callers ? s.others * part_of_callees(g, f, s.calls) : 0;
	return s;
}

/* Returns HEAT, in samples, or the nearer bound of ARC if HEAT is outside the bounds of ARC.  So an
 * arc that certainly has more time than others comes first, even if it has few calls. */
static double
within_bounds(const struct scales *s, uint32_t arc, double heat)
{
	struct cycle_figure figure;

	if (s->estimate == NULL)
		return heat;
	figure = cycle_estimate_of_arc(s->estimate, arc);
	return heat < figure.lo ? figure.lo : heat > figure.hi ? figure.hi : heat;
}

/* Returns the heat of ARC, by which ARC is ranked.  The heat is the time of ARC, in samples.  If
 * the program has no samples, or if callers are ranked without S->estimate, the heat is the number
 * of calls.  If callers are ranked with S->estimate, a caller without an estimate has few calls:
 * its heat is 0. */
static double
heat_of_arc(const struct scales *s, uint32_t arc)
{
	const struct graph *g = s->g;
	double count = (double)graph_calls(g, arc), samples;
	struct share share;

	if (s->is_known && graph_is_inner(g, arc))
		return knowntimes_of_inner_arc(g, arc, &samples) ? samples : 0;
	if (graph_is_inner(g, arc) && has_estimate(s->estimate, arc, &samples))
		return samples;
	if (s->callers && s->estimate != NULL)
		return 0;
	if ((s->callers && !s->is_known) || g->total <= 0)
		return count;
	if (graph_is_inner(g, arc))
		return within_bounds(s, arc,
			s->calls > 0 ? s->others * count / (double)s->calls : 0);
	share = graph_share(g, arc);
	return graph_size(g, share.self + share.children);
}

/* Sorts the N arcs V of member F by heat.  The hottest arc comes last if CALLERS is set, otherwise
 * first.  Arcs of equal heat keep their order. */
static void
sort_arcs(const struct ranking *r, uint32_t f, bool callers, uint32_t *v, size_t n)
{
	struct scales s = scales_of(r, f, callers, NULL, 0);
	uint64_t *keys = mem_new(n, sizeof(*keys));

	for (size_t i = 0; i < n; i++) {
		double heat = is_ranked(r->graph, v[i]) ? heat_of_arc(&s, v[i]) : -1;

		keys[i] = sort_key_greatest(callers ? -heat : heat);
	}
	sort_by_keys(v, keys, n);
	free(keys);
}

uint32_t *
ranking_callers(const struct ranking *r, uint32_t f, size_t *n)
{
	uint32_t *v = entries_callers(r->graph, f, n);

	if (r->graph->nodes[f].cycle != NOBODY)
		sort_arcs(r, f, true, v, *n);
	return v;
}

uint32_t *
ranking_callees(const struct ranking *r, uint32_t f, size_t *n)
{
	uint32_t *v = entries_callees(r->graph, f, n);

	if (r->graph->nodes[f].cycle != NOBODY)
		sort_arcs(r, f, false, v, *n);
	return v;
}

/* Returns the size of the time that arc A propagates. */
static double
size_of_arc(const struct graph *g, uint32_t a)
{
	struct share share = graph_share(g, a);

	return fabs(share.self + share.children);
}

/* Does arc A propagate more time than arc B, or the same time with more calls? */
static bool
is_hotter(const struct graph *g, uint32_t a, uint32_t b)
{
	double x = size_of_arc(g, a), y = size_of_arc(g, b);

	if (x != y)
		return x > y;
	return graph_calls(g, a) > graph_calls(g, b);
}

/* Returns the hottest arc to F if CALLERS is set, otherwise from F.  Returns BEST, which may be
 * NOBODY, if no arc is hotter.  Arcs inside a cycle are ignored. */
static uint32_t
hottest_by_time(const struct graph *g, uint32_t f, bool callers, uint32_t best)
{
	const struct profile *p = g->profile;
	const struct arc_list *list = callers ? &p->in : &p->out;

	for (uint32_t i = list->at[f]; i < list->at[f + 1]; i++) {
		uint32_t a = profile_arc(list, i);

		if (!graph_is_inner(g, a) && (best == NOBODY || is_hotter(g, a, best)))
			best = a;
	}
	return best;
}

static uint32_t
hottest_of_cycle(const struct graph *g, uint32_t cycle, bool callers)
{
	uint32_t c = cycle - g->nfuncs, best = NOBODY;

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		best = hottest_by_time(g, g->members[i], callers, best);
	return best;
}

static bool
contains(const uint32_t *v, size_t n, uint32_t f)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] == f)
			return true;
	return false;
}

/* Sets H->arc to the hottest arc of member N, and returns the heat of this arc, or -1 if there is
 * no arc.  Skips arcs to or from the NSEEN functions SEEN.  *PASSED becomes true if a
 * skipped arc is hotter than all arcs before it that are not skipped.  If times are known,
 * H->passed becomes the hottest skipped arc, unless H->arc is hotter. */
static double
hottest_unseen(const struct scales *s, uint32_t n, const uint32_t *seen, size_t nseen, bool *passed,
	struct hottest *h)
{
	const struct profile *p = s->g->profile;
	const struct arc_list *list = s->callers ? &p->in : &p->out;
	double most = -1, most_passed = -1;

	for (uint32_t i = list->at[n]; i < list->at[n + 1]; i++) {
		uint32_t arc = profile_arc(list, i);
		const struct arc *a = &p->arcs[arc];
		double heat = is_ranked(s->g, arc) ? fabs(heat_of_arc(s, arc)) : -1;

		if (heat <= most)
			continue;
		if (!contains(seen, nseen, s->callers ? a->caller : a->callee)) {
			most = heat;
			h->arc = arc;
			continue;
		}
		*passed = true;
		if (s->is_known && heat > most_passed) {
			most_passed = heat;
			h->passed = arc;
		}
	}
	if (most >= most_passed)
		h->passed = NOBODY;
	return most;
}

/* For a profile with stacks: sets H->arc to the hottest arc to function F if CALLERS is set,
 * otherwise from F.  Skips calls of F by itself, arcs without time, and arcs to or from the NSEEN
 * functions SEEN.  H->passed becomes the hottest arc that is skipped because of SEEN, unless H->arc
 * is hotter.  H->arc and H->passed must be NOBODY before. */
static void
hottest_of_stacks(const struct graph *g, uint32_t f, bool callers, const uint32_t *seen,
	size_t nseen, struct hottest *h)
{
	const struct profile *p = g->profile;
	const struct arc_list *list = callers ? &p->in : &p->out;

	for (uint32_t i = list->at[f]; i < list->at[f + 1]; i++) {
		uint32_t arc = profile_arc(list, i);
		const struct arc *a = &p->arcs[arc];
		uint32_t other = callers ? a->caller : a->callee;

		if (other == f || !graph_propagates(g, arc))
			continue;
		if (contains(seen, nseen, other)) {
			if (h->passed == NOBODY || is_hotter(g, arc, h->passed))
				h->passed = arc;
		} else if (h->arc == NOBODY || is_hotter(g, arc, h->arc)) {
			h->arc = arc;
		}
	}
	if (h->arc != NOBODY && h->passed != NOBODY && is_hotter(g, h->arc, h->passed))
		h->passed = NOBODY;
}

struct hottest
ranking_hottest(const struct ranking *r, uint32_t n, bool callers, const uint32_t *seen,
	size_t nseen)
{
	const struct graph *g = r->graph;
	struct hottest h = { .arc = NOBODY, .passed = NOBODY };
	double most, least;
	struct scales s;
	bool passed = false;

	if (profile_has(g->profile, HAS_STACKS)) {
		hottest_of_stacks(g, n, callers, seen, nseen, &h);
		return h;
	}
	if (n >= g->nfuncs || g->nodes[n].cycle == NOBODY) {
		h.arc = n >= g->nfuncs ? hottest_of_cycle(g, n, callers)
			: hottest_by_time(g, n, callers, NOBODY);
		return h;
	}
	s = scales_of(r, n, callers, seen, nseen);
	most = hottest_unseen(&s, n, seen, nseen, &passed, &h);
	least = NEGLIGIBLE * (callers && s.estimate == NULL && !s.is_known ? (double)s.calls
		: g->total);
	if (passed && most < least) {
		h.arc = hottest_of_cycle(g, g->nodes[n].cycle, callers);
		h.leaves = true;
	} else if (h.arc == NOBODY || s.is_known) {
		return h;
	} else if (graph_is_inner(g, h.arc) && has_estimate(s.estimate, h.arc, &h.samples)) {
		h.by_estimate = true;
	} else if (callers || graph_is_inner(g, h.arc)) {
		h.by_calls = true;
		h.calls = graph_calls(g, h.arc);
		h.of = s.calls;
	}
	return h;
}
