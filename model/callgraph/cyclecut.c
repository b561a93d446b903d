/* cyclecut.c - a small set of arcs whose exclusion breaks a cycle
 *
 * The cycle is opened at its entries, the members that are called from outside the cycle: calls
 * inside the cycle back to an entry are cut.  The rest of the cycle falls into parts.  A part of
 * several members is a smaller cycle; its entries are called from outside the part, and so on
 * (B. Steensgaard, "Sequentializing program dependence graphs for irreducible programs", 1993).
 * So the time of a member goes to the calls by which the program first came to the member.
 *
 * A member that gets hardly any of its calls from outside is no entry: otherwise its few callers
 * outside would get all its time.  Last, arcs that need not be cut are restored, those with the
 * most calls first.  Compared with measured call stacks, this gives better times than the cut with
 * the fewest calls, and than cutting all calls back to all entries.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/cyclecut.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "callgraph/cycles.h"

enum {
	MOST_ROUNDS = 32,		/* most levels of cycles inside cycles */
	MOST_WORK = 100000000,		/* most edges that are followed to restore arcs */
};

/* An entry gets at least this part of its calls from outside. */
static const double ENTERED = 0.01;

/* An arc between two members; a member is numbered by its position in the cycle. */
struct edge {
	uint32_t from, to, arc;
};

struct cut_search {
	const struct graph *g;
	uint32_t nmembers, nedges;
	struct edge *edges;		/* owned; sorted by from */
	uint32_t *out_at;		/* owned; edges out of m: edges[out_at[m]] to
					 * edges[out_at[m + 1] - 1] */
	uint64_t *outer_calls;		/* owned; indexed by member: calls from outside the cycle */
	uint32_t *place;		/* owned; indexed by member: its position in the order in
					 * which the walk left the members */
	uint32_t *part;			/* owned; indexed by member: its part */
	uint32_t nparts;
	bool *is_entry;			/* owned; indexed by member */
	bool *is_cut;			/* owned; indexed by edge */
};

static uint64_t
edge_calls(const struct cut_search *k, uint32_t e)
{
	return k->g->profile->arcs[k->edges[e].arc].count;
}

static void
collect_edges(struct cut_search *k, const uint32_t *members)
{
	const struct graph *g = k->g;
	const struct profile *p = g->profile;
	uint32_t *local = mem_new(g->nfuncs, sizeof(*local));
	size_t room = 0;

	for (uint32_t m = 0; m < k->nmembers; m++)
		local[members[m]] = m;
	for (uint32_t m = 0; m < k->nmembers; m++) {
		uint32_t f = members[m];

		k->out_at[m] = k->nedges;
		for (uint32_t i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
			uint32_t a = p->out[i];

			if (!graph_is_between_members(g, a) || !cycles_may_have(p, a))
				continue;
			k->edges = mem_grow(k->edges, k->nedges + 1, &room, sizeof(*k->edges));
			k->edges[k->nedges++] = (struct edge){ m, local[p->arcs[a].callee], a };
		}
	}
	k->out_at[k->nmembers] = k->nedges;
	free(local);
}

/* Fill in outer_calls: all calls of a member less its calls inside the cycle. */
static void
count_outer_calls(struct cut_search *k, const uint32_t *members)
{
	for (uint32_t m = 0; m < k->nmembers; m++)
		k->outer_calls[m] = k->g->nodes[members[m]].calls;
	for (uint32_t e = 0; e < k->nedges; e++) {
		uint64_t *calls = &k->outer_calls[k->edges[e].to], inner = edge_calls(k, e);

		/* The sum of the calls may have overflowed. */
		*calls -= inner < *calls ? inner : *calls;
	}
}

/* A depth-first walk along the edges that are not cut, which finds parts (R. Tarjan, "Depth-first
 * search and linear graph algorithms", 1972). */
struct walk {
	uint32_t *number;		/* owned; indexed by member: order of visit, from 1; 0: not
					 * visited */
	uint32_t *low;			/* owned; indexed by member: the least number of a member of
					 * its part that the walk found so far */
	uint32_t *next;			/* owned; indexed by member: the next edge to follow */
	uint32_t *path, npath;		/* PATH: owned; members from the root to the present one */
	uint32_t *open, nopen;		/* OPEN: owned; visited members whose part is not known */
	uint32_t nvisited, nleft;	/* number of members visited; number of members left */
};

static void
enter_member(struct cut_search *k, struct walk *w, uint32_t m)
{
	w->number[m] = w->low[m] = ++w->nvisited;
	w->next[m] = k->out_at[m];
	w->path[w->npath++] = m;
	w->open[w->nopen++] = m;
	k->part[m] = NOBODY;
}

/* Leave M, whose edges were followed.  If it is the first visited member of its part, all members
 * of the part are known. */
