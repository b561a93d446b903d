/* inclusion.c - which functions the call graph shows, and how much of their time counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/inclusion.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "figures/prefetch.h"

struct inheritance {
	struct graph *g;
	const struct profile *p;
};

/* WHOLE is function F or the cycle of F.  Adds to WHOLE what WHOLE inherits from the callers of F.
 * WHOLE is shown if any caller is shown.  The fraction of its time that is included in the figures
 * is the mean of the callers' fractions, weighted by calls. */
static void
inherit_from_callers(struct inheritance *h, uint32_t whole, uint32_t f)
{
	const struct profile *p = h->p;
	struct graph *g = h->g;
	struct node *node = &g->nodes[whole];
	uint32_t cycle = g->nodes[f].cycle;
	double fract = g->inclusion[whole].fract;

	for (uint32_t i = p->in.at[f + 1]; i-- > p->in.at[f];) {
		const struct arc *arc = &p->arcs[profile_arc(&p->in, i)];
		const struct node *caller = &g->nodes[arc->caller];

		if (arc->caller == f || graph_is_excluded(g, profile_arc(&p->in, i))
		    || (cycle != NOBODY && caller->cycle == cycle))
			continue;
		node->shown |= caller->shown;
		fract += g->inclusion[arc->caller].fract
			* graph_part(node, graph_calls(g, profile_arc(&p->in, i)));
	}
	/* The time of calls from outside all functions is included in full. */
	if (p->outside != NULL)
		fract += graph_part(node, graph_outside(g, f));
	g->inclusion[whole].fract = fract;
}

/* Does TABLE include F, as select_chosen() says?  Functions that H->g excludes are
 * never included. */
static bool
is_included(const struct inheritance *h, enum select_table table, uint32_t f)
{
	return !graph_is_func_excluded(h->g, f)
		&& select_chosen(&h->p->named, table, f);
}

/* Is F excluded, by itself or by the table after TABLE?  A function that TABLE names is
 * not excluded by the table after it. */
static bool
is_excluded(const struct inheritance *h, enum select_table table, uint32_t f)
{
	const struct named *sel = &h->p->named;

	if (graph_is_func_excluded(h->g, f))
		return true;
	return !select_has(sel, table, f) && select_has(sel, table + 1, f);
}

/* If the time of no caller of F is included in the figures, is the time of F included?  By gprof's
 * rules, it is included if is_included() is true for F.  By exact rules, an option must include F,
 * or F must have no callers and not be excluded. */
static bool
counts_without_callers(const struct inheritance *h, uint32_t f)
{
	return is_included(h, INCL_TIME, f) && (h->p->rules == RULES_GPROF
		|| h->g->nodes[graph_cycle_or_self(h->g, f)].calls == 0
		|| h->p->named.given & 1u << INCL_TIME);
}

/* Shows cycle C if any member is included.  If the time of no caller is included, includes the time
 * of C if counts_without_callers() is true for any member.  By gprof's rules this function is not
 * called: a cycle only inherits from its callers. */
static void
include_cycle(struct inheritance *h, uint32_t c)
{
	const struct graph *g = h->g;
	uint32_t whole = g->nfuncs + c;
	bool counts = false;

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		g->nodes[whole].shown |= is_included(h, INCL_GRAPH, g->members[i]);
		counts |= counts_without_callers(h, g->members[i]);
	}
	if (g->inclusion[whole].fract == 0 && counts)
		g->inclusion[whole].fract = 1;
}

static void
inherit_cycle(struct inheritance *h, uint32_t c)
{
	struct graph *g = h->g;
	uint32_t whole = g->nfuncs + c;

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		inherit_from_callers(h, whole, g->members[i]);
	if (h->p->rules == RULES_EXACT)
		include_cycle(h, c);
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		g->nodes[g->members[i]].shown = g->nodes[whole].shown;
		g->inclusion[g->members[i]].fract = g->inclusion[whole].fract;
	}
}

