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

static bool
is_missing(const bool *missing, uint32_t i)
{
	return missing != NULL && missing[i];
}

/* The first arc from the current group to another one. */
struct first_arc {
	uint32_t from;			/* the first function of the current group; another one: no
					 * arc was found yet */
	uint32_t arc;
};

/* Finds the first arc from the N functions V, which are a group, to each other group. */
static void
find_first_arcs(const struct profile *p, const uint32_t *into, const uint32_t *v, uint32_t n,
	struct first_arc *first)
{
	enum { AHEAD = 16 };		/* the arcs of a function are all over the memory */

	for (uint32_t m = 0; m < n; m++)
		for (uint32_t i = p->out.at[v[m]]; i < p->out.at[v[m] + 1]; i++) {
			uint32_t a = profile_arc(&p->out, i);
			struct first_arc *to = &first[into[p->arcs[a].callee]];

			if (p->narcs - i > AHEAD)
				__builtin_prefetch(&p->arcs[profile_arc(&p->out, i + AHEAD)]);
			if (to->from != into[v[0]] || to->arc > a)
				*to = (struct first_arc){ into[v[0]], a };
		}
}

uint32_t *
fold_arcs(const struct profile *p, const uint32_t *into)
{
	uint32_t *arcs_into = mem_uncleared(p->narcs, sizeof(*arcs_into));
	uint32_t *at = mem_uncleared((size_t)p->nfuncs + 1, sizeof(*at));
	uint32_t *v = sort_by_group(into, p->nfuncs, p->nfuncs, at);
	struct first_arc *first = mem_uncleared(p->nfuncs, sizeof(*first));

	memset(first, 0xff, p->nfuncs * sizeof(*first));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		find_first_arcs(p, into, v + at[f], at[f + 1] - at[f], first);
		for (uint32_t m = at[f]; m < at[f + 1]; m++)
			for (uint32_t i = p->out.at[v[m]]; i < p->out.at[v[m] + 1]; i++) {
				uint32_t a = profile_arc(&p->out, i);

				arcs_into[a] = first[into[p->arcs[a].callee]].arc;
			}
	}
	free(first);
	free(v);
	free(at);
	return arcs_into;
}

double *
fold_ticks(const struct profile *p, const struct fold *fold, const bool *missing)
{
	const struct inlining *x = p->inlining;
	double *ticks = mem_new(p->nfuncs, sizeof(*ticks));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (!is_missing(missing, f))
			ticks[fold->into[f]] += p->ticks[f];
	for (uint32_t i = 0; x != NULL && i < x->ninstances; i++)
		if (is_missing(missing, x->instances[i].host))
			ticks[fold->into[x->instances[i].func]] -= x->instances[i].ticks;
	return ticks;
}

static void
fold_funcs(struct profile *q, const struct profile *p, const struct fold *fold)
{
	q->funcs = mem_new(p->nfuncs, sizeof(*q->funcs));
	q->ticks = p->ticks != NULL ? fold_ticks(p, fold, NULL) : NULL;
	q->outside = p->outside != NULL ? mem_new(p->nfuncs, sizeof(*q->outside)) : NULL;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		q->funcs[f] = p->funcs[f];
		if (fold->names[f] != NULL)
			q->funcs[f].name = fold->names[f];
		if (q->outside != NULL)
			q->outside[fold->into[f]] += p->outside[f];
	}
}

/* Adds the calls of all arcs between two groups to the first of these arcs.  Each other arc gets no
 * calls, and now leads from a function to itself.  But a possible call still leads from group to
 * group. */
static void
join_arcs(struct profile *q, const struct profile *p, const struct fold *fold)
{
	profile_new_arcs(q, p->narcs);
	for (uint32_t a = 0; a < p->narcs; a++) {
		struct arc *arc = &q->arcs[a];

		arc->caller = fold->into[p->arcs[a].caller];
		arc->callee = fold->into[p->arcs[a].callee];
		if (profile_arc_calls(p, a) > 0)
			profile_add_arc_calls(q, fold->arcs_into[a], profile_arc_calls(p, a));
		if (fold->arcs_into[a] != a && !profile_is_possible(p, a))
			arc->callee = arc->caller = p->arcs[a].caller;
	}
}

void
fold_open(struct profile *q, const struct profile *p, const struct fold *fold)
{
	profile_borrow(q, p);
	q->fold = fold;
	q->spread = NULL;
	q->nspread = 0;
	q->out = q->in = (struct arc_list){ 0 };
	fold_funcs(q, p, fold);
	join_arcs(q, p, fold);
	if (p->inlining != NULL)
		q->inlining = inlining_fold(p, fold->into, fold->arcs_into);
	profile_link(q);
}
