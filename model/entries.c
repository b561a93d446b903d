/* In which order entries, and the lines of an entry, are printed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"

struct both {
	const struct graph *g;
	const struct profile *p;
};

static int
descending(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int
descending_counts(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

/* Most time first; of equals cycles, then names without a leading underscore, then what is
 * called most, then by name.  Rows that gprof does not have come after all others. */
static int
by_time(uint32_t a, uint32_t b, const void *with)
{
	const struct both *o = with;
	const struct node *x = &o->g->nodes[a], *y = &o->g->nodes[b];
	bool x_cycle = a >= o->g->nfuncs, y_cycle = b >= o->g->nfuncs;
	bool x_foreign = !x_cycle && !o->p->funcs[a].in_gprof;
	bool y_foreign = !y_cycle && !o->p->funcs[b].in_gprof;
	const char *x_name, *y_name;
	int order;

	if (x_foreign != y_foreign)
		return x_foreign ? 1 : -1;
	order = descending(x->self + x->child, y->self + y->child);
	if (order != 0)
		return order;
	if (x_cycle || y_cycle)
		return x_cycle && y_cycle ? (a < b ? -1 : a > b) : x_cycle ? -1 : 1;
	x_name = o->p->funcs[a].name;
	y_name = o->p->funcs[b].name;
	if ((*x_name == '_') != (*y_name == '_'))
		return *x_name == '_' ? 1 : -1;
	order = descending_counts(x->calls, y->calls);
	if (order == 0)
		order = strcmp(x_name, y_name);
	return order != 0 ? order : a < b ? -1 : a > b;
}

void
graph_number(struct graph *g, const struct profile *p)
{
	struct both both = { g, p };

	g->entries = mem_new(g->nnodes, sizeof(*g->entries));
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->entries[n] = n;
	sort_numbers(g->entries, g->nnodes, by_time, &both);
	for (uint32_t i = 0; i < g->nnodes; i++)
		g->nodes[g->entries[i]].index = i + 1;
}

/* An arc from a function to itself is least, then come arcs inside a cycle. */
static int
kind(const struct both *o, uint32_t a)
{
	if (o->p->arcs[a].caller == o->p->arcs[a].callee)
		return 0;
	return graph_is_inner(o->g, o->p, a) ? 1 : 2;
}

static int
by_cost(uint32_t a, uint32_t b, const void *with)
{
	const struct both *o = with;
	const struct share *x = &o->g->shares[a], *y = &o->g->shares[b];
	int order = kind(o, a) - kind(o, b);

	if (order == 0)
		order = descending(y->self + y->child, x->self + x->child);
	if (order == 0)
		order = descending_counts(o->p->arcs[b].count, o->p->arcs[a].count);
	return order;
}

static int
by_cost_descending(uint32_t a, uint32_t b, const void *with)
{
	return by_cost(b, a, with);
}

/* Those of the *N arcs at ARCS that were not taken out, in order; *N of them. */
static uint32_t *
lines(const struct both *o, const uint32_t *arcs, size_t *n, sort_order *order)
{
	uint32_t *v = mem_new(*n, sizeof(*v));
	size_t left = 0;

	for (size_t i = 0; i < *n; i++)
		if (!graph_is_cut(o->g, arcs[i]))
			v[left++] = arcs[i];
	*n = left;
	sort_numbers(v, left, order, o);
	return v;
}

uint32_t *
graph_callers(const struct graph *g, const struct profile *p, uint32_t f, size_t *n)
{
	struct both both = { g, p };

	*n = p->in_at[f + 1] - p->in_at[f];
	return lines(&both, p->in + p->in_at[f], n, by_cost);
}

uint32_t *
graph_callees(const struct graph *g, const struct profile *p, uint32_t f, size_t *n)
{
	struct both both = { g, p };

	*n = p->out_at[f + 1] - p->out_at[f];
	return lines(&both, p->out + p->out_at[f], n, by_cost_descending);
}

static int
by_member(uint32_t a, uint32_t b, const void *with)
{
	const struct both *o = with;
	const struct node *x = &o->g->nodes[a], *y = &o->g->nodes[b];
	int order = descending(x->self + x->child, y->self + y->child);

	if (order == 0)
		order = descending_counts(x->calls + x->self_calls, y->calls + y->self_calls);
	return order;
}

uint32_t *
graph_members(const struct graph *g, const struct profile *p, uint32_t c, size_t *n)
{
	struct both both = { g, p };
	uint32_t cycle = c - g->nfuncs, *v;

	*n = g->member_at[cycle + 1] - g->member_at[cycle];
	v = mem_new(*n, sizeof(*v));
	memcpy(v, g->members + g->member_at[cycle], *n * sizeof(*v));
	sort_numbers(v, *n, by_member, &both);
	return v;
}
