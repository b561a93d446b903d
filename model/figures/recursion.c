/* recursion.c - groups of functions that call each other in recorded stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/recursion.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/cycles.h"
#include "figures/sum.h"

/* Makes the groups from the cycles C.  C->next chains the members of a cycle. */
static void
make_groups(struct recursion *r, const struct graph *g, const struct cycles *c)
{
	uint32_t nmembers = 0;

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		r->group_of[f] = NOBODY;
		r->n += c->head[f] == f && c->next[f] != NOBODY;
	}
	r->v = mem_new(r->n, sizeof(*r->v));
	r->members = mem_new(g->nfuncs, sizeof(*r->members));
	r->n = 0;
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		struct recursive_group *group = &r->v[r->n];

		if (c->head[f] != f || c->next[f] == NOBODY)
			continue;
		group->first = nmembers;
		for (uint32_t m = f; m != NOBODY; m = c->next[m]) {
			r->members[nmembers++] = m;
			r->group_of[m] = r->n;
			group->self += g->nodes[m].self;
		}
		group->n = nmembers - group->first;
		r->n++;
	}
}

/* Sets the totals of the groups and of the code for which LEFT_OUT is true, which is in no group.
 * A stack that has several functions of a group is added to the group only once. */
static bool
add_totals(struct recursion *r, const struct graph *g, const bool *omitted, struct stop *stop)
{
	uint32_t n = r->n + 1, *key = mem_uncleared(g->nfuncs, sizeof(*key));
	struct key_sums sums = { .totals = mem_new(n, sizeof(*sums.totals)),
		.squares = mem_new(n, sizeof(*sums.squares)), .n = n };
	bool done;

	for (uint32_t f = 0; f < g->nfuncs; f++)
		key[f] = omitted[f] ? r->n : r->group_of[f];
	done = sum_stacks(g, key, &sums, &(struct arc_sums){ .v = NULL }, NULL, stop);
	for (uint32_t i = 0; i < r->n; i++) {
		r->v[i].total = sums.totals[i];
		r->v[i].variance = sums.squares[i].total;
	}
	r->unnamed = sums.totals[r->n];
	free(sums.totals);
	free(sums.squares);
	free(key);
	return done;
}

/* Compares two functions by their totals in the graph WITH, the greatest first. */
static int
by_total(uint32_t a, uint32_t b, const void *with)
{
	const struct graph *g = with;
	double x = fabs(graph_node_time(&g->nodes[a])), y = fabs(graph_node_time(&g->nodes[b]));

	return (x < y) - (x > y);
}

static int
by_group_total(const void *a, const void *b)
{
	const struct recursive_group *x = a, *y = b;

	if (fabs(x->total) != fabs(y->total))
		return fabs(x->total) < fabs(y->total) ? 1 : -1;
	return (x->first > y->first) - (x->first < y->first);
}

static void
sort_groups(struct recursion *r, const struct graph *g)
{
	qsort(r->v, r->n, sizeof(*r->v), by_group_total);
	for (uint32_t k = 0; k < r->n; k++) {
		uint32_t *members = &r->members[r->v[k].first];

		sort_numbers(members, r->v[k].n, by_total, g);
		for (uint32_t i = 0; i < r->v[k].n; i++)
			r->group_of[members[i]] = k;
	}
}

/* Returns an array indexed by function, to be free()d: does the function stand for code without a
 * name? */
static bool *
find_unnamed(const struct profile *p)
{
	bool *unnamed = mem_new(p->nfuncs, sizeof(*unnamed));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		unnamed[f] = profile_is_unnamed(p, f);
	return unnamed;
}

/* Leaves true in the array UNNAMED, indexed by function, only if the function may be recursive: it
 * is not of the kernel, and has callers and callees. */
static void
keep_recursive(bool *unnamed, const struct graph *g)
{
	const struct profile *p = g->profile;
	bool *calls = mem_new(p->nfuncs, sizeof(*calls));
	bool *is_called = mem_new(p->nfuncs, sizeof(*is_called));

	for (uint32_t a = 0; a < p->narcs; a++)
		if (!graph_is_excluded(g, a) && graph_propagates(g, a))
			calls[p->arcs[a].caller] = is_called[p->arcs[a].callee] = true;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		unnamed[f] &= calls[f] && is_called[f] && p->funcs[f].frames != FRAME_KERNEL;
	free(calls);
	free(is_called);
}

bool
recursion_open(struct recursion *r, const struct graph *g, struct stop *stop)
{
	const struct profile *p = g->profile;
	uint32_t narcs = p->narcs;
	bool *ignored = mem_new(narcs, sizeof(*ignored)), *unnamed = find_unnamed(p), found;
	struct cycles c;

	assert(g->paths.total != NULL);
	for (uint32_t a = 0; a < narcs; a++)
		ignored[a] = graph_is_excluded(g, a) || !graph_propagates(g, a)
			|| unnamed[p->arcs[a].caller] || unnamed[p->arcs[a].callee];
	found = cycles_find(&c, p, ignored, stop);
	free(ignored);
	*r = (struct recursion){ .group_of = NULL };
	if (found) {
		r->group_of = mem_new(g->nfuncs, sizeof(*r->group_of));
		make_groups(r, g, &c);
		keep_recursive(unnamed, g);
		found = add_totals(r, g, unnamed, stop);
		if (found)
			sort_groups(r, g);
		else
			recursion_release(r);
	}
	cycles_release(&c);
	free(unnamed);
	return found;
}

void
recursion_release(struct recursion *r)
{
	free(r->v);
	free(r->members);
	free(r->group_of);
	*r = (struct recursion){ .group_of = NULL };
}

bool
recursion_has_arc(const struct recursion *r, const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];

	return arc->caller != arc->callee && r->group_of[arc->caller] != NOBODY
		&& r->group_of[arc->caller] == r->group_of[arc->callee]
		&& !graph_is_excluded(g, a) && graph_propagates(g, a);
}
