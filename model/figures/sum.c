/* sum.c - the walk that adds up stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/sum.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "profile/fold.h"
#include "profile/paths.h"

enum {
	AHEAD = 12,			/* paths between prefetching a sum and using it */
	FAR_AHEAD = 24,			/* the same for the number of a folded arc */
};

/* The path that was last added to a key. */
struct latest {
	uint32_t end;			/* the time at which its subtree ends; 0: there is no such
					 * path */
	uint32_t arc;			/* the call by which the path is reached, or NOBODY */
};

/* The walk visits the parts of the tree one after the other.  Path I of the current part is visited
 * at the time I + .shift, so times increase from part to part. */
struct summing {
	const struct graph *g;
	const struct path *v;
	const uint32_t *key;
	struct key_sums keys;
	struct arc_sums arcs;
	double *roots;
	double *outermost;		/* indexed by arc; or NULL: see sum_outermost() */
	uint64_t *keys64, *arcs64, *outermost64;	/* sums of .keys, .arcs and .outermost
							 * modulo 2^64; or NULL */
	bool has_more;			/* .outermost, .keys64 or .outermost64 is set */
	struct latest *latest;		/* owned; indexed by key */
	uint32_t *arc_ends;		/* owned; indexed by arc: as latest.end, if that path is
					 * below another one of the same function; NULL: arcs are
					 * not added up */
	uint32_t nkeys;
	uint32_t shift, time;		/* modulo 2^32; .time: when the parts so far have ended */
	uint32_t *cut;			/* owned; paths still to be visited, which excluded calls
					 * separate from their callers */
	size_t ncut, cut_room;
};

/* Is path I, which is reached by ARC, outside all other paths of KEY in this part of the tree?  If
 * so, it is the latest path of KEY from now on. */
static inline bool
is_outermost(const struct summing *s, uint32_t key, uint32_t arc, uint32_t i)
{
	if (s->latest[key].end > i + s->shift)
		return false;
	s->latest[key] = (struct latest){ s->v[i].end + s->shift, arc };
	return true;
}

/* Is path I outside all other paths that are reached by ARC?  Path I is inside the latest path of
 * KEY, its function. */
static inline bool
is_outermost_call(const struct summing *s, uint32_t key, uint32_t arc, uint32_t i)
{
	if (s->latest[key].arc == arc || s->arc_ends[arc] > i + s->shift)
		return false;
	s->arc_ends[arc] = s->v[i].end + s->shift;
	return true;
}

/* Adds the samples of the subtree of path I to the sums of KEY.  ARC is the call by which path I is
 * reached, or NOBODY. */
static inline void
add_to_key(const struct summing *s, uint32_t key, uint32_t arc, uint32_t i)
{
	if (s->keys.totals != NULL)
		s->keys.totals[key] += s->g->paths.total[i];
	if (s->keys.squares != NULL)
		s->keys.squares[key].total += s->g->paths.total_squares[i];
	if (!s->has_more)
		return;
	if (s->keys64 != NULL)
		s->keys64[key] += s->g->paths.total64[i];
	if (s->outermost != NULL && arc != NOBODY)
		s->outermost[arc] += s->g->paths.total[i];
	if (s->outermost64 != NULL && arc != NOBODY)
		s->outermost64[arc] += s->g->paths.total64[i];
}

/* Adds the stacks that end with path I to ARC, which leads to the frame of path I. */
static inline void
add_own(const struct summing *s, uint32_t arc, uint32_t i)
{
	if (s->arcs.v != NULL)
		s->arcs.v[arc].self += s->g->paths.self[i];
	if (s->arcs.squares != NULL)
		s->arcs.squares[arc].self += s->g->paths.squares[i];
}

/* Adds the samples of the subtree of path I to ARC, by which path I is reached.  Until the walk has
 * ended, .children of ARC is its total. */
static inline void
add_to_arc(const struct summing *s, uint32_t arc, uint32_t i)
{
	if (s->arcs.v != NULL)
		s->arcs.v[arc].children += s->g->paths.total[i];
	if (s->arcs.squares != NULL)
		s->arcs.squares[arc].total += s->g->paths.total_squares[i];
	if (s->arcs64 != NULL)
		s->arcs64[arc] += s->g->paths.total64[i];
}

/* Path I of the subtree of path ROOT has a folded function that path I's parent has, too: adds only
 * its own stacks. */
static void
add_continued(const struct summing *s, uint32_t root, uint32_t i)
{
	uint32_t head = s->g->paths.head[i];

	if (s->arc_ends != NULL && head != root)
		add_own(s, fold_arc(s->g->profile->fold, s->v[head].arc), i);
}

