/* prefetch.h - prefetch what a walk over functions and their arcs reads a few functions ahead
 *
 * A walk in topological order reads functions, arcs and nodes all over the memory.  Without
 * prefetch, the walk waits whenever it reads one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PREFETCH_H
#define PREFETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

/* A walk over functions.  All arrays are borrowed. */
struct prefetch_walk {
	const uint32_t *order;		/* numbers of functions, in the order of the walk */
	uint32_t n;			/* number of functions */
	int step;			/* 1: walk forward through .order, -1: backward */
	const struct arc_list *list;	/* the arcs of functions */
	const struct arc *arcs;
	bool to_callers;		/* the walk reads the caller of each arc; false: the
					 * callee */
	const void *nodes;		/* array of any type, indexed by function */
	size_t node_size;		/* size of an element of .nodes, in bytes */
	const void *more;		/* another array of the same kind as .nodes; or NULL */
	size_t more_size;
};

/* Prefetches what walk W reads after position I.  This function must be inlined: the compiler then
 * knows most members of W.  Otherwise the first screen of a million functions took 15 % more
 * time. */
static inline __attribute__((always_inline)) void
prefetch_ahead(const struct prefetch_walk *w, uint32_t i)
{
	enum { SPANS = 16, NUMBERS = 12, ARCS = 8, NODES = 4, FEW = 16 };
	const uint32_t *next = w->order + i, *at = w->list->at;
	const char *nodes = w->nodes;
	uint32_t f;

	if ((w->step > 0 ? w->n - 1 - i : i) < SPANS)
		return;
	__builtin_prefetch(&at[next[SPANS * w->step]]);
	profile_prefetch_number(w->list, at[next[NUMBERS * w->step]]);
	f = next[ARCS * w->step];
	for (uint32_t k = at[f + 1]; k > at[f] && at[f + 1] - k < FEW; k--)
		__builtin_prefetch(&w->arcs[profile_arc(w->list, k - 1)]);
	f = next[NODES * w->step];
	__builtin_prefetch(nodes + f * w->node_size);
	for (uint32_t k = at[f + 1]; k > at[f] && at[f + 1] - k < FEW; k--) {
		const struct arc *arc = &w->arcs[profile_arc(w->list, k - 1)];
		size_t to = w->to_callers ? arc->caller : arc->callee;

		__builtin_prefetch(nodes + to * w->node_size);
		if (w->more != NULL)
			__builtin_prefetch((const char *)w->more + to * w->more_size);
	}
}

#endif
