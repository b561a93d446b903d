/* cycles.c - finding cycles of the call graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/cycles.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A function on the call path from the root to the current function. */
struct path_step {
	uint32_t func;
	uint32_t left;			/* number of arcs from the function that were not followed
					 * yet */
};

/* A visited function.  These data are read together, so they are in one struct. */
struct visited {
	uint32_t position;		/* index of the function in .path, or NOBODY */
	uint32_t head, next;		/* as in struct cycles */
	uint32_t tail;			/* of a head: last member of the cycle */
};

static const uint32_t UNSEEN = 0, INCOMPLETE = NOBODY;

struct cycle_walk {
	const struct profile *p;
	const bool *excluded;
	struct cycles *c;

	struct path_step *path;		/* call path from the root to the current function */
	uint32_t depth;			/* length of path */
	uint32_t *heads;		/* indices in .path of the functions that are heads */
	uint32_t nheads;

	struct visited *met;		/* indexed by function; not set before a function is
					 * visited */
	uint32_t *number;		/* indexed by function: UNSEEN, INCOMPLETE, or a number from
					 * 1; members of a cycle have the same number */
	uint32_t count;			/* the highest number given so far */

	struct stop *stop;
	size_t turns;			/* number of arcs followed and functions completed, for
					 * stop_asked_often() */
	bool is_stopped;
};

/* Returns the head of F's cycle.  A head may have become a member of a larger cycle, which has
 * another head, and so on.  All functions on this chain then get the last head. */
static uint32_t
head_of(struct visited *met, uint32_t f)
{
	uint32_t head = f;

	while (met[head].head != head)
		head = met[head].head;
	while (met[f].head != head) {
		uint32_t up = met[f].head;

		met[f].head = head;
		f = up;
	}
	return head;
}

/* Closes a cycle: the last function of the path calls F.  F, or the head of F's cycle, is on the
 * path.  All later functions of the path join the cycle. */
static void
close_cycle(struct cycle_walk *w, uint32_t f)
{
	struct visited *met = w->met;
	uint32_t head = head_of(met, f);
	uint32_t position = met[f].position != NOBODY ? met[f].position : met[head].position;
	uint32_t first = w->nheads;

	assert(position < w->depth);
	if (position + 1 == w->depth)
		return;			/* a function that calls itself is no cycle */
	while (first > 0 && w->heads[first - 1] > position)
		first--;
	for (uint32_t i = first; i < w->nheads; i++) {
		uint32_t g = w->path[w->heads[i]].func;

		met[met[head].tail].next = g;
		met[head].tail = met[g].tail;
		met[g].head = head;
	}
	w->nheads = first;
}

/* Prefetches what the walk will read about F's callees.  If F has many callees, only those that are
 * followed first are prefetched. */
static void
prefetch_callees(const struct cycle_walk *w, uint32_t f)
{
	enum { FEW = 16 };
	const struct profile *p = w->p;
	uint32_t n = p->out.at[f + 1] - p->out.at[f];

	for (uint32_t i = n > FEW ? n - FEW : 0; i < n; i++) {
		uint32_t callee = p->arcs[profile_arc(&p->out, p->out.at[f] + i)].callee;

		__builtin_prefetch(&w->number[callee]);
		__builtin_prefetch(&p->out.at[callee]);
		__builtin_prefetch(&w->met[callee], 1);
	}
}

static void
enter_function(struct cycle_walk *w, uint32_t f)
{
	w->number[f] = INCOMPLETE;
	w->met[f] = (struct visited){ .position = w->depth, .head = f, .next = NOBODY, .tail = f };
	w->heads[w->nheads++] = w->depth;
	w->path[w->depth++] = (struct path_step){ f, w->p->out.at[f + 1] - w->p->out.at[f] };
	prefetch_callees(w, f);
}

/* Leaves F after all arcs from F were followed.  If F is the head of a cycle, all members get a
 * number.  If F is in no cycle, F gets a number. */
