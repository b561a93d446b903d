/* entries.c - the order and indices of call graph entries, and the order of the lines of an entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/entries.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/sort.h"

/* This bit of the sort key is set for functions that gprof omits, so that they come last. */
#define FOREIGN (UINT64_C(1) << 63)

static int
descending(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int
descending_counts(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

/* Sets *KEY to sort key LEVEL of node N.  Returns true if N has a key LEVEL + 1.  Nodes with more
 * time come first (graph_size()).  Among nodes with the same time, cycles come first, sorted by
 * number.  Then come functions: names without a leading underscore before others, then more calls
 * before fewer, then by name. */
static bool
key_of_node(uint32_t n, uint32_t level, uint64_t *key, const void *with)
{
	enum { COST, KIND, CALLS, NAME };
	const struct graph *g = with;
	const struct node *node = &g->nodes[n];
	bool is_cycle = n >= g->nfuncs;

	if (level == COST)
		*key = sort_key_greatest(graph_size(g, graph_node_time(node)))
			| (!is_cycle && !g->profile->funcs[n].in_gprof ? FOREIGN : 0);
	else if (is_cycle)
		*key = 0;
	else if (level == KIND)
		*key = g->profile->funcs[n].name[0] == '_' ? 2 : 1;
	else if (level == CALLS)
		*key = ~node->calls;
	else
		return sort_key_text(g->profile->funcs[n].name, level - NAME, key);
	return level == COST || !is_cycle;
}

void
entries_number(struct graph *g)
{
	g->entries = mem_uncleared(g->nnodes, sizeof(*g->entries));
	for (uint32_t n = 0; n < g->nnodes; n++)
		g->entries[n] = n;
	sort_by_levels(g->entries, g->nnodes, key_of_node, g);
	for (uint32_t i = 0; i < g->nnodes; i++)
		g->nodes[g->entries[i]].index = i + 1;
}

/* The cycle of BEFORE in which function F of G was, or NOBODY.  WAS[f] is the function of BEFORE
 * that is now function f of G, or NOBODY; WAS is NULL if functions keep their numbers. */
static uint32_t
cycle_before(const struct graph *before, const uint32_t *was, uint32_t f)
{
	uint32_t c;

	f = was != NULL ? was[f] : f;
	c = f != NOBODY ? before->nodes[f].cycle : NOBODY;
	return c != NOBODY ? c - before->nfuncs : NOBODY;
}

/* Returns the cycle of BEFORE that became cycle C of G.  This is the old cycle of the first member
 * of C that was in a cycle.  NOBODY: no member was in a cycle. */
static uint32_t
old_cycle(const struct graph *g, const struct graph *before, const uint32_t *was, uint32_t c)
{
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		uint32_t old = cycle_before(before, was, g->members[i]);

		if (old != NOBODY)
			return old;
	}
	return NOBODY;
}

static uint32_t
cycle_size(const struct graph *g, uint32_t c)
{
	return g->member_at[c + 1] - g->member_at[c];
}

/* Gives each cycle of G the index of its old cycle in BEFORE.  If several cycles of G were one
 * cycle, only the largest of them gets its index.  The others get new indices, from LAST + 1 on.
 * WAS is as for cycle_before(). */
static void
number_cycles(struct graph *g, const struct graph *before, const uint32_t *was, uint32_t last)
{
	uint32_t *heir = mem_new(before->ncycles, sizeof(*heir));

	for (uint32_t i = 0; i < before->ncycles; i++)
		heir[i] = NOBODY;
	for (uint32_t c = 0; c < g->ncycles; c++) {
		uint32_t old = old_cycle(g, before, was, c);

		if (old != NOBODY && (heir[old] == NOBODY
			|| cycle_size(g, c) > cycle_size(g, heir[old])))
			heir[old] = c;
	}
	for (uint32_t c = 0; c < g->ncycles; c++) {
		uint32_t old = old_cycle(g, before, was, c);

		g->nodes[g->nfuncs + c].index = old != NOBODY && heir[old] == c
			? before->nodes[before->nfuncs + old].index : ++last;
	}
	free(heir);
}

/* Sets G->entries.  No index is above LAST. */
static void
sort_by_index(struct graph *g, uint32_t last)
{
	uint32_t *by_index = mem_new((size_t)last + 1, sizeof(*by_index)), n = 0;

	for (uint32_t i = 0; i < g->nnodes; i++)
		by_index[g->nodes[i].index] = i + 1;
	for (uint32_t i = 0; i <= last; i++)
		if (by_index[i] != 0)
			g->entries[n++] = by_index[i] - 1;
	assert(n == g->nnodes);		/* no two nodes have the same index */
	free(by_index);
}

static uint32_t
last_index(const struct graph *g)
{
	return g->nnodes > 0 ? g->nodes[g->entries[g->nnodes - 1]].index : 0;
}

void
entries_number_like(struct graph *g, const struct graph *before)
{
	uint32_t last = last_index(before);

	assert(g->nfuncs == before->nfuncs);
	if (g->entries == NULL)
		g->entries = mem_uncleared(g->nnodes, sizeof(*g->entries));
	for (uint32_t f = 0; f < g->nfuncs; f++)
		g->nodes[f].index = before->nodes[f].index;
	number_cycles(g, before, NULL, last);
	sort_by_index(g, last + g->ncycles);
}

void
entries_number_again(struct graph *g, const struct graph *before, const uint32_t *funcs)
{
	uint32_t *was = mem_uncleared(g->nfuncs, sizeof(*was)), last = last_index(before);

	memset(was, 0xff, g->nfuncs * sizeof(*was));
	for (uint32_t f = 0; f < before->nfuncs; f++)
		if (funcs[f] != NOBODY)
			was[funcs[f]] = f;
	for (uint32_t i = 0; i < g->nnodes; i++) {
		uint32_t n = g->entries[i];

		if (n < g->nfuncs)
			g->nodes[n].index = was[n] != NOBODY ? before->nodes[was[n]].index
				: ++last;
	}
	number_cycles(g, before, was, last);
	sort_by_index(g, last + g->ncycles);
	free(was);
}

uint32_t
entries_at_index(const struct graph *g, uint64_t index)
{
	uint32_t i = entries_position(g, index);

	return i < g->nnodes && g->nodes[g->entries[i]].index == index ? g->entries[i] : NOBODY;
}

uint32_t
entries_position(const struct graph *g, uint64_t index)
{
	size_t i;

	BISECT(i, g->nnodes, g->nodes[g->entries[i]].index >= index);
	return (uint32_t)i;
}

struct entry_sorting {
	const struct graph *g;
	const struct entry_line *lines;
};

/* Returns the size of the time of LINE. */
static double
size_of_line(const struct graph *g, const struct entry_line *line)
{
	return graph_size(g, line->share.self + line->share.children);
}

static int
by_cost(uint32_t a, uint32_t b, const void *with)
{
	const struct entry_sorting *s = with;
	const struct entry_line *x = &s->lines[a], *y = &s->lines[b];
	int order = x->kind - y->kind;

	if (order == 0)
		order = descending(size_of_line(s->g, y), size_of_line(s->g, x));
	if (order == 0)
		order = descending_counts(y->count, x->count);
	return order;
}

static int
by_cost_descending(uint32_t a, uint32_t b, const void *with)
{
	return by_cost(b, a, with);
}

/* In an entry, some arcs are always farthest from the line of the function.  Is ARC one of them?
 * By exact rules, the possible calls are; by gprof's rules, no arc is. */
static bool
is_last(const struct profile *p, uint32_t arc)
{
	return p->rules == RULES_EXACT && profile_is_possible(p, arc);
}

/* Returns the lines of those arcs of function F in LIST that are not excluded, to be free()d.  Sets
 * *N to their number. */
static struct entry_line *
lines_of(const struct graph *g, const struct arc_list *list, uint32_t f, size_t *n)
{
	const struct profile *p = g->profile;
	struct entry_line *lines = mem_uncleared(list->at[f + 1] - list->at[f], sizeof(*lines));

	*n = 0;
	for (uint32_t i = list->at[f]; i < list->at[f + 1]; i++) {
		uint32_t a = profile_arc(list, i);
		const struct arc *arc = &p->arcs[a];
		/* With stacks, no arc is inside a cycle. */
		bool is_known = profile_has(p, HAS_STACKS);
		int kind = !is_known && (arc->caller == arc->callee || is_last(p, a)) ? 0
			: !is_known && graph_is_inner(g, a) ? 1 : 2;

		if (!graph_is_excluded(g, a))
			lines[(*n)++] = (struct entry_line){ .share = graph_share(g, a),
				.count = graph_calls(g, a), .arc = a, .kind = kind };
	}
	return lines;
}

struct entry_line *
entries_lines(const struct graph *g, uint32_t f, bool callers, size_t *n)
{
	const struct arc_list *list = callers ? &g->profile->in : &g->profile->out;
	struct entry_sorting s = { .g = g };
	struct entry_line *lines = lines_of(g, list, f, n), *sorted;
	uint32_t *v = mem_uncleared(*n, sizeof(*v));

	for (size_t i = 0; i < *n; i++)
		v[i] = (uint32_t)i;
	s.lines = lines;
	sort_numbers(v, *n, callers ? by_cost : by_cost_descending, &s);
	sorted = mem_uncleared(*n, sizeof(*sorted));
	for (size_t i = 0; i < *n; i++)
		sorted[i] = lines[v[i]];
	free(v);
	free(lines);
	return sorted;
}

/* Returns the arcs of entries_lines(). */
static uint32_t *
sorted_arcs(const struct graph *g, uint32_t f, bool callers, size_t *n)
{
	struct entry_line *lines = entries_lines(g, f, callers, n);
	uint32_t *v = mem_uncleared(*n, sizeof(*v));

	for (size_t i = 0; i < *n; i++)
		v[i] = lines[i].arc;
	free(lines);
	return v;
}

uint32_t *
entries_callers(const struct graph *g, uint32_t f, size_t *n)
{
	return sorted_arcs(g, f, true, n);
}

uint32_t *
entries_callees(const struct graph *g, uint32_t f, size_t *n)
{
	return sorted_arcs(g, f, false, n);
}

static int
by_member(uint32_t a, uint32_t b, const void *with)
{
	const struct graph *g = with;
	const struct node *x = &g->nodes[a], *y = &g->nodes[b];
	int order = descending(graph_size(g, graph_node_time(x)),
		graph_size(g, graph_node_time(y)));

	if (order == 0)
		order = descending_counts(x->calls + graph_self_calls(g, a),
			y->calls + graph_self_calls(g, b));
	return order;
}

uint32_t *
entries_members(const struct graph *g, uint32_t c, size_t *n)
{
	const uint32_t *at = &g->member_at[c - g->nfuncs];
	uint32_t *v;

	assert(c >= g->nfuncs && c < g->nnodes);
	*n = at[1] - at[0];
	v = mem_copy(g->members + at[0], *n, sizeof(*v));
	sort_numbers(v, *n, by_member, g);
	return v;
}
