/* exclusions.c - functions and arcs that the user excluded, and the graph without them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/exclusions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "callgraph/bounds.h"
#include "callgraph/entries.h"

void
exclusions_open(struct exclusions *c, const struct graph *base)
{
	const struct profile *p = base->profile;

	*c = (struct exclusions){ .profile = p, .now.basis.graph = base };
	c->funcs = mem_new(p->nfuncs, sizeof(*c->funcs));
	c->arcs = mem_new(p->narcs, sizeof(*c->arcs));
}

void
exclusions_release_reduced(struct reduced *r)
{
	graph_release(&r->graph);
	if (r->parts != NULL)
		profile_release(r->parts);
	free(r->parts);
	free(r->funcs);
	free(r->arcs);
	*r = (struct reduced){ .basis = r->basis };
}

void
exclusions_release(struct exclusions *c)
{
	exclusions_release_reduced(&c->now);
	free(c->funcs);
	free(c->arcs);
	free(c->weights);
	free(c->changes);
	*c = (struct exclusions){ 0 };
}

void
exclusions_begin(struct exclusions *c)
{
	c->nchanges = c->at;
	c->step++;
}

static void
set_excluded(struct exclusions *c, const struct exclusion *change, bool excluded)
{
	bool *is_excluded = change->is_arc ? &c->arcs[change->number] : &c->funcs[change->number];
	uint32_t *n = change->is_arc ? &c->narcs : &c->nfuncs;

	assert(change->number < (change->is_arc ? c->profile->narcs : c->profile->nfuncs));
	if (*is_excluded != excluded)
		*n += excluded ? 1 : UINT32_MAX;
	*is_excluded = excluded;
}

void
exclusions_change_read(struct exclusions *c, bool is_arc, uint32_t number, bool excluded)
{
	struct exclusion *change;

	c->changes = mem_grow(c->changes, c->nchanges + 1, &c->changes_room,
		sizeof(*c->changes));
	change = &c->changes[c->nchanges++];
	*change = (struct exclusion){ .number = number, .step = c->step, .is_arc = is_arc,
		.excluded = excluded };
	c->at = c->nchanges;
	set_excluded(c, change, excluded);
}

void
exclusions_change(struct exclusions *c, bool is_arc, uint32_t number, bool excluded)
{
	const struct fold *fold = c->now.basis.fold;
	const uint32_t *into = fold == NULL ? NULL : is_arc ? fold->arcs_into : fold->into;
	const bool *is_excluded = is_arc ? c->arcs : c->funcs;
	uint32_t n = is_arc ? c->profile->narcs : c->profile->nfuncs, i;

	if (into == NULL) {
		exclusions_change_read(c, is_arc, number, excluded);
		return;
	}
	for (i = 0; i < n; i++)
		if (into[i] == number && is_excluded[i] != excluded)
			exclusions_change_read(c, is_arc, i, excluded);
}

uint32_t
exclusions_shown(const struct exclusions *c, const struct exclusion *change)
{
	const struct fold *fold = c->now.basis.fold;

	if (fold == NULL)
		return change->number;
	return change->is_arc ? fold->arcs_into[change->number] : fold->into[change->number];
}

const struct exclusion *
exclusions_undo(struct exclusions *c, size_t *n)
{
	uint32_t step;

	*n = 0;
	if (c->at == 0)
		return NULL;
	for (step = c->changes[c->at - 1].step; c->at > 0 && c->changes[c->at - 1].step == step;
	     c->at--, ++*n)
		set_excluded(c, &c->changes[c->at - 1], !c->changes[c->at - 1].excluded);
	return &c->changes[c->at];
}

const struct exclusion *
exclusions_redo(struct exclusions *c, size_t *n)
{
	uint32_t step;

	*n = 0;
	if (c->at == c->nchanges)
		return NULL;
	for (step = c->changes[c->at].step; c->at < c->nchanges && c->changes[c->at].step == step;
	     c->at++, ++*n)
		set_excluded(c, &c->changes[c->at], c->changes[c->at].excluded);
	return &c->changes[c->at - *n];
}

void
exclusions_forget(struct exclusions *c)
{
	c->nchanges = c->at;
}

const struct graph *
exclusions_graph(const struct exclusions *c)
{
	return c->now.is_solved ? &c->now.graph : c->now.basis.graph;
}

/* Sets C->weights: the fraction of each function's time that is included in the figures. */
static void
set_weights(struct exclusions *c)
{
	const struct fold *fold = c->now.basis.fold;
	const struct graph *g = exclusions_graph(c);
	uint32_t f;

	if (c->weights == NULL && c->nfuncs > 0)
		c->weights = mem_new(c->profile->nfuncs, sizeof(*c->weights));
	for (f = 0; c->weights != NULL && f < c->profile->nfuncs; f++)
		c->weights[f] = c->funcs[f] ? 0 : g->nodes[fold != NULL ? fold->into[f] : f].fract;
}

