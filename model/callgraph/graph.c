/* Time handed from callees to callers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "callgraph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "callgraph/bounds.h"
#include "callgraph/cycles.h"
#include "callgraph/entries.h"

/* What is worked on. */
struct solving {
	struct graph *g;
	const struct profile *p;
	const struct graph_options *options;
	struct cycles cycles;
};

/* A node for every function, and for every cycle; *NMEMBERS: of all cycles. */
static void
make_nodes(struct solving *s, uint32_t *nmembers)
{
	struct graph *g = s->g;
	const uint32_t *head = s->cycles.head, *next = s->cycles.next;

	*nmembers = 0;
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		if (next[f] != NOBODY || head[f] != f)
			++*nmembers;
		if (head[f] == f && next[f] != NOBODY)
			g->ncycles++;
	}
	g->nnodes = g->nfuncs + g->ncycles;
	g->nodes = mem_aligned(g->nnodes, sizeof(*g->nodes));
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->nodes[n] = (struct node){ .cycle = NOBODY,
			.time = n < g->nfuncs ? s->p->ticks[n] : 0 };
}

/* Cycles are numbered by the address of their heads. */
static void
make_cycles(struct solving *s)
{
	struct graph *g = s->g;
	const uint32_t *head = s->cycles.head, *next = s->cycles.next;
	uint32_t nmembers;

	make_nodes(s, &nmembers);
	g->members = mem_new(nmembers, sizeof(*g->members));
	g->member_at = mem_new((size_t)g->ncycles + 1, sizeof(*g->member_at));
	nmembers = 0;
	for (uint32_t f = 0, c = 0; f < g->nfuncs; f++) {
		if (head[f] != f || next[f] == NOBODY)
			continue;
		for (uint32_t m = f; m != NOBODY; m = next[m]) {
			g->members[nmembers++] = m;
			g->nodes[m].cycle = g->nfuncs + c;
		}
		g->member_at[++c] = nmembers;
	}
}

static void
count_calls(struct solving *s)
{
	enum { AHEAD = 32 };
	const struct profile *p = s->p;
	uint64_t *calls = mem_new(p->nfuncs, sizeof(*calls));	/* packed: it fits in a cache */

	for (uint32_t a = 0; a < p->narcs; a++) {
		const struct arc *arc = &p->arcs[a];

		if (p->narcs - a > AHEAD)
			__builtin_prefetch(&calls[arc[AHEAD].callee], 1);
		if (graph_is_excluded(s->g, a))
			continue;
		if (arc->caller == arc->callee)
			s->g->nodes[arc->callee].self_calls += arc->count;
		else
			calls[arc->callee] += arc->count;
	}
	for (uint32_t f = 0; f < p->nfuncs; f++)
		s->g->nodes[f].calls = calls[f] + (p->outside != NULL ? p->outside[f] : 0);
	free(calls);
}

/* Calls of a cycle come from outside; its own are those between members. */
static void
count_cycle_calls(struct solving *s)
{
	for (uint32_t a = 0; a < s->p->narcs; a++) {
		const struct arc *arc = &s->p->arcs[a];
		uint32_t c = s->g->nodes[arc->callee].cycle;

		if (c == NOBODY || graph_is_excluded(s->g, a) || arc->caller == arc->callee)
			continue;
		if (s->g->nodes[arc->caller].cycle == c)
			s->g->nodes[c].self_calls += arc->count;
		else
			s->g->nodes[c].calls += arc->count;
	}
	for (uint32_t f = 0; f < s->g->nfuncs && s->p->outside != NULL; f++)
		if (s->g->nodes[f].cycle != NOBODY)
			s->g->nodes[s->g->nodes[f].cycle].calls += s->p->outside[f];
}

/* Have on its way from memory what is needed some functions from now, of those in ORDER, one
 * after the other (STEP 1) or backwards (-1): nearly everything about each of them lies elsewhere.
 * AT and LIST: their arcs out, or in. */
