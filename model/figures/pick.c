/* pick.c - which stacks are shown, and which of their frames
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/pick.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "profile/fold.h"
#include "profile/paths.h"

/* Flags that pick_again() uses beside those of enum path_state. */
enum {
	SHOWN = 32,			/* the subject is on the path, or there is no subject */
	FOUND = 64,			/* a shown frame of the path has a chosen function */
};

/* Returns an array indexed by function, to be free()d: is the function, as shown, a group of
 * several functions?  NULL: no function is. */
static bool *
find_groups(const struct profile *p)
{
	bool *groups;

	if (p->fold == NULL)
		return NULL;
	groups = mem_new(p->nfuncs, sizeof(*groups));
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (p->fold->into[f] != f)
			groups[p->fold->into[f]] = true;
	return groups;
}

/* Returns the state of path I as far as exclusions decide.  STATE has the states of lower paths. */
static uint8_t
state_of(const struct path *v, uint32_t i, const uint8_t *state, const struct selection *s,
	const struct func *funcs)
{
	uint8_t mine = v[i].parent == NOBODY ? PATH_STARTS
		: state[v[i].parent] & (PATH_DROPPED | PATH_PROFILES);

	if (v[i].parent != NOBODY && s->no_arc != NULL && s->no_arc[v[i].arc])
		mine |= PATH_STARTS;
	if (s->no_func != NULL && s->no_func[v[i].func])
		mine |= PATH_DROPPED;
	if (s->no_profiler && funcs[v[i].func].is_profiler)
		mine |= PATH_DROPPED | PATH_PROFILES;
	return s->focus == NULL ? mine | PATH_CHOSEN : mine;
}

/* Chooses path I if its shown frames include one of each focus.  SEEN, indexed by path, has the set
 * of the foci of lower paths. */
static void
focus(const struct path *v, uint32_t i, uint8_t *state, uint32_t *seen,
	const struct selection *s)
{
	seen[i] = s->focus[v[i].func] | ((state[i] & PATH_STARTS) != 0 ? 0 : seen[v[i].parent]);
	if (seen[i] == (UINT32_C(1) << s->nfoci) - 1)
		state[i] |= PATH_CHOSEN;
}

/* Sets STATE of all PATHS, of which nothing is excluded, chosen or folded. */
static void
pick_all(const struct paths *paths, uint8_t *state)
{
	memset(state, PATH_CHOSEN, paths->n * sizeof(*state));
	for (uint32_t i = 0; i < paths->n; i = paths->v[i].end)
		state[i] |= PATH_STARTS;
}

bool
pick(struct graph *g, struct stop *stop)
{
	const struct selection *s = &g->selection;
	const struct profile *p = g->profile;
	const struct path *v = p->paths->v;
	const struct func *funcs = p->fold != NULL ? p->borrowed->funcs : p->funcs;
	bool *groups = find_groups(p);
	uint8_t *state = g->paths.state = mem_uncleared(p->paths->n, sizeof(*state));
	uint32_t *head = NULL, *seen = NULL, i;

	if (s->no_arc == NULL && s->no_func == NULL && !s->no_profiler && s->focus == NULL
	    && groups == NULL) {
		pick_all(p->paths, state);
		return true;
	}
	if (s->focus != NULL)
		seen = mem_uncleared(p->paths->n, sizeof(*seen));
	if (groups != NULL)
		g->paths.head = head = mem_uncleared(p->paths->n, sizeof(*head));
	for (i = 0; i < p->paths->n && !stop_asked_often(stop, i); i++) {
		state[i] = state_of(v, i, state, s, funcs);
		if (seen != NULL)
			focus(v, i, state, seen, s);
		if (groups == NULL)
			continue;
		head[i] = i;
		if ((state[i] & PATH_STARTS) != 0 || !groups[p->fold->into[v[i].func]]
		    || p->fold->into[v[i].func] != p->fold->into[v[v[i].parent].func])
			continue;
		state[i] |= PATH_CONTINUES;
		head[i] = head[v[i].parent];
	}
	free(groups);
	free(seen);
	return i == p->paths->n;
}

/* Returns the flags SHOWN and FOUND of a path that ends with function F as shown.  ABOVE are those
 * of the path of its caller, or 0 if stacks begin with it. */
static uint8_t
flags_of(const struct pick_frames *frames, uint32_t f, uint8_t above)
{
	bool was_shown = frames->subject == NOBODY || (above & SHOWN) != 0;
	uint8_t flags = above;

	if (frames->subject == NOBODY || f == frames->subject)
		flags |= SHOWN;
	/* If callers are shown, only frames above the outermost call of the subject are shown. */
	if ((frames->subject != NOBODY && frames->callers ? !was_shown : (flags & SHOWN) != 0)
	    && (frames->chosen == NULL || frames->chosen[f]))
		flags |= FOUND;
	return flags;
}

bool
pick_again(uint8_t *state, const struct graph *g, const struct pick_frames *frames,
	struct stop *stop)
{
	const struct profile *p = g->profile;
	uint32_t i;

	for (i = 0; i < p->paths->n && !stop_asked_often(stop, i); i++) {
		const struct path *path = &p->paths->v[i];
		uint8_t was = g->paths.state[i];
		uint8_t above = (was & PATH_STARTS) != 0 ? 0
			: state[path->parent] & (SHOWN | FOUND);

		state[i] = was | flags_of(frames, fold_func(p->fold, path->func), above);
	}
	if (i < p->paths->n)
		return false;
	for (i = 0; i < p->paths->n; i++) {
		if ((state[i] & (SHOWN | FOUND)) != (SHOWN | FOUND))
			state[i] &= (uint8_t)~PATH_CHOSEN;
		state[i] &= (uint8_t)~(SHOWN | FOUND);
	}
	return true;
}
