/* checkmatch.c - which functions and calls of two profiles of one program can be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/checkmatch.h"

#include <stdlib.h>

#include "base/mem.h"

/* Has arc A of G, whose times are known, any time? */
static bool
has_time(const struct graph *g, uint32_t a)
{
	return g->profile->arc_costs != NULL ? g->profile->arc_costs[a] > 0
		: graph_propagates(g, a);
}

/* Does arc A of G have no time only because G shows the inlined functions that make its calls? */
static bool
is_moved(const struct graph *g, uint32_t a)
{
	return g->profile->inlining != NULL && !graph_propagates(g, a);
}

/* Find the functions of G of which KNOWN has calls by functions that never called them in G.
 * Returns an array indexed by function of G. */
static bool *
find_uncounted(const struct checkmatch *m, const struct graph *g, const struct graph *known)
{
	const struct profile *p = g->profile, *q = known->profile;
	bool *is_uncounted = mem_new(g->nfuncs, sizeof(*is_uncounted));
	uint32_t *caller = mem_new(g->nfuncs, sizeof(*caller));	/* by callee: 1 + the last caller */

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		uint32_t there = m->funcs.there[f];

		if (!funcmatch_is_func(there))
			continue;
		for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++)
			if (!is_moved(g, p->out[i]))
				caller[p->arcs[p->out[i]].callee] = f + 1;
		for (uint32_t i = q->out_at[there]; i < q->out_at[there + 1]; i++) {
			uint32_t callee = m->funcs.here[q->arcs[q->out[i]].callee];

			if (funcmatch_is_func(callee) && callee != f && caller[callee] != f + 1
			    && has_time(known, q->out[i]))
				is_uncounted[callee] = true;
		}
	}
	free(caller);
	return is_uncounted;
}

/* Functions that are found not to be comparable. */
struct unsure {
	struct checkmatch *m;
	const struct graph *g;
	uint32_t *v, n;			/* owned; these functions, in the order in which they are
					 * found */
	double *lost;			/* owned; indexed by function: its samples in its own code
					 * and in functions of V that are done */
	bool (*is_noise)(const void *with, double samples);
	const void *with;
};

/* If only the estimated profile has F, F is not compared. */
static void
add_unsure(struct unsure *u, uint32_t f)
{
	if (u->m->funcs.there[f] != NOBODY)
		return;
	u->m->funcs.there[f] = FUNCMATCH_UNSURE;
	u->v[u->n++] = f;
}

/* Find the functions that only G has, and that are not compared. */
static void
find_unsure(struct unsure *u, const bool *is_uncounted)
{
	const struct profile *p = u->g->profile;

	for (uint32_t f = 0; f < u->g->nfuncs; f++) {
		u->lost[f] = u->g->nodes[f].self;
		if (u->m->funcs.there[f] == FUNCMATCH_UNSURE)
			u->v[u->n++] = f;
		else if (!u->is_noise(u->with, u->lost[f]))
			add_unsure(u, f);
	}
	for (uint32_t a = 0; a < p->narcs; a++)
		if (is_uncounted[p->arcs[a].callee])
			add_unsure(u, p->arcs[a].caller);
	for (uint32_t done = 0; done < u->n; done++) {
		uint32_t f = u->v[done];

		for (uint32_t i = p->in_at[f]; i < p->in_at[f + 1]; i++) {
			uint32_t caller = p->arcs[p->in[i]].caller;
			struct share share = graph_share(u->g, p->in[i]);

			u->lost[caller] += share.self + share.children;
			if (!u->is_noise(u->with, u->lost[caller]))
				add_unsure(u, caller);
		}
	}
}

/* Find the functions that have a caller which is not compared. */
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
		if (!funcmatch_is_func(m->funcs.here[q->arcs[a].caller]) && has_time(known, a))
			m->is_known_hidden[q->arcs[a].callee] = true;
}

void
checkmatch_open(struct checkmatch *m, const struct graph *g, const struct graph *known,
	struct callsites *here, struct callsites *there,
	bool (*is_noise)(const void *with, double samples), const void *with)
{
	struct unsure u = { .m = m, .g = g, .is_noise = is_noise, .with = with,
		.v = mem_new(g->nfuncs, sizeof(*u.v)),
		.lost = mem_new(g->nfuncs, sizeof(*u.lost)) };
	bool *is_uncounted;

	*m = (struct checkmatch){ 0 };
	funcmatch_open(&m->funcs, here, there);
	is_uncounted = find_uncounted(m, g, known);
	find_unsure(&u, is_uncounted);
	free(is_uncounted);
	free(u.v);
	free(u.lost);
	find_hidden(m, g, known);
}

void
checkmatch_release(struct checkmatch *m)
{
	funcmatch_release(&m->funcs);
	free(m->is_hidden);
	free(m->is_known_hidden);
}