static void
prefetch(const struct solving *s, uint32_t i, int step, const uint32_t *at, const uint32_t *list)
{
	enum { SPANS = 16, NUMBERS = 12, ARCS = 8, NODES = 4, FEW = 16 };
	const uint32_t *next = s->cycles.order + i;
	const struct arc *arcs = s->p->arcs;
	uint32_t f;

	if ((step > 0 ? s->g->nfuncs - 1 - i : i) < SPANS)
		return;
	__builtin_prefetch(&at[next[SPANS * step]]);
	__builtin_prefetch(&list[at[next[NUMBERS * step]]]);
	f = next[ARCS * step];
	for (uint32_t k = at[f + 1]; k > at[f] && at[f + 1] - k < FEW; k--)
		__builtin_prefetch(&arcs[list[k - 1]]);
	f = next[NODES * step];
	__builtin_prefetch(&s->g->nodes[f]);
	for (uint32_t k = at[f + 1]; k > at[f] && at[f + 1] - k < FEW; k--)
		__builtin_prefetch(&s->g->nodes[step > 0 ? arcs[list[k - 1]].callee
			: arcs[list[k - 1]].caller]);
}

/* WHOLE is called by what calls F: take over whether its callers are shown, and the part
 * of them that counts. */
static void
inherit_from_callers(struct solving *s, struct node *whole, uint32_t f)
{
	const struct profile *p = s->p;
	uint32_t cycle = s->g->nodes[f].cycle;

	for (uint32_t i = p->in_at[f + 1]; i-- > p->in_at[f];) {
		const struct arc *arc = &p->arcs[p->in[i]];
		const struct node *caller = &s->g->nodes[arc->caller];

		if (arc->caller == f || graph_is_excluded(s->g, p->in[i])
		    || (cycle != NOBODY && caller->cycle == cycle))
			continue;
		whole->shown |= caller->shown;
		if (whole->calls != 0)
			whole->fract += caller->fract * ((double)arc->count / (double)whole->calls);
	}
	/* Calls from outside count in full. */
	if (p->outside != NULL && whole->calls != 0)
		whole->fract += (double)p->outside[f] / (double)whole->calls;
}

/* Is F named in TABLE, which includes, or, if nothing is, not in the next, which excludes? */
static bool
is_included(const struct solving *s, enum select_table table, uint32_t f)
{
	const struct selection *sel = &s->p->selection;

	if (s->options->funcs != NULL && s->options->funcs[f])
		return false;
	if (sel->given & 1u << table)
		return select_has(sel, table, f);
	return !select_has(sel, table + 1, f);
}

static bool
is_excluded(const struct solving *s, enum select_table table, uint32_t f)
{
	const struct selection *sel = &s->p->selection;

	if (s->options->funcs != NULL && s->options->funcs[f])
		return true;
	return !select_has(sel, table, f) && select_has(sel, table + 1, f);
}

/* Does the time of F count although that of none of its callers does?  For GNU gprof it
 * does, in full; really what only excluded functions lead to is excluded with them. */
static bool
counts_without_callers(const struct solving *s, uint32_t f)
{
	return is_included(s, INCL_TIME, f) && (s->p->rules == RULES_GPROF
		|| s->g->nodes[graph_cycle_or_self(s->g, f)].calls == 0
		|| s->p->selection.given & 1u << INCL_TIME);
}

/* A cycle that gets nothing from its callers is for GNU gprof hidden, and costs nothing;
 * really it is shown and counts if one of its members is and does. */
static void
include_cycle(struct solving *s, uint32_t c)
{
	const struct graph *g = s->g;
	struct node *whole = &g->nodes[g->nfuncs + c];
	bool counts = false;

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		whole->shown |= is_included(s, INCL_GRAPH, g->members[i]);
		counts |= counts_without_callers(s, g->members[i]);
	}
	if (whole->fract == 0 && counts)
		whole->fract = 1;
}

static void
inherit_cycle(struct solving *s, uint32_t c)
{
	struct graph *g = s->g;
	struct node *whole = &g->nodes[g->nfuncs + c];

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		inherit_from_callers(s, whole, g->members[i]);
	if (s->p->rules == RULES_EXACT)
		include_cycle(s, c);
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		g->nodes[g->members[i]].shown = whole->shown;
		g->nodes[g->members[i]].fract = whole->fract;
	}
}