/* Prefetches the sums to which path I, if there is one, will be added. */
static inline void
prefetch(const struct summing *s, uint32_t i)
{
	const struct fold *fold = s->g->profile->fold;
	const struct path *path = &s->v[i];
	uint32_t n = s->g->profile->paths->n;

	if (i >= n)
		return;
	if (fold != NULL && n - i > FAR_AHEAD - AHEAD && path[FAR_AHEAD - AHEAD].arc != NOBODY)
		__builtin_prefetch(&fold->arcs_into[path[FAR_AHEAD - AHEAD].arc]);
	if (s->key == NULL)
		__builtin_prefetch(&s->latest[fold_func(fold, path->func)], 1);
	if (s->arcs.v != NULL && path->arc != NOBODY)
		__builtin_prefetch(&s->arcs.v[fold_arc(fold, path->arc)], 1);
}

/* Begins the part of the tree below path ROOT.  Times are counted from 0 again before they reach
 * 2^32. */
static void
begin_part(struct summing *s, uint32_t root)
{
	uint32_t length = s->v[root].end - root;

	if (length > UINT32_MAX - s->time) {
		memset(s->latest, 0, s->nkeys * sizeof(*s->latest));
		if (s->arc_ends != NULL)
			memset(s->arc_ends, 0, s->g->profile->narcs * sizeof(*s->arc_ends));
		s->time = 0;
	}
	s->shift = s->time - root;
	s->time += length;
}

/* Adds the subtree of path ROOT.  Subtrees behind excluded calls are not visited, but their paths
 * are added to S->cut: a function on both sides of an excluded call is in two stacks. */
static void
visit(struct summing *s, uint32_t root)
{
	const struct fold *fold = s->g->profile->fold;
	const uint8_t *state = s->g->paths.state;
	uint32_t i = root;
	bool is_new;

	begin_part(s, root);
	if (s->roots != NULL)
		s->roots[fold_func(fold, s->v[root].func)] += s->g->paths.total[root];
	for (; i < s->v[root].end; i++) {
		uint32_t key = fold_func(fold, s->v[i].func);
		uint32_t arc = i != root ? fold_arc(fold, s->v[i].arc) : NOBODY;

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
		is_new = key != NOBODY && is_outermost(s, key, arc, i);
		if (is_new)
			add_to_key(s, key, arc, i);
		if (s->arc_ends == NULL || i == root)
			continue;
		add_own(s, arc, i);
		if (is_new || is_outermost_call(s, key, arc, i))
			add_to_arc(s, arc, i);
	}
}

/* Visits all paths of S->g.  Returns false if STOP stopped the work. */
static bool
visit_all(struct summing *s, struct stop *stop)
{
	const struct profile *p = s->g->profile;
	const struct paths *paths = p->paths;
	size_t done = 0;
	uint32_t i;

	s->v = paths->v;
	s->latest = mem_new(s->nkeys, sizeof(*s->latest));
	if (s->arcs.v != NULL || s->arcs64 != NULL)
		s->arc_ends = mem_new(p->narcs, sizeof(*s->arc_ends));
	for (i = 0; i < paths->n && !stop_asked_often(stop, done++); i = paths->v[i].end) {
		visit(s, i);
		while (s->ncut > 0)
			visit(s, s->cut[--s->ncut]);
	}
	free(s->cut);
	free(s->latest);
	free(s->arc_ends);
	return i == paths->n;
}

bool
sum_stacks(const struct graph *g, const uint32_t *key, const struct key_sums *keys,
	const struct arc_sums *arcs, double *roots, struct stop *stop)	/* NOLINT: roots is written
									 * through S */
{
	struct summing s = { .g = g, .key = key, .nkeys = keys->n, .keys = *keys, .arcs = *arcs,
		.roots = roots };
	bool done;

	if (g->paths.squares == NULL)
		s.keys.squares = s.arcs.squares = NULL;
	done = visit_all(&s, stop);
	for (uint32_t a = 0; arcs->v != NULL && a < g->profile->narcs; a++)
		arcs->v[a].children -= arcs->v[a].self;
	return done;
}

bool
sum_stacks64(const struct graph *g,
	uint64_t *funcs, uint64_t *arcs, struct stop *stop)	/* NOLINT: written through S */
{
	struct summing s = { .g = g, .nkeys = g->nfuncs, .keys64 = funcs, .arcs64 = arcs,
		.has_more = true };

	return visit_all(&s, stop);
}

struct share *
sum_arcs(const struct graph *g)
{
	struct arc_sums arcs = { .v = mem_new(g->profile->narcs, sizeof(*arcs.v)) };

	(void)sum_stacks(g, NULL, &(struct key_sums){ .n = g->nfuncs }, &arcs, NULL, NULL);
	return arcs.v;
}

uint64_t *
sum_outermost64(const struct graph *g)
{
	struct summing s = { .g = g, .nkeys = g->nfuncs, .has_more = true };

	if (g->paths.total64 == NULL)
		return NULL;
	s.outermost64 = mem_new(g->profile->narcs, sizeof(*s.outermost64));
	(void)visit_all(&s, NULL);
	return s.outermost64;
}

double *
sum_outermost(const struct graph *g)
{
	struct summing s = { .g = g, .nkeys = g->nfuncs,
		.outermost = mem_new(g->profile->narcs, sizeof(*s.outermost)), .has_more = true };

	(void)visit_all(&s, NULL);
	return s.outermost;
}
