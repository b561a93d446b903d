/* select.c - which functions and arcs the options name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/select.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "profile/profile.h"
#include "profile/symspecs.h"

/* The arcs that a table names, as a list of patterns for each caller.  The left-hand sides of the
 * patterns which[at[f]] to which[at[f + 1] - 1] match function f. */
struct arc_table {
	size_t *at;			/* owned; NULL: the table is empty */
	uint32_t *which;		/* owned; numbers of patterns */
};

struct arc_filter {
	struct symspecs specs;
	struct arc_table include, exclude;
	bool by_gprof;			/* match by gprof's rules */
};

/* An entry of a table: a run of functions that match the left-hand side of pattern number
 * .pattern. */
struct match_entry {
	struct func_run run;
	uint32_t pattern;
};

struct match_entries {
	struct match_entry *v;		/* owned */
	size_t n, room;
};

static int
by_first(const void *a, const void *b)
{
	const struct match_entry *s = a, *t = b;

	if (s->run.first != t->run.first)
		return s->run.first < t->run.first ? -1 : 1;
	return s->pattern < t->pattern ? -1 : s->pattern > t->pattern;
}

/* Moves the end of RUN to where gprof sees it.  For gprof, a function is in RUN if it begins before
 * the last function of RUN ends.  This makes a difference if the last function of an image ends
 * before it begins, or if with -l the lines of a function come before the next function.  Returns
 * false if RUN has no function left. */
static bool
trim_run(struct func_run *run, const struct profile *p)
{
	const struct func *end = &p->funcs[run->last];
	uint32_t *last = &run->last;

	while (p->funcs[*last].image == end->image && p->funcs[*last].lo >= end->hi) {
		if (*last == run->first)
			return false;
		--*last;
	}
	while (*last + 1 < p->nfuncs && p->funcs[*last + 1].image == end->image
	    && p->funcs[*last + 1].lo < end->hi)
		++*last;
	return true;
}

/* Sets T to all entries of TABLE, sorted by first function. */
static void
collect_entries(struct match_entries *t, const struct arc_filter *a, enum select_table table)
{
	t->n = 0;
	for (size_t i = 0; i < a->specs.n; i++) {
		const struct spec_side *side = &a->specs.patterns[i].left;

		if (a->specs.patterns[i].table != table || side->n == 0)
			continue;
		t->v = mem_grow(t->v, t->n + side->n, &t->room, sizeof(*t->v));
		for (size_t k = 0; k < side->n; k++)
			t->v[t->n++] = (struct match_entry){ side->runs[k], (uint32_t)i };
	}
	if (t->n > 0)
		qsort(t->v, t->n, sizeof(*t->v), by_first);
}

/* Drops the entries of T that gprof ignores.  Of several entries that begin with the same function,
 * gprof uses only the first.  In a table of functions (ARCS is false), gprof lets an entry end
 * where the next entry begins. */
static void
reduce_entries(struct match_entries *t, const struct profile *p, bool arcs)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct match_entry entry = t->v[i];
		struct func_run *before = n > 0 ? &t->v[n - 1].run : NULL;

		if (!trim_run(&entry.run, p))
			continue;
		if (before != NULL && before->first == entry.run.first)
			continue;
		if (!arcs && before != NULL && before->last >= entry.run.first)
			before->last = entry.run.first - 1;
		t->v[n++] = entry;
	}
	t->n = n;
}

static void
mark_functions(struct named *sel, enum select_table table, const struct match_entries *t,
	uint32_t nfuncs)
{
	if (t->n == 0)
		return;
	sel->given |= (uint16_t)(1u << table);
	if (sel->tables == NULL)
		sel->tables = mem_new(nfuncs, sizeof(*sel->tables));
	for (size_t i = 0; i < t->n; i++)
		for (uint32_t f = t->v[i].run.first; f <= t->v[i].run.last; f++)
			sel->tables[f] |= (uint16_t)(1u << table);
}

