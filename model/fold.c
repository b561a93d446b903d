/* Several functions as one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "fold.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"

static void
fold_funcs(struct profile *q, const struct profile *p, const uint32_t *into,
	const char *const *names)
{
	q->funcs = mem_new(p->nfuncs, sizeof(*q->funcs));
	q->ticks = mem_new(p->nfuncs, sizeof(*q->ticks));
	q->outside = p->outside != NULL ? mem_new(p->nfuncs, sizeof(*q->outside)) : NULL;
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		q->funcs[f] = p->funcs[f];
		if (names[f] != NULL)
			q->funcs[f].name = names[f];
		q->ticks[into[f]] += p->ticks[f];
		if (q->outside != NULL)
			q->outside[into[f]] += p->outside[f];
	}
}

static int
by_ends(uint32_t x, uint32_t y, const void *with)
{
	const struct arc *a = (const struct arc *)with + x, *b = (const struct arc *)with + y;

	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	return (a->callee > b->callee) - (a->callee < b->callee);
}

/* The first arc between two groups gets the calls of all; what is left of the others are
 * calls that never happened, of a function from itself. */
static void
fold_arcs(struct profile *q, const struct profile *p, const uint32_t *into)
{
	uint32_t *v = mem_new(p->narcs, sizeof(*v));

	q->arcs = mem_new(p->narcs, sizeof(*q->arcs));
	for (uint32_t a = 0; a < p->narcs; a++) {
		q->arcs[a] = p->arcs[a];
		q->arcs[a].caller = into[p->arcs[a].caller];
		q->arcs[a].callee = into[p->arcs[a].callee];
		v[a] = a;
	}
	sort_numbers(v, p->narcs, by_ends, q->arcs);
	for (uint32_t i = 0, first = 0; i < p->narcs; i++) {
		struct arc *arc = &q->arcs[v[i]];

		if (i == 0 || by_ends(v[first], v[i], q->arcs) != 0) {
			first = i;
			continue;
		}
		q->arcs[v[first]].count += arc->count;
		/* Only what was compared already changes its ends. */
		arc->count = 0;
	}
	for (uint32_t a = 0; a < p->narcs; a++)
		if (q->arcs[a].count == 0 && p->arcs[a].count > 0)
			q->arcs[a].callee = q->arcs[a].caller = p->arcs[a].caller;
	free(v);
}

void
fold_open(struct profile *q, const struct profile *p, const uint32_t *into,
	const char *const *names)
{
	*q = *p;
	q->spread = NULL;
	q->out = q->out_at = q->in = q->in_at = NULL;
	fold_funcs(q, p, into, names);
	fold_arcs(q, p, into);
	profile_link(q);
}

void
fold_release(struct profile *q)
{
	free(q->funcs);
	free(q->ticks);
	free(q->outside);
	free(q->arcs);
	free(q->out);
	free(q->out_at);
	free(q->in);
	free(q->in_at);
}
