/* cyclecut.c - a small set of arcs whose exclusion breaks a cycle (a feedback arc set)
 *
 * In any order of the members, arcs lead forward or backward; without the backward arcs there is
 * no cycle.  So we look for an order with few backward calls.  For few members, dynamic programming
 * over all sets of members tries all orders.  For many members, the order is built from both ends
 * (Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem", 1993):
 * a member that calls no remaining member goes to the end; if there is none, the member whose calls
 * made exceed its calls received the most goes to the beginning.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "callgraph/cyclecut.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"

enum {
	MOST_TRIED = 12,		/* members at most for which all orders are tried */
	MOST_WORK = 500000000,		/* steps at most to find cut arcs that are not needed */
};

/* An arc between two members; a member is numbered by its position in the cycle. */
struct edge {
	uint32_t from, to, arc;
};

struct cut_search {
	uint32_t nmembers, nedges;
	struct edge *edges;		/* owned; sorted by from */
	uint32_t *out_at;		/* owned; edges out of m: edges[out_at[m]] to
					 * edges[out_at[m + 1] - 1] */
	uint32_t *in, *in_at;		/* owned; edges into m: in[in_at[m]] to
					 * in[in_at[m + 1] - 1] */
	double *weight;			/* owned; indexed by edge: 1024 for each call, and 1 for the
					 * edge itself */
	uint32_t *place;		/* owned; indexed by member: position of the member in
					 * the order */
	bool *is_cut;			/* owned; indexed by edge */
};

static void
collect_edges(struct cut_search *k, const struct graph *g, const uint32_t *members)
{
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

			if (p->arcs[a].callee == f || !graph_is_inner(g, a)
			    || graph_is_excluded(g, a))
				continue;
			k->edges = mem_grow(k->edges, k->nedges + 1, &room, sizeof(*k->edges));
			k->edges[k->nedges++] = (struct edge){ m, local[p->arcs[a].callee], a };
		}
	}
	k->out_at[k->nmembers] = k->nedges;
	k->weight = mem_new(k->nedges, sizeof(*k->weight));
	for (uint32_t e = 0; e < k->nedges; e++)
		k->weight[e] = (double)p->arcs[k->edges[e].arc].count * 1024 + 1;
	free(local);
}

/* Fill in and in_at. */
static void
link_edges(struct cut_search *k)
{
	uint32_t *at = mem_new((size_t)k->nmembers + 1, sizeof(*at));

	k->in = mem_new(k->nedges, sizeof(*k->in));
	for (uint32_t e = 0; e < k->nedges; e++)
		k->in_at[k->edges[e].to + 1]++;
	for (uint32_t m = 0; m < k->nmembers; m++) {
		k->in_at[m + 1] += k->in_at[m];
		at[m] = k->in_at[m];
	}
	for (uint32_t e = 0; e < k->nedges; e++)
		k->in[at[k->edges[e].to]++] = e;
	free(at);
}

/* Returns the weight of the edges from member M to members of SET, a bit set of members. */
static double
backward_calls(const struct cut_search *k, uint32_t m, uint32_t set)
{
	double sum = 0;

	for (uint32_t e = k->out_at[m]; e < k->out_at[m + 1]; e++)
		if (set & 1u << k->edges[e].to)
			sum += k->weight[e];
	return sum;
}

/* For every set of members, find the least weight of backward edges inside it, and the last member
 * of an order with this weight. */
static void
order_exhaustively(struct cut_search *k)
{
	uint32_t all = (1u << k->nmembers) - 1;
	double *least = mem_new((size_t)all + 1, sizeof(*least));
	uint8_t *last = mem_new((size_t)all + 1, sizeof(*last));

	for (uint32_t set = 1; set <= all; set++) {
		least[set] = -1;
		for (uint32_t m = 0; m < k->nmembers; m++) {
			uint32_t others = set & ~(1u << m);
			double sum;

			if (others == set)
				continue;
			sum = least[others] + backward_calls(k, m, others);
			if (least[set] < 0 || sum < least[set]) {
				least[set] = sum;
				last[set] = (uint8_t)m;
			}
		}
	}
	for (uint32_t set = all, at = k->nmembers; set != 0; set &= ~(1u << last[set]))
		k->place[last[set]] = --at;
	free(least);
	free(last);
}

