/* eventvalues.c - the values of all events for one function or call of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lookup/eventvalues.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "callgraph/nodecosts.h"
#include "measured/measured.h"

/* Flags of a path of the measured profile. */
enum path_flags {
	HAS_SUBJECT = 1,		/* the subject is in the path */
	ENDS_IN_SUBJECT = 2,		/* the innermost frame is a frame of the subject */
	HAS_EXCLUDED = 4,		/* an excluded function is in the path */
	HAS_INLINED = 8,		/* a frame of the subject was inlined, or a frame was
					 * inlined into the subject */
	ENDS_INLINED = 16,		/* the innermost frame is a frame of the subject that was
					 * inlined, or was inlined into the subject */
};

struct event_search {
	const struct event_subject *s;
	const struct measured *m;
	const struct profile *p;
	struct event_values *v;
};

/* Returns the node that shows function F of the measured profile, or NOBODY. */
static uint32_t
node_of(const struct event_search *e, uint32_t f)
{
	uint32_t n = e->p->func_of[f];

	return n != NOBODY && e->s->into != NULL ? e->s->into[n] : n;
}

/* Is node N the subject, or a member of the cycle that is the subject? */
static bool
is_subject(const struct event_search *e, uint32_t n)
{
	return n != NOBODY && (n == e->s->func || e->s->graph->nodes[n].cycle == e->s->func);
}

/* Sets SHOWN[I] to the node that shows path I, and returns the flags of path I.  FLAGS contains the
 * flags of all paths before path I. */
static uint8_t
flags_of(const struct event_search *e, uint32_t i, uint32_t *shown, const uint8_t *flags)
{
	const struct measured_frame *frame = &e->m->frames[e->m->paths[i].frame];
	uint32_t parent = e->m->paths[i].parent;
	bool is_inlined = (frame->flags & MEASURED_INLINED) != 0 && parent != NOBODY, found;
	uint8_t all = parent != NOBODY ? flags[parent] & (HAS_SUBJECT | HAS_EXCLUDED | HAS_INLINED)
		: 0;

	if (is_inlined && !e->p->choice.inlined) {
		shown[i] = shown[parent];
		all |= flags[parent];
		return (all & ENDS_IN_SUBJECT) != 0 ? all | HAS_INLINED | ENDS_INLINED : all;
	}
	shown[i] = node_of(e, frame->func);
	found = is_subject(e, shown[i]) && (e->s->caller == NOBODY
		|| (parent != NOBODY && shown[parent] == e->s->caller));
	if (shown[i] != NOBODY && e->s->excluded != NULL && e->s->excluded[shown[i]])
		all |= HAS_EXCLUDED;
	if (found)
		all |= HAS_SUBJECT | ENDS_IN_SUBJECT;
	return found && is_inlined ? all | HAS_INLINED | ENDS_INLINED : all;
}

static bool
is_chosen(const struct event_search *e, uint32_t part)
{
	return e->p->choice.part == NOBODY || measured_is_in(e->m, part, e->p->choice.part);
}

/* Adds the values of sample I, whose path has FLAGS. */
static void
add_sample(struct event_search *e, uint32_t i, uint8_t flags)
{
	const struct measured_weight *w = &e->m->weights[(size_t)i * e->m->nevents];
	double shown = (double)w[e->p->choice.event].value;
	uint32_t part = e->m->samples[i].part;

	if ((flags & HAS_EXCLUDED) != 0)
		return;
	for (uint32_t k = 0; is_chosen(e, part) && k < e->m->nevents; k++) {
		e->v->all[k] += (double)w[k].value;
		e->v->amounts[k] += e->m->amounts != NULL
			? e->m->amounts[(size_t)i * e->m->nevents + k] : (double)w[k].value;
	}
	if ((flags & HAS_SUBJECT) == 0)
		return;
	if (e->v->by_part != NULL && part != NOBODY)
		e->v->by_part[part] += shown;
	if (!is_chosen(e, part))
		return;
	for (uint32_t k = 0; k < e->m->nevents; k++) {
		e->v->total[k] += (double)w[k].value;
		if ((flags & ENDS_IN_SUBJECT) != 0)
			e->v->self[k] += (double)w[k].value;
	}
	if ((flags & HAS_INLINED) != 0)
		e->v->inlined_total += shown;
	if ((flags & ENDS_INLINED) != 0)
		e->v->inlined_self += shown;
}