/* Sets ARCS to the patterns of T, by caller. */
static void
make_arc_table(struct arc_table *arcs, const struct match_entries *t, uint32_t nfuncs)
{
	size_t *at = mem_new((size_t)nfuncs + 2, sizeof(*at));

	for (size_t i = 0; i < t->n; i++)
		for (uint32_t f = t->v[i].run.first; f <= t->v[i].run.last; f++)
			at[f + 2]++;
	for (size_t f = 0; f < nfuncs; f++)
		at[f + 2] += at[f + 1];
	arcs->which = mem_new(at[nfuncs + 1], sizeof(*arcs->which));
	for (size_t i = 0; i < t->n; i++)
		for (uint32_t f = t->v[i].run.first; f <= t->v[i].run.last; f++)
			arcs->which[at[f + 1]++] = t->v[i].pattern;
	arcs->at = at;
}

static void
free_filter(struct arc_filter *a)
{
	if (a == NULL)
		return;
	symspecs_release(&a->specs);
	free(a->include.at);
	free(a->include.which);
	free(a->exclude.at);
	free(a->exclude.which);
	free(a);
}

/* Fills the tables of SEL and A with the functions that the patterns of A have matched.  By gprof's
 * rules, drops what gprof ignores. */
static void
make_tables(struct named *sel, struct arc_filter *a, const struct profile *p)
{
	struct match_entries t = { 0 };

	for (int table = 0; table < NTABLES; table++) {
		collect_entries(&t, a, (enum select_table)table);
		if (a->by_gprof)
			reduce_entries(&t, p, table == INCL_ARCS || table == EXCL_ARCS);
		mark_functions(sel, (enum select_table)table, &t, p->nfuncs);
		if (t.n > 0 && table == INCL_ARCS)
			make_arc_table(&a->include, &t, p->nfuncs);
		if (t.n > 0 && table == EXCL_ARCS)
			make_arc_table(&a->exclude, &t, p->nfuncs);
	}
	free(t.v);
}

/* Does any spec with a slash match functions? */
static bool
has_pairs(const struct arc_filter *a)
{
	for (size_t i = 0; i < a->specs.n; i++)
		if (a->specs.patterns[i].has_right && a->specs.patterns[i].left.n > 0)
			return true;
	return a->include.at != NULL || a->exclude.at != NULL;
}

void
select_resolve(struct named *sel, const struct profile *p, const struct symspec *specs,
	size_t nspecs, bool by_gprof)
{
	struct arc_filter *a;

	*sel = (struct named){ .nfuncs = p->nfuncs };
	if (nspecs == 0 && !by_gprof)
		return;
	a = mem_new(1, sizeof(*a));
	a->by_gprof = by_gprof;
	symspecs_parse(&a->specs, specs, nspecs, by_gprof);
	symspecs_match(&a->specs, p, by_gprof);
	/* The last spec is the first pattern. */
	for (size_t i = 0; !by_gprof && i < a->specs.n; i++)
		if (symspecs_is_unmatched(&a->specs.patterns[i]))
			sel->unmatched = a->specs.patterns[i].text;
	make_tables(sel, a, p);
	if (has_pairs(a))
		sel->arcs = a;
	else
		free_filter(a);
}

bool
select_has(const struct named *sel, enum select_table table, uint32_t f)
{
	assert(sel->tables == NULL || f < sel->nfuncs);
	return sel->tables != NULL && (sel->tables[f] >> table & 1) != 0;
}

bool
select_chosen(const struct named *sel, enum select_table incl, uint32_t f)
{
	if ((sel->given >> incl & 1) != 0)
		return select_has(sel, incl, f);
	return !select_has(sel, (enum select_table)(incl + 1), f);
}

/* Returns the run of SIDE that contains function F, or NULL. */
static const struct func_run *
run_of(const struct spec_side *side, uint32_t f)
{
	size_t i;

	BISECT(i, side->n, side->runs[i].last >= f);
	return i < side->n && side->runs[i].first <= f ? &side->runs[i] : NULL;
}

/* Does T name the arc from CALLER to CALLEE?  By gprof's rules, T does not name the arc if
 * CALLEE ends after the end of the last function in its run: see trim_run(). */
static bool
is_in_arc_table(const struct arc_filter *a, const struct arc_table *t,
	const struct func *funcs, uint32_t caller, uint32_t callee)
{
	for (size_t i = t->at[caller]; i < t->at[caller + 1]; i++) {
		const struct func_run *r = run_of(&a->specs.patterns[t->which[i]].right, callee);

		if (r != NULL && (!a->by_gprof || funcs[callee].hi <= funcs[r->last].hi))
			return true;
	}
	return false;
}