static void
leave_member(struct cut_search *k, struct walk *w, uint32_t m)
{
	uint32_t member;

	assert(w->path[w->npath - 1] == m);
	w->npath--;
	k->place[m] = w->nleft++;
	if (w->npath > 0) {
		uint32_t up = w->path[w->npath - 1];

		if (w->low[m] < w->low[up])
			w->low[up] = w->low[m];
	}
	if (w->low[m] != w->number[m])
		return;
	do {
		member = w->open[--w->nopen];
		k->part[member] = k->nparts;
	} while (member != m);
	k->nparts++;
}

static void
walk_from(struct cut_search *k, struct walk *w, uint32_t root)
{
	enter_member(k, w, root);
	while (w->npath > 0) {
		uint32_t m = w->path[w->npath - 1], e = w->next[m], to;

		if (e == k->out_at[m + 1]) {
			leave_member(k, w, m);
			continue;
		}
		w->next[m]++;
		to = k->edges[e].to;
		if (k->is_cut[e])
			continue;
		if (w->number[to] == 0)
			enter_member(k, w, to);
		else if (k->part[to] == NOBODY && w->number[to] < w->low[m])
			w->low[m] = w->number[to];
	}
}

/* Find the parts: sets of members that call each other without the edges that are cut.  Returns
 * true if a part has several members. */
static bool
find_parts(struct cut_search *k)
{
	uint32_t n = k->nmembers;
	struct walk w = { .number = mem_new(n, sizeof(*w.number)),
		.low = mem_new(n, sizeof(*w.low)), .next = mem_new(n, sizeof(*w.next)),
		.path = mem_new(n, sizeof(*w.path)), .open = mem_new(n, sizeof(*w.open)) };

	k->nparts = 0;
	for (uint32_t m = 0; m < n; m++)
		if (w.number[m] == 0)
			walk_from(k, &w, m);
	free(w.number);
	free(w.low);
	free(w.next);
	free(w.path);
	free(w.open);
	return k->nparts < n;
}

/* Is edge E inside a part? */
static bool
is_inside(const struct cut_search *k, uint32_t e)
{
	return !k->is_cut[e] && k->part[k->edges[e].from] == k->part[k->edges[e].to];
}

/* Fill in is_entry from OUTER and INNER: the calls of each member from outside and from inside its
 * part.  A part without an entry gets one: the member with the greatest fraction of its calls from
 * outside or, if no call comes from outside, the member with the fewest calls. */
static void
mark_entries(struct cut_search *k, const double *outer, const double *inner)
{
	uint32_t *best = mem_new(k->nparts, sizeof(*best));
	bool *has_entry = mem_new(k->nparts, sizeof(*has_entry));

	for (uint32_t i = 0; i < k->nparts; i++)
		best[i] = NOBODY;
	for (uint32_t m = 0; m < k->nmembers; m++) {
		uint32_t part = k->part[m], b = best[part];
		/* Compares OUTER / INNER of M and B, but does not divide by 0. */
		double order = b == NOBODY ? 1 : outer[m] * inner[b] - outer[b] * inner[m];

		k->is_entry[m] = outer[m] > 0 && outer[m] >= ENTERED * (outer[m] + inner[m]);
		has_entry[part] |= k->is_entry[m];
		if (order > 0 || (order >= 0 && inner[m] < inner[b]))
			best[part] = m;
	}
	for (uint32_t i = 0; i < k->nparts; i++)
		if (!has_entry[i])
			k->is_entry[best[i]] = true;
	free(best);
	free(has_entry);
}

static void
choose_entries(struct cut_search *k)
{
	double *inner = mem_new(k->nmembers, sizeof(*inner));
	double *outer = mem_new(k->nmembers, sizeof(*outer));

	for (uint32_t m = 0; m < k->nmembers; m++)
		outer[m] = (double)k->outer_calls[m];
	for (uint32_t e = 0; e < k->nedges; e++)
		if (is_inside(k, e))
			inner[k->edges[e].to] += (double)edge_calls(k, e);
		else if (!k->is_cut[e])
			outer[k->edges[e].to] += (double)edge_calls(k, e);
	mark_entries(k, outer, inner);
	free(inner);
	free(outer);
}

/* Cut the edges inside parts that lead back to entries.  LAST: cut the edges that lead to a member
 * that the walk left later; then every part has one member. */
static void
cut_parts(struct cut_search *k, bool last)
{
	for (uint32_t e = 0; e < k->nedges; e++) {
		const struct edge *edge = &k->edges[e];
		bool back = last ? k->place[edge->to] > k->place[edge->from]
			: k->is_entry[edge->to];

		if (back && is_inside(k, e))
			k->is_cut[e] = true;
	}
}

/* Cut edges until no member calls itself through others.  Returns false if the user stopped it. */
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

/* The search for paths; the arrays have room for all members. */
struct path_search {
	uint32_t *stack, *seen;		/* owned; seen[m] == mark if m was visited */
	uint32_t mark;
	size_t work;			/* edges that were followed in all searches */
};

