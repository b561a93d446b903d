/* pathsets.c - trees of callees and callers of a function, from recorded stacks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/pathsets.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/pick.h"
#include "profile/fold.h"
#include "profile/paths.h"

/* A path that will be added to a set: the set of the function with which path .reached ends. */
struct candidate {
	uint32_t path, reached;		/* see struct pathset_path */
	uint32_t arc;			/* the last call of the chain, or NOBODY */
};

struct candidates {
	struct candidate *v;		/* owned */
	size_t n, room;
};

/* Has the user asked to stop?  DONE is the number of steps that are done. */
static bool
is_stopped(struct stop *stop, size_t done)
{
	return done > 0 && stop_asked_often(stop, done);
}

void
pathsets_open(struct pathsets *s, const struct graph *g, const struct path_values *values,
	bool callers)
{
	assert(values->total != NULL);
	*s = (struct pathsets){ .graph = g, .values = values, .callers = callers,
		.set_of = mem_new(g->nfuncs, sizeof(*s->set_of)) };
}

void
pathsets_release(struct pathsets *s)
{
	free(s->v);
	free(s->paths);
	free(s->set_of);
	*s = (struct pathsets){ 0 };
}

static const struct path *
path_of(const struct pathsets *s, uint32_t i)
{
	return &s->graph->profile->paths->v[i];
}

/* Returns the function, as shown, of path I. */
static uint32_t
func_of(const struct pathsets *s, uint32_t i)
{
	return fold_func(s->graph->profile->fold, path_of(s, i)->func);
}

/* Returns the arc, as shown, of path I, which has a caller. */
static uint32_t
arc_of(const struct pathsets *s, uint32_t i)
{
	return fold_arc(s->graph->profile->fold, path_of(s, i)->arc);
}

/* Do stacks begin with path I, because it has no caller or its call is excluded? */
static bool
is_outermost(const struct pathsets *s, uint32_t i)
{
	return (s->values->state[i] & PATH_STARTS) != 0;
}

/* Does path I belong to the frame of its caller? */
static bool
continues(const struct pathsets *s, uint32_t i)
{
	return (s->values->state[i] & PATH_CONTINUES) != 0;
}

/* Does any stack that counts begin with path I? */
static bool
has_samples(const struct pathsets *s, uint32_t i)
{
	return s->values->total[i] != 0
		|| (s->values->amounts != NULL && s->values->total_amounts[i] != 0);
}

/* Returns the sum of OWN, which is indexed by path, for the paths of the frame whose head is
 * HEAD. */
static double
frame_sum(const struct pathsets *s, const double *own, uint32_t head)
{
	uint32_t end = path_of(s, head)->end, i = head + 1;
	double sum = own[head];

	while (s->values->head != NULL && i < end) {
		if (!continues(s, i)) {
			i = path_of(s, i)->end;
			continue;
		}
		sum += own[i++];
	}
	return sum;
}

/* Adds the sums of path HEAD that a double cannot hold to SET, and rounds SET to them. */
static void
count_64(const struct pathsets *s, struct pathset *set, uint32_t head)
{
	const struct path_values *v = s->values;
	uint32_t end = path_of(s, head)->end, i = head + 1;
	uint64_t self = v->self64[head];

	while (v->head != NULL && i < end) {
		if (!continues(s, i)) {
			i = path_of(s, i)->end;
			continue;
		}
		self += v->self64[i++];
	}
	set->has_more |= !s->callers && self != v->total64[head];
	set->sums64.self += self;
	set->sums64.total += v->total64[head];
	set->total = sum64_nearest(set->total, set->sums64.total);
	set->self = sum64_nearest(set->self, set->sums64.self);
}

static void
add_candidate(struct candidates *c, uint32_t path, uint32_t reached, uint32_t arc)
{
	c->v = mem_grow(c->v, c->n + 1, &c->room, sizeof(*c->v));
	c->v[c->n++] = (struct candidate){ path, reached, arc };
}

/* Adds the figures of C to the set of its function.  Makes this set if there is none yet. */
static void
count_candidate(struct pathsets *s, const struct candidate *c)
{
	uint32_t f = func_of(s, c->reached);
	const struct path_values *v = s->values;
	double total = v->total[c->path], self = frame_sum(s, v->self, c->path);
	struct pathset *set;

	if (s->set_of[f] == 0) {
		s->v = mem_grow(s->v, (size_t)s->n + 1, &s->room, sizeof(*s->v));
		s->v[s->n] = (struct pathset){ .func = f, .arc = c->arc, .inside = NOBODY };
		s->set_of[f] = ++s->n;
	}
	set = &s->v[s->set_of[f] - 1];
	set->n++;
	set->total += total;
	set->amount += v->amounts != NULL ? v->total_amounts[c->path] : total;
	for (int i = 0; i < 2 && s->sides[i] != NULL; i++)
		set->sides[i] += s->sides[i]->total[c->path];
	if (s->callers && is_outermost(s, c->reached))
		set->ended += total;
	if (v->squares != NULL)
		set->variance += v->total_squares[c->path];
	set->self += self;
	if (v->self64 != NULL)
		count_64(s, set, c->path);
	set->has_more |= s->callers ? !is_outermost(s, c->reached) : total != self
		|| (v->amounts != NULL
			&& v->total_amounts[c->path] != frame_sum(s, v->amounts, c->path));
}

