/* recording_stacks.c - which frame of a recording called which
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/recording_stacks.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"
#include "measured/recording.h"

/* States of a stack during the sort: not seen yet, in stack_sort.pending, or moved.  A stack that
 * was moved to number N has the state SORTED + N. */
enum { UNSEEN, PENDING, SORTED };

struct stack_sort {
	struct recording_stack *from, *to;
	uint64_t *state;		/* indexed by old number */
	uint32_t *pending;		/* old numbers: of a stack, of its caller, of the caller of
					 * its caller, and so on */
	uint32_t n;			/* stacks in .to */
	bool has_loop;
};

/* Returns the index of OFFSET in AT, or NOBODY.  AT has N offsets in ascending order. */
static uint32_t
find_slot(const uint64_t *at, uint32_t n, uint64_t offset)
{
	uint32_t lo = 0, hi = n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (at[mid] < offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && at[lo] == offset ? lo : NOBODY;
}

/* Moves stack I and its callers to S->to, except those that were moved before.  The outermost
 * caller comes first. */
static void
move_chain(struct stack_sort *s, uint32_t i)
{
	uint32_t npending = 0, parent = NOBODY;

	while (i != NOBODY && s->state[i] == UNSEEN) {
		s->state[i] = PENDING;
		s->pending[npending++] = i;
		i = s->from[i].parent;
	}
	if (i != NOBODY && s->state[i] == PENDING) {
		s->has_loop = true;
		s->from[s->pending[npending - 1]].is_cut = true;
	} else if (i != NOBODY) {
		parent = (uint32_t)(s->state[i] - SORTED);
	}
	while (npending > 0) {
		i = s->pending[--npending];
		s->to[s->n] = s->from[i];
		s->to[s->n].parent = parent;
		s->to[s->n].is_cut &= parent == NOBODY;
		s->state[i] = (uint64_t)s->n + SORTED;
		parent = s->n++;
	}
}

bool
recording_link_stacks(struct recording *r, const uint64_t *at, const uint64_t *parent_at)
{
	uint32_t n = r->nstacks;
	struct stack_sort s = { .from = r->stacks, .to = mem_uncleared(n, sizeof(*s.to)),
		.state = mem_new(n, sizeof(*s.state)),
		.pending = mem_uncleared(n, sizeof(*s.pending)) };

	for (uint32_t i = 0; i < n; i++) {
		if (parent_at[i] == 0)
			continue;
		r->stacks[i].parent = find_slot(at, n, parent_at[i]);
		r->stacks[i].is_cut |= r->stacks[i].parent == NOBODY;
	}
	for (uint32_t i = 0; i < n; i++)
		move_chain(&s, i);
	free(s.from);
	free(s.state);
	free(s.pending);
	r->stacks = s.to;
	r->stacks_room = n;
	return !s.has_loop;
}