static void
leave_function(struct cycle_walk *w, uint32_t f)
{
	assert(w->number[f] == INCOMPLETE);
	w->depth--;
	w->met[f].position = NOBODY;
	if (w->met[f].head != f)
		return;
	w->nheads--;
	w->count++;
	for (uint32_t member = f; member != NOBODY; member = w->met[member].next)
		w->number[member] = w->count;
}

/* Visits ROOT and every unseen function that it calls, directly or indirectly.  GNU gprof puts new
 * arcs in front of old ones, so arcs are followed from the last to the first. */
static void
walk_from(struct cycle_walk *w, uint32_t root)
{
	enter_function(w, root);
	while (w->depth > 0) {
		struct path_step *step = &w->path[w->depth - 1];
		uint32_t arc, callee, number;

		if (stop_asked_often(w->stop, w->turns++)) {
			w->is_stopped = true;
			return;
		}
		if (step->left == 0) {
			leave_function(w, step->func);
			continue;
		}
		arc = profile_arc(&w->p->out, w->p->out.at[step->func] + --step->left);
		callee = w->p->arcs[arc].callee;
		number = w->number[callee];
		if ((w->excluded != NULL && w->excluded[arc])
		    || (number != UNSEEN && number != INCOMPLETE) || !cycles_may_have(w->p, arc))
			continue;
		if (number == INCOMPLETE)
			close_cycle(w, callee);
		else
			enter_function(w, callee);
	}
}

/* Sorts the functions by number.  Members of a cycle, which have the same number, are sorted by
 * address. */
static void
order_functions(const struct cycle_walk *w)
{
	uint32_t n = w->p->nfuncs;
	uint32_t *at = mem_new((size_t)n + 2, sizeof(*at));

	for (uint32_t f = 0; f < n; f++)
		at[w->number[f] + 1]++;
	for (uint32_t i = 0; i <= n; i++)
		at[i + 1] += at[i];
	for (uint32_t f = 0; f < n; f++)
		w->c->order[at[w->number[f]]++] = f;
	assert(at[w->count] == n);	/* every function has a number */
	free(at);
}

/* Sets the head and the next member of each function, from what the walk has found. */
static void
set_members(const struct cycle_walk *w)
{
	uint32_t n = w->p->nfuncs;

	w->c->head = mem_uncleared(n, sizeof(*w->c->head));
	w->c->next = mem_uncleared(n, sizeof(*w->c->next));
	for (uint32_t f = 0; f < n; f++) {
		w->c->head[f] = head_of(w->met, f);
		w->c->next[f] = w->met[f].next;
	}
}

bool
cycles_find(struct cycles *c, const struct profile *p, const bool *excluded, struct stop *stop)
{
	size_t n = p->nfuncs;
	struct cycle_walk w = { .p = p, .excluded = excluded, .c = c, .stop = stop };

	*c = (struct cycles){ .order = mem_new(n, sizeof(*c->order)) };
	w.path = mem_uncleared(n, sizeof(*w.path));
	w.heads = mem_uncleared(n, sizeof(*w.heads));
	w.met = mem_uncleared(n, sizeof(*w.met));
	w.number = mem_new(n, sizeof(*w.number));
	for (uint32_t f = 0; f < p->nfuncs && !w.is_stopped; f++)
		if (w.number[f] == UNSEEN)
			walk_from(&w, f);
	if (!w.is_stopped) {
		set_members(&w);
		order_functions(&w);
	}
	free(w.path);
	free(w.heads);
	free(w.met);
	free(w.number);
	return !w.is_stopped;
}

void
cycles_none(struct cycles *c, uint32_t nfuncs)
{
	*c = (struct cycles){ .order = mem_new(nfuncs, sizeof(*c->order)),
		.head = mem_new(nfuncs, sizeof(*c->head)),
		.next = mem_new(nfuncs, sizeof(*c->next)) };
	for (uint32_t f = 0; f < nfuncs; f++) {
		c->order[f] = c->head[f] = f;
		c->next[f] = NOBODY;
	}
}

void
cycles_release_members(struct cycles *c)
{
	free(c->head);
	free(c->next);
	c->head = c->next = NULL;
}

void
cycles_release(struct cycles *c)
{
	free(c->order);
	cycles_release_members(c);
	*c = (struct cycles){ 0 };
}
