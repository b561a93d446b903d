/* remap.c - the numbers that functions, calls and files have in another profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/remap.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "measured/measured.h"

static int
by_name(uint32_t x, uint32_t y, const void *with)
{
	const struct func *funcs = with;

	return strcmp(funcs[x].name, funcs[y].name);
}

uint32_t *
remap_sorted_names(const struct profile *p)
{
	uint32_t *v = mem_new(p->nfuncs, sizeof(*v)), f;

	for (f = 0; f < p->nfuncs; f++)
		v[f] = f;
	sort_numbers(v, p->nfuncs, by_name, p->funcs);
	return v;
}

/* Is function F of profile P the same as function G of profile Q?  The answer is always no if the
 * two profiles do not share the texts of names and paths. */
static bool
is_same(const struct profile *p, uint32_t f, const struct profile *q, uint32_t g)
{
	const struct func *x = &p->funcs[f], *y = &q->funcs[g];

	return x->name == y->name && p->images[x->image].path == q->images[y->image].path;
}

/* Matches the functions of P, the old profile, with the functions of Q, the new profile.  Returns
 * true if Q has all functions of P in the same order; Q may have new functions between them.  This
 * is so if a growing recording is read again. */
static bool
match_in_order(struct remap *r, const struct profile *p, const struct profile *q)
{
	uint32_t i, j = 0;

	for (i = 0; i < p->nfuncs; i++, j++) {
		while (j < q->nfuncs && !is_same(p, i, q, j))
			j++;
		if (j == q->nfuncs)
			return false;
		r->funcs[i] = j;
	}
	return true;
}

/* Matches functions of P and Q by name.  Functions of the same name are matched in the order of
 * their numbers. */
static void
match_by_name(struct remap *r, const struct profile *p, const struct profile *q)
{
	uint32_t *from = remap_sorted_names(p), *to = remap_sorted_names(q), i = 0, j = 0;

	while (i < p->nfuncs) {
		int c = j < q->nfuncs ? strcmp(p->funcs[from[i]].name, q->funcs[to[j]].name) : -1;

		if (c > 0) {
			j++;
			continue;
		}
		r->funcs[from[i++]] = c == 0 ? to[j++] : NOBODY;
	}
	free(from);
	free(to);
}

void
remap_open(struct remap *r, const struct profile *p, const struct profile *q)
{
	*r = (struct remap){ .funcs = mem_new(p->nfuncs, sizeof(*r->funcs)) };
	if (p == q)
		for (uint32_t f = 0; f < p->nfuncs; f++)
			r->funcs[f] = f;
	else if (!match_in_order(r, p, q))
		match_by_name(r, p, q);
}

void
remap_release(struct remap *r)
{
	free(r->funcs);
}

uint32_t
remap_node(const struct remap *r, uint32_t n)
{
	const struct graph *g = r->old->ctx.graph;
	uint32_t f;

	if (n == NOBODY)
		return NOBODY;
	if (n < g->nfuncs) {
		f = r->funcs[n];
		return f == NOBODY ? NOBODY : view_context_node_of(&r->a->ctx, f);
	}
	f = r->funcs[g->members[g->member_at[n - g->nfuncs]]];
	return f == NOBODY ? NOBODY
		: graph_cycle_or_self(r->a->ctx.graph, view_context_node_of(&r->a->ctx, f));
}

uint32_t
remap_file(const struct remap *r, uint32_t f)
{
	const struct sources *s, *t;

	/* Another graph of the same profile has the same files. */
	if (f == NOBODY || r->old->ctx.lookup == r->a->ctx.lookup)
		return f;
	s = lookup_sources(r->old->ctx.lookup);
	t = lookup_sources(r->a->ctx.lookup);
	return s != NULL && t != NULL && f < s->nfiles ? sources_file(t, s->files[f].path) : NOBODY;
}

uint32_t
remap_part(const struct remap *r, uint32_t part)
{
	const struct measured *m = r->old->read->profile->measured;
	const struct measured *now = r->a->read->profile->measured;

	return part != NOBODY && now != NULL ? measured_find_part(now, &m->parts[part]) : NOBODY;
}

uint32_t *
remap_arcs(const struct remap *r)
{
	const struct profile *p = r->old->read->profile, *q = r->a->read->profile;
	uint32_t *arcs = mem_uncleared(p->narcs, sizeof(*arcs)), f, i;
	uint32_t *arc_to = mem_uncleared(q->nfuncs, sizeof(*arc_to));

	memset(arcs, 0xff, p->narcs * sizeof(*arcs));
	memset(arc_to, 0xff, q->nfuncs * sizeof(*arc_to));
	for (f = 0; f < p->nfuncs; f++) {
		uint32_t from = r->funcs[f];

		if (from == NOBODY)
			continue;
		/* For now, arc_to[g] is the new arc from FROM to G. */
		for (i = q->out.at[from]; i < q->out.at[from + 1]; i++)
			arc_to[q->arcs[profile_arc(&q->out, i)].callee] = profile_arc(&q->out, i);
		for (i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
			uint32_t to = r->funcs[p->arcs[profile_arc(&p->out, i)].callee];

			arcs[profile_arc(&p->out, i)] = to != NOBODY ? arc_to[to] : NOBODY;
		}
		for (i = q->out.at[from]; i < q->out.at[from + 1]; i++)
			arc_to[q->arcs[profile_arc(&q->out, i)].callee] = NOBODY;
	}
	free(arc_to);
	return arcs;
}
