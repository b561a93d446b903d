/* recursion.c - groups of functions that call each other in recorded stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/recursion.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "callgraph/cycles.h"
#include "profile/paths.h"

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

/* State of add_totals(). */
struct group_times {
	struct recursion *r;
	const struct graph *g;
	struct seen {
		uint32_t end;		/* first path after the last subtree that was added */
		uint32_t part;		/* value of group_times.part when .end was set */
	} *seen;			/* owned; indexed by group */
	uint32_t *cut;			/* owned; paths after excluded calls, still to be visited */
	size_t ncut, cut_room;
	uint32_t part;			/* number of the current visit(), from 1 on */
};

/* Adds the samples of the subtree of path ROOT to the totals of recursive groups.  If a stack has
 * several functions of a group, its samples are added to the group only once.  Subtrees after
 * excluded calls are not visited, but added to T->cut. */
static void
visit(struct group_times *t, uint32_t root)
{
	const struct path *v = t->g->profile->paths->v;
	uint32_t i = root;

	t->part++;
	while (i < v[root].end) {
		uint32_t group = t->r->group_of[v[i].func];

		if (i != root && graph_is_excluded(t->g, v[i].arc)) {
			t->cut = mem_grow(t->cut, t->ncut + 1, &t->cut_room, sizeof(*t->cut));
			t->cut[t->ncut++] = i;
			i = v[i].end;
			continue;
		}
		if (group != NOBODY
		    && (t->seen[group].part != t->part || t->seen[group].end <= i)) {
			t->seen[group] = (struct seen){ v[i].end, t->part };
			t->r->v[group].total += t->g->path_samples[i];
			if (t->g->path_squares != NULL)
				t->r->v[group].variance += t->g->path_squares[i];
		}
		i++;
	}
}

static void
add_totals(struct recursion *r, const struct graph *g)
{
	const struct paths *paths = g->profile->paths;
	struct group_times t = { .r = r, .g = g, .seen = mem_new(r->n, sizeof(*t.seen)) };

	for (uint32_t i = 0; i < paths->n; i = paths->v[i].end) {
		visit(&t, i);
		while (t.ncut > 0)
			visit(&t, t.cut[--t.ncut]);
	}
	free(t.seen);
	free(t.cut);
}

/* Compares two functions by their totals in the graph WITH, the greatest first. */
static int
by_total(uint32_t a, uint32_t b, const void *with)
{
	const struct graph *g = with;
	double x = graph_node_time(&g->nodes[a]), y = graph_node_time(&g->nodes[b]);

	return (x < y) - (x > y);
}

static int
by_group_total(const void *a, const void *b)
{
	const struct recursive_group *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
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

bool
recursion_open(struct recursion *r, const struct graph *g, struct stop *stop)
{
	const struct profile *p = g->profile;
	uint32_t narcs = p->narcs;
	bool *ignored = mem_new(narcs, sizeof(*ignored)), *unnamed = find_unnamed(p), found;
	struct cycles c;

	assert(g->path_samples != NULL);
	for (uint32_t a = 0; a < narcs; a++)
		ignored[a] = graph_is_excluded(g, a) || !graph_propagates(g, a)
			|| unnamed[p->arcs[a].caller] || unnamed[p->arcs[a].callee];
	found = cycles_find(&c, p, ignored, stop);
	free(ignored);
	free(unnamed);
	*r = (struct recursion){ .group_of = NULL };
	if (found) {
		r->group_of = mem_new(g->nfuncs, sizeof(*r->group_of));
		make_groups(r, g, &c);
		add_totals(r, g);
		sort_groups(r, g);
	}
	cycles_release(&c);
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