/* A heap of members, with the greatest value on top. */
struct heap {
	uint32_t *v, *at;		/* owned; v: members; at: indexed by member: its position
					 * in v, or NOBODY */
	double *value;			/* owned; indexed by member: calls made minus received */
	uint32_t n;
};

static void
heap_put(struct heap *h, uint32_t i, uint32_t m)
{
	h->v[i] = m;
	h->at[m] = i;
}

/* Restore the order of the heap after the value of the member at position I has changed, or
 * another member was moved there. */
static void
heap_sift(struct heap *h, uint32_t i)
{
	uint32_t m = h->v[i], child;

	for (; i > 0 && h->value[h->v[(i - 1) / 2]] < h->value[m]; i = (i - 1) / 2)
		heap_put(h, i, h->v[(i - 1) / 2]);
	for (; (child = 2 * i + 1) < h->n; i = child) {
		if (child + 1 < h->n && h->value[h->v[child + 1]] > h->value[h->v[child]])
			child++;
		if (h->value[h->v[child]] <= h->value[m])
			break;
		heap_put(h, i, h->v[child]);
	}
	heap_put(h, i, m);
}

static void
heap_remove(struct heap *h, uint32_t m)
{
	uint32_t i = h->at[m];

	h->at[m] = NOBODY;
	if (i == --h->n)
		return;
	heap_put(h, i, h->v[h->n]);
	heap_sift(h, i);
}

static void
heap_open(struct heap *h, const struct cut_search *k)
{
	h->v = mem_new(k->nmembers, sizeof(*h->v));
	h->at = mem_new(k->nmembers, sizeof(*h->at));
	h->value = mem_new(k->nmembers, sizeof(*h->value));
	for (uint32_t e = 0; e < k->nedges; e++) {
		h->value[k->edges[e].from] += k->weight[e];
		h->value[k->edges[e].to] -= k->weight[e];
	}
	for (uint32_t m = 0; m < k->nmembers; m++) {
		heap_put(h, h->n++, m);
		heap_sift(h, h->n - 1);
	}
}

/* Remove member M from H, the heap of remaining members; M has its position in the order.
 * LEFT[m] is the number of edges from m to remaining members.  A member whose number becomes 0
 * moves from the heap to SINKS, an array of *N members. */
static void
remove_member(struct cut_search *k, struct heap *h, uint32_t m, uint32_t *left, uint32_t *sinks,
	uint32_t *n)
{
	if (h->at[m] != NOBODY)
		heap_remove(h, m);
	for (uint32_t e = k->out_at[m]; e < k->out_at[m + 1]; e++) {
		uint32_t to = k->edges[e].to;

		if (h->at[to] == NOBODY)
			continue;
		h->value[to] += k->weight[e];
		heap_sift(h, h->at[to]);
	}
	for (uint32_t i = k->in_at[m]; i < k->in_at[m + 1]; i++) {
		uint32_t e = k->in[i], from = k->edges[e].from;

		if (h->at[from] == NOBODY)
			continue;
		h->value[from] -= k->weight[e];
		heap_sift(h, h->at[from]);
		if (--left[from] == 0) {
			heap_remove(h, from);
			sinks[(*n)++] = from;
		}
	}
}

/* Set the positions of all members by the heuristic.  Returns false if it was stopped. */
static bool
order_greedily(struct cut_search *k, struct stop *stop)
{
	struct heap h = { 0 };
	uint32_t *left = mem_new(k->nmembers, sizeof(*left));
	uint32_t *sinks = mem_new(k->nmembers, sizeof(*sinks));
	uint32_t n = 0, first = 0, last = k->nmembers;

	heap_open(&h, k);
	for (uint32_t m = 0; m < k->nmembers; m++)
		left[m] = k->out_at[m + 1] - k->out_at[m];
	while ((n > 0 || h.n > 0) && !stop_asked_often(stop, k->nmembers - (last - first))) {
		uint32_t m;

		if (n > 0) {
			m = sinks[--n];
			k->place[m] = --last;
		} else {
			m = h.v[0];
			k->place[m] = first++;
		}
		remove_member(k, &h, m, left, sinks, &n);
	}
	free(h.v);
	free(h.at);
	free(h.value);
	free(left);
	free(sinks);
	return first == last;
}

