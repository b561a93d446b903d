/* Which units of debug information have code at an address.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf/unitranges.h"

#include <stdlib.h>

#include "base/bisect.h"
#include "base/budget.h"
#include "base/mem.h"

enum { MOST_VISITED = 1000 };		/* units for one address */

/* A tree in an array: the middle of a part of it is the root, what is before and behind are the
 * subtrees. */
struct extent {
	uint64_t lo, hi;		/* [lo, hi) */
	uint64_t reach;			/* the greatest hi of this one and of its subtrees */
	uint32_t unit;
};

void
unitranges_add(struct unitranges *e, uint32_t unit, uint64_t lo, uint64_t hi)
{
	e->v = mem_grow(e->v, e->n + 1, &e->room, sizeof(*e->v));
	e->v[e->n++] = (struct extent){ .lo = lo, .hi = hi, .unit = unit };
}

static int
by_lo(const void *a, const void *b)
{
	const struct extent *s = a, *t = b;

	if (s->lo != t->lo)
		return s->lo < t->lo ? -1 : 1;
	return s->unit < t->unit ? -1 : s->unit > t->unit;
}

/* Set the reach in the tree of the N extents at X, and return that of all. */
static uint64_t
set_reach(struct extent *x, size_t n)
{
	struct extent *root;
	uint64_t before, behind;

	if (n == 0)
		return 0;
	root = &x[n / 2];
	before = set_reach(x, n / 2);
	behind = set_reach(root + 1, n - n / 2 - 1);
	root->reach = root->hi;
	if (root->reach < before)
		root->reach = before;
	if (root->reach < behind)
		root->reach = behind;
	return root->reach;
}

/* Make one of those of a unit that touch. */
static void
merge_adjacent(struct unitranges *e, size_t nunits)
{
	uint32_t *last = mem_new(nunits, sizeof(*last));	/* of each unit, 0: none */
	uint32_t n = 0;

	for (size_t i = 0; i < e->n; i++) {
		const struct extent x = e->v[i];
		struct extent *before = last[x.unit] > 0 ? &e->v[last[x.unit] - 1] : NULL;

		if (before == NULL || before->hi < x.lo) {
			e->v[n] = x;
			last[x.unit] = ++n;
		} else if (before->hi < x.hi) {
			before->hi = x.hi;
		}
	}
	e->n = n;
	free(last);
}

void
unitranges_sort(struct unitranges *e, size_t nunits)
{
	if (e->n > 0)
		qsort(e->v, e->n, sizeof(*e->v), by_lo);
	merge_adjacent(e, nunits);
	set_reach(e->v, e->n);
}

/* What is done for which address, and how often it was. */
struct visiting {
	uint64_t addr;
	void (*visit)(void *with, uint32_t unit);
	void *with;
	struct budget visits;
};

/* Visit what covers the address among the N extents at X. */
static void
visit_among(struct visiting *v, const struct extent *x, size_t n)
{
	while (n > 0) {
		const struct extent *root = &x[n / 2];

		if (root->reach <= v->addr)
			return;
		visit_among(v, x, n / 2);
		if (root->lo > v->addr || v->visits.exceeded)
			return;
		if (root->hi > v->addr) {
			if (!budget_spend(&v->visits, 1))
				return;
			v->visit(v->with, root->unit);
		}
		x = root + 1;
		n -= n / 2 + 1;
	}
}

bool
unitranges_visit(const struct unitranges *e, uint64_t addr, void (*visit)(void *with, uint32_t unit),
	void *with)
{
	struct visiting v = { .addr = addr, .visit = visit, .with = with,
		.visits = { .left = MOST_VISITED } };

	visit_among(&v, e->v, e->n);
	return !v.visits.exceeded;
}

uint64_t
unitranges_next(const struct unitranges *e, uint64_t addr)
{
	size_t i;

	BISECT(i, e->n, e->v[i].lo > addr);
	return i < e->n ? e->v[i].lo : UINT64_MAX;
}

void
unitranges_release(struct unitranges *e)
{
	free(e->v);
	*e = (struct unitranges){ 0 };
}
