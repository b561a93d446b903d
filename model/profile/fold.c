/* fold.c - several functions as one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "profile/inlining.h"
#include "profile/paths.h"

static bool
is_excluded(const bool *excluded, uint32_t i)
{
	return excluded != NULL && excluded[i];
}

static void
fold_funcs(struct profile *q, const struct profile *p, const struct fold *fold,
	const bool *excluded)
{
	q->funcs = mem_new(p->nfuncs, sizeof(*q->funcs));
	q->ticks = mem_new(p->nfuncs, sizeof(*q->ticks));
	q->outside = p->outside != NULL ? mem_new(p->nfuncs, sizeof(*q->outside)) : NULL;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		q->funcs[f] = p->funcs[f];
		if (fold->names[f] != NULL)
			q->funcs[f].name = fold->names[f];
		if (!is_excluded(excluded, f))
			q->ticks[fold->into[f]] += p->ticks[f];
		if (q->outside != NULL)
			q->outside[fold->into[f]] += p->outside[f];
	}
}

uint32_t *
fold_arcs(const struct profile *p, const uint32_t *into)
{
	uint32_t *v = mem_new(p->narcs, sizeof(*v)), *first = mem_new(p->narcs, sizeof(*first));
	uint64_t *ends = mem_new(p->narcs, sizeof(*ends));

	for (uint32_t a = 0; a < p->narcs; a++) {
		ends[a] = (uint64_t)into[p->arcs[a].caller] << 32 | into[p->arcs[a].callee];
		v[a] = a;
	}
	sort_by_keys(v, ends, p->narcs);
	for (uint32_t i = 0; i < p->narcs; i++)
		first[v[i]] = i > 0 && ends[v[i - 1]] == ends[v[i]] ? first[v[i - 1]] : v[i];
	free(ends);
	free(v);
	return first;
}

/* Adds the calls of all arcs between two groups to the first of these arcs.  Each other arc gets no
 * calls, and now leads from a function to itself.  But a possible call still leads from group to
 * group. */
static void
join_arcs(struct profile *q, const struct profile *p, const struct fold *fold,
	const bool *excluded)
{
	q->arcs = mem_new(p->narcs, sizeof(*q->arcs));
	for (uint32_t a = 0; a < p->narcs; a++) {
		struct arc *arc = &q->arcs[a];

		arc->caller = fold->into[p->arcs[a].caller];
		arc->callee = fold->into[p->arcs[a].callee];
		if (!is_excluded(excluded, a))
			q->arcs[fold->arcs_into[a]].count += p->arcs[a].count;
		if (fold->arcs_into[a] != a && !profile_is_possible(p, a))
			arc->callee = arc->caller = p->arcs[a].caller;
	}
}

/* Adds up the costs of all arcs between two groups at the first of these arcs.  Calls inside a
 * group get no cost: the calls that enter the group include it. */
static void
join_costs(struct profile *q, const struct profile *p, const struct fold *fold,
	const bool *excluded)
{
	if (p->arc_costs == NULL)
		return;
	q->arc_costs = mem_new(p->narcs, sizeof(*q->arc_costs));
	for (uint32_t a = 0; a < p->narcs; a++)
		if (!is_excluded(excluded, a)
		    && fold->into[p->arcs[a].caller] != fold->into[p->arcs[a].callee])
			q->arc_costs[fold->arcs_into[a]] += p->arc_costs[a];
}

/* Returns an array indexed by function, to be free()d: is the function alone in its group? */
static bool *
find_alone(const struct profile *p, const struct fold *fold)
{
	bool *alone = mem_new(p->nfuncs, sizeof(*alone));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		alone[f] = fold->into[f] == f;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (fold->into[f] != f)
			alone[fold->into[f]] = false;
	return alone;
}

/* Returns the stacks of P with functions and arcs folded as FOLD says.  Calls inside a group of
 * functions disappear.  Stacks with an excluded function get no samples.  An excluded call cuts a
 * stack into two. */
