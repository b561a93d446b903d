/* unitranges.c - address ranges of the units of debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dwarf/unitranges.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/budget.h"
#include "base/mem.h"

enum { MAX_VISITS = 1000 };		/* greatest number of ranges that are visited for one
					 * address */

/* An element of the sorted array, which is also an interval tree: the middle element is the root,
 * and the elements before and behind it are its two subtrees. */
struct unit_range {
	uint64_t lo, hi;		/* addresses [lo, hi) */
	uint64_t reach;			/* the greatest .hi of this range and of the ranges in its
					 * subtrees */
	uint32_t unit;
};

void
unitranges_add(struct unitranges *ranges, uint32_t unit, uint64_t lo, uint64_t hi)
{
	ranges->v = mem_grow(ranges->v, ranges->n + 1, &ranges->room, sizeof(*ranges->v));
	ranges->v[ranges->n++] = (struct unit_range){ .lo = lo, .hi = hi, .unit = unit };
}

static int
by_lo(const void *a, const void *b)
{
	const struct unit_range *s = a, *t = b;

	if (s->lo != t->lo)
		return s->lo < t->lo ? -1 : 1;
	return s->unit < t->unit ? -1 : s->unit > t->unit;
}

/* Sets .reach in the tree of the N ranges at X, and returns .reach of the root; 0 if N is 0. */
static uint64_t
set_reach(struct unit_range *x, size_t n)
{
	struct unit_range *root;
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

/* Merges ranges of the same unit that touch or overlap. */
static void
merge_adjacent(struct unitranges *ranges, size_t nunits)
{
	/* Indexed by unit: 1 + index of its last range; 0: it has no range yet. */
	uint32_t *last = mem_new(nunits, sizeof(*last));
	uint32_t n = 0;

	for (size_t i = 0; i < ranges->n; i++) {
		const struct unit_range x = ranges->v[i];
		struct unit_range *before;

		assert(x.unit < nunits);
		before = last[x.unit] > 0 ? &ranges->v[last[x.unit] - 1] : NULL;
		if (before == NULL || before->hi < x.lo) {
			ranges->v[n] = x;
			last[x.unit] = ++n;
		} else if (before->hi < x.hi) {
			before->hi = x.hi;
		}
	}
	ranges->n = n;
	free(last);
}

void
unitranges_sort(struct unitranges *ranges, size_t nunits)
{
	if (ranges->n > 0)
		qsort(ranges->v, ranges->n, sizeof(*ranges->v), by_lo);
	merge_adjacent(ranges, nunits);
	set_reach(ranges->v, ranges->n);
}

struct range_visit {
	uint64_t addr;
	void (*visit)(void *with, uint32_t unit);
	void *with;
	struct budget visits;
};

/* Visits the ranges that contain V->addr in the tree of the N ranges at X. */
static void
visit_tree(struct range_visit *v, const struct unit_range *x, size_t n)
{
	while (n > 0) {
		const struct unit_range *root = &x[n / 2];

		if (root->reach <= v->addr)
			return;
		visit_tree(v, x, n / 2);
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
unitranges_visit(const struct unitranges *ranges, uint64_t addr,
	void (*visit)(void *with, uint32_t unit), void *with)
{
	struct range_visit v = { .addr = addr, .visit = visit, .with = with,
		.visits = { .left = MAX_VISITS } };

	visit_tree(&v, ranges->v, ranges->n);
	return !v.visits.exceeded;
}

uint64_t
unitranges_next(const struct unitranges *ranges, uint64_t addr)
{
	size_t i;

	BISECT(i, ranges->n, ranges->v[i].lo > addr);
	return i < ranges->n ? ranges->v[i].lo : UINT64_MAX;
}

void
unitranges_release(struct unitranges *ranges)
{
	free(ranges->v);
	*ranges = (struct unitranges){ 0 };
}
