/* folding.c - several functions shown as one: what the compiler made of one function, the
 * instances of a template, the functions of a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/folding.h"

#include <stdlib.h>
#include <string.h>

#include "app/exclude_apply.h"
#include "base/arena.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/sort.h"
#include "callgraph/entries.h"
#include "lookup/sourceplace.h"
#include "profile/fold.h"
#include "text/shorten.h"

/* Functions and what those have in common that belong together. */
struct grouping {
	struct app *a;
	const struct profile *p;	/* as it was read */
	uint32_t *into;
	const char **names;
	const char **keys;		/* owned; of each function that stands for itself; NULL:
					 * it belongs to no other */
	struct arena *text;
	uint32_t joined;		/* functions of the last level that went into others */
};

/* Where in SYMBOL the suffix of a clone begins, "foo.isra.0", or NULL. */
static const char *
clone_suffix(const char *symbol)
{
	static const char *const suffixes[] = { ".isra.", ".part.", ".cold", ".constprop.",
		"._omp_fn.", ".lto_priv.", ".localalias", ".clone.", ".llvm." };
	const char *at, *first = NULL;
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		at = strstr(symbol, suffixes[i]);
		if (at && at > symbol && (!first || at < first))
			first = at;
	}
	return first;
}

static const char *
clone_key(struct grouping *g, uint32_t f)
{
	const char *symbol = g->p->funcs[f].name, *end = clone_suffix(symbol);

	return end ? arena_text(g->text, symbol, (size_t)(end - symbol)) : symbol;
}

static const char *
template_key(struct grouping *g, uint32_t f)
{
	char *generic = shorten_generic(view_context_own_name(&g->a->ctx, f));
	const char *key = generic ? arena_text(g->text, generic, strlen(generic)) : NULL;

	free(generic);
	return key;
}

static const char *
file_key(struct grouping *g, uint32_t f)
{
	return sourceplace_of_func(g->a->ctx.lookup, f).file;
}

/* The function among the N of V, static ones of one name, in order, that is nearest to F; *AT is
 * where that of one before F was found, 0 at first. */
static uint32_t
nearest_function(const uint32_t *v, size_t n, uint32_t f, size_t *at)
{
	for (; *at + 1 < n; ++*at) {
		uint32_t here = v[*at], next = v[*at + 1];

		if ((next > f ? next - f : f - next) >= (here > f ? here - f : f - here))
			break;
	}
	return v[*at];
}

/* The N functions V, in order, have the same key.  Clones belong to the function of that name,
 * if there are several to the nearest one; else who has the first index stands for all. */
static uint32_t
fold_group(struct grouping *g, enum fold_level level, uint32_t *v, size_t n)
{
	const struct graph *graph = g->a->read.graph;
	uint32_t *own = mem_new(n, sizeof(*own)), first = v[0], joined = 0;
	size_t nown = 0, at = 0, i;

	for (i = 0; i < n; i++) {
		if (level == FOLD_CLONES && strcmp(g->keys[v[i]], g->p->funcs[v[i]].name) == 0)
			own[nown++] = v[i];
		if (graph->nodes[v[i]].index < graph->nodes[first].index)
			first = v[i];
	}
	for (i = 0; i < n; i++) {
		uint32_t to = nown > 0 ? nearest_function(own, nown, v[i], &at) : first;

		if (nown > 0 && strcmp(g->keys[v[i]], g->p->funcs[v[i]].name) == 0)
			to = v[i];
		joined += to != v[i];
		g->into[v[i]] = to;
		if (nown == 0)
			g->names[to] = level == FOLD_FILES ? pathname_base(g->keys[to]) : g->keys[to];
	}
	free(own);
	return joined;
}

/* The keys of functions that stand for themselves, and those with one in V, *N of them; false:
 * it was stopped. */
static bool
find_keys(struct grouping *g, enum fold_level level, uint32_t *v, uint32_t *n)
{
	uint32_t f;

	for (f = 0; f < g->p->nfuncs && !view_context_is_stopped(&g->a->ctx, f); f++) {
		if (g->into[f] != f)
			continue;
		g->keys[f] = level == FOLD_CLONES ? clone_key(g, f)
			: level == FOLD_TEMPLATES ? template_key(g, f) : file_key(g, f);
		if (g->keys[f])
			v[(*n)++] = f;
	}
	return f == g->p->nfuncs;
}