static void
add_stacks(struct event_search *e)
{
	uint32_t *shown = mem_uncleared(e->m->npaths, sizeof(*shown));
	uint8_t *flags = mem_new(e->m->npaths, sizeof(*flags));

	for (uint32_t i = 0; i < e->m->npaths; i++)
		flags[i] = flags_of(e, i, shown, flags);
	for (uint32_t i = 0; i < e->m->nsamples; i++)
		add_sample(e, i, flags[e->m->samples[i].path]);
	free(shown);
	free(flags);
}

/* Adds VALUES, costs in part PART, to the total of each event.  If TO is not NULL, also adds them
 * to TO, which is indexed by event. */
static void
add_values(struct event_search *e, double *to, const int64_t *values, uint32_t part)
{
	if (e->v->by_part != NULL && part != NOBODY)
		e->v->by_part[part] += (double)values[e->p->choice.event];
	if (!is_chosen(e, part))
		return;
	for (uint32_t k = 0; k < e->m->nevents; k++) {
		e->v->total[k] += (double)values[k];
		if (to != NULL)
			to[k] += (double)values[k];
	}
}

/* Is a call of CALLEE by CALLER inside a cycle, or a call of a function by itself? */
static bool
is_inner(const struct event_search *e, uint32_t caller, uint32_t callee)
{
	const struct node *nodes = e->s->graph->nodes;

	return caller == callee || (nodes[caller].cycle != NOBODY
		&& nodes[caller].cycle == nodes[callee].cycle);
}

/* Returns an array indexed by function, to be free()d: the head of its cycle, or the function
 * itself. */
static uint32_t *
heads_of(const struct graph *g)
{
	uint32_t *head = mem_uncleared(g->nfuncs, sizeof(*head));

	for (uint32_t f = 0; f < g->nfuncs; f++)
		head[f] = g->nodes[f].cycle == NOBODY ? f
			: g->members[g->member_at[g->nodes[f].cycle - g->nfuncs]];
	return head;
}

/* Sets the costs of Q to those of event K. */
static void
set_event(const struct event_search *e, struct profile *q, uint32_t k)
{
	const struct measured *m = e->m;

	memset(q->ticks, 0, q->nfuncs * sizeof(*q->ticks));
	for (uint32_t i = 0; i < m->ncosts; i++) {
		uint32_t f = node_of(e, m->frames[m->costs[i].frame].func);

		if (f != NOBODY && is_chosen(e, m->costs[i].part))
			q->ticks[f] += (double)m->cost_values[(size_t)i * m->nevents + k];
	}
	q->narcs = 0;
	for (uint32_t i = 0; i < m->ncalls; i++) {
		uint32_t caller = node_of(e, m->frames[m->calls[i].caller].func);
		uint32_t callee = node_of(e, m->calls[i].callee);

		if (caller == NOBODY || callee == NOBODY || !is_chosen(e, m->calls[i].part))
			continue;
		q->arcs[q->narcs] = (struct arc){ caller, callee, 0 };
		q->arc_costs[q->narcs++] = (double)m->call_values[(size_t)i * m->nevents + k];
	}
}

/* Adds the costs without an owner of all events, and sets .amounts. */
static void
add_unowned(struct event_search *e)
{
	const struct graph *g = e->s->graph;
	struct profile q = { .nfuncs = g->nfuncs,
		.ticks = mem_uncleared(g->nfuncs, sizeof(*q.ticks)),
		.arcs = mem_uncleared(e->m->ncalls, sizeof(*q.arcs)),
		.arc_costs = mem_uncleared(e->m->ncalls, sizeof(*q.arc_costs)) };
	uint32_t *head = heads_of(g);
	struct node_costs costs;

	for (uint32_t k = 0; k < e->m->nevents; k++) {
		set_event(e, &q, k);
		nodecosts_open(&costs, &q, head);
		for (uint32_t f = 0; f < q.nfuncs; f++) {
			e->v->all[k] += costs.unowned[f];
			e->v->amounts[k] += fabs(q.ticks[f]) + costs.unowned[f];
			if (e->s->caller == NOBODY && graph_cycle_or_self(g, f) == e->s->func)
				e->v->total[k] += costs.unowned[f];
		}
		nodecosts_release(&costs);
	}
	free(head);
	free(q.ticks);
	free(q.arcs);
	free(q.arc_costs);
}

