/* What the user has taken out, and the graph without it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "callgraph/exclusions.h"

#include <stdlib.h>
#include <string.h>

void
cuts_open(struct cut_set *c, const struct graph *base)
{
	const struct profile *p = base->profile;

	*c = (struct cut_set){ .profile = p, .now.basis.graph = base };
	c->funcs = mem_new(p->nfuncs, sizeof(*c->funcs));
	c->arcs = mem_new(p->narcs, sizeof(*c->arcs));
}

void
remains_release(struct remains *r)
{
	graph_release(&r->graph);
	if (r->parts)
		fold_release(r->parts);
	free(r->parts);
	free(r->funcs);
	free(r->arcs);
	*r = (struct remains){ .basis = r->basis };
}

void
cuts_release(struct cut_set *c)
{
	remains_release(&c->now);
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
cuts_change_one(struct cut_set *c, bool is_arc, uint32_t number, bool out)
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

void
cuts_change(struct cut_set *c, bool is_arc, uint32_t number, bool out)
{
	const struct fold *fold = c->now.basis.fold;
	const uint32_t *into = !fold ? NULL : is_arc ? fold->arcs_into : fold->into;
	const bool *is_out = is_arc ? c->arcs : c->funcs;
	uint32_t n = is_arc ? c->profile->narcs : c->profile->nfuncs, i;

	if (!into) {
		cuts_change_one(c, is_arc, number, out);
		return;
	}
	for (i = 0; i < n; i++)
		if (into[i] == number && is_out[i] != out)
			cuts_change_one(c, is_arc, i, out);
}

uint32_t
cuts_shown(const struct cut_set *c, const struct change *change)
{
	const struct fold *fold = c->now.basis.fold;

	if (!fold)
		return change->number;
	return change->is_arc ? fold->arcs_into[change->number] : fold->into[change->number];
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

const struct graph *
cuts_graph(const struct cut_set *c)
{
	return c->now.is_solved ? &c->now.graph : c->now.basis.graph;
}

/* How much of each function, as read, counts. */
static void
weigh(struct cut_set *c)
{
	const struct fold *fold = c->now.basis.fold;
	const struct graph *g = cuts_graph(c);
	uint32_t f;

	if (!c->weights && c->nfuncs > 0)
		c->weights = mem_new(c->profile->nfuncs, sizeof(*c->weights));
	for (f = 0; c->weights && f < c->profile->nfuncs; f++)
		c->weights[f] = c->funcs[f] ? 0 : g->nodes[fold ? fold->into[f] : f].fract;
}

/* Which of the groups that N things go INTO (NULL: each is a group) are out altogether, if IS_OUT
 * says which things are; into *NOUT how many have things out, into *FIRST the first of
 * those.  IN_PART, if not NULL, gets things that are out of groups that are not. */
static bool *
groups_out(const bool *is_out, const uint32_t *into, uint32_t n, uint32_t *nout,
	uint32_t *first, bool *in_part)
{
	bool *all = mem_new(n, sizeof(*all)), *seen = mem_new(n, sizeof(*seen));
	uint32_t i, to;

	for (i = 0; i < n; i++)
		all[into ? into[i] : i] = true;
	for (i = n; i-- > 0;) {
		to = into ? into[i] : i;
		all[to] = all[to] && is_out[i];
		if (!is_out[i])
			continue;
		*nout += !seen[to];
		seen[to] = true;
		*first = to;
	}
	for (i = 0; in_part && i < n; i++)
		in_part[i] = is_out[i] && !all[into ? into[i] : i];
	free(seen);
	return all;
}

static bool
any(const bool *v, uint32_t n)
{
	return memchr(v, 1, n) != NULL;
}

/* Fill in what is left of the profile: of groups that are out in part, the rest. */
static void
leave_out(const struct cut_set *c, struct remains *r)
{
	const struct profile *p = c->profile;
	const struct fold *fold = r->basis.fold;
	bool *funcs = fold ? mem_new(p->nfuncs, sizeof(*funcs)) : NULL;
	bool *arcs = fold ? mem_new(p->narcs, sizeof(*arcs)) : NULL;
	const struct missing missing = { .funcs = funcs, .arcs = arcs };
	uint32_t first;

	r->funcs = groups_out(c->funcs, fold ? fold->into : NULL, p->nfuncs, &r->nfuncs,
		&r->func, funcs);
	r->arcs = groups_out(c->arcs, fold ? fold->arcs_into : NULL, p->narcs,
		&r->narcs, &first, arcs);
	if (fold && (any(funcs, p->nfuncs) || any(arcs, p->narcs))) {
		r->parts = mem_new(1, sizeof(*r->parts));
		fold_open(r->parts, p, fold, &missing);
	}
	free(funcs);
	free(arcs);
}

bool
cuts_solve(struct cut_set *c, const struct basis *basis, struct stop *stop, struct remains *old)
{
	struct remains fresh = { .basis = *basis, .is_solved = c->nfuncs + c->narcs > 0 };
	struct cuts cuts = { .stop = stop };

	if (fresh.is_solved) {
		leave_out(c, &fresh);
		cuts.funcs = fresh.funcs;
		cuts.arcs = fresh.arcs;
		if (!graph_solve(&fresh.graph, fresh.parts ? fresh.parts : basis->graph->profile,
			&cuts)) {
			remains_release(&fresh);
			return false;
		}
		graph_number_as(&fresh.graph, basis->graph);
	}
	*old = fresh;
	cuts_return(c, old);
	return true;
}

void
cuts_return(struct cut_set *c, struct remains *old)
{
	const struct remains since = c->now;

	c->now = *old;
	*old = since;
	weigh(c);
}
