/* fold.c - several functions as one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"

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

/* Give the first arc between two groups the calls of all arcs between them.  The other arcs become
 * arcs of a function to itself, without calls. */
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
		if (fold->arcs_into[a] != a && p->arcs[a].count > 0)
			arc->callee = arc->caller = p->arcs[a].caller;
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
	profile_link(q);
}