static struct paths *
fold_paths(const struct profile *p, const struct fold *fold, const struct fold_excluded *excluded)
{
	struct paths *to = mem_new(1, sizeof(*to));
	uint32_t n = p->paths->n, nfolded = 0;
	struct path *v = mem_uncleared(n, sizeof(*v));
	uint32_t *number = mem_uncleared(n, sizeof(*number));	/* indexed by path of P: number of
								 * its path in V */
	bool *is_dropped = mem_new(n, sizeof(*is_dropped)), *alone = find_alone(p, fold);
	double *self = mem_uncleared(n, sizeof(*self)), *squares = NULL, *amounts = NULL;

	if (p->paths->squares != NULL)
		squares = mem_new(n, sizeof(*squares));
	if (p->paths->amounts != NULL)
		amounts = mem_new(n, sizeof(*amounts));
	for (uint32_t i = 0; i < n; i++) {
		const struct path *from = &p->paths->v[i];
		uint32_t parent = from->parent, func = fold->into[from->func];
		bool cut = parent != NOBODY && excluded != NULL
			&& is_excluded(excluded->arcs, from->arc);

		is_dropped[i] = (parent != NOBODY && is_dropped[parent])
			|| (excluded != NULL && is_excluded(excluded->funcs, from->func));
		number[i] = nfolded;
		if (parent != NOBODY && !cut && !alone[func] && v[number[parent]].func == func)
			number[i] = number[parent];
		if (number[i] == nfolded) {
			v[nfolded] = (struct path){ .parent = NOBODY, .func = func, .arc = NOBODY };
			if (parent != NOBODY && !cut) {
				v[nfolded].parent = number[parent];
				v[nfolded].arc = fold->arcs_into[from->arc];
			}
			self[nfolded++] = 0;
		}
		self[number[i]] += is_dropped[i] ? 0 : p->paths->self[i];
		if (squares != NULL && !is_dropped[i])
			squares[number[i]] += p->paths->squares[i];
		if (amounts != NULL && !is_dropped[i])
			amounts[number[i]] += p->paths->amounts[i];
	}
	paths_open(to, &(struct paths){ .v = v, .self = self, .squares = squares,
		.amounts = amounts, .n = nfolded }, NULL);
	free(number);
	free(is_dropped);
	free(alone);
	return to;
}

/* Folds the inlined code of P for Q.  Code that is inlined into an excluded function has no
 * samples. */
static void
fold_instances(struct profile *q, const struct profile *p, const struct fold *fold,
	const bool *excluded)
{
	q->inlining = inlining_fold(p, fold->into, fold->arcs_into);
	for (uint32_t i = 0; i < p->inlining->ninstances; i++) {
		struct inlined_instance *instance = &q->inlining->instances[i];

		if (!is_excluded(excluded, p->inlining->instances[i].host))
			continue;
		q->ticks[instance->func] -= instance->ticks;
		instance->ticks = 0;
	}
}

void
fold_open(struct profile *q, const struct profile *p, const struct fold *fold,
	const struct fold_excluded *excluded)
{
	profile_borrow(q, p);
	q->notes = p->notes;
	q->nnotes = p->nnotes;
	q->spread = NULL;
	q->nspread = 0;
	q->out = q->out_at = q->in = q->in_at = NULL;
	fold_funcs(q, p, fold, excluded != NULL ? excluded->funcs : NULL);
	join_arcs(q, p, fold, excluded != NULL ? excluded->arcs : NULL);
	join_costs(q, p, fold, excluded != NULL ? excluded->arcs : NULL);
	if (p->inlining != NULL)
		fold_instances(q, p, fold, excluded != NULL ? excluded->funcs : NULL);
	if (p->paths != NULL)
		q->paths = fold_paths(p, fold, excluded);
	profile_link(q);
}