bool
select_has_arc(const struct named *sel, const struct func *funcs,
	uint32_t caller, uint32_t callee)
{
	const struct arc_filter *a = sel->arcs;

	if (a == NULL)
		return true;
	if (a->include.at != NULL)
		return is_in_arc_table(a, &a->include, funcs, caller, callee);
	return a->exclude.at == NULL || !is_in_arc_table(a, &a->exclude, funcs, caller, callee);
}

/* Adds a node for each entry of TABLE.  Stores the nodes of pattern i in NODES from index AT[i] on,
 * and increases AT[i] to the index after the last of these nodes.
 *
 * gprof stores pointers to the entries of its table.  Later it removes some entries, and moves the
 * others to the beginning of the table.  The pointers stay the same, so they then point to other
 * entries.  A node stands for such a pointer: it gets the function of the entry that is at its
 * position after the move.  Positions behind the last moved entry keep their old entries. */
static void
number_nodes(const struct arc_filter *a, const struct profile *p, enum select_table table,
	size_t *at, uint32_t *nodes, struct select_pairs *pairs)
{
	struct match_entries t = { 0 };
	size_t n;

	collect_entries(&t, a, table);
	n = t.n;
	for (size_t i = 0; i < n; i++)
		nodes[at[t.v[i].pattern]++] = pairs->nnodes + (uint32_t)i;
	reduce_entries(&t, p, true);
	for (size_t i = 0; i < n; i++)
		pairs->funcs[pairs->nnodes++] = t.v[i].run.first;
	free(t.v);
}

/* Pairs each run on the left-hand side of P with each run on the right-hand side.  LEFT has the
 * nodes of the left runs.  RIGHT is the node of the first right run; the nodes of the other right
 * runs follow it. */
static void
add_pairs(const struct pattern *p, const uint32_t *left, uint32_t right,
	struct select_pairs *pairs)
{
	for (size_t k = p->left.n; k-- > 0;)
		for (size_t j = p->right.n; j-- > 0;)
			pairs->v[pairs->n++] = (struct select_pair){ left[k], right + (uint32_t)j };
}

void
select_pairs(const struct named *sel, const struct profile *p, struct select_pairs *pairs)
{
	const struct arc_filter *a = sel->arcs;
	size_t *at, nleft = 0, nright = 0, npairs = 0;
	uint32_t *nodes;

	memset(pairs, 0, sizeof(*pairs));
	if (a == NULL || !a->by_gprof)
		return;
	at = mem_new(a->specs.n, sizeof(*at));
	for (size_t i = 0; i < a->specs.n; i++) {
		const struct pattern *pattern = &a->specs.patterns[i];

		at[i] = nleft;
		nleft += pattern->left.n;
		nright += pattern->right.n;
		npairs += pattern->left.n * pattern->right.n;
	}
	nodes = mem_new(nleft, sizeof(*nodes));
	pairs->funcs = mem_new(nleft + nright, sizeof(*pairs->funcs));
	pairs->v = mem_new(npairs, sizeof(*pairs->v));
	for (int table = 0; table < NTABLES; table++)
		number_nodes(a, p, (enum select_table)table, at, nodes, pairs);
	for (size_t i = 0; i < a->specs.n; i++) {
		const struct pattern *pattern = &a->specs.patterns[i];

		add_pairs(pattern, nodes + at[i] - pattern->left.n, pairs->nnodes, pairs);
		for (size_t j = 0; j < pattern->right.n; j++)
			pairs->funcs[pairs->nnodes++] = pattern->right.runs[j].first;
	}
	assert(pairs->n == npairs && pairs->nnodes == nleft + nright);
	free(nodes);
	free(at);
}

void
select_pairs_release(struct select_pairs *pairs)
{
	free(pairs->v);
	free(pairs->funcs);
	memset(pairs, 0, sizeof(*pairs));
}

void
select_release(struct named *sel)
{
	free(sel->tables);
	free_filter(sel->arcs);
	memset(sel, 0, sizeof(*sel));
}
