/* exclusions.c - functions and arcs that the user excluded, and the graph without them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/exclusions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "figures/bounds.h"
#include "figures/entries.h"
#include "figures/graph_solve.h"

void
exclusions_open(struct exclusions *c, const struct graph *base)
{
	*c = (struct exclusions){ .profile = base->profile, .now.base = base };
}

void
exclusions_release_reduced(struct reduced *r)
{
	graph_free(r->graph);
	*r = (struct reduced){ .base = r->base };
}

/* Forgets the foci that are not in force. */
static void
forget_foci(struct exclusions *c)
{
	while (c->nfoci_known > c->nfoci)
		free(c->foci[--c->nfoci_known].funcs);
}

static void
drop_last_sleeper(struct exclusions *c)
{
	struct sleeper *s = &c->sleepers[--c->nsleepers];

	free(s->name);
	free(s->callee);
}

void
exclusions_release(struct exclusions *c)
{
	while (c->nsleepers > 0)
		drop_last_sleeper(c);
	free(c->sleepers);
	c->nfoci = 0;
	forget_foci(c);
	exclusions_release_reduced(&c->now);
	free(c->funcs);
	free(c->arcs);
	free(c->changes);
	*c = (struct exclusions){ 0 };
}

bool
exclusions_is_in_force(const struct exclusions *c, const struct sleeper *s)
{
	return s->at < c->at || (s->at == c->at && !s->undone);
}

void
exclusions_add_sleeper(struct exclusions *c, const struct exclusion *change, const char *name,
	const char *callee, bool undone)
{
	c->sleepers = mem_grow(c->sleepers, c->nsleepers + 1, &c->sleepers_room,
		sizeof(*c->sleepers));
	c->sleepers[c->nsleepers++] = (struct sleeper){ *change, c->nchanges, undone,
		mem_text(name, strlen(name)),
		callee != NULL ? mem_text(callee, strlen(callee)) : NULL };
}

void
exclusions_begin(struct exclusions *c)
{
	exclusions_forget(c);
	c->step++;
}

static void
set_excluded(struct exclusions *c, const struct exclusion *change, bool excluded)
{
	bool **is_excluded = change->is_arc ? &c->arcs : &c->funcs;
	uint32_t *n = change->is_arc ? &c->narcs : &c->nfuncs;
	uint32_t all = change->is_arc ? c->profile->narcs : c->profile->nfuncs;

	assert(change->number < all);
	if (*is_excluded == NULL)
		*is_excluded = mem_new(all, sizeof(**is_excluded));
	if ((*is_excluded)[change->number] != excluded)
		*n += excluded ? 1 : UINT32_MAX;
	(*is_excluded)[change->number] = excluded;
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
	const struct fold *fold = c->now.base->profile->fold;
	const uint32_t *into = fold == NULL ? NULL : is_arc ? fold->arcs_into : fold->into;
	uint32_t n = is_arc ? c->profile->narcs : c->profile->nfuncs, i;

	if (into == NULL) {
		exclusions_change_read(c, is_arc, number, excluded);
		return;
	}
	for (i = 0; i < n; i++)
		if (into[i] == number && exclusions_has_read(c, is_arc, i) != excluded)
			exclusions_change_read(c, is_arc, i, excluded);
}

uint32_t
exclusions_shown(const struct exclusions *c, const struct exclusion *change)
{
	const struct fold *fold = c->now.base->profile->fold;

	if (fold == NULL)
		return change->number;
	return change->is_arc ? fold->arcs_into[change->number] : fold->into[change->number];
}

bool
exclusions_has(const struct exclusions *c, bool is_arc, uint32_t number)
{
	uint32_t n = is_arc ? c->profile->narcs : c->profile->nfuncs;

	for (uint32_t i = 0; i < n; i++) {
		const struct exclusion one = { .number = i, .is_arc = is_arc };

		if (exclusions_has_read(c, is_arc, i) && exclusions_shown(c, &one) == number)
			return true;
	}
	return false;
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
	while (c->nsleepers > 0 && !exclusions_is_in_force(c, &c->sleepers[c->nsleepers - 1]))
		drop_last_sleeper(c);
	c->nchanges = c->at;
}

const struct graph *
exclusions_graph(const struct exclusions *c)
{
	return c->now.graph != NULL ? c->now.graph : c->now.base;
}

/* Sets the bounds of R->graph, in which functions and calls are excluded.  The bounds come from a
 * graph in which only the functions are excluded: see bounds_set_uncut().  Returns false if STOP
 * stopped the work. */
static bool
set_uncut_bounds(struct reduced *r, const struct selection *selection, struct stop *stop)
{
	struct selection uncut_selection = *selection;
	struct graph uncut;

	uncut_selection.no_arc = NULL;
	if (!graph_solve(&uncut, r->base->profile, &uncut_selection, stop))
		return false;
	bounds_set_uncut(r->graph, &uncut);
	graph_release(&uncut);
	return true;
}

bool
exclusions_add_focus(struct exclusions *c, const uint32_t *funcs, uint32_t n)
{
	struct focus *f;

	if (c->nfoci == MOST_FOCI)
		return false;
	forget_foci(c);
	f = &c->foci[c->nfoci_known++];
	*f = (struct focus){ mem_copy(funcs, n, sizeof(*funcs)), n };
	return true;
}

/* Returns the foci that are in force, as selection.focus; to be free()d. */
static uint32_t *
focus_bits(const struct exclusions *c)
{
	uint32_t *bits = c->nfoci > 0 ? mem_new(c->profile->nfuncs, sizeof(*bits)) : NULL;

	for (uint32_t k = 0; k < c->nfoci; k++)
		for (uint32_t i = 0; i < c->foci[k].n; i++)
			bits[c->foci[k].funcs[i]] |= UINT32_C(1) << k;
	return bits;
}

/* Solves *FRESH->graph with the exclusions of C.  Returns false if STOP stopped the work; then the
 * graph must be released. */
static bool
solve(const struct exclusions *c, struct reduced *fresh, struct stop *stop)
{
	const struct graph *base = fresh->base;
	uint32_t *focus = focus_bits(c);
	const struct selection selection = { .event = base->selection.event,
		.part = base->selection.part, .no_func = c->nfuncs > 0 ? c->funcs : NULL,
		.no_arc = c->narcs > 0 ? c->arcs : NULL, .focus = focus, .nfoci = c->nfoci,
		.no_profiler = base->selection.no_profiler, .like = base };
	bool done;

	done = graph_solve(fresh->graph, base->profile, &selection, stop);
	free(focus);
	if (!done)
		return false;
	/* The totals of stacks are known, so they need no bounds. */
	if (c->narcs > 0 && !profile_has(c->profile, HAS_STACKS)
	    && !set_uncut_bounds(fresh, &selection, stop))
		return false;
	return true;
}

bool
exclusions_solve(struct exclusions *c, const struct graph *base, struct stop *stop,
	struct reduced *old)
{
	struct reduced fresh = { .base = base };

	if (c->nfuncs + c->narcs + c->nfoci > 0)
		fresh.graph = mem_new(1, sizeof(*fresh.graph));
	if (fresh.graph != NULL && !solve(c, &fresh, stop)) {
		exclusions_release_reduced(&fresh);
		return false;
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
}
