/* cyclecut.c - a small set of arcs whose exclusion breaks a cycle
 *
 * The entries of a cycle are the members that are called from outside the cycle.  Calls from inside
 * the cycle to an entry are cut.  Without these calls, the cycle falls into parts.  A part of
 * several members is a smaller cycle.  Its entries are the members that are called from outside the
 * part; calls from inside the part to an entry are cut, too.  This is repeated until no cycle is
 * left (B. Steensgaard, "Sequentializing program dependence graphs for irreducible programs",
 * 1993).  As a result, the time of a member goes to the calls by which the program first came to
 * the member.
 *
 * A member with hardly any calls from outside is no entry.  Otherwise, its few callers outside
 * would get all its time.  At the end, arcs that need not be cut are restored, those with the most
 * calls first.  The resulting times were compared with measured call stacks.  They are better than
 * the times that result if the arcs with the fewest calls are cut, or if the calls to all entries
 * are cut, however rarely the program enters there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/cyclecut.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/cycles.h"

enum {
	MOST_ROUNDS = 32,		/* number of rounds that cut only calls to entries; the
					 * next round cuts all calls inside the parts that are
					 * left */
	MOST_WORK = 100000000,		/* when arcs are restored, about this many edges are
					 * followed at most */
};

/* A member is an entry if at least this fraction of its calls comes from outside. */
static const double ENTERED = 0.01;

struct cut_search {
	const struct graph *g;
	struct profile calls;		/* owned; the cycle as a profile.  Function m is the member
					 * at position m of the cycle.  An arc, here called an edge,
					 * is a call of one member by another that can close a
					 * cycle.  Edges are sorted by caller, so .out.v is NULL */
	uint32_t *arcs;			/* owned; indexed by edge: number of its arc in the graph */
	uint64_t *outer_calls;		/* owned; indexed by member: calls from outside the cycle */
	struct cycles parts;		/* owned; the parts: cycles of .calls without cut edges */
	bool *is_entry;			/* owned; indexed by member */
	bool *is_cut;			/* owned; indexed by edge */
};

static void
collect_edges(struct cut_search *k, const uint32_t *members)
{
	const struct graph *g = k->g;
	const struct profile *p = g->profile;
	struct profile *calls = &k->calls;
	uint32_t *local = mem_new(g->nfuncs, sizeof(*local));
	size_t room = 0, arcs_room = 0;

	for (uint32_t m = 0; m < calls->nfuncs; m++)
		local[members[m]] = m;
	for (uint32_t m = 0; m < calls->nfuncs; m++) {
		uint32_t f = members[m];

		for (uint32_t i = p->out.at[f]; i < p->out.at[f + 1]; i++) {
			uint32_t a = profile_arc(&p->out, i), e = calls->narcs;

			if (!graph_is_between_members(g, a) || !cycles_may_have(p, a))
				continue;
			calls->arcs = mem_grow(calls->arcs, (size_t)e + 1, &room,
				sizeof(*calls->arcs));
			k->arcs = mem_grow(k->arcs, (size_t)e + 1, &arcs_room, sizeof(*k->arcs));
			calls->arcs[e] = (struct arc){ .caller = m,
				.callee = local[p->arcs[a].callee] };
			profile_set_arc_calls(calls, e, graph_calls(g, a));
			k->arcs[e] = a;
			calls->narcs++;
		}
	}
	profile_link(calls);
	free(local);
}

/* Sets .outer_calls of each member: all its calls, less those from inside the cycle. */
static void
count_outer_calls(struct cut_search *k, const uint32_t *members)
{
	for (uint32_t m = 0; m < k->calls.nfuncs; m++)
		k->outer_calls[m] = k->g->nodes[members[m]].calls;
	for (uint32_t e = 0; e < k->calls.narcs; e++) {
		uint64_t *outer = &k->outer_calls[k->calls.arcs[e].callee];
		uint64_t calls = profile_arc_calls(&k->calls, e);

		/* The sum of all calls may have overflowed: do not go below 0. */
		*outer -= calls < *outer ? calls : *outer;
	}
}

/* Finds the parts: sets of members that call each other by edges that are not cut.  Returns true if
 * a part has several members. */
static bool
find_parts(struct cut_search *k)
{
	cycles_release(&k->parts);
	cycles_find(&k->parts, &k->calls, k->is_cut, NULL);
	for (uint32_t m = 0; m < k->calls.nfuncs; m++)
		if (k->parts.head[m] != m)
			return true;
	return false;
}