/* Does a path lead from FROM to TO along edges that are not cut?  STACK and SEEN have room for all
 * members; SEEN[m] == MARK if m was visited. */
static bool
has_path(const struct cut_search *k, uint32_t from, uint32_t to, uint32_t *stack,
	uint32_t *seen, uint32_t mark)
{
	uint32_t n = 0;

	stack[n++] = from;
	seen[from] = mark;
	while (n > 0) {
		uint32_t m = stack[--n];

		if (m == to)
			return true;
		for (uint32_t e = k->out_at[m]; e < k->out_at[m + 1]; e++)
			if (!k->is_cut[e] && seen[k->edges[e].to] != mark) {
				seen[k->edges[e].to] = mark;
				stack[n++] = k->edges[e].to;
			}
	}
	return false;
}

static int
by_weight(uint32_t a, uint32_t b, const void *with)
{
	const double *weight = with;

	return (weight[a] < weight[b]) - (weight[a] > weight[b]);
}

/* Restore each of the N edges CUTS, in this order, unless it would close a cycle.  Returns false
 * if the user stopped it. */
static bool
restore_arcs(struct cut_search *k, const uint32_t *cuts, size_t n, struct stop *stop)
{
	uint32_t *stack = mem_new(k->nmembers, sizeof(*stack));
	uint32_t *seen = mem_new(k->nmembers, sizeof(*seen));
	size_t step = (size_t)k->nedges + k->nmembers;
	bool go_on = true;

	for (size_t i = 0; i < n && i * step < MOST_WORK && go_on; i++) {
		const struct edge *edge = &k->edges[cuts[i]];

		k->is_cut[cuts[i]] = has_path(k, edge->to, edge->from, stack, seen,
			(uint32_t)i + 1);
		go_on = !stop_asked(stop, i);
	}
	free(stack);
	free(seen);
	return go_on;
}

/* Returns the backward arcs that are needed, those with the most calls first, and sets *N to
 * their number; free() them.  NULL: it was stopped. */
static uint32_t *
cut_arcs(struct cut_search *k, size_t *n, struct stop *stop)
{
	uint32_t *cuts = mem_new(k->nedges, sizeof(*cuts));
	size_t left = 0;

	*n = 0;
	for (uint32_t e = 0; e < k->nedges; e++)
		if (k->place[k->edges[e].from] > k->place[k->edges[e].to]) {
			k->is_cut[e] = true;
			cuts[(*n)++] = e;
		}
	sort_numbers(cuts, *n, by_weight, k->weight);
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
	struct cut_search k = { .nmembers = at[1] - at[0] };
	uint32_t *cuts = NULL;
	bool ordered = true;

	assert(c >= g->nfuncs && c < g->nnodes);
	*n = 0;
	k.out_at = mem_new((size_t)k.nmembers + 1, sizeof(*k.out_at));
	k.in_at = mem_new((size_t)k.nmembers + 1, sizeof(*k.in_at));
	collect_edges(&k, g, g->members + at[0]);
	link_edges(&k);
	k.place = mem_new(k.nmembers, sizeof(*k.place));
	k.is_cut = mem_new(k.nedges, sizeof(*k.is_cut));
	if (k.nmembers <= MOST_TRIED)
		order_exhaustively(&k);
	else
		ordered = order_greedily(&k, stop);
	if (ordered)
		cuts = cut_arcs(&k, n, stop);
	free(k.edges);
	free(k.out_at);
	free(k.in);
	free(k.in_at);
	free(k.weight);
	free(k.place);
	free(k.is_cut);
	return cuts;
}