/* Does a path lead from FROM to TO along edges that are not cut? */
static bool
has_path(const struct cut_search *k, uint32_t from, uint32_t to, struct path_search *s)
{
	uint32_t *stack = s->stack, *seen = s->seen, mark = ++s->mark, n = 0;

	stack[n++] = from;
	seen[from] = mark;
	while (n > 0) {
		uint32_t m = stack[--n];

		if (m == to)
			return true;
		s->work += 1 + k->out_at[m + 1] - k->out_at[m];
		for (uint32_t e = k->out_at[m]; e < k->out_at[m + 1]; e++)
			if (!k->is_cut[e] && seen[k->edges[e].to] != mark) {
				seen[k->edges[e].to] = mark;
				stack[n++] = k->edges[e].to;
			}
	}
	return false;
}

static int
by_calls(uint32_t a, uint32_t b, const void *with)
{
	const struct cut_search *k = with;
	uint64_t x = edge_calls(k, a), y = edge_calls(k, b);

	return (x < y) - (x > y);
}

/* Of the N edges CUTS, restore those that lead to a member which the walk left earlier.  All edges
 * that are not cut do so too, therefore no cycle is closed. */
static void
restore_forward(struct cut_search *k, const uint32_t *cuts, size_t n)
{
	bool has_cycle = find_parts(k);

	assert(!has_cycle);
	(void)has_cycle;
	for (size_t i = 0; i < n; i++) {
		const struct edge *edge = &k->edges[cuts[i]];

		if (k->place[edge->to] < k->place[edge->from])
			k->is_cut[cuts[i]] = false;
	}
}

/* Restore each of the N edges CUTS, in this order, unless it would close a cycle.  If that takes
 * too long, restore many of the others at once.  Returns false if the user stopped it. */
static bool
restore_arcs(struct cut_search *k, const uint32_t *cuts, size_t n, struct stop *stop)
{
	struct path_search s = { .stack = mem_new(k->nmembers, sizeof(*s.stack)),
		.seen = mem_new(k->nmembers, sizeof(*s.seen)) };
	bool go_on = true;
	size_t i;

	for (i = 0; i < n && s.work < MOST_WORK && go_on; i++) {
		const struct edge *edge = &k->edges[cuts[i]];

		k->is_cut[cuts[i]] = has_path(k, edge->to, edge->from, &s);
		go_on = !stop_asked(stop, i);
	}
	if (i < n && go_on)
		restore_forward(k, cuts + i, n - i);
	free(s.stack);
	free(s.seen);
	return go_on;
}

/* Returns the arcs to cut: the arcs that are cut now, without those that can be restored.  Arcs
 * with the most calls come first.  Sets *N to their number; free() them.  NULL: the user stopped
 * it. */
static uint32_t *
needed_arcs(struct cut_search *k, size_t *n, struct stop *stop)
{
	uint32_t *cuts = mem_new(k->nedges, sizeof(*cuts));
	size_t left = 0;

	*n = 0;
	for (uint32_t e = 0; e < k->nedges; e++)
		if (k->is_cut[e])
			cuts[(*n)++] = e;
	sort_numbers(cuts, *n, by_calls, k);
	if (!restore_arcs(k, cuts, *n, stop)) {
		free(cuts);
		*n = 0;
		return NULL;
	}
	for (size_t i = 0; i < *n; i++)
		if (k->is_cut[cuts[i]])
			cuts[left++] = k->edges[cuts[i]].arc;
	*n = left;
	return cuts;
}

uint32_t *
cyclecut_find(const struct graph *g, uint32_t c, size_t *n, struct stop *stop)
{
	const uint32_t *at = &g->member_at[c - g->nfuncs];
	const uint32_t *members = g->members + at[0];
	struct cut_search k = { .g = g, .nmembers = at[1] - at[0] };
	uint32_t *cuts = NULL;

	assert(c >= g->nfuncs && c < g->nnodes);
	*n = 0;
	k.out_at = mem_new((size_t)k.nmembers + 1, sizeof(*k.out_at));
	k.outer_calls = mem_new(k.nmembers, sizeof(*k.outer_calls));
	k.place = mem_new(k.nmembers, sizeof(*k.place));
	k.part = mem_new(k.nmembers, sizeof(*k.part));
	k.is_entry = mem_new(k.nmembers, sizeof(*k.is_entry));
	collect_edges(&k, members);
	count_outer_calls(&k, members);
	k.is_cut = mem_new(k.nedges, sizeof(*k.is_cut));
	if (cut_back_to_entries(&k, stop))
		cuts = needed_arcs(&k, n, stop);
	free(k.edges);
	free(k.out_at);
	free(k.outer_calls);
	free(k.place);
	free(k.part);
	free(k.is_entry);
	free(k.is_cut);
	return cuts;
}
