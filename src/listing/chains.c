/* chains.c - functions joined into chains by the arcs between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/chains.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void
chains_open(struct chains *c, struct listing *l)
{
	const struct profile *p = l->profile;
	size_t nnodes, narcs;

	*c = (struct chains){ .listing = l, .nfuncs = p->nfuncs, .narcs = p->narcs };
	select_pairs(&p->named, p, &c->pairs);
	narcs = c->narcs + c->pairs.n;
	nnodes = (size_t)c->nfuncs + c->pairs.nnodes;
	c->arcs = mem_new(narcs, sizeof(*c->arcs));
	c->calls = mem_new(narcs, sizeof(*c->calls));
	for (uint32_t a = 0; a < p->narcs; a++) {
		c->arcs[a] = p->arcs[a];
		c->calls[a] = profile_arc_calls(p, a);
	}
	for (size_t i = 0; i < c->pairs.n; i++)
		c->arcs[c->narcs++] = (struct arc){ c->nfuncs + c->pairs.v[i].left,
			c->nfuncs + c->pairs.v[i].right, 0 };
	c->links = mem_new(nnodes, sizeof(*c->links));
	c->ends = mem_new(nnodes, sizeof(*c->ends));
	c->arc_placed = mem_new(narcs, sizeof(*c->arc_placed));
	c->unjoined = mem_new(2 * narcs, sizeof(*c->unjoined));
	for (uint32_t f = 0; f < nnodes; f++) {
		c->links[f] = (struct chain_link){ f, 0, NOBODY, NOBODY, false };
		c->ends[f] = (struct chain_ends){ f, f };
	}
}

void
chains_release(struct chains *c)
{
	free(c->arcs);
	free(c->calls);
	select_pairs_release(&c->pairs);
	free(c->links);
	free(c->ends);
	free(c->arc_placed);
	free(c->unjoined);
}

void
chains_print_func(struct chains *c, uint32_t f)
{
	c->links[f].placed = true;
	if (f >= c->nfuncs)
		f = c->pairs.funcs[f - c->nfuncs];
	out_name(c->listing->out, c->listing->profile->funcs[f].name);
	out_text(c->listing->out, "\n");
}

static bool
is_alone(const struct chains *c, uint32_t f)
{
	return c->links[f].next == NOBODY && c->links[f].prev == NOBODY;
}

static bool
is_inside(const struct chains *c, uint32_t f)
{
	return c->links[f].next != NOBODY && c->links[f].prev != NOBODY;
}

/* Returns the end of F's chain that is nearer to F.  If both ends are equally near, returns the
 * first function of the chain if FRONT is set, else the last. */
static uint32_t
nearer_end(const struct chains *c, uint32_t f, bool front)
{
	const struct chain_ends *e = &c->ends[c->links[f].chain];
	int32_t before = c->links[f].place - c->links[e->first].place;
	int32_t behind = c->links[e->last].place - c->links[f].place;

	if (before == behind)
		return front ? e->first : e->last;
	return before < behind ? e->first : e->last;
}

/* Appends F, which is alone in its chain, to the chain whose last function is END. */
static void
append_func(struct chains *c, uint32_t end, uint32_t f)
{
	struct chain_link *link = &c->links[f], *neighbour = &c->links[end];

	assert(neighbour->next == NOBODY);
	*link = (struct chain_link){ neighbour->chain, neighbour->place + 1, NOBODY, end, false };
	neighbour->next = f;
	c->ends[link->chain].last = f;
}

/* Inserts F, which is alone in its chain, before END, the first function of another chain. */
static void
prepend_func(struct chains *c, uint32_t end, uint32_t f)
{
	struct chain_link *link = &c->links[f], *neighbour = &c->links[end];

	assert(neighbour->prev == NOBODY);
	*link = (struct chain_link){ neighbour->chain, neighbour->place - 1, end, NOBODY, false };
	neighbour->prev = f;
	c->ends[link->chain].first = f;
}

/* Joins the caller and the callee of arc A in one chain.  Returns false if each of the two is in a
 * chain with other functions. */
static bool
place_arc(struct chains *c, uint32_t a)
{
	uint32_t caller = c->arcs[a].caller, callee = c->arcs[a].callee, end;

	if (is_inside(c, caller) && is_inside(c, callee))
		return false;
	if (is_alone(c, caller)) {
		end = nearer_end(c, callee, true);
		if (c->links[end].prev != NOBODY)
			append_func(c, end, caller);
		else
			prepend_func(c, end, caller);
		return true;
	}
	if (!is_alone(c, callee))
		return false;
	end = nearer_end(c, caller, false);
	if (c->links[end].next != NOBODY)
		prepend_func(c, end, callee);
	else
		append_func(c, end, callee);
	return true;
}

static bool
is_placed(const struct chains *c, uint32_t a)
{
	return c->links[c->arcs[a].caller].placed || c->links[c->arcs[a].callee].placed;
}

/* For each of the N arcs of LIST, prints the chain that contains the caller.  Skips an arc if its
 * caller is alone in its chain, or if its caller or callee is placed already. */
static void
print_chains(struct chains *c, const uint32_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t f = c->arcs[list[i]].caller;

		if (is_placed(c, list[i]) || is_alone(c, f))
			continue;
		f = c->ends[c->links[f].chain].first;
		for (; f != NOBODY; f = c->links[f].next)
			chains_print_func(c, f);
	}
}

void
chains_place_arcs(struct chains *c, const uint32_t *list, size_t n, bool all)
{
	uint64_t total = 0, sum = 0;

	for (size_t i = 0; i < n && !all; i++)
		total += c->calls[list[i]];
	for (size_t i = 0; i < n; i++) {
		uint32_t a = list[i];

		sum += c->calls[a];
		if (c->arc_placed[a])
			continue;
		if ((!all && (double)sum / (double)total > 0.99) || is_placed(c, a)
				|| !place_arc(c, a))
			c->unjoined[c->nunjoined++] = a;
		else
			c->arc_placed[a] = true;
	}
	print_chains(c, list, n);
	for (size_t i = 0; i < n && all; i++)
		if (!is_placed(c, list[i]))
			chains_print_func(c, c->arcs[list[i]].caller);
}

uint32_t *
chains_arcs(const struct chains *c, size_t *n)
{
	uint32_t *list = mem_new(c->narcs, sizeof(*list)), nread = c->listing->profile->narcs;

	*n = 0;
	for (uint32_t a = nread; a < c->narcs; a++)
		list[(*n)++] = a;
	for (uint32_t a = 0; a < nread; a++)
		if (c->arcs[a].caller != c->arcs[a].callee)
			list[(*n)++] = a;
	return list;
}
