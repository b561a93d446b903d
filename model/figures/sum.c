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
	struct sums keys, arcs;
	bool has_squares;
	double *roots;
	double *outermost;		/* indexed by arc; or NULL: see sum_outermost() */
	uint64_t *keys64, *arcs64, *outermost64;	/* sums of .keys, .arcs and .outermost
							 * modulo 2^64; or NULL */
	bool has_more;			/* .outermost, .keys64 or .outermost64 is set */
	uint32_t *cut;			/* owned; paths still to be visited, which excluded calls
					 * separate from their callers */
	size_t ncut, cut_room;
	uint32_t part;			/* number of the current visit(), from 1 on; each visit()
					 * covers one part of the tree */
};

/* Adds the samples of the subtree of path I to sum K of SUMS and returns true, unless they were
 * added for a path above path I in the same part of the tree. */
static inline bool
add(const struct summing *s, const struct sums *sums, uint32_t k, uint32_t i)
{
	struct sum *to = &sums->v[k];

	if (to->part == s->part && to->end > i)
		return false;
	to->end = s->v[i].end;
	to->part = s->part;
	to->total += s->g->paths.total[i];
	if (s->has_squares)
		sums->squares[k].total += s->g->paths.total_squares[i];
	return true;
}

/* The samples of the subtree of path I were added to KEY.  Adds them to the other sums of KEY and
 * of ARC, the call by which path I is reached, or NOBODY. */
static void
add_more(const struct summing *s, uint32_t key, uint32_t arc, uint32_t i)
{
	if (s->keys64 != NULL)
		s->keys64[key] += s->g->paths.total64[i];
	if (s->outermost != NULL && arc != NOBODY)
		s->outermost[arc] += s->g->paths.total[i];
	if (s->outermost64 != NULL && arc != NOBODY)
		s->outermost64[arc] += s->g->paths.total64[i];
}

/* Adds the stacks that end with path I to the arc at the HEAD of this path, which is path I unless
 * functions are folded. */
static void
add_own(struct summing *s, uint32_t i, uint32_t head)
{
	uint32_t arc = fold_arc(s->g->profile->fold, s->v[head].arc);

	s->arcs.v[arc].self += s->g->paths.self[i];
	if (s->has_squares)
		s->arcs.squares[arc].self += s->g->paths.squares[i];
}

/* Path I of the subtree of path ROOT has a folded function that path I's parent has, too: adds only
 * its own stacks. */
static void
add_continued(struct summing *s, uint32_t root, uint32_t i)
{
	uint32_t head = s->g->paths.head[i];

	if (s->arcs.v != NULL && head != root)
		add_own(s, i, head);
}

/* Prefetches the sums to which path I, if there is one, will be added. */
static inline void
prefetch(const struct summing *s, uint32_t i)
{
	const struct fold *fold = s->g->profile->fold;
	const struct path *path = &s->v[i];

	if (i >= s->g->profile->paths->n)
		return;
	if (s->key == NULL)
		__builtin_prefetch(&s->keys.v[fold_func(fold, path->func)], 1);
	if (s->arcs.v != NULL && path->arc != NOBODY)
		__builtin_prefetch(&s->arcs.v[fold_arc(fold, path->arc)], 1);
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

		prefetch(s, i + AHEAD);
		if (i != root && (state[i] & PATH_STARTS) != 0) {
			s->cut = mem_grow(s->cut, s->ncut + 1, &s->cut_room, sizeof(*s->cut));
			s->cut[s->ncut++] = i;
			i = s->v[i].end - 1;
			continue;
		}
		if ((state[i] & PATH_CONTINUES) != 0) {
			add_continued(s, root, i);
			continue;
		}
		key = s->key != NULL ? s->key[key] : key;
		if (key != NOBODY && add(s, &s->keys, key, i) && s->has_more)
			add_more(s, key, i != root ? fold_arc(fold, s->v[i].arc) : NOBODY, i);
		if (s->arcs.v != NULL && i != root) {
			add_own(s, i, i);
			if (add(s, &s->arcs, fold_arc(fold, s->v[i].arc), i) && s->arcs64 != NULL)
				s->arcs64[fold_arc(fold, s->v[i].arc)] += s->g->paths.total64[i];
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
sum_stacks(const struct graph *g, const uint32_t *key, const struct sums *keys,
	const struct sums *arcs, double *roots, struct stop *stop)	/* NOLINT: roots is written
									 * through S */
{
	struct summing s = { .g = g, .key = key, .keys = *keys, .arcs = *arcs, .roots = roots,
		.has_squares = g->paths.squares != NULL };

	return visit_all(&s, stop);
}

bool
sum_stacks64(const struct graph *g,
	uint64_t *funcs, uint64_t *arcs, struct stop *stop)	/* NOLINT: written through S */
{
	struct summing s = { .g = g, .keys.v = mem_new(g->nfuncs, sizeof(*s.keys.v)),
		.arcs.v = arcs != NULL ? mem_new(g->profile->narcs, sizeof(*s.arcs.v)) : NULL,
		.keys64 = funcs, .arcs64 = arcs, .has_more = true };
	bool done = visit_all(&s, stop);

	free(s.keys.v);
	free(s.arcs.v);
	return done;
}

uint64_t *
sum_outermost64(const struct graph *g)
{
	struct summing s = { .g = g, .has_more = true };

	if (g->paths.total64 == NULL)
		return NULL;
	s.keys.v = mem_new(g->nfuncs, sizeof(*s.keys.v));
	s.outermost64 = mem_new(g->profile->narcs, sizeof(*s.outermost64));
	(void)visit_all(&s, NULL);
	free(s.keys.v);
	return s.outermost64;
}

double *
sum_outermost(const struct graph *g)
{
	struct summing s = { .g = g, .keys.v = mem_new(g->nfuncs, sizeof(*s.keys.v)),
		.outermost = mem_new(g->profile->narcs, sizeof(*s.outermost)), .has_more = true };

	(void)visit_all(&s, NULL);
	free(s.keys.v);
	return s.outermost;
}