/* Is F shown, and how much of it counts: as its callers, unless options name it. */
static void
set_inclusion(struct solving *s, uint32_t f)
{
	struct node *n = &s->g->nodes[f];

	if (!n->shown)
		n->shown = is_included(s, INCL_GRAPH, f);
	else
		n->shown = !is_excluded(s, INCL_GRAPH, f);
	if (n->fract == 0)
		n->fract = counts_without_callers(s, f) ? 1 : 0;
	else if (is_excluded(s, INCL_TIME, f))
		n->fract = 0;
	n->self = n->time * n->fract;
	s->g->total += n->self;
}

/* Is everything shown, and does it count in full?  What functions inherit from all their
 * callers is 1 then, and need not be added up; GNU gprof does, and rounds. */
static bool
is_nothing_chosen(const struct solving *s)
{
	const unsigned named = 1u << INCL_GRAPH | 1u << EXCL_GRAPH | 1u << INCL_TIME
		| 1u << EXCL_TIME;

	return s->p->rules == RULES_EXACT && (s->p->selection.given & named) == 0
		&& (s->options->funcs == NULL
		|| memchr(s->options->funcs, 1, s->p->nfuncs) == NULL);
}

static bool
include_all(struct solving *s)
{
	struct graph *g = s->g;

	for (uint32_t n = 0; n < g->nnodes; n++) {
		if (stop_asked_often(s->options->stop, n))
			return false;
		g->nodes[n].shown = true;
		g->nodes[n].fract = 1;
		if (n < g->nfuncs) {
			g->nodes[n].self = g->nodes[n].time;
			g->total += g->nodes[n].time;
		}
	}
	return true;
}

/* From callers to callees: what is shown, and how much of it counts. */
static bool
inherit(struct solving *s)
{
	struct graph *g = s->g;
	uint32_t last = NOBODY;

	if (is_nothing_chosen(s))
		return include_all(s);
	for (uint32_t i = g->nfuncs; i-- > 0;) {
		if (stop_asked_often(s->options->stop, i))
			return false;
		uint32_t f = s->cycles.order[i], cycle = g->nodes[f].cycle;

		prefetch(s, i, -1, s->p->in_at, s->p->in);
		if (cycle == NOBODY)
			inherit_from_callers(s, &g->nodes[f], f);
		else if (cycle != last)
			inherit_cycle(s, cycle - g->nfuncs);
		last = cycle;
		set_inclusion(s, f);
	}
	return true;
}

static void
sum_up_cycles(struct solving *s)
{
	struct graph *g = s->g;

	for (uint32_t c = 0; c < g->ncycles; c++) {
		struct node *whole = &g->nodes[g->nfuncs + c];

		for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
			if (g->nodes[g->members[i]].fract != 0)
				whole->time += g->nodes[g->members[i]].time;
		whole->self = whole->fract * whole->time;
	}
}

/* What the callee of arc A costs, by the share of calls that the arc made; nothing if all of
 * that stays where it is. */
static struct share
share_of(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	const struct node *callee = &g->nodes[graph_cycle_or_self(g, arc->callee)];
	double part;

	if (graph_is_excluded(g, a) || arc->count == 0 || g->nodes[arc->callee].fract == 0
	    || graph_is_inner(g, a) || callee->calls == 0)
		return (struct share){ 0, 0 };
	part = (double)arc->count / (double)callee->calls;
	return (struct share){ callee->time * part, callee->children_time * part };
}

struct share
graph_share(const struct graph *g, uint32_t a)
{
	struct share share = share_of(g, a);
	double fract = g->nodes[g->profile->arcs[a].caller].fract;

	return (struct share){ share.self * fract, share.children * fract };
}