/* Returns an array indexed by group, to be free()d.  The element of a group is true if all its
 * items are excluded.  There are N items: item i is in group INTO[i], or in group i if INTO is
 * NULL.  IS_EXCLUDED is indexed by item.  Adds the number of groups with at least one excluded item
 * to *NEXCLUDED.  *FIRST becomes the group of the first excluded item.  If IN_PART is not NULL,
 * IN_PART[i] becomes true if item i is excluded, but not all items of its group are. */
static bool *
excluded_groups(const bool *is_excluded, const uint32_t *into, uint32_t n, uint32_t *nexcluded,
	uint32_t *first, bool *in_part)
{
	bool *all = mem_new(n, sizeof(*all)), *seen = mem_new(n, sizeof(*seen));
	uint32_t i, to;

	for (i = 0; i < n; i++)
		all[into != NULL ? into[i] : i] = true;
	for (i = n; i-- > 0;) {
		to = into != NULL ? into[i] : i;
		all[to] = all[to] && is_excluded[i];
		if (!is_excluded[i])
			continue;
		*nexcluded += !seen[to];
		seen[to] = true;
		*first = to;
	}
	for (i = 0; in_part != NULL && i < n; i++)
		in_part[i] = is_excluded[i] && !all[into != NULL ? into[i] : i];
	free(seen);
	return all;
}

static bool
any_set(const bool *v, uint32_t n)
{
	return memchr(v, 1, n) != NULL;
}

/* Sets R->funcs and R->arcs: the rows and arcs, as shown, that are excluded as a whole.  If rows or
 * arcs are excluded in part, also sets R->parts. */
static void
exclude_from_profile(const struct exclusions *c, struct reduced *r)
{
	const struct profile *p = c->profile;
	const struct fold *fold = r->basis.fold;
	bool *funcs = fold != NULL ? mem_new(p->nfuncs, sizeof(*funcs)) : NULL;
	bool *arcs = fold != NULL ? mem_new(p->narcs, sizeof(*arcs)) : NULL;
	const struct fold_excluded missing = { .funcs = funcs, .arcs = arcs };
	uint32_t first;

	r->funcs = excluded_groups(c->funcs, fold != NULL ? fold->into : NULL, p->nfuncs,
		&r->nfuncs, &r->func, funcs);
	r->arcs = excluded_groups(c->arcs, fold != NULL ? fold->arcs_into : NULL, p->narcs,
		&r->narcs, &first, arcs);
	if (fold != NULL && (any_set(funcs, p->nfuncs) || any_set(arcs, p->narcs))) {
		r->parts = mem_new(1, sizeof(*r->parts));
		fold_open(r->parts, p, fold, &missing);
	}
	free(funcs);
	free(arcs);
}

/* Sets the bounds of R->graph, in which functions and calls are excluded.  The bounds come from a
 * graph in which only the functions are excluded: see bounds_set_uncut().  Returns false if STOP
 * stopped the work. */
static bool
set_uncut_bounds(const struct exclusions *c, struct reduced *r, struct stop *stop)
{
	const struct graph_options options = { .funcs = r->funcs, .stop = stop };
	const struct profile *p = c->profile;
	const struct fold *fold = r->basis.fold;
	const struct profile *whole = r->basis.graph->profile;
	struct profile parts = { 0 };
	struct graph uncut;
	bool done;

	if (r->parts != NULL) {
		bool *funcs = mem_new(p->nfuncs, sizeof(*funcs));
		bool *arcs = mem_new(p->narcs, sizeof(*arcs));
		const struct fold_excluded missing = { .funcs = funcs, .arcs = arcs };

		for (uint32_t f = 0; f < p->nfuncs; f++)
			funcs[f] = c->funcs[f] && !r->funcs[fold->into[f]];
		fold_open(&parts, p, fold, &missing);
		whole = &parts;
		free(funcs);
		free(arcs);
	}
	done = graph_solve(&uncut, whole, &options);
	if (done) {
		bounds_set_uncut(&r->graph, &uncut);
		graph_release(&uncut);
	}
	if (r->parts != NULL)
		profile_release(&parts);
	return done;
}

bool
exclusions_solve(struct exclusions *c, const struct basis *basis, struct stop *stop,
	struct reduced *old)
{
	struct reduced fresh = { .basis = *basis, .is_solved = c->nfuncs + c->narcs > 0 };
	struct graph_options options = { .stop = stop };

	if (fresh.is_solved) {
		exclude_from_profile(c, &fresh);
		options.funcs = fresh.funcs;
		options.arcs = fresh.arcs;
		if (!graph_solve(&fresh.graph,
			fresh.parts != NULL ? fresh.parts : basis->graph->profile, &options)) {
			exclusions_release_reduced(&fresh);
			return false;
		}
		/* The totals of stacks are known, so they need no bounds. */
		if (c->narcs > 0 && c->profile->paths == NULL
		    && !set_uncut_bounds(c, &fresh, stop)) {
			exclusions_release_reduced(&fresh);
			return false;
		}
		entries_number_like(&fresh.graph, basis->graph);
	}
	*old = fresh;
	exclusions_restore(c, old);
	return true;
}

void
exclusions_restore(struct exclusions *c, struct reduced *old)
{
	const struct reduced since = c->now;

	c->now = *old;
	*old = since;
	set_weights(c);
}