static void
add_costs(struct event_search *e)
{
	const struct measured *m = e->m;

	for (uint32_t i = 0; i < m->ncosts; i++) {
		const int64_t *values = &m->cost_values[(size_t)i * m->nevents];
		uint32_t part = m->costs[i].part;

		for (uint32_t k = 0; is_chosen(e, part) && k < m->nevents; k++)
			e->v->all[k] += (double)values[k];
		if (e->s->caller == NOBODY
		    && is_subject(e, node_of(e, m->frames[m->costs[i].frame].func)))
			add_values(e, e->v->self, values, part);
	}
	for (uint32_t i = 0; i < m->ncalls; i++) {
		uint32_t caller = node_of(e, m->frames[m->calls[i].caller].func);
		uint32_t callee = node_of(e, m->calls[i].callee);

		if (caller == NOBODY || callee == NOBODY || is_inner(e, caller, callee)
		    || !(e->s->caller == NOBODY ? is_subject(e, caller)
		    : caller == e->s->caller && callee == e->s->func))
			continue;
		add_values(e, NULL, &m->call_values[(size_t)i * m->nevents], m->calls[i].part);
	}
	add_unowned(e);
}

void
eventvalues_open(struct event_values *v, const struct event_subject *s)
{
	const struct profile *p = s->graph->profile;
	const struct measured *m = p->measured;
	struct event_search e = { .s = s, .m = m, .p = p, .v = v };

	*v = (struct event_values){ .n = m->nevents, .nparts = m->nparts,
		.self = mem_new(m->nevents, sizeof(*v->self)),
		.total = mem_new(m->nevents, sizeof(*v->total)),
		.all = mem_new(m->nevents, sizeof(*v->all)),
		.amounts = mem_new(m->nevents, sizeof(*v->amounts)) };
	if (m->nparts > 0)
		v->by_part = mem_new(m->nparts, sizeof(*v->by_part));
	if (m->has_costs)
		add_costs(&e);
	else
		add_stacks(&e);
}

void
eventvalues_release(struct event_values *v)
{
	free(v->self);
	free(v->total);
	free(v->all);
	free(v->amounts);
	free(v->by_part);
}

/* Ratios of events: of perf stat, of KCachegrind, and of profilers of memory. */
static const struct {
	const char *name, *part, *whole;
	bool is_percent;
} ratios[] = {
	{ "instructions per cycle", "instructions", "cycles", false },
	{ "instructions per cycle", "instructions", "cpu-cycles", false },
	{ "cache references that miss", "cache-misses", "cache-references", true },
	{ "branches that were mispredicted", "branch-misses", "branches", true },
	{ "branches that were mispredicted", "branch-misses", "branch-instructions", true },
	{ "instruction fetches that miss L1", "I1mr", "Ir", true },
	{ "reads that miss L1", "D1mr", "Dr", true },
	{ "writes that miss L1", "D1mw", "Dw", true },
	{ "reads that miss the last-level cache", "DLmr", "Dr", true },
	{ "writes that miss the last-level cache", "DLmw", "Dw", true },
	{ "conditional branches that were mispredicted", "Bcm", "Bc", true },
	{ "indirect jumps that were mispredicted", "Bim", "Bi", true },
	{ "bytes per allocation", "alloc_space", "alloc_objects", false },
	{ "bytes per object in use", "inuse_space", "inuse_objects", false },
	{ "time per wait", "delay", "contentions", false },
};

/* Returns the event of M whose name is NAME, or NAME with a modifier, as in "cycles:u".  NOBODY:
 * there is none. */
static uint32_t
event_named(const struct measured *m, const char *name)
{
	size_t n = strlen(name);

	for (uint32_t i = 0; i < m->nevents; i++)
		if (strncmp(m->events[i].name, name, n) == 0
		    && (m->events[i].name[n] == '\0' || m->events[i].name[n] == ':'))
			return i;
	return NOBODY;
}

bool
eventvalues_ratio(const struct measured *m, uint32_t i, struct event_ratio *r)
{
	for (size_t k = 0; k < sizeof(ratios) / sizeof(*ratios); k++) {
		*r = (struct event_ratio){ ratios[k].name, event_named(m, ratios[k].part),
			event_named(m, ratios[k].whole), ratios[k].is_percent };
		if (r->part != NOBODY && r->whole != NOBODY && i-- == 0)
			return true;
	}
	return false;
}