/* Sorts the sets from FIRST on by the sizes of their totals, the greatest first. */
static void
sort_sets(struct pathsets *s, uint32_t first)
{
	uint32_t n = s->n - first, *order = mem_uncleared(n, sizeof(*order));
	uint64_t *keys = mem_uncleared(n, sizeof(*keys));
	struct pathset *sets = mem_uncleared(n, sizeof(*sets));

	for (uint32_t i = 0; i < n; i++) {
		order[i] = i;
		sets[i] = s->v[first + i];
		keys[i] = sort_key_greatest(fabs(sets[i].total));
	}
	sort_by_keys(order, keys, n);
	for (uint32_t i = 0; i < n; i++) {
		s->v[first + i] = sets[order[i]];
		s->set_of[s->v[first + i].func] = first + i + 1;
	}
	free(order);
	free(keys);
	free(sets);
}

/* Adds a new set for each function of the candidates C, and adds the figures of C to these sets.
 * Returns false if STOP stopped the work; then no set was added, and C->v is freed. */
static bool
count_all(struct pathsets *s, struct candidates *c, struct stop *stop)
{
	uint32_t first = s->n;
	bool stopped = false;

	for (size_t i = 0; i < c->n && !stopped; i++) {
		stopped = is_stopped(stop, i);
		count_candidate(s, &c->v[i]);
	}
	if (!stopped) {
		sort_sets(s, first);
		return true;
	}
	for (uint32_t k = first; k < s->n; k++)
		s->set_of[s->v[k].func] = 0;
	s->n = first;
	free(c->v);
	return false;
}

/* Divides the paths of the candidates C among the new sets, which are the sets from FIRST on.
 * Stores the paths from S->paths[AT] on.  Returns FIRST and sets *N to the number of new sets.
 * Frees C->v. */
static uint32_t
divide(struct pathsets *s, struct candidates *c, uint32_t first, uint32_t at, uint32_t *n)
{
	for (uint32_t k = first; k < s->n; k++) {
		s->v[k].first = at;
		at += s->v[k].n;
		s->v[k].n = 0;
	}
	if (at > s->npaths) {
		s->paths = mem_grow(s->paths, at, &s->paths_room, sizeof(*s->paths));
		s->npaths = at;
	}
	for (size_t i = 0; i < c->n; i++) {
		struct pathset *set = &s->v[s->set_of[func_of(s, c->v[i].reached)] - 1];

		s->paths[set->first + set->n++] = (struct pathset_path){ c->v[i].path,
			c->v[i].reached };
	}
	for (uint32_t k = first; k < s->n; k++)
		s->set_of[s->v[k].func] = 0;
	free(c->v);
	*n = s->n - first;
	return first;
}

/* State of find_outermost() for the subtree of an outermost path. */
struct part {
	uint32_t end;			/* end of the subtree of the path */
	uint32_t func_end;		/* end of the subtree of the last call of the function */
};

/* Adds to C the outermost calls of function F.  An excluded call begins a new part: calls of F
 * above the excluded call do not count there.  Returns false, like the functions below, if STOP
 * stopped the work; then C->v is freed. */
static bool
find_outermost(const struct pathsets *s, uint32_t f, struct candidates *c, struct stop *stop)
{
	uint32_t npaths = s->graph->profile->paths->n, i = 0;
	struct part *parts = NULL;
	size_t nparts = 0, room = 0, done = 0;

	while (i < npaths) {
		const struct path *path = path_of(s, i);

		if (is_stopped(stop, done++))
			break;
		while (nparts > 0 && parts[nparts - 1].end <= i)
			nparts--;
		if (is_outermost(s, i)) {
			parts = mem_grow(parts, nparts + 1, &room, sizeof(*parts));
			parts[nparts++] = (struct part){ path->end, 0 };
		}
		if (!continues(s, i) && func_of(s, i) == f && parts[nparts - 1].func_end <= i) {
			parts[nparts - 1].func_end = path->end;
			if (has_samples(s, i))
				add_candidate(c, i, i, NOBODY);
			if (s->graph->no_arc == NULL) {
				i = path->end;
				continue;
			}
		}
		i++;
	}
	free(parts);
	if (i < npaths)
		free(c->v);
	return i >= npaths;
}

