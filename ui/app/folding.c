/* folding.c - folding: showing clones, template instances, classes or files as one function
 *
 * At each level a function has a key, such as the name of its template.  Functions with the same
 * key are folded into one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/folding.h"

#include <stdlib.h>
#include <string.h>

#include "app/exclude_apply.h"
#include "app/fold_levels.h"
#include "base/arena.h"
#include "base/clonename.h"
#include "base/mem.h"
#include "base/sort.h"
#include "figures/graph_solve.h"
#include "profile/fold.h"

/* Returns the length of the directory that the keys of the N functions V have in common.  V is
 * sorted by key.  Returns 0 if the directory is "/", or if all keys are equal. */
static size_t
common_directory(const struct grouping *g, const uint32_t *v, uint32_t n)
{
	const char *first = n > 0 ? g->keys[v[0]] : "", *last = n > 0 ? g->keys[v[n - 1]] : "";
	size_t i, length = 0;

	/* The keys are sorted, so a directory that the first and the last key have in common is
	 * common to all keys. */
	for (i = 0; first[i] != '\0' && first[i] == last[i]; i++)
		if (first[i] == '/')
			length = i + 1;
	return length > 1 && strcmp(first, last) != 0 ? length : 0;
}

/* V contains N functions, sorted by number.  Returns the function of V whose number is nearest to
 * F, and sets *AT to its position in V.  The search begins at *AT: callers set it to 0 at first,
 * and search for functions F in ascending order. */
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

/* Folds the N functions V, which are sorted by number and have the same key.  At FOLD_CLONES, each
 * clone is folded into the function whose name is the key; if several functions of V have this
 * name, into the function with the nearest number.  If no function of V has this name, or at other
 * levels, all N functions are folded into the function of V with the least index.  Returns how many
 * functions were folded into others. */
static uint32_t
fold_group(struct grouping *g, enum fold_level level, uint32_t *v, size_t n)
{
	const struct graph *graph = g->a->read;
	uint32_t *own = mem_new(n, sizeof(*own)), first = v[0], nfolded = 0;
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
		nfolded += to != v[i];
		g->into[v[i]] = to;
		if (nown == 0)
			g->names[to] = fold_levels_row_name(g, level, g->keys[to]);
	}
	free(own);
	return nfolded;
}

/* Finds the keys of functions that are not folded yet.  Writes the functions with a key to V, and
 * adds their number to *N, which must be 0.  Returns false if the work was stopped. */
static bool
find_keys(struct grouping *g, enum fold_level level, uint32_t *v, uint32_t *n)
{
	uint32_t f;

	for (f = 0; f < g->p->nfuncs && !view_context_is_stopped(&g->a->ctx, f); f++) {
		if (g->into[f] != f)
			continue;
		g->keys[f] = fold_levels[level].key(g, f);
		if (g->keys[f] != NULL)
			v[(*n)++] = f;
	}
	return f == g->p->nfuncs;
}

/* Folds at LEVEL.  The levels that LEVEL needs must be folded already.  Returns false if the work
 * was stopped. */
static bool
fold_at_level(struct grouping *g, enum fold_level level)
{
	uint32_t *v = mem_new(g->p->nfuncs, sizeof(*v)), n = 0, f, i, end;
	bool done;

	g->keys = mem_new(g->p->nfuncs, sizeof(*g->keys));
	g->nfolded = 0;
	done = find_keys(g, level, v, &n);
	if (done)
		sort_texts(v, g->keys, n, false);
	if (done && level == FOLD_DIRECTORIES)
		g->common = common_directory(g, v, n);
	for (i = 0; done && i < n; i = end) {
		for (end = i + 1; end < n && strcmp(g->keys[v[i]], g->keys[v[end]]) == 0;)
			end++;
		/* A function that no other function is folded into gets a new name, too, if the
		 * level is FOLD_FILES or a later level, or if the function is a clone. */
		if (end - i > 1 || level >= FOLD_FILES || (level == FOLD_CLONES
				&& clonename_ending(g->p->funcs[v[i]].name) != NULL))
			g->nfolded += fold_group(g, level, v + i, end - i);
	}
	/* If function F was folded into a function that was folded itself later, fold F into the
	 * last function of this chain. */
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
	if (f == NULL)
		return;
	graph_release(&f->graph);
	profile_release(&f->profile);
	free(f->fold.into);
	free(f->fold.names);
	free(f->fold.arcs_into);
	arena_release(&f->text);
	free(f);
}

/* Returns the profile folded at LEVEL and at the levels that LEVEL needs; free it with
 * folding_free().  Sets *NFOLDED to the number of functions that LEVEL itself has folded into
 * others.  Returns NULL if *NFOLDED is 0, or if the work was stopped. */
