/* sum.c - the walk that adds up stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/sum.h"

#include <stdlib.h>

#include "base/mem.h"
#include "profile/fold.h"
#include "profile/paths.h"

enum { AHEAD = 12 };			/* paths between prefetching a sum and using it */

struct summing {
	const struct graph *g;
	const struct path *v;
	const uint32_t *key;
	struct sum *keys, *arcs;
	double *roots;
	struct sum *outermost;		/* indexed by arc; or NULL: see sum_outermost() */
	uint32_t *cut;			/* owned; paths still to be visited, which excluded calls
					 * separate from their callers */
	size_t ncut, cut_room;
	uint32_t part;			/* number of the current visit(), from 1 on; each visit()
					 * covers one part of the tree */
};

/* Adds the samples of the subtree of path I to TO and returns true, unless they were added for a
 * path above path I in the same part of the tree. */
static bool
add(const struct summing *s, struct sum *to, uint32_t i)
{
	if (to->part == s->part && to->end > i)
		return false;
	to->end = s->v[i].end;
	to->part = s->part;
	to->total += s->g->paths.total[i];
	if (s->g->paths.squares != NULL)
		to->variance += s->g->paths.total_squares[i];
	if (s->g->paths.total64 != NULL)
		to->total64 += s->g->paths.total64[i];
	return true;
}

/* Adds the samples of the subtree of path I to the sum of its last call. */
static void
add_outermost(const struct summing *s, uint32_t i)
{
	struct sum *to = &s->outermost[fold_arc(s->g->profile->fold, s->v[i].arc)];

	to->total += s->g->paths.total[i];
	if (s->g->paths.total64 == NULL)
		return;
	to->total64 += s->g->paths.total64[i];
	to->total = sum64_nearest(to->total, to->total64);
}

/* Adds the subtree of path ROOT.  Subtrees behind excluded calls are not visited, but their paths
 * are added to S->cut: a function on both sides of an excluded call is in two stacks. */
static void
visit(struct summing *s, uint32_t root)
{
	const struct fold *fold = s->g->profile->fold;
	const uint8_t *state = s->g->paths.state;
	uint32_t i = root;

	s->part++;
	if (s->roots != NULL)
		s->roots[fold_func(fold, s->v[root].func)] += s->g->paths.total[root];
	for (; i < s->v[root].end; i++) {
		uint32_t key = fold_func(fold, s->v[i].func);

		if (i != root && (state[i] & PATH_STARTS) != 0) {
			s->cut = mem_grow(s->cut, s->ncut + 1, &s->cut_room, sizeof(*s->cut));
			s->cut[s->ncut++] = i;
			i = s->v[i].end - 1;
			continue;
		}
		if ((state[i] & PATH_CONTINUES) != 0)
			continue;
		key = s->key != NULL ? s->key[key] : key;
		if (key != NOBODY && add(s, &s->keys[key], i)
		    && s->outermost != NULL && i != root)
			add_outermost(s, i);
		if (s->arcs != NULL && i != root) {
			const struct path *later = &s->v[i + AHEAD];

			if (i + AHEAD < s->v[root].end)
				__builtin_prefetch(&s->arcs[fold_arc(fold, later->arc)], 1);
			add(s, &s->arcs[fold_arc(fold, s->v[i].arc)], i);
		}
	}
}

/* Visits all paths of S->g.  Returns false if STOP stopped the work. */
static bool
visit_all(struct summing *s, struct stop *stop)
{
	const struct paths *paths = s->g->profile->paths;
	size_t done = 0;
	uint32_t i;

	s->v = paths->v;
	for (i = 0; i < paths->n && !stop_asked_often(stop, done++); i = paths->v[i].end) {
		visit(s, i);
		while (s->ncut > 0)
			visit(s, s->cut[--s->ncut]);
	}
	free(s->cut);
	return i == paths->n;
}

bool
sum_stacks(const struct graph *g, const uint32_t *key, struct sum *keys, struct sum *arcs,
	double *roots, struct stop *stop)	/* NOLINT: roots is written through S */
{
	struct summing s = { .g = g, .key = key, .keys = keys, .arcs = arcs, .roots = roots };

	return visit_all(&s, stop);
}

struct sum *
sum_outermost(const struct graph *g)
{
	struct summing s = { .g = g, .keys = mem_new(g->nfuncs, sizeof(*s.keys)),
		.outermost = mem_new(g->profile->narcs, sizeof(*s.outermost)) };

	(void)visit_all(&s, NULL);
	free(s.keys);
	return s.outermost;
}
