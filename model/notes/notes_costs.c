/* notes_costs.c - findings about costs of calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/mem.h"
#include "measured/measured.h"

/* Sums that differ by less than this fraction of them need no note. */
static const double MUCH = 0.01;

/* Returns the sum of the costs without an owner. */
static double
sum_of_unowned(const struct graph *g)
{
	double sum = 0;

	for (uint32_t f = 0; f < g->nfuncs; f++)
		sum += g->unowned[f];
	return sum;
}

/* Adds a note if much of 100 % is costs without an owner (graph.unowned). */
static void
note_unowned(struct profile *p, const struct graph *g)
{
	double sum = sum_of_unowned(g), all = g->measure.total;
	uint32_t most = 0, n = 0;

	if (!(sum > 0 && all > 0 && sum >= MUCH * all))
		return;
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		n += g->unowned[f] > 0;
		if (g->unowned[f] > g->unowned[most])
			most = f;
	}
	profile_note(p, most, arena_printf(&p->names, "%.0f %% of the total is in no function's own cost.",
		100 * sum / all), arena_printf(&p->names, "The file has no own cost of %u "
		"function%s, but calls of %s cost something: the total is what the callers paid.", n,
		n == 1 ? "" : "s", n == 1 ? "it" : "them"));
}

/* Adds a note if the files state another total than that of the costs in them. */
static void
note_stated(struct profile *p, const struct graph *g)
{
	const struct measured_event *event = graph_event(g);
	double stated = (double)event->stated, sum = g->measure.net;
	double own = sum - sum_of_unowned(g);

	if (!event->has_stated || event->formula != NULL || g->selection.part != NOBODY
	    || p->damaged || fabs(stated - sum) <= MUCH * fabs(sum)
	    || fabs(stated - own) <= MUCH * fabs(sum))
		return;
	profile_note(p, NOBODY, arena_printf(&p->names, "The file states a total of %.0f %s, but its costs "
		"add up to %.0f.", stated, event->name, sum),
		"Percentages are parts of the sum. Some programs state the run time, or the largest total of "
		"a function.");
}

/* Returns how much more the callers of node N paid than N has; less than 0: they paid less. */
static double
excess_of(const struct graph *g, uint32_t n, const double *paid)
{
	return paid[n] - graph_node_time(&g->nodes[n]);
}

/* Adds a note if costs contradict each other.  NEGATIVE is an arc whose cost is less than 0,
 * although no own cost is, or NOBODY.  PAID is indexed by node: what callers paid. */
static void
note_contradictions(struct profile *p, const struct graph *g, uint32_t negative, const double *paid)
{
	uint32_t most = NOBODY, above = NOBODY, f;
	const char *text;

	for (uint32_t n = 0; n < g->nnodes; n++) {
		if (g->bounds[n].certainty != IMPOSSIBLE)
			continue;
		if (excess_of(g, n, paid) > (most != NOBODY ? excess_of(g, most, paid) : 0))
			most = n;
		if (above == NOBODY || graph_node_time(&g->nodes[n])
		    > graph_node_time(&g->nodes[above]))
			above = n;
	}
	if (above == NOBODY && g->contradicted == NULL)
		return;
	f = negative != NOBODY ? p->arcs[negative].callee : most != NOBODY ? most
		: above != NOBODY ? above : 0;
	f = f < g->nfuncs ? f : g->members[g->member_at[f - g->nfuncs]];
	text = negative != NOBODY ? arena_printf(&p->names, "Calls of %s cost less than 0.",
			p->funcs[f].name)
		: most != NOBODY ? arena_printf(&p->names, "Calls of %s cost %.0f in all, but it has "
			"only %.0f.", p->funcs[f].name, paid[most], graph_node_time(&g->nodes[most]))
		: arena_printf(&p->names, "%s has %.1f %% of all costs.", p->funcs[f].name,
			above != NOBODY ? 100 * graph_node_time(&g->nodes[above]) / g->total : 0);
	profile_note(p, f, text, "The costs in the file contradict each other. Totals that are impossible "
		"for this reason are marked with !. Some programs count the costs of recursive calls "
		"more than once, or round the cost of each call.");
}

/* Finds what note_contradictions() needs. */
static void
find_contradictions(struct profile *p, const struct graph *g)
{
	double *paid = mem_new(g->nnodes, sizeof(*paid));
	bool is_signed = graph_is_signed(g);
	uint32_t negative = NOBODY;

	for (uint32_t a = 0; a < p->narcs; a++) {
		if (graph_is_inner(g, a))
			continue;
		if (g->in.costs[a] > 0)
			paid[graph_cycle_or_self(g, p->arcs[a].callee)] += g->in.costs[a];
		else if (g->in.costs[a] < 0 && !is_signed && negative == NOBODY)
			negative = a;
	}
	note_contradictions(p, g, negative, paid);
	free(paid);
}

/* Adds a note if the files state totals that the costs of calls do not explain. */
static void
note_rest(struct profile *p, const struct graph *g)
{
	uint32_t most = NOBODY, n = 0;

	for (uint32_t f = 0; g->rest != NULL && f < g->nfuncs; f++) {
		if (fabs(g->rest[f]) <= MUCH * graph_node_time(&g->nodes[f]))
			continue;
		n++;
		if (most == NOBODY || fabs(g->rest[f]) > fabs(g->rest[most]))
			most = f;
	}
	if (p->measured->ncalls == 0)
		profile_note(p, NOBODY, "The file does not say which functions called which.",
			"Totals and numbers of calls are those that the file states. cProfile records "
			"callers unless it is made with subcalls=False, stackprof unless aggregate is "
			"false.");
	else if (most != NOBODY)
		profile_note(p, most, arena_printf(&p->names, "The calls of %u function%s do not explain "
			"%s total%s.", n, n == 1 ? "" : "s", n == 1 ? "its" : "their",
			n == 1 ? "" : "s"), arena_printf(&p->names, "The totals are those that the "
			"file states. %.1f %% of that of %s is in calls that the file lacks or counts "
			"twice, as if functions have the same name and line, or callers were not "
			"recorded.", 100 * fabs(g->rest[most]) / fabs(g->in.totals[most]),
			p->funcs[most].name));
}

void
notes_find_costs(struct profile *p, const struct graph *g)
{
	find_contradictions(p, g);
	note_unowned(p, g);
	note_stated(p, g);
	if (g->in.totals != NULL)
		note_rest(p, g);
}