static struct folding *
make_folding(struct app *a, enum fold_level level, uint32_t *nfolded)
{
	struct folding *f = mem_new(1, sizeof(*f));
	struct grouping g = { .a = a, .p = a->read->profile, .text = &f->text };
	bool done = true;
	uint32_t i;
	enum fold_level l;
	struct selection selection = a->read->selection;

	f->level = level;
	selection.like = a->read;
	g.into = f->fold.into = mem_new(g.p->nfuncs, sizeof(*g.into));
	g.names = f->fold.names = mem_new(g.p->nfuncs, sizeof(*g.names));
	for (i = 0; i < g.p->nfuncs; i++)
		g.into[i] = i;
	for (l = FOLD_CLONES; done && l <= level; l++)
		if (l == level || (fold_levels[level].after & FOLD_BIT(l)) != 0)
			done = fold_at_level(&g, l);
	*nfolded = g.nfolded;
	if (done && g.nfolded > 0) {
		f->fold.arcs_into = fold_arcs(g.p, g.into);
		fold_open(&f->profile, g.p, &f->fold);
		done = graph_solve(&f->graph, &f->profile, &selection, a->ctx.stop);
	}
	if (!done || g.nfolded == 0) {
		a->ctx.stopped = a->ctx.stopped || !done;
		folding_free(f);
		return NULL;
	}
	return f;
}

/* Lets A have the folding NEXT, and use its titles. */
static void
set_folding(struct app *a, struct folding *next)
{
	const struct fold_level_info *info = next != NULL
		? fold_levels_of(a->read->profile, next->level) : NULL;

	a->folding = next;
	a->ctx.folded = info != NULL ? info->title : NULL;
	a->ctx.folded_rows = info != NULL ? info->rows : NULL;
}

/* Shows the profile as folded by NEXT or, if NEXT is NULL, with nothing folded.  A takes ownership
 * of NEXT.  Returns false if the work was stopped; then NEXT is freed. */
static bool
show_folding(struct app *a, struct folding *next)
{
	struct view *v = a->history[a->at];
	uint32_t n = view_node(v, view_row(v));
	const struct graph *base = a->read;
	struct folding *before = a->folding;

	if (n != NOBODY && view_context_is_cycle(&a->ctx, n))
		n = NOBODY;
	/* The selected row may contain the function that was selected before folding.  Then this
	 * function is selected again when it has a row of its own. */
	if (n != NOBODY && before != NULL && before->selected != NOBODY
		&& view_context_node_of(&a->ctx, before->selected) == n)
		n = before->selected;
	if (next != NULL) {
		next->selected = n;
		base = &next->graph;
	}
	if (!exclude_apply(a, base)) {
		folding_free(next);
		return false;
	}
	set_folding(a, next);
	folding_free(before);
	if (n != NOBODY)
		view_select(v, view_context_node_of(&a->ctx, n));
	return true;
}

bool
folding_again(struct app *a, enum fold_level level, uint32_t selected)
{
	uint32_t nfolded;
	struct folding *f = make_folding(a, level, &nfolded);

	if (f == NULL)
		return !a->ctx.stopped;
	f->selected = selected;
	set_folding(a, f);
	return true;
}

/* Returns a remark for the end of a message: exclusions are kept.  Returns "" if nothing is
 * excluded. */
static const char *
exclusions_text(const struct app *a)
{
	return a->exclusions.nfuncs + a->exclusions.narcs == 0 ? ""
		: a->exclusions.now.graph->nparts > 0
		? "; exclusions are kept, some only in part" : "; exclusions are kept";
}

/* Does NEXT show the same rows as the profile that is shown now?  The answer is always no, unless
 * the level of NEXT has .coarser and directly follows the level that is shown now. */
static bool
is_same(const struct app *a, const struct folding *next)
{
	uint32_t f, n = next->profile.nfuncs, rows = 0;

	if (a->folding == NULL || !fold_levels[next->level].coarser
		|| a->folding->level + 1 != next->level)
		return false;
	for (f = 0; f < n; f++)
		rows += next->fold.into[f] == f;
	return rows == view_context_count_functions(&a->ctx);
}

void
folding_next(struct app *a)
{
	enum fold_level level = a->folding != NULL ? a->folding->level : FOLD_NOTHING;
	struct folding *next = NULL;
	uint32_t nfolded = 0;

	/* Skip levels that fold nothing, and levels that show the same rows as now. */
	while (next == NULL && level + 1 < FOLD_LEVELS && !a->ctx.stopped) {
		if ((next = make_folding(a, ++level, &nfolded)) != NULL && is_same(a, next)) {
			folding_free(next);
			next = NULL;
		}
	}
	if (a->ctx.stopped)
		return;
	if (next == NULL && a->folding == NULL) {
		app_say(a, "nothing to fold: no clones, templates, scopes or source files are known");
		return;
	}
	if (!show_folding(a, next))
		return;
	if (next == NULL)
		app_say(a, "nothing is folded%s", exclusions_text(a));
	else
		app_say(a, "%s: %u functions in %u rows%s",
			fold_levels_of(a->read->profile, level)->message,
			a->read->profile->nfuncs,
			view_context_count_functions(&a->ctx), exclusions_text(a));
}