/* Fold one level further; false: it was stopped. */
static bool
fold_at_level(struct grouping *g, enum fold_level level)
{
	uint32_t *v = mem_new(g->p->nfuncs, sizeof(*v)), n = 0, f, i, end;
	bool done;

	g->keys = mem_new(g->p->nfuncs, sizeof(*g->keys));
	g->joined = 0;
	done = find_keys(g, level, v, &n);
	if (done)
		sort_texts(v, g->keys, n, false);
	for (i = 0; done && i < n; i = end) {
		for (end = i + 1; end < n && strcmp(g->keys[v[i]], g->keys[v[end]]) == 0;)
			end++;
		if (end - i > 1 || (level == FOLD_CLONES && clone_suffix(g->p->funcs[v[i]].name)))
			g->joined += fold_group(g, level, v + i, end - i);
	}
	/* Who was folded before follows. */
	for (f = 0; f < g->p->nfuncs; f++)
		while (g->into[f] != g->into[g->into[f]])
			g->into[f] = g->into[g->into[f]];
	free(v);
	free(g->keys);
	return done;
}

void
folding_free(struct folding *f)
{
	if (!f)
		return;
	graph_release(&f->graph);
	profile_release(&f->profile);
	free(f->fold.into);
	free(f->fold.names);
	free(f->fold.arcs_into);
	arena_release(&f->text);
	free(f);
}

/* Fold up to LEVEL; *JOINED: how many functions it has folded that the levels before have
 * not.  NULL: none, or it was stopped. */
static struct folding *
make_folding(struct app *a, enum fold_level level, uint32_t *joined)
{
	struct folding *f = mem_new(1, sizeof(*f));
	struct grouping g = { .a = a, .p = a->read.graph->profile, .text = &f->text };
	const struct graph_options cuts = { .stop = a->ctx.stop };
	bool done = true;
	uint32_t i;
	enum fold_level l;

	f->level = level;
	g.into = f->fold.into = mem_new(g.p->nfuncs, sizeof(*g.into));
	g.names = f->fold.names = mem_new(g.p->nfuncs, sizeof(*g.names));
	for (i = 0; i < g.p->nfuncs; i++)
		g.into[i] = i;
	for (l = FOLD_CLONES; done && l <= level; l++)
		done = fold_at_level(&g, l);
	*joined = g.joined;
	if (done && g.joined > 0) {
		f->fold.arcs_into = fold_arcs(g.p, g.into);
		fold_open(&f->profile, g.p, &f->fold, NULL);
		done = graph_solve(&f->graph, &f->profile, &cuts);
	}
	if (!done || g.joined == 0) {
		a->ctx.stopped = a->ctx.stopped || !done;
		folding_free(f);
		return NULL;
	}
	entries_number_like(&f->graph, a->read.graph);
	return f;
}

/* Show NEXT, or, if that is NULL, nothing folded; false: it was stopped. */
static bool
show_folding(struct app *a, struct folding *next)
{
	struct view *v = a->history[a->at];
	uint32_t n = view_node(v, view_row(v));
	struct basis basis = a->read;
	struct folding *before = a->folding;

	if (n != NOBODY && view_context_is_cycle(&a->ctx, n))
		n = NOBODY;
	if (next)
		basis = (struct basis){ &next->graph, &next->fold };
	if (!exclude_apply(a, &basis)) {
		folding_free(next);
		return false;
	}
	a->folding = next;
	folding_free(before);
	if (n != NOBODY)
		view_select(v, view_context_node_of(&a->ctx, n));
	return true;
}

bool
folding_to(struct app *a, enum fold_level level)
{
	uint32_t joined;
	struct folding *f = make_folding(a, level, &joined);

	return f && show_folding(a, f);
}

/* What becomes of what is out. */
static const char *
exclusions_text(const struct app *a)
{
	const struct reduced *r = &a->exclusions.now;

	return a->exclusions.nfuncs + a->exclusions.narcs == 0 ? ""
		: r->parts ? "; what is out stays, some as a part" : "; what is out stays";
}

void
folding_next(struct app *a)
{
	static const char *const what[] = { "", "clones are in their functions",
		"instances of a template are one", "functions of a file are one" };
	enum fold_level level = a->folding ? a->folding->level : FOLD_NOTHING;
	struct folding *next = NULL;
	uint32_t joined = 0, before = view_context_count_functions(&a->ctx);

	while (!next && level < FOLD_FILES && !a->ctx.stopped)
		next = make_folding(a, ++level, &joined);
	if (a->ctx.stopped)
		return;
	if (!next && !a->folding) {
		app_say(a, "nothing to fold: no clones, no templates, no files are known");
		return;
	}
	if (!show_folding(a, next))
		return;
	if (!next)
		app_say(a, "nothing is folded%s", exclusions_text(a));
	else
		app_say(a, "%s: %u functions are %u%s", what[level], before,
			view_context_count_functions(&a->ctx), exclusions_text(a));
}