/* Is edge E inside a part, and not cut? */
static bool
is_inside(const struct cut_search *k, uint32_t e)
{
	const struct arc *edge = &k->calls.arcs[e];

	return !k->is_cut[e] && k->parts.head[edge->caller] == k->parts.head[edge->callee];
}

/* Sets .is_entry.  OUTER has the number of calls of each member from outside its part, INNER the
 * number of calls from inside.  If no member of a part has enough calls from outside, the member
 * with the greatest fraction of calls from outside is the entry.  If a part has no calls from
 * outside at all, the member with the fewest calls is the entry. */
static void
mark_entries(struct cut_search *k, const double *outer, const double *inner)
{
	uint32_t n = k->calls.nfuncs;
	uint32_t *best = mem_new(n, sizeof(*best));
	bool *has_entry = mem_new(n, sizeof(*has_entry));

	/* The arrays best and has_entry are indexed by the head of a part. */
	for (uint32_t m = 0; m < n; m++)
		best[m] = NOBODY;
	for (uint32_t m = 0; m < n; m++) {
		uint32_t head = k->parts.head[m], b = best[head];
		/* Greater than 0 if the fraction of calls from outside is greater for M than for B.
		 * Compares products instead of quotients, because a number of calls may be 0. */
		double order = b == NOBODY ? 1 : outer[m] * inner[b] - outer[b] * inner[m];

		k->is_entry[m] = outer[m] > 0 && outer[m] >= ENTERED * (outer[m] + inner[m]);
		has_entry[head] |= k->is_entry[m];
		if (order > 0 || (order >= 0 && inner[m] < inner[b]))
			best[head] = m;
	}
	for (uint32_t m = 0; m < n; m++)
		if (k->parts.head[m] == m && !has_entry[m])
			k->is_entry[best[m]] = true;
	free(best);
	free(has_entry);
}

static void
choose_entries(struct cut_search *k)
{
	uint32_t n = k->calls.nfuncs;
	double *inner = mem_new(n, sizeof(*inner)), *outer = mem_new(n, sizeof(*outer));

	for (uint32_t m = 0; m < n; m++)
		outer[m] = (double)k->outer_calls[m];
	for (uint32_t e = 0; e < k->calls.narcs; e++) {
		const struct arc *edge = &k->calls.arcs[e];

		if (is_inside(k, e))
			inner[edge->callee] += (double)profile_arc_calls(&k->calls, e);
		else if (!k->is_cut[e])
			outer[edge->callee] += (double)profile_arc_calls(&k->calls, e);
	}
	mark_entries(k, outer, inner);
	free(inner);
	free(outer);
}

/* Cuts the edges inside parts that lead to an entry.  If ALL is set, cuts all edges inside
 * parts. */
static void
cut_parts(struct cut_search *k, bool all)
{
	for (uint32_t e = 0; e < k->calls.narcs; e++)
		if ((all || k->is_entry[k->calls.arcs[e].callee]) && is_inside(k, e))
			k->is_cut[e] = true;
}

/* Cuts edges until no recursion is left.  Returns false if STOP stopped the work. */
static bool
cut_back_to_entries(struct cut_search *k, struct stop *stop)
{
	for (size_t round = 0; find_parts(k); round++) {
		assert(round <= MOST_ROUNDS);
		if (stop_asked(stop, round))
			return false;
		choose_entries(k);
		cut_parts(k, round == MOST_ROUNDS);
	}
	return true;
}

/* State of has_path(), which is kept from one search to the next. */
struct path_search {
	uint32_t *stack, *seen;		/* owned; a stack of members; seen[m] == mark if this search
					 * has visited member m */
	uint32_t mark;
	size_t work;			/* number of edges followed in all searches so far */
};

/* Is there a path from FROM to TO along edges that are not cut? */
static bool
has_path(const struct cut_search *k, uint32_t from, uint32_t to, struct path_search *s)
{
	const struct profile *calls = &k->calls;
	uint32_t *stack = s->stack, *seen = s->seen, mark = ++s->mark, n = 0;

	stack[n++] = from;
	seen[from] = mark;
	while (n > 0) {
		uint32_t m = stack[--n];

		if (m == to)
			return true;
		s->work += 1 + calls->out.at[m + 1] - calls->out.at[m];
		for (uint32_t e = calls->out.at[m]; e < calls->out.at[m + 1]; e++) {
			uint32_t callee = calls->arcs[e].callee;

			if (k->is_cut[e] || seen[callee] == mark)
				continue;
			seen[callee] = mark;
			stack[n++] = callee;
		}
	}
	return false;
}