/* Hand up to F what its arc A stands for. */
static void
propagate_arc(struct solving *s, uint32_t f, uint32_t a)
{
	struct graph *g = s->g;
	struct node *caller = &g->nodes[f];
	struct share share = share_of(g, a);
	double sum = share.self + share.children;

	caller->children_time += sum;
	caller->children += caller->fract * sum;
	if (caller->cycle != NOBODY) {
		g->nodes[caller->cycle].children_time += sum;
		g->nodes[caller->cycle].children += caller->fract * sum;
	}
}

/* From callees to callers. */
static bool
propagate(struct solving *s, struct bounds_solver *b)
{
	const struct profile *p = s->p;
	uint32_t i;

	sum_up_cycles(s);
	for (i = 0; i < s->g->nfuncs && !stop_asked_often(s->options->stop, i); i++) {
		uint32_t f = s->cycles.order[i];

		prefetch(s, i, 1, p->out_at, p->out);
		for (uint32_t k = p->out_at[f + 1]; s->g->nodes[f].fract != 0 && k-- > p->out_at[f];)
			propagate_arc(s, f, p->out[k]);
		if (b != NULL)
			bounds_set(b, f);
	}
	return i == s->g->nfuncs;
}

/* Cycles, and time handed up; false: it was stopped. */
static bool
solve_nodes(struct solving *s, bool bounds)
{
	struct graph *g = s->g;
	struct bounds_solver b;
	bool done;

	if (!cycles_find(&s->cycles, s->p, g->excluded, s->options->stop))
		return false;
	make_cycles(s);
	count_calls(s);
	count_cycle_calls(s);
	if (!inherit(s))
		return false;
	if (!bounds)
		return propagate(s, NULL);
	if (!bounds_open(&b, g, s->cycles.order, s->options->stop))
		return false;
	done = propagate(s, &b);
	bounds_release(&b);
	return done;
}

static bool
solve(struct graph *g, const struct profile *p, const struct graph_options *options, bool bounds)
{
	static const struct graph_options none;
	struct solving s = { .g = g, .p = p, .options = options != NULL ? options : &none };
	bool done;

	*g = (struct graph){ .profile = p, .nfuncs = p->nfuncs };
	if (s.options->arcs != NULL) {
		g->excluded = mem_new(p->narcs, sizeof(*g->excluded));
		memcpy(g->excluded, s.options->arcs, p->narcs * sizeof(*g->excluded));
	}
	done = solve_nodes(&s, bounds);
	if (done)
		entries_number(g);
	else
		graph_release(g);
	cycles_release(&s.cycles);
	return done;
}

bool
graph_solve(struct graph *g, const struct profile *p, const struct graph_options *options)
{
	return solve(g, p, options, true);
}

void
graph_solve_times(struct graph *g, const struct profile *p)
{
	solve(g, p, NULL, false);
}

double *
graph_weights(const struct graph *g)
{
	double *weights;
	uint32_t f;

	for (f = 0; f < g->nfuncs && g->nodes[f].fract == 1; f++)
		;
	if (f == g->nfuncs)
		return NULL;
	weights = mem_new(g->nfuncs, sizeof(*weights));
	for (f = 0; f < g->nfuncs; f++)
		weights[f] = g->nodes[f].fract;
	return weights;
}

void
graph_release(struct graph *g)
{
	free(g->nodes);
	free(g->bounds);
	free(g->members);
	free(g->member_at);
	free(g->excluded);
	free(g->entries);
	*g = (struct graph){ 0 };
}

bool
graph_propagates(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];

	return arc->count > 0 && g->nodes[arc->caller].fract != 0
		&& g->nodes[arc->callee].fract != 0 && !graph_is_inner(g, a)
		&& !graph_is_excluded(g, a);
}

bool
graph_is_excluded(const struct graph *g, uint32_t arc)
{
	return g->excluded != NULL && g->excluded[arc];
}

bool
graph_is_inner(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t cycle = g->nodes[arc->caller].cycle;

	return arc->caller == arc->callee
		|| (cycle != NOBODY && cycle == g->nodes[arc->callee].cycle);
}

uint32_t
graph_cycle_or_self(const struct graph *g, uint32_t n)
{
	return g->nodes[n].cycle != NOBODY ? g->nodes[n].cycle : n;
}
