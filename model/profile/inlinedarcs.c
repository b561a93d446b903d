/* inlinedarcs.c - arcs to inlined functions, and arcs of the calls that inlined code makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/inlinedarcs.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "profile/inlining.h"
#include "samples/samples.h"

struct arc_maker {
	struct profile *q;
	const struct profile *p;	/* the profile from which Q borrows */
	struct inlining *x;
	struct arc *arcs;		/* owned by Q */
	uint64_t *counts;		/* owned; indexed by arc: number of its calls */
	uint32_t narcs;
	size_t room, counts_room, calls_room;
	struct numbering numbers;	/* numbers of .arcs, by caller and callee */
	uint32_t *arc_of_site;		/* owned; indexed by call site of .p: its arc in .arcs */
};

static bool
is_same_arc(const void *of, uint32_t number, const void *key)
{
	const struct arc *arc = &((const struct arc *)of)[number], *sought = key;

	return arc->caller == sought->caller && arc->callee == sought->callee;
}

/* Returns the number of the arc from CALLER to CALLEE.  Adds the arc if M does not have it. */
static uint32_t
arc_between(struct arc_maker *m, uint32_t caller, uint32_t callee)
{
	const struct arc arc = { .caller = caller, .callee = callee };
	uint32_t number = numbering_of(&m->numbers,
		numbering_hash_pair(&m->numbers, caller, callee), is_same_arc, m->arcs, &arc);

	if (number == m->narcs) {
		m->arcs = mem_grow(m->arcs, (size_t)m->narcs + 1, &m->room, sizeof(*m->arcs));
		m->counts = mem_grow(m->counts, (size_t)m->narcs + 1, &m->counts_room,
			sizeof(*m->counts));
		m->counts[m->narcs] = 0;
		m->arcs[m->narcs++] = arc;
	}
	return number;
}

/* Makes the arcs that lead to instances. */
static void
link_instances(struct arc_maker *m)
{
	for (uint32_t i = 0; i < m->x->ninstances; i++) {
		struct inlined_instance *instance = &m->x->instances[i];
		uint32_t outer = instance->up != NOBODY ? m->x->instances[instance->up].func
			: instance->host;

		instance->arc = outer != instance->func ? arc_between(m, outer, instance->func)
			: NOBODY;
	}
}

/* Moves COUNT calls from arc HOST_ARC to an arc from the function of INSTANCE to the same callee.
 * If this function is the callee itself, the calls go to the instance around INSTANCE or, if there
 * is none, stay with the host.  Returns the arc that gets the calls. */
static uint32_t
move_calls(struct arc_maker *m, uint32_t instance, uint32_t host_arc, uint64_t count)
{
	struct inlining *x = m->x;
	uint32_t callee = m->arcs[host_arc].callee, arc;

	while (instance != NOBODY && x->instances[instance].func == callee)
		instance = x->instances[instance].up;
	if (instance == NOBODY)
		return host_arc;
	arc = arc_between(m, x->instances[instance].func, callee);
	m->counts[host_arc] -= count;
	m->counts[arc] += count;
	x->calls = mem_grow(x->calls, x->ncalls + 1, &m->calls_room, sizeof(*x->calls));
	x->calls[x->ncalls++] = (struct inlined_calls){ instance, host_arc, arc, count };
	return arc;
}

static void
move_all_calls(struct arc_maker *m, const uint32_t *instance_at_site)
{
	const struct profile *p = m->p;

	for (uint32_t a = 0; a < p->narcs - p->npossible; a++) {
		struct arc_sites of = profile_sites(p, a);

		for (uint32_t i = of.first; i < of.end; i++) {
			m->arc_of_site[i] = a;
			if (instance_at_site[i] != NOBODY)
				m->arc_of_site[i] = move_calls(m, instance_at_site[i], a,
					profile_site(p, &of, i).count);
		}
	}
}

/* Appends the possible calls to the arcs; they must be last. */
static void
append_possible(struct arc_maker *m)
{
	const struct profile *p = m->p;
	uint32_t before = m->narcs;

	m->x->first_arc = p->narcs - p->npossible;
	m->x->narcs = before;
	m->arcs = mem_resize(m->arcs, (size_t)before + p->npossible, sizeof(*m->arcs));
	for (uint32_t i = 0; i < p->npossible; i++) {
		uint32_t a = p->narcs - p->npossible + i;
		struct arc_sites of = profile_sites(p, a);

		m->arcs[before + i] = p->arcs[a];
		for (uint32_t k = of.first; k < of.end; k++)
			m->arc_of_site[k] = before + i;
	}
	m->narcs += p->npossible;
}

/* Sorts the call sites by their arcs in M->arc_of_site. */
static void
sort_sites(struct arc_maker *m)
{
	const struct profile *p = m->p;
	uint32_t *at = mem_new((size_t)m->narcs + 1, sizeof(*at)), sum = 0;
	uint32_t n = profile_first_site(p, p->narcs);
	uint32_t *sites = mem_new(n, sizeof(*sites));

	for (uint32_t i = 0; i < n; i++)
		at[m->arc_of_site[i]]++;
	for (uint32_t a = 0; a <= m->narcs; a++) {
		sum += at[a];
		at[a] = sum;
	}
	for (uint32_t a = p->narcs; a-- > 0;) {
		struct arc_sites of = profile_sites(p, a);

		for (uint32_t i = of.end; i-- > of.first;)
			sites[--at[m->arc_of_site[i]]] = profile_site_number(p, &of, i);
	}
	m->q->sites = sites;
	m->q->site_at = at;
	m->q->few_sites = NULL;
}

void
inlinedarcs_add(struct profile *q, const uint32_t *instance_at_site)
{
	const struct profile *p = q->borrowed;
	struct arc_maker m = { .q = q, .p = p, .x = q->inlining };
	size_t nsites = profile_first_site(p, p->narcs);

	for (uint32_t a = 0; a < p->narcs - p->npossible; a++) {
		uint32_t same = arc_between(&m, p->arcs[a].caller, p->arcs[a].callee);

		m.counts[same] = profile_arc_calls(p, a);
	}
	m.arc_of_site = mem_new(nsites, sizeof(*m.arc_of_site));
	link_instances(&m);
	if (profile_has_sites(p))
		move_all_calls(&m, instance_at_site);
	append_possible(&m);
	if (profile_has_sites(p))
		sort_sites(&m);
	q->arcs = m.arcs;
	q->narcs = m.narcs;
	q->high = NULL;
	q->nhigh = q->high_room = 0;
	for (uint32_t a = 0; a < m.x->narcs; a++)
		profile_set_arc_calls(q, a, m.counts[a]);
	free(m.counts);
	q->out = q->in = (struct arc_list){ 0 };
	profile_link(q);
	numbering_release(&m.numbers);
	free(m.arc_of_site);
}
