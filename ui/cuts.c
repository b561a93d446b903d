/* What the user has taken out, and the graph without it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuts.h"

#include <stdlib.h>

void
cuts_open(struct cut_set *c, const struct profile *p, const struct graph *base)
{
	*c = (struct cut_set){ .profile = p, .base = base };
	c->funcs = mem_new(p->nfuncs, sizeof(*c->funcs));
	c->arcs = mem_new(p->narcs, sizeof(*c->arcs));
}

void
cuts_release(struct cut_set *c)
{
	if (c->is_solved)
		graph_release(&c->graph);
	free(c->funcs);
	free(c->arcs);
	free(c->weights);
	free(c->changes);
	*c = (struct cut_set){ 0 };
}

void
cuts_begin(struct cut_set *c)
{
	c->nchanges = c->at;
	c->step++;
}

static void
put(struct cut_set *c, const struct change *change, bool out)
{
	bool *is_out = change->is_arc ? &c->arcs[change->number] : &c->funcs[change->number];
	uint32_t *n = change->is_arc ? &c->narcs : &c->nfuncs;

	if (*is_out != out)
		*n += out ? 1 : UINT32_MAX;
	*is_out = out;
}

void
cuts_change(struct cut_set *c, bool is_arc, uint32_t number, bool out)
{
	struct change *change;

	c->changes = mem_room(c->changes, c->nchanges + 1, &c->changes_room,
		sizeof(*c->changes));
	change = &c->changes[c->nchanges++];
	*change = (struct change){ .number = number, .step = c->step, .is_arc = is_arc,
		.out = out };
	c->at = c->nchanges;
	put(c, change, out);
}

const struct change *
cuts_undo(struct cut_set *c, size_t *n)
{
	uint32_t step;

	*n = 0;
	if (c->at == 0)
		return NULL;
	for (step = c->changes[c->at - 1].step; c->at > 0 && c->changes[c->at - 1].step == step;
	     c->at--, ++*n)
		put(c, &c->changes[c->at - 1], !c->changes[c->at - 1].out);
	return &c->changes[c->at];
}

const struct change *
cuts_redo(struct cut_set *c, size_t *n)
{
	uint32_t step;

	*n = 0;
	if (c->at == c->nchanges)
		return NULL;
	for (step = c->changes[c->at].step; c->at < c->nchanges && c->changes[c->at].step == step;
	     c->at++, ++*n)
		put(c, &c->changes[c->at], c->changes[c->at].out);
	return &c->changes[c->at - *n];
}

void
cuts_forget(struct cut_set *c)
{
	c->nchanges = c->at;
}

/* The graph that counts by now, and how much of each function counts in it. */
static const struct graph *
take_weights(struct cut_set *c, const uint32_t *into)
{
	const struct graph *g = c->is_solved ? &c->graph : c->base;
	uint32_t f;

	if (!c->weights && c->nfuncs > 0)
		c->weights = mem_new(c->profile->nfuncs, sizeof(*c->weights));
	for (f = 0; c->weights && f < c->profile->nfuncs; f++)
		c->weights[f] = g->nodes[into ? into[f] : f].fract;
	return g;
}

const struct graph *
cuts_solve(struct cut_set *c, const uint32_t *into, struct stop *stop, struct graph *old)
{
	const struct cuts cuts = { .funcs = c->funcs, .arcs = c->arcs, .stop = stop };
	struct graph fresh = { 0 };

	if (c->nfuncs + c->narcs > 0) {
		if (!graph_solve(&fresh, c->profile, &cuts))
			return NULL;
		graph_number_as(&fresh, c->base);
	}
	*old = fresh;
	return cuts_return(c, into, old);
}

const struct graph *
cuts_return(struct cut_set *c, const uint32_t *into, struct graph *old)
{
	const struct graph fresh = *old;

	*old = c->is_solved ? c->graph : (struct graph){ 0 };
	c->graph = fresh;
	c->is_solved = fresh.nodes != NULL;
	return take_weights(c, into);
}
