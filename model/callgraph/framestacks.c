/* framestacks.c - the recorded stacks of an icicle: those that count, or that have chosen functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/framestacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "profile/paths.h"

/* Flags of a path; together, they are its state.  A path inherits most flags from the path of its
 * caller. */
enum {
	DROPPED = 1,			/* a function of the path is excluded */
	SHOWN = 2,			/* the subject is on the path, or there is no subject */
	CHOSEN = 4,			/* the path shows a chosen function */
};

/* Does path I begin a stack, because it has no caller or its call is excluded? */
static bool
is_outermost(const struct graph *g, uint32_t i)
{
	const struct path *path = &g->profile->paths->v[i];

	return path->parent == NOBODY || graph_is_excluded(g, path->arc);
}

/* Returns the state of path I of G: the flags DROPPED, SHOWN and CHOSEN.  STATES has the states of
 * the paths with lower numbers. */
static uint8_t
state_of(const struct graph *g, const struct frame_stacks_options *o, const uint8_t *states,
	uint32_t i)
{
	const struct path *path = &g->profile->paths->v[i];
	uint8_t above = path->parent == NOBODY ? 0 : states[path->parent];
	uint8_t state = is_outermost(g, i) ? above & DROPPED : above;
	bool was_shown = o->subject == NOBODY || (state & SHOWN) != 0;

	if (g->nodes[path->func].fract <= 0)
		state |= DROPPED;
	if (o->subject == NOBODY || path->func == o->subject)
		state |= SHOWN;
	/* If callers are shown, only frames above the outermost call of the subject are shown. */
	if (o->subject != NOBODY && o->callers ? !was_shown : (state & SHOWN) != 0)
		state |= o->chosen == NULL || o->chosen[path->func] ? CHOSEN : 0;
	return state;
}

/* Are the own samples of a path with the state STATE included in the icicle? */
static bool
is_counted(uint8_t state)
{
	return (state & (DROPPED | SHOWN | CHOSEN)) == (SHOWN | CHOSEN);
}

/* FROM has a number for each of the N paths.  Sets *TO to a copy of FROM in which paths that are
 * not included have 0.  If FROM is NULL, *TO becomes NULL.  Returns false, like the functions
 * below, if STOP stopped the work. */
static bool
set_counted(double **to, const double *from, const uint8_t *states, uint32_t n, struct stop *stop)
{
	*to = NULL;
	if (from == NULL)
		return true;
	*to = mem_uncleared(n, sizeof(**to));
	for (uint32_t i = 0; i < n; i++) {
		if (stop_asked_often(stop, i))
			return false;
		(*to)[i] = is_counted(states[i]) ? from[i] : 0;
	}
	return true;
}

/* OWN has a number for each path of G.  Sets (*SUMS)[i] to the sum of the numbers of path i and of
 * all paths that begin with path i, except paths behind excluded calls.  Sets *SUMS to NULL if OWN
 * is NULL. */
static bool
set_sums_of(double **sums, const struct graph *g, const double *own, struct stop *stop)
{
	const struct paths *paths = g->profile->paths;

	*sums = NULL;
	if (own == NULL)
		return true;
	*sums = mem_uncleared(paths->n, sizeof(**sums));
	memcpy(*sums, own, paths->n * sizeof(**sums));
	for (uint32_t i = paths->n; i-- > 0;) {
		if (stop_asked_often(stop, i))
			return false;
		if (!is_outermost(g, i))
			(*sums)[paths->v[i].parent] += (*sums)[i];
	}
	return true;
}

/* Sets the sums of the paths of S.  If O->by_self is set, the sum of a path is its own samples,
 * otherwise the samples of all paths that begin with it. */
static bool
set_sums(struct frame_stacks *s, const struct frame_stacks_options *o)
{
	const struct paths *own = &s->paths;

	if (o->by_self) {
		s->graph.path_samples = own->self;
		s->graph.path_squares = own->squares;
		s->graph.path_amounts = own->amounts;
		return true;
	}
	return set_sums_of(&s->graph.path_samples, s->of, own->self, o->stop)
		&& set_sums_of(&s->graph.path_squares, s->of, own->squares, o->stop)
		&& set_sums_of(&s->graph.path_amounts, s->of, own->amounts, o->stop);
}

/* Returns the state of each path of G, to be free()d, or NULL if the work was stopped. */
static uint8_t *
states_of(const struct graph *g, const struct frame_stacks_options *o)
{
	uint32_t n = g->profile->paths->n;
	uint8_t *states = mem_uncleared(n, sizeof(*states));

	for (uint32_t i = 0; i < n; i++) {
		if (stop_asked_often(o->stop, i)) {
			free(states);
			return NULL;
		}
		states[i] = state_of(g, o, states, i);
	}
	return states;
}

bool
framestacks_open(struct frame_stacks *s, const struct graph *g,
	const struct frame_stacks_options *o)
{
	const struct paths *paths = g->profile->paths;
	uint8_t *states = states_of(g, o);
	bool done;

	if (states == NULL)
		return false;
	*s = (struct frame_stacks){ .of = g, .graph = *g, .profile = *g->profile, .paths = *paths };
	s->paths.self = s->paths.squares = s->paths.amounts = NULL;
	s->graph.path_samples = NULL;
	s->graph.path_squares = s->graph.path_amounts = NULL;
	done = set_counted(&s->paths.self, paths->self, states, paths->n, o->stop)
		&& set_counted(&s->paths.squares, g->path_squares != NULL ? paths->squares : NULL,
			states, paths->n, o->stop)
		&& set_counted(&s->paths.amounts, g->path_amounts != NULL ? paths->amounts : NULL,
			states, paths->n, o->stop)
		&& set_sums(s, o);
	free(states);
	if (!done) {
		framestacks_release(s);
		return false;
	}
	s->profile.paths = &s->paths;
	s->graph.profile = &s->profile;
	return true;
}

void
framestacks_release(struct frame_stacks *s)
{
	if (s->graph.path_samples != s->paths.self) {
		free(s->graph.path_samples);
		free(s->graph.path_squares);
		free(s->graph.path_amounts);
	}
	free(s->paths.self);
	free(s->paths.squares);
	free(s->paths.amounts);
	*s = (struct frame_stacks){ 0 };
}

double
framestacks_amount_with(const struct frame_stacks *s, const struct frame_stacks_options *o)
{
	uint32_t n = s->paths.n;
	uint8_t *states = states_of(s->of, o);
	double sum = 0;

	if (states == NULL)
		return -1;
	for (uint32_t i = 0; i < n; i++)
		if (is_counted(states[i]))
			sum += paths_amount(&s->paths, i);
	free(states);
	return sum;
}
