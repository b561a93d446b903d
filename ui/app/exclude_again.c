/* exclude_again.c - excluding in one profile what was excluded in another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/exclude_again.h"

#include <stdlib.h>
#include <string.h>

#include "app/exclude.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "profile/paths.h"

/* The exclusions that are made again. */
struct again {
	struct exclusions *x;
	const struct profile *p;
	bool *framed;			/* owned; see find_framed() */
	bool needs_frames;		/* the function must have frames: it sleeps, or had frames
					 * that it may not have now */
	uint32_t *sorted;		/* owned; functions of .p sorted by name */
	uint32_t step;			/* old number of the current step */
	uint32_t undone;		/* new number of the first step that was undone; UINT32_MAX:
					 * none was */
	struct exclusions sleeping;	/* only its sleepers are used */
};

/* Returns an array, to be free()d, that says for each function of P whether the stacks of P have
 * frames of this function.  Returns NULL if P has no stacks.  Inlined functions that are shown as
 * part of their callers have no frames. */
static bool *
find_framed(const struct profile *p)
{
	bool *framed;

	if (!profile_has(p, HAS_STACKS))
		return NULL;
	framed = mem_new(p->nfuncs, sizeof(*framed));
	for (uint32_t i = 0; i < p->paths->n; i++)
		framed[p->paths->v[i].func] = true;
	return framed;
}

/* Adds the foci again, up to the first whose functions no longer exist. */
static void
focus_again(struct exclusions *x, const struct remap *map)
{
	const struct exclusions *old = &map->old->exclusions;
	uint32_t *funcs = mem_new(old->profile->nfuncs, sizeof(*funcs)), n = 1;

	for (uint32_t k = 0; k < old->nfoci_known && n > 0
	     && profile_has(x->profile, HAS_STACKS); k++) {
		n = 0;
		for (uint32_t i = 0; i < old->foci[k].n; i++)
			if (map->funcs[old->foci[k].funcs[i]] != NOBODY)
				funcs[n++] = map->funcs[old->foci[k].funcs[i]];
		if (n > 0 && exclusions_add_focus(x, funcs, n))
			x->nfoci++;
	}
	if (x->nfoci > old->nfoci)
		x->nfoci = old->nfoci;
	free(funcs);
}

/* Undoes the steps of X from step FIRST on. */
static void
undo_from(struct exclusions *x, uint32_t first)
{
	size_t n;

	while (x->at > 0 && x->changes[x->at - 1].step >= first)
		(void)exclusions_undo(x, &n);
}

/* Begins another step if CHANGE did. */
static void
begin_step(struct again *g, const struct exclusion *change)
{
	if (change->step != g->step)
		exclusions_begin(g->x);
	g->step = change->step;
}

/* Makes CHANGE again, for the function or arc NUMBER.  UNDONE: it was undone.  Returns false if
 * this is not possible. */
static bool
change_again(struct again *g, const struct exclusion *change, uint32_t number, bool undone)
{
	if (number == NOBODY || (!change->is_arc && g->needs_frames && g->framed != NULL
			&& !g->framed[number])
	    || !exclude_is_possible(g->p, change->is_arc, number))
		return false;
	begin_step(g, change);
	if (undone && g->undone == UINT32_MAX)
		g->undone = g->x->step;
	exclusions_change_read(g->x, change->is_arc, number, change->excluded);
	return true;
}

/* Returns the function NAME of the profile, or NOBODY. */
static uint32_t
function_named(struct again *g, const char *name)
{
	const struct func *funcs = g->p->funcs;
	size_t i;

	if (g->sorted == NULL)
		g->sorted = remap_sorted_names(g->p);
	BISECT(i, g->p->nfuncs, strcmp(funcs[g->sorted[i]].name, name) >= 0);
	return i < g->p->nfuncs && strcmp(funcs[g->sorted[i]].name, name) == 0 ? g->sorted[i]
		: NOBODY;
}

/* Returns the function or arc of the sleeper S, or NOBODY. */
static uint32_t
sleeping_number(struct again *g, const struct sleeper *s)
{
	uint32_t f = function_named(g, s->name), to;

	if (s->callee == NULL || f == NOBODY)
		return f;
	to = function_named(g, s->callee);
	for (uint32_t i = g->p->out.at[f]; to != NOBODY && i < g->p->out.at[f + 1]; i++)
		if (g->p->arcs[profile_arc(&g->p->out, i)].callee == to)
			return profile_arc(&g->p->out, i);
	return NOBODY;
}

/* Lets CHANGE, which is not possible now, sleep. */
static void
let_sleep(struct again *g, const struct exclusion *change, const char *name, const char *callee,
	bool undone)
{
	struct exclusion again = *change;

	begin_step(g, change);
	again.step = g->x->step;
	g->sleeping.nchanges = g->x->nchanges;
	exclusions_add_sleeper(&g->sleeping, &again, name, callee, undone);
}

/* Makes change I of OLD again. */
static void
repeat(struct again *g, const struct exclusions *old, size_t i, const struct remap *map,
	const uint32_t *arcs)
{
	const struct exclusion *change = &old->changes[i];
	const struct profile *p = old->profile;
	uint32_t f = change->number, callee = NOBODY;

	g->needs_frames = p->inlined != g->p->inlined;
	if (change_again(g, change, change->is_arc ? arcs[f] : map->funcs[f], i >= old->at))
		return;
	if (change->is_arc) {
		callee = p->arcs[f].callee;
		f = p->arcs[f].caller;
	}
	let_sleep(g, change, p->funcs[f].name, callee != NOBODY ? p->funcs[callee].name : NULL,
		i >= old->at);
}

/* Makes the sleeper S of OLD again, if this is possible now. */
static void
wake(struct again *g, const struct exclusions *old, const struct sleeper *s)
{
	bool undone = !exclusions_is_in_force(old, s);

	g->needs_frames = true;
	if (!change_again(g, &s->change, sleeping_number(g, s), undone))
		let_sleep(g, &s->change, s->name, s->callee, undone);
}

void
exclude_again(struct app *a, const struct remap *map)
{
	const struct exclusions *old = &map->old->exclusions;
	struct again g = { .x = &a->exclusions, .p = a->read->profile, .undone = UINT32_MAX };
	uint32_t *arcs;
	size_t s = 0;

	if (old->nchanges + old->nfoci_known + old->nsleepers == 0)
		return;
	focus_again(g.x, map);
	g.framed = find_framed(g.p);
	arcs = remap_arcs(map);
	for (size_t i = 0; i <= old->nchanges; i++) {
		for (; s < old->nsleepers && old->sleepers[s].at == i; s++)
			wake(&g, old, &old->sleepers[s]);
		if (i < old->nchanges)
			repeat(&g, old, i, map, arcs);
	}
	undo_from(g.x, g.undone);
	g.x->sleepers = g.sleeping.sleepers;
	g.x->nsleepers = g.sleeping.nsleepers;
	g.x->sleepers_room = g.sleeping.sleepers_room;
	free(g.framed);
	free(g.sorted);
	free(arcs);
}
