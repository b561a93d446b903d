/* cyclegraph.c - the members of one cycle and the calls between them, as a small profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/cyclegraph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/cycles.h"

/* Is arc A of G a counted arc from one member of a cycle to another? */
static bool
is_counted_between_members(const struct graph *g, uint32_t a)
{
	return graph_calls(g, a) > 0 && graph_is_between_members(g, a);
}

/* Returns the number of calls of member M from outside the cycle.  If WEIGHTED is set, the calls by
 * each caller are multiplied by the fraction of the caller's time that is included in the
 * figures. */
static double
count_entering(const struct cyclegraph *k, const struct graph *g, uint32_t m, bool weighted)
{
	const struct profile *p = g->profile;
	uint32_t f = k->members[m];
	double calls = (double)graph_outside(g, f);

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
		const struct arc *arc = &p->arcs[profile_arc(&p->in, i)];

		if (!graph_is_inner(g, profile_arc(&p->in, i))
		    && !graph_is_excluded(g, profile_arc(&p->in, i)))
			calls += (double)graph_calls(g, profile_arc(&p->in, i))
				* (weighted ? graph_fract(g, arc->caller) : 1);
	}
	return calls;
}

static void
set_entering(struct cyclegraph *k, const struct graph *g)
{
	double sum = 0;

	k->entering = mem_new(k->nmembers, sizeof(*k->entering));
	for (uint32_t m = 0; m < k->nmembers; m++)
		sum += k->entering[m] = count_entering(k, g, m, true);
	for (uint32_t m = 0; m < k->nmembers && sum <= 0; m++)
		k->entering[m] = count_entering(k, g, m, false);
}

void
cyclegraph_open(struct cyclegraph *k, const struct graph *g, uint32_t c, const uint32_t *local)
{
	const struct profile *p = g->profile;
	uint32_t first = g->member_at[c - g->nfuncs], n = 0, room = 0;

	*k = (struct cyclegraph){ .members = &g->members[first],
		.nmembers = g->member_at[c - g->nfuncs + 1] - first };
	for (uint32_t m = 0; m < k->nmembers; m++)
		room += p->in.at[k->members[m] + 1] - p->in.at[k->members[m]];
	k->arcs = mem_new(room, sizeof(*k->arcs));
	k->profile = (struct profile){ .rules = RULES_EXACT, .nfuncs = k->nmembers,
		.arcs = mem_new(room, sizeof(*k->profile.arcs)) };
	for (uint32_t m = 0; m < k->nmembers; m++) {
		uint32_t f = k->members[m];

		for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
			const struct arc *arc = &p->arcs[profile_arc(&p->in, i)];

			if (!is_counted_between_members(g, profile_arc(&p->in, i)))
				continue;
			k->arcs[n] = profile_arc(&p->in, i);
			k->profile.arcs[n++] = (struct arc){ .caller = local[arc->caller],
				.callee = m };
			profile_set_arc_calls(&k->profile, n - 1,
				graph_calls(g, profile_arc(&p->in, i)));
		}
	}
	k->profile.narcs = n;
	profile_link(&k->profile);
	set_entering(k, g);
}

void
cyclegraph_release(struct cyclegraph *k)
{
	profile_release(&k->profile);
	free(k->arcs);
	free(k->entering);
	*k = (struct cyclegraph){ 0 };
}

/* The strongly connected parts of a cycle, without the arcs that are cut. */
struct parts {
	const struct cyclegraph *k;
	bool *cut;			/* borrowed; indexed by arc: is the arc cut? */
	struct cycles cycles;
	bool *is_entry;			/* owned; indexed by member: is it an entry of its part? */
	bool *has_entry;		/* owned; indexed by head of a part: does the part have an
					 * entry? */
	double *calls;			/* owned; indexed by member: its calls from inside its
					 * part */
};

static bool
is_same_part(const struct parts *s, const struct arc *arc)
{
	return s->cycles.head[arc->caller] == s->cycles.head[arc->callee];
}

static void
find_entries(struct parts *s)
{
	const struct profile *p = &s->k->profile;

	for (uint32_t m = 0; m < p->nfuncs; m++)
		s->is_entry[m] = s->k->entering[m] > 0;
	for (uint32_t a = 0; a < p->narcs; a++) {
		if (s->cut[a])
			continue;
		if (is_same_part(s, &p->arcs[a]))
			s->calls[p->arcs[a].callee] += (double)profile_arc_calls(p, a);
		else
			s->is_entry[p->arcs[a].callee] = true;
	}
	for (uint32_t m = 0; m < p->nfuncs; m++)
		s->has_entry[s->cycles.head[m]] |= s->is_entry[m];
	for (uint32_t h = 0; h < p->nfuncs; h++) {
		uint32_t most = h;

		if (s->cycles.head[h] != h || s->has_entry[h])
			continue;
		for (uint32_t m = h; m != NOBODY; m = s->cycles.next[m])
			most = s->calls[m] > s->calls[most] ? m : most;
		s->is_entry[most] = true;
	}
}

/* Cuts the arcs in each strongly connected part that lead to its entries.  Returns false if there
 * are no such arcs. */
