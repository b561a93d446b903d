/* folding.c - several functions shown as one: what the compiler made of one function, the
 * instances of a template, the functions of a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "fold.h"
#include "mem.h"
#include "shorten.h"
#include "sort.h"

/* Functions and what those have in common that belong together. */
struct grouping {
	struct app *a;
	const struct profile *p;
	uint32_t *into;
	const char **names;
	const char **keys;		/* owned; of each function that stands for itself; NULL:
					 * it belongs to no other */
	struct arena *text;
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
	char *generic = generic_name(scene_name(&g->a->scene, f));
	const char *key = generic ? arena_text(g->text, generic, strlen(generic)) : NULL;

	free(generic);
	return key;
}

static const char *
file_key(struct grouping *g, uint32_t f)
{
	return origin_of_func(g->a->scene.origin, f).file;
}

static int
by_key(uint32_t x, uint32_t y, const void *with)
{
	const char *const *keys = with;
	int c = strcmp(keys[x], keys[y]);

	return c ? c : (x > y) - (x < y);
}

/* The function among the N of V, static ones of one name, that is nearest to F. */
static uint32_t
nearest(const uint32_t *v, size_t n, uint32_t f)
{
	uint32_t best = v[0];
	size_t i;

	for (i = 1; i < n; i++)
		if ((v[i] > f ? v[i] - f : f - v[i]) < (best > f ? best - f : f - best))
			best = v[i];
	return best;
}

/* The N functions V have the same key.  Clones belong to the function of that name, if there
 * are several to the nearest one; else who has the first index stands for all. */
static uint32_t
join(struct grouping *g, enum fold_level level, uint32_t *v, size_t n)
{
	const struct graph *graph = g->a->folding.graph;
	uint32_t *own = mem_new(n, sizeof(*own)), first = v[0], joined = 0;
	size_t nown = 0, i;

	for (i = 0; i < n; i++) {
		if (level == FOLD_CLONES && strcmp(g->keys[v[i]], g->p->funcs[v[i]].name) == 0)
			own[nown++] = v[i];
		if (graph->nodes[v[i]].index < graph->nodes[first].index)
			first = v[i];
	}
	for (i = 0; i < n; i++) {
		uint32_t to = nown > 0 ? nearest(own, nown, v[i]) : first;

		if (nown > 0 && strcmp(g->keys[v[i]], g->p->funcs[v[i]].name) == 0)
			to = v[i];
		joined += to != v[i];
		g->into[v[i]] = to;
		if (nown == 0)
			g->names[to] = level == FOLD_FILES ? origin_base(g->keys[to]) : g->keys[to];
	}
	free(own);
	return joined;
}

/* Fold one level further; how many functions went into others. */
static uint32_t
fold_level(struct grouping *g, enum fold_level level)
{
	uint32_t *v = mem_new(g->p->nfuncs, sizeof(*v)), n = 0, f, i, end, joined = 0;

	g->keys = mem_new(g->p->nfuncs, sizeof(*g->keys));
	for (f = 0; f < g->p->nfuncs; f++) {
		if (g->into[f] != f)
			continue;
		g->keys[f] = level == FOLD_CLONES ? clone_key(g, f)
			: level == FOLD_TEMPLATES ? template_key(g, f) : file_key(g, f);
		if (g->keys[f])
			v[n++] = f;
	}
	sort_numbers(v, n, by_key, g->keys);
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && strcmp(g->keys[v[i]], g->keys[v[end]]) == 0;)
			end++;
		if (end - i > 1 || (level == FOLD_CLONES && clone_suffix(g->p->funcs[v[i]].name)))
			joined += join(g, level, v + i, end - i);
	}
	/* Who was folded before follows. */
	for (f = 0; f < g->p->nfuncs; f++)
		while (g->into[f] != g->into[g->into[f]])
			g->into[f] = g->into[g->into[f]];
	free(v);
	free(g->keys);
	return joined;
}

void
folding_release(struct app *a)
{
	struct folding *f = &a->folding;

	if (f->level == FOLD_NOTHING)
		return;
	graph_release(&f->base);
	fold_release(&f->folded);
	free(f->into);
	free(f->names);
	arena_release(&f->text);
	f->level = FOLD_NOTHING;
}

/* All views show P with graph G, INTO being who stands for whom. */
static void
show(struct app *a, const struct profile *p, const struct graph *g, const uint32_t *into)
{
	struct view *v = a->history[a->at];
	uint32_t *anchor = take_anchors(a), n = view_node(v, view_row(v));
	int i;

	if (n != NOBODY && scene_is_cycle(&a->scene, n))
		n = NOBODY;
	scene_take_profile(&a->scene, p, into);
	cuts_release(&a->cuts);
	cuts_open(&a->cuts, p, g);
	scene_take_graph(&a->scene, g);
	origin_weigh(a->scene.origin, NULL);
	take_put_anchors(a, anchor);
	for (i = 0; i < a->nviews; i++)
		if (a->history[i]->ops != &source_view && a->history[i]->subject < g->nfuncs)
			a->history[i]->subject = scene_stands_for(&a->scene, a->history[i]->subject);
	pane_refresh(a);
	view_fill(v);
	if (n != NOBODY)
		view_select(v, scene_stands_for(&a->scene, n));
}

static void
unfold_all(struct app *a)
{
	struct folding old = a->folding;

	a->folding.level = FOLD_NOTHING;
	show(a, old.profile, old.graph, NULL);
	a->folding = old;
	folding_release(a);
}

/* Fold up to LEVEL; how many functions it has folded that the levels before have not. */
static uint32_t
fold_to(struct app *a, enum fold_level level)
{
	struct folding *f = &a->folding;
	struct grouping g = { .a = a, .p = f->profile, .text = &f->text };
	uint32_t joined = 0, i;
	enum fold_level l;

	f->text = (struct arena){ 0 };
	f->into = mem_new(g.p->nfuncs, sizeof(*f->into));
	f->names = mem_new(g.p->nfuncs, sizeof(*f->names));
	for (i = 0; i < g.p->nfuncs; i++)
		f->into[i] = i;
	g.into = f->into;
	g.names = f->names;
	for (l = FOLD_CLONES; l <= level; l++)
		joined = fold_level(&g, l);
	f->level = level;
	fold_open(&f->folded, g.p, f->into, f->names);
	graph_solve(&f->base, &f->folded, NULL);
	graph_number_as(&f->base, f->graph);
	return joined;
}

void
fold_next(struct app *a)
{
	static const char *const what[] = { "", "clones are one with their functions",
		"instances of templates are one", "functions of a file are one" };
	struct folding *f = &a->folding;
	enum fold_level level = f->level;
	uint32_t joined = 0;

	if (a->cuts.nfuncs + a->cuts.narcs > 0) {
		app_say(a, "something is out: u puts it back first");
		return;
	}
	if (level != FOLD_NOTHING)
		unfold_all(a);
	while (joined == 0 && level++ < FOLD_FILES) {
		joined = fold_to(a, level);
		if (joined == 0)
			folding_release(a);
	}
	if (joined == 0) {
		app_say(a, "nothing is folded");
		return;
	}
	show(a, &f->folded, &f->base, f->into);
	app_say(a, "%s: %u function%s went into others", what[f->level], joined,
		joined == 1 ? "" : "s");
}