/* Applies the options that name F.  They override what F has inherited from its callers. */
static void
apply_options(struct inheritance *h, uint32_t f)
{
	struct node *n = &h->g->nodes[f];
	struct inclusion *in = &h->g->inclusion[f];

	if (!n->shown)
		n->shown = is_included(h, INCL_GRAPH, f);
	else
		n->shown = !is_excluded(h, INCL_GRAPH, f);
	if (in->fract == 0)
		in->fract = counts_without_callers(h, f) ? 1 : 0;
	else if (is_excluded(h, INCL_TIME, f))
		in->fract = 0;
	n->self = in->time * in->fract;
	h->g->total += n->self;
}

/* Are all functions shown, and does all time count?  If so, each fraction is 1 and need not be
 * inherited.  By gprof's rules the result is always false: fractions are computed to get gprof's
 * rounding errors. */
static bool
is_everything_included(const struct inheritance *h)
{
	const unsigned named = 1u << INCL_GRAPH | 1u << EXCL_GRAPH | 1u << INCL_TIME
		| 1u << EXCL_TIME;

	return h->p->rules == RULES_EXACT && (h->p->named.given & named) == 0
		&& (h->g->no_func == NULL
		|| memchr(h->g->no_func, 1, h->p->nfuncs) == NULL);
}

static bool
include_everything(struct inheritance *h, struct stop *stop)
{
	struct graph *g = h->g;

	for (uint32_t n = 0; n < g->nnodes; n++) {
		if (stop_asked_often(stop, n))
			return false;
		g->nodes[n].shown = true;
		if (n < g->nfuncs)
			g->total += g->nodes[n].self;
	}
	return true;
}

void
inclusion_open(struct graph *g)
{
	g->inclusion = mem_uncleared(g->nnodes, sizeof(*g->inclusion));
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->inclusion[n] = (struct inclusion){ .fract = 1, .time = g->nodes[n].self,
			.children_time = g->nodes[n].children };
}

bool
inclusion_inherit(struct graph *g, const uint32_t *order, struct stop *stop)
{
	const struct profile *p = g->profile;
	struct inheritance h = { .g = g, .p = p };
	struct prefetch_walk walk = { .order = order, .n = g->nfuncs, .step = -1,
		.list = &p->in, .arcs = p->arcs, .to_callers = true,
		.nodes = g->nodes, .node_size = sizeof(*g->nodes),
		.more_size = sizeof(*g->inclusion) };
	uint32_t last = NOBODY;

	if (is_everything_included(&h))
		return include_everything(&h, stop);
	inclusion_open(g);
	walk.more = g->inclusion;
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->inclusion[n].fract = 0;
	for (uint32_t i = g->nfuncs; i-- > 0;) {
		uint32_t f = order[i], cycle = g->nodes[f].cycle;

		if (stop_asked_often(stop, i))
			return false;
		prefetch_ahead(&walk, i);
		if (cycle == NOBODY)
			inherit_from_callers(&h, f, f);
		else if (cycle != last)
			inherit_cycle(&h, cycle - g->nfuncs);
		last = cycle;
		apply_options(&h, f);
	}
	return true;
}

void
inclusion_show_known(struct graph *g)
{
	const struct profile *p = g->profile;
	struct inheritance h = { .g = g, .p = p };
	uint32_t *found, nfound = 0;

	if ((p->named.given & (1u << INCL_GRAPH | 1u << EXCL_GRAPH)) == 0)
		return;
	found = mem_new(p->nfuncs, sizeof(*found));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		g->nodes[f].shown = is_included(&h, INCL_GRAPH, f);
		if (g->nodes[f].shown)
			found[nfound++] = f;
	}
	while (nfound > 0) {
		uint32_t f = found[--nfound];

		for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
			uint32_t callee = p->arcs[profile_arc(&p->out, i)].callee;

			if (g->nodes[callee].shown || is_excluded(&h, INCL_GRAPH, callee))
				continue;
			g->nodes[callee].shown = true;
			found[nfound++] = callee;
		}
	}
	free(found);
}