static bool
cut_to_entries(const struct cyclegraph *k, bool *cut)
{
	const struct profile *p = &k->profile;
	struct parts s = { .k = k, .cut = cut };
	bool found = false;

	s.is_entry = mem_new(p->nfuncs, sizeof(*s.is_entry));
	s.has_entry = mem_new(p->nfuncs, sizeof(*s.has_entry));
	s.calls = mem_new(p->nfuncs, sizeof(*s.calls));
	cycles_find(&s.cycles, p, cut, NULL);
	find_entries(&s);
	for (uint32_t a = 0; a < p->narcs; a++)
		if (!cut[a] && is_same_part(&s, &p->arcs[a]) && s.is_entry[p->arcs[a].callee])
			found = cut[a] = true;
	cycles_release(&s.cycles);
	free(s.is_entry);
	free(s.has_entry);
	free(s.calls);
	return found;
}

bool *
cyclegraph_returns_to_entries(const struct cyclegraph *k)
{
	bool *cut = mem_new(k->profile.narcs, sizeof(*cut));

	while (cut_to_entries(k, cut))
		;
	return cut;
}

/* State of a depth-first walk along arcs. */
struct walk {
	const struct profile *p;
	uint32_t *out;			/* owned; all arcs, sorted by caller, then by calls, most
					 * calls first; arcs from member m begin at
					 * out[p->out.at[m]] */
	uint32_t *next;			/* owned; indexed by member: index in .out of the arc to
					 * follow next */
	uint32_t *path;			/* owned; the members on the path, from the first member to
					 * the current one */
	bool *on_path, *seen;		/* owned; indexed by member: true if the member is on the
					 * path now; true if it was visited before */
	bool *cut;			/* the result; indexed by arc: true if the arc leads back to
					 * a member on the path */
};

static int
by_calls(uint32_t a, uint32_t b, const void *with)
{
	const struct profile *p = with;
	uint64_t x = profile_arc_calls(p, a), y = profile_arc_calls(p, b);

	if (p->arcs[a].caller != p->arcs[b].caller)
		return p->arcs[a].caller < p->arcs[b].caller ? -1 : 1;
	return (x < y) - (x > y);
}

static int
by_entering(uint32_t a, uint32_t b, const void *with)
{
	const double *entering = with;

	return (entering[a] < entering[b]) - (entering[a] > entering[b]);
}

static void
walk_from(struct walk *w, uint32_t first)
{
	uint32_t depth = 0;

	if (w->seen[first])
		return;
	w->path[depth++] = first;
	w->seen[first] = w->on_path[first] = true;
	while (depth > 0) {
		uint32_t m = w->path[depth - 1], a, callee;

		if (w->next[m] == w->p->out.at[m + 1]) {
			w->on_path[m] = false;
			depth--;
			continue;
		}
		a = w->out[w->next[m]++];
		callee = w->p->arcs[a].callee;
		w->cut[a] = w->on_path[callee];
		if (w->seen[callee])
			continue;
		w->seen[callee] = w->on_path[callee] = true;
		w->path[depth++] = callee;
	}
}

bool *
cyclegraph_returns_of_walk(const struct cyclegraph *k)
{
	const struct profile *p = &k->profile;
	struct walk w = { .p = p, .out = mem_new(p->narcs, sizeof(*w.out)),
		.next = mem_new(p->nfuncs, sizeof(*w.next)),
		.path = mem_new(p->nfuncs, sizeof(*w.path)),
		.on_path = mem_new(p->nfuncs, sizeof(*w.on_path)),
		.seen = mem_new(p->nfuncs, sizeof(*w.seen)),
		.cut = mem_new(p->narcs, sizeof(*w.cut)) };
	uint32_t *order = mem_new(p->nfuncs, sizeof(*order));

	for (uint32_t a = 0; a < p->narcs; a++)
		w.out[a] = a;
	sort_numbers(w.out, p->narcs, by_calls, p);
	for (uint32_t m = 0; m < p->nfuncs; m++) {
		w.next[m] = p->out.at[m];
		order[m] = m;
	}
	sort_numbers(order, p->nfuncs, by_entering, k->entering);
	for (uint32_t i = 0; i < p->nfuncs; i++)
		walk_from(&w, order[i]);
	free(order);
	free(w.out);
	free(w.next);
	free(w.path);
	free(w.on_path);
	free(w.seen);
	return w.cut;
}

/* Is any member called from outside the cycle?  If not, the calls may begin at any member. */
static bool
has_entries(const struct cyclegraph *k)
{
	for (uint32_t m = 0; m < k->nmembers; m++)
		if (k->entering[m] > 0)
			return true;
	return false;
}

void
cyclegraph_dominated(const struct cyclegraph *k, uint32_t m, bool *dominated, uint32_t *queue)
{
	const struct profile *p = &k->profile;
	bool anywhere = !has_entries(k);
	uint32_t n = 0;

	for (uint32_t f = 0; f < k->nmembers; f++) {
		dominated[f] = f == m || !(anywhere || k->entering[f] > 0);
		if (!dominated[f])
			queue[n++] = f;
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = p->out.at[queue[i]]; j < p->out.at[queue[i] + 1]; j++) {
			uint32_t callee = p->arcs[profile_arc(&p->out, j)].callee;

			if (callee == m || !dominated[callee])
				continue;
			dominated[callee] = false;
			queue[n++] = callee;
		}
	assert(n < k->nmembers);
}