uint32_t
pathsets_add_func(struct pathsets *s, uint32_t f, struct stop *stop)
{
	struct candidates c = { 0 };
	uint32_t n, set = s->n;

	if (!find_outermost(s, f, &c, stop) || !count_all(s, &c, stop))
		return NOBODY;
	divide(s, &c, set, s->npaths, &n);
	if (n == 0) {
		s->v = mem_grow(s->v, (size_t)s->n + 1, &s->room, sizeof(*s->v));
		s->v[s->n++] = (struct pathset){ .func = f, .arc = NOBODY, .inside = NOBODY };
	}
	return set;
}

/* Adds to C the outermost paths with samples. */
static bool
find_roots(const struct pathsets *s, struct candidates *c, struct stop *stop)
{
	uint32_t npaths = s->graph->profile->paths->n;
	size_t done = 0;

	for (uint32_t i = 0; i < npaths;) {
		if (is_stopped(stop, done++)) {
			free(c->v);
			return false;
		}
		if (is_outermost(s, i) && has_samples(s, i))
			add_candidate(c, i, i, NOBODY);
		i = s->graph->no_arc != NULL ? i + 1 : path_of(s, i)->end;
	}
	return true;
}

uint32_t
pathsets_add_roots(struct pathsets *s, struct stop *stop, uint32_t *n)
{
	struct candidates c = { 0 };
	uint32_t first = s->n;

	*n = 0;
	return find_roots(s, &c, stop) && count_all(s, &c, stop)
		? divide(s, &c, first, s->npaths, n) : NOBODY;
}

uint32_t
pathsets_add_leaves(struct pathsets *s, struct stop *stop, uint32_t *n)
{
	uint32_t npaths = s->graph->profile->paths->n, first = s->n;
	struct candidates c = { 0 };

	assert(s->callers);
	*n = 0;
	for (uint32_t i = 0; i < npaths; i++) {
		if (is_stopped(stop, i)) {
			free(c.v);
			return NOBODY;
		}
		if (has_samples(s, i))
			add_candidate(&c, i, pick_head(s->values, i), NOBODY);
	}
	return count_all(s, &c, stop) ? divide(s, &c, first, s->npaths, n) : NOBODY;
}

/* Adds to C the calls that the paths of SET make. */
static bool
find_callees(const struct pathsets *s, const struct pathset *set, struct candidates *c,
	struct stop *stop)
{
	size_t done = 0;

	for (uint32_t k = set->first; k < set->first + set->n; k++) {
		uint32_t from = s->paths[k].path, end = path_of(s, from)->end, i = from + 1;

		/* A path without calls is a step, too. */
		do {
			if (is_stopped(stop, done++)) {
				free(c->v);
				return false;
			}
			if (i < end && continues(s, i)) {
				i++;
				continue;
			}
			if (i < end && has_samples(s, i) && !is_outermost(s, i))
				add_candidate(c, i, i, arc_of(s, i));
			i = i < end ? path_of(s, i)->end : end;
		} while (i < end);
	}
	return true;
}

/* Adds to C the callers of the functions that the paths of SET have reached. */
static bool
find_callers(const struct pathsets *s, const struct pathset *set, struct candidates *c,
	struct stop *stop)
{
	for (uint32_t k = 0; k < set->n; k++) {
		const struct pathset_path *path = &s->paths[set->first + k];
		const struct path *reached = path_of(s, path->reached);

		if (is_stopped(stop, k)) {
			free(c->v);
			return false;
		}
		if (!is_outermost(s, path->reached))
			add_candidate(c, path->path, pick_head(s->values, reached->parent),
				arc_of(s, path->reached));
	}
	return true;
}

/* Some paths of SET have no further caller.  Moves these to the end of SET's paths.  divide() then
 * overwrites the others with the paths of the sets inside SET. */
static void
move_ended(struct pathsets *s, const struct pathset *set)
{
	struct pathset_path *paths = &s->paths[set->first];
	uint32_t to = set->n;

	for (uint32_t k = set->n; k-- > 0;)
		if (is_outermost(s, paths[k].reached))
			paths[--to] = paths[k];
}

uint32_t
pathsets_inside(struct pathsets *s, uint32_t set, struct stop *stop, uint32_t *n)
{
	struct candidates c = { 0 };

	assert(set < s->n);
	*n = 0;
	if (s->v[set].inside == NOBODY) {
		uint32_t first = s->n, ninside;

		if (!(s->callers ? find_callers(s, &s->v[set], &c, stop)
				: find_callees(s, &s->v[set], &c, stop))
		    || !count_all(s, &c, stop))
			return NOBODY;
		if (s->callers && s->v[set].n > 0)
			move_ended(s, &s->v[set]);
		divide(s, &c, first, s->callers ? s->v[set].first : s->npaths, &ninside);
		s->v[set].inside = first;
		s->v[set].ninside = ninside;
	}
	*n = s->v[set].ninside;
	return s->v[set].inside;
}