static int
by_calls(uint32_t a, uint32_t b, const void *with)
{
	uint64_t x = profile_arc_calls(with, a), y = profile_arc_calls(with, b);

	return (x < y) - (x > y);
}

/* Finds a topological order of the members, in which every edge that is not cut leads to an earlier
 * member.  Restores those of the N edges CUTS that also lead to an earlier member.  So no cycle is
 * closed. */
static void
restore_forward(struct cut_search *k, const uint32_t *cuts, size_t n)
{
	uint32_t *position = mem_new(k->calls.nfuncs, sizeof(*position));
	bool has_cycle = find_parts(k);

	assert(!has_cycle);
	(void)has_cycle;
	for (uint32_t i = 0; i < k->calls.nfuncs; i++)
		position[k->parts.order[i]] = i;
	for (size_t i = 0; i < n; i++) {
		const struct arc *edge = &k->calls.arcs[cuts[i]];

		if (position[edge->callee] < position[edge->caller])
			k->is_cut[cuts[i]] = false;
	}
	free(position);
}

/* Restores each of the N edges CUTS, in this order, unless it would close a cycle.  If this takes
 * too long, restore_forward() restores some of the remaining edges.  Returns false if STOP stopped
 * the work. */
static bool
restore_arcs(struct cut_search *k, const uint32_t *cuts, size_t n, struct stop *stop)
{
	struct path_search s = { .stack = mem_new(k->calls.nfuncs, sizeof(*s.stack)),
		.seen = mem_new(k->calls.nfuncs, sizeof(*s.seen)) };
	bool go_on = true;
	size_t i;

	for (i = 0; i < n && s.work < MOST_WORK && go_on; i++) {
		const struct arc *edge = &k->calls.arcs[cuts[i]];

		k->is_cut[cuts[i]] = has_path(k, edge->callee, edge->caller, &s);
		go_on = !stop_asked(stop, i);
	}
	if (i < n && go_on)
		restore_forward(k, cuts + i, n - i);
	free(s.stack);
	free(s.seen);
	return go_on;
}

/* Restores arcs that need not be cut.  Returns the arcs that are still cut, those with the most
 * calls first, to be free()d, and sets *N to their number.  Returns NULL if STOP stopped the
 * work. */
static uint32_t *
needed_arcs(struct cut_search *k, size_t *n, struct stop *stop)
{
	uint32_t *cuts = mem_new(k->calls.narcs, sizeof(*cuts));
	size_t left = 0;

	*n = 0;
	for (uint32_t e = 0; e < k->calls.narcs; e++)
		if (k->is_cut[e])
			cuts[(*n)++] = e;
	sort_numbers(cuts, *n, by_calls, &k->calls);
	if (!restore_arcs(k, cuts, *n, stop)) {
		free(cuts);
		*n = 0;
		return NULL;
	}
	for (size_t i = 0; i < *n; i++)
		if (k->is_cut[cuts[i]])
			cuts[left++] = k->arcs[cuts[i]];
	*n = left;
	return cuts;
}

uint32_t *
cyclecut_find(const struct graph *g, uint32_t c, size_t *n, struct stop *stop)
{
	const uint32_t *at = &g->member_at[c - g->nfuncs];
	const uint32_t *members = g->members + at[0];
	struct cut_search k = { .g = g,
		.calls = { .rules = RULES_GPROF, .nfuncs = at[1] - at[0] } };
	uint32_t *cuts = NULL;

	assert(c >= g->nfuncs && c < g->nnodes);
	*n = 0;
	collect_edges(&k, members);
	k.outer_calls = mem_new(k.calls.nfuncs, sizeof(*k.outer_calls));
	k.is_entry = mem_new(k.calls.nfuncs, sizeof(*k.is_entry));
	k.is_cut = mem_new(k.calls.narcs, sizeof(*k.is_cut));
	count_outer_calls(&k, members);
	if (cut_back_to_entries(&k, stop))
		cuts = needed_arcs(&k, n, stop);
	profile_release(&k.calls);
	cycles_release(&k.parts);
	free(k.arcs);
	free(k.outer_calls);
	free(k.is_entry);
	free(k.is_cut);
	return cuts;
}
