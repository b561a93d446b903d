/* fold.c - several functions as one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/fold.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "profile/inlining.h"

static bool
is_missing(const bool *missing, uint32_t i)
{
	return missing != NULL && missing[i];
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
