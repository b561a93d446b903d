/* checkmatch.c - which functions and calls of two profiles of one program can be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/checkmatch.h"

#include <stdlib.h>

#include "base/mem.h"

/* Does arc A of G, whose times are known, have any time? */
static bool
has_time(const struct graph *g, uint32_t a)
{
	return g->in.costs != NULL ? g->in.costs[a] > 0
		: graph_propagates(g, a);
}

/* Does arc A of G have no time because G gives its time to the inlined functions that make the
 * calls? */
static bool
is_moved(const struct graph *g, uint32_t a)
{
	return g->profile->inlining != NULL && !graph_propagates(g, a);
}

/* Returns an array indexed by function of G, to be free()d.  The element of a function is true if
 * it has a caller whose calls of the function have time in KNOWN, but are missing in G. */
static bool *
find_uncounted(const struct checkmatch *m, const struct graph *g, const struct graph *known)
{
	const struct profile *p = g->profile, *q = known->profile;
	bool *is_uncounted = mem_new(g->nfuncs, sizeof(*is_uncounted));
	uint32_t *caller = mem_new(g->nfuncs, sizeof(*caller));	/* indexed by callee: 1 + the last
								 * visited function that calls it in
								 * G */

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		uint32_t there = m->funcs.there_of[f];

		if (!funcmatch_is_func(there))
			continue;
		for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++)
			if (!is_moved(g, profile_arc(&p->out, i)))
				caller[p->arcs[profile_arc(&p->out, i)].callee] = f + 1;
		for (uint32_t i = q->out.at[there]; i < q->out.at[there + 1]; i++) {
			uint32_t callee = m->funcs.here_of[q->arcs[profile_arc(&q->out, i)].callee];

			if (funcmatch_is_func(callee) && callee != f && caller[callee] != f + 1
			    && has_time(known, profile_arc(&q->out, i)))
				is_uncounted[callee] = true;
		}
	}
	free(caller);
	return is_uncounted;
}

/* Marks some of the functions that only G has as unsure: those that call a function of
 * IS_UNCOUNTED, directly or through other functions that only G has. */
static void
mark_inlined(struct checkmatch *m, const struct graph *g, const bool *is_uncounted)
{
	const struct profile *p = g->profile;
	uint32_t *todo = mem_new(g->nfuncs, sizeof(*todo)), n = 0;
	bool *is_added = mem_new(g->nfuncs, sizeof(*is_added));

	for (uint32_t f = 0; f < g->nfuncs; f++)
		if (is_uncounted[f]) {
			is_added[f] = true;
			todo[n++] = f;
		}
	for (uint32_t done = 0; done < n; done++) {
		uint32_t f = todo[done];

		for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
			uint32_t caller = p->arcs[profile_arc(&p->in, i)].caller;

			if (m->funcs.there_of[caller] != NOBODY || is_added[caller])
				continue;
			m->funcs.there_of[caller] = FUNCMATCH_UNSURE;
			is_added[caller] = true;
			todo[n++] = caller;
		}
	}
	free(is_added);
	free(todo);
}

/* Sets M->is_hidden and M->is_known_hidden for the functions that have a caller which is not
 * compared. */
static void
find_hidden(struct checkmatch *m, const struct graph *g, const struct graph *known)
{
	const struct profile *p = g->profile, *q = known->profile;

	m->is_hidden = mem_new(g->nfuncs, sizeof(*m->is_hidden));
	m->is_known_hidden = mem_new(known->nfuncs, sizeof(*m->is_known_hidden));
	for (uint32_t a = 0; a < p->narcs; a++)
		if (!checkmatch_has(m, p->arcs[a].caller) && !profile_is_possible(p, a))
			m->is_hidden[p->arcs[a].callee] = true;
	for (uint32_t a = 0; a < q->narcs; a++)
		if (!funcmatch_is_func(m->funcs.here_of[q->arcs[a].caller]) && has_time(known, a))
			m->is_known_hidden[q->arcs[a].callee] = true;
}

void
checkmatch_open(struct checkmatch *m, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there,
	bool (*is_noise)(const void *with, uint32_t f), const void *with)
{
	bool *is_uncounted;

	*m = (struct checkmatch){ 0 };
	funcmatch_open(&m->funcs, here, there);
	for (uint32_t f = 0; f < g->nfuncs; f++)
		if (m->funcs.there_of[f] == NOBODY && !is_noise(with, f))
			m->funcs.there_of[f] = FUNCMATCH_UNSURE;
	is_uncounted = find_uncounted(m, g, known);
	mark_inlined(m, g, is_uncounted);
	free(is_uncounted);
	find_hidden(m, g, known);
}

void
checkmatch_release(struct checkmatch *m)
{
	funcmatch_release(&m->funcs);
	free(m->is_hidden);
	free(m->is_known_hidden);
}
