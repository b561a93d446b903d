/* Which functions call one another in a circle.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cycles.h"

#include <stdlib.h>
#include <string.h>

/* On the way down from a root: a function, and which of its arcs is next. */
struct step {
	uint32_t func;
	uint32_t left;			/* arcs that have not been followed */
};

struct walk {
	const struct profile *p;
	const bool *cut;
	struct cycles *c;

	struct step *path;		/* from the root to where we are */
	uint32_t depth;
	uint32_t *place;		/* of each function in path, or NOBODY */
	uint32_t *loose;		/* places in path of functions
					 * that are their own heads */
	uint32_t nloose;

	uint32_t *tail;			/* of each head: the last member of its cycle */
	uint32_t *number;		/* of each function: 0 until it is complete */
	bool *seen;
	uint32_t count;

	struct stop *stop;
	size_t turns;			/* arcs followed, and functions left */
	bool is_stopped;
};

/* The head of the cycle that F is in.  C->head may name a head that has become a member
 * of another cycle since: shorten the way there. */
static uint32_t
head_of(struct cycles *c, uint32_t f)
{
	uint32_t head = f;

	while (c->head[head] != head)
		head = c->head[head];
	while (c->head[f] != head) {
		uint32_t up = c->head[f];

		c->head[f] = head;
		f = up;
	}
	return head;
}

/* F is called from the top of the path, and was met before without being complete: it is
 * on the path, or in the cycle of one that is.  All that is above joins that cycle. */
static void
close_cycle(struct walk *w, uint32_t f)
{
	uint32_t head = head_of(w->c, f);
	uint32_t place = w->place[f] != NOBODY ? w->place[f] : w->place[head];
	uint32_t first = w->nloose;

	if (place + 1 == w->depth)
		return;			/* it calls itself */
	while (first > 0 && w->loose[first - 1] > place)
		first--;
	for (uint32_t i = first; i < w->nloose; i++) {
		uint32_t g = w->path[w->loose[i]].func;

		w->c->next[w->tail[head]] = g;
		w->tail[head] = w->tail[g];
		w->c->head[g] = head;
	}
	w->nloose = first;
}

static void
enter(struct walk *w, uint32_t f)
{
	w->seen[f] = true;
	w->place[f] = w->depth;
	w->loose[w->nloose++] = w->depth;
	w->path[w->depth++] = (struct step){ f, w->p->out_at[f + 1] - w->p->out_at[f] };
}

/* All that F calls is complete; so is F, and with it its cycle, if it is the head. */
static void
leave(struct walk *w, uint32_t f)
{
	w->depth--;
	w->place[f] = NOBODY;
	if (w->c->head[f] != f)
		return;
	w->nloose--;
	w->count++;
	for (uint32_t member = f; member != NOBODY; member = w->c->next[member])
		w->number[member] = w->count;
}

/* GNU gprof keeps new arcs in front of old ones, so they are followed last to first. */
static void
walk_from(struct walk *w, uint32_t root)
{
	enter(w, root);
	while (w->depth > 0) {
		struct step *step = &w->path[w->depth - 1];
		uint32_t arc, callee;

		if (stop_asked_often(w->stop, w->turns++)) {
			w->is_stopped = true;
			return;
		}
		if (step->left == 0) {
			leave(w, step->func);
			continue;
		}
		arc = w->p->out[w->p->out_at[step->func] + --step->left];
		callee = w->p->arcs[arc].callee;
		if ((w->cut != NULL && w->cut[arc]) || w->number[callee] != 0)
			continue;
		/* gprof: calls that never happened close circles, too. */
		if (w->p->rules == RULES_EXACT && profile_is_possible(w->p, arc))
			continue;
		if (w->seen[callee])
			close_cycle(w, callee);
		else
			enter(w, callee);
	}
}

/* Functions by number, of equal ones by address. */
static void
put_in_order(const struct walk *w)
{
	uint32_t n = w->p->nfuncs;
	uint32_t *at = mem_new((size_t)n + 2, sizeof(*at));

	for (uint32_t f = 0; f < n; f++)
		at[w->number[f] + 1]++;
	for (uint32_t i = 0; i <= n; i++)
		at[i + 1] += at[i];
	for (uint32_t f = 0; f < n; f++)
		w->c->order[at[w->number[f]]++] = f;
	free(at);
}

bool
cycles_find(struct cycles *c, const struct profile *p, const bool *cut, struct stop *stop)
{
	size_t n = p->nfuncs;
	struct walk w = { .p = p, .cut = cut, .c = c, .stop = stop };

	c->order = mem_new(n, sizeof(*c->order));
	c->head = mem_new(n, sizeof(*c->head));
	c->next = mem_new(n, sizeof(*c->next));
	w.path = mem_new(n, sizeof(*w.path));
	w.place = mem_new(n, sizeof(*w.place));
	w.loose = mem_new(n, sizeof(*w.loose));
	w.tail = mem_new(n, sizeof(*w.tail));
	w.number = mem_new(n, sizeof(*w.number));
	w.seen = mem_new(n, sizeof(*w.seen));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		c->head[f] = w.tail[f] = f;
		c->next[f] = w.place[f] = NOBODY;
	}
	for (uint32_t f = 0; f < p->nfuncs && !w.is_stopped; f++)
		if (!w.seen[f])
			walk_from(&w, f);
	for (uint32_t f = 0; f < p->nfuncs; f++)
		c->head[f] = head_of(c, f);
	if (!w.is_stopped)
		put_in_order(&w);
	free(w.path);
	free(w.place);
	free(w.loose);
	free(w.tail);
	free(w.number);
	free(w.seen);
	return !w.is_stopped;
}

void
cycles_release(struct cycles *c)
{
	free(c->order);
	free(c->head);
	free(c->next);
	*c = (struct cycles){ 0 };
}
