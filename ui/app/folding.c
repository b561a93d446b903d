/* folding.c - folding: showing clones, template instances, classes or files as one function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/folding.h"

#include <stdlib.h>

#include "app/exclude_apply.h"
#include "app/grouping.h"
#include "base/arena.h"
#include "base/mem.h"
#include "figures/graph_solve.h"
#include "profile/fold.h"

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
			done = grouping_fold(&g, l);
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
