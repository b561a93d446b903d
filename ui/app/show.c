/* show.c - showing other figures: those of files that were read again, of another event or part
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/show.h"

#include <stdlib.h>
#include <string.h>

#include "app/display.h"
#include "app/exclude.h"
#include "app/folding.h"
#include "app/navigate.h"
#include "app/pane.h"
#include "app/remap.h"
#include "base/mem.h"
#include "figures/entries.h"
#include "profile/paths.h"
#include "table/pattern.h"
#include "table/view_identity.h"
#include "table/view_sort.h"
#include "views/views.h"

/* The change from what .old shows to what .a shows, which begins without views. */
struct change {
	struct app *a;
	const struct app *old;
	struct remap map;
	bool keeps_order;		/* rows of the current view stay in their order */
};

/* Sets *SUBJECT to the new number of OLD, the subject of a view OPS.  Returns false if the subject
 * no longer exists. */
static bool
new_subject(const struct change *c, const struct view_ops *ops, uint32_t old, uint32_t *subject)
{
	*subject = old == NOBODY ? NOBODY
		: ops->about_file ? remap_file(&c->map, old) : remap_node(&c->map, old);
	return old == NOBODY || *subject != NOBODY;
}

/* Returns an array, to be free()d, that says for each function of P whether the stacks of P have
 * frames of this function.  Returns NULL if P has no stacks.  Inlined functions that are shown as
 * part of their callers have no frames. */
static bool *
find_framed(const struct profile *p)
{
	bool *framed;

	if (p->paths == NULL)
		return NULL;
	framed = mem_new(p->nfuncs, sizeof(*framed));
	for (uint32_t i = 0; i < p->paths->n; i++)
		framed[p->paths->v[i].func] = true;
	return framed;
}

/* Adds the foci again, up to the first whose functions no longer exist. */
static void
focus_again(struct change *c)
{
	const struct exclusions *old = &c->old->exclusions;
	struct exclusions *x = &c->a->exclusions;
	uint32_t *funcs = mem_new(c->old->read->profile->nfuncs, sizeof(*funcs)), n = 1;

	for (uint32_t k = 0; k < old->nfoci_known && n > 0
	     && c->a->read->profile->paths != NULL; k++) {
		n = 0;
		for (uint32_t i = 0; i < old->foci[k].n; i++)
			if (c->map.funcs[old->foci[k].funcs[i]] != NOBODY)
				funcs[n++] = c->map.funcs[old->foci[k].funcs[i]];
		if (n > 0 && exclusions_add_focus(x, funcs, n))
			x->nfoci++;
	}
	if (x->nfoci > old->nfoci)
		x->nfoci = old->nfoci;
	free(funcs);
}

/* Undoes the steps of C from step FIRST on. */
static void
undo_from(struct exclusions *c, uint32_t first)
{
	size_t n;

	while (c->at > 0 && c->changes[c->at - 1].step >= first)
		(void)exclusions_undo(c, &n);
}

/* Excludes again the functions and calls that were excluded, if they still exist and can be
 * excluded.  Does this in the same steps, so that the user can undo them, and undoes the steps that
 * were undone, so that the user can redo them. */
static void
exclude_again(struct change *c)
{
	const struct exclusions *old = &c->old->exclusions;
	const struct profile *p = c->a->read->profile;
	uint32_t *arcs, step = 0, undone = UINT32_MAX;
	bool *framed;

	if (old->nchanges + old->nfoci_known == 0)
		return;
	focus_again(c);
	framed = find_framed(p);
	arcs = remap_arcs(&c->map);
	for (size_t i = 0; i < old->nchanges; i++) {
		const struct exclusion *change = &old->changes[i];
		uint32_t n = change->is_arc ? arcs[change->number] : c->map.funcs[change->number];

		if (n == NOBODY || (!change->is_arc && framed != NULL && !framed[n])
		    || !exclude_is_possible(p, change->is_arc, n))
			continue;
		if (change->step != step)
			exclusions_begin(&c->a->exclusions);
		if (i >= old->at && undone == UINT32_MAX)
			undone = c->a->exclusions.step;
		step = change->step;
		exclusions_change_read(&c->a->exclusions, change->is_arc, n, change->excluded);
	}
	undo_from(&c->a->exclusions, undone);
	free(framed);
	free(arcs);
}

/* Folds functions again, and solves the graph without what is excluded.  Returns false if the work
 * was stopped. */
static bool
solve(struct change *c)
{
	const struct folding *folding = c->old->folding;
	struct app *a = c->a;
	struct reduced before = { 0 };

	if (folding != NULL && !folding_again(a, folding->level, folding->selected != NOBODY
			? c->map.funcs[folding->selected] : NOBODY))
		return false;
	exclude_again(c);
	if (!exclusions_solve(&a->exclusions, a->folding != NULL ? &a->folding->graph : a->read,
			a->ctx.stop, &before)) {
		a->ctx.stopped = true;
		return false;
	}
	view_context_set_exclusions(&a->ctx, &a->exclusions);
	lookup_set_graph(a->ctx.lookup, a->ctx.graph);
	return true;
}

/* Gives V the pattern and the filter of OLD. */
static void
copy_patterns(struct view *v, const struct view *old)
{
	struct err e;

	if (old->pattern.text != NULL)
		pattern_compile(&v->pattern, old->pattern.text, &e);
	if (old->filter.text != NULL)
		pattern_compile(&v->filter, old->filter.text, &e);
}

/* Makes V pending.  view_fill() then selects the row that is selected in OLD, and opens the rows
 * that are open in OLD. */
static void
want_rows(const struct change *c, struct view *v, const struct view *old)
{
	bool is_fresh = old->changes == c->old->ctx.changes;
	bool is_missing = old->is_pending
		|| (old->wanted.is_missing && old->wanted.at == old->list.cursor);

	v->is_pending = true;
	v->changes = c->a->ctx.changes - 1;
	v->list.n = old->list.n;
	v->list.top = old->list.top;
	v->list.cursor = old->list.cursor;
	v->wanted = (struct wanted){ .node = NOBODY, .at = old->list.cursor };
	if (v->ops->picture != NULL) {
		v->ops->picture->follow(v, old, c->map.funcs);
		return;
	}
	if (is_missing) {
		v->wanted.id = old->wanted.id;
		v->wanted.node = remap_node(&c->map, old->wanted.node);
	} else if (is_fresh && old->rows.n > 0) {
		v->wanted.id = view_identity(old);
		v->wanted.node = remap_node(&c->map, view_node(old, view_row(old)));
	}
	if (old->is_pending)
		v->opened = view_identity_copy_open(&old->opened);
	else if (is_fresh)
		view_identity_save_open(old, true, &v->opened);
}

/* Gives V, a view of the same things as OLD, what else OLD has. */
static void
become_like(const struct change *c, struct view *v, const struct view *old)
{
	v->about = remap_node(&c->map, old->about);
	v->reached = old->reached;
	v->nfoci = old->nfoci < c->a->exclusions.nfoci_known ? old->nfoci
		: c->a->exclusions.nfoci_known;
	v->part = remap_part(&c->map, old->part);
	v->sort = old->sort;
	v->sort_is_other = old->sort_is_other;
	v->reverse = old->reverse;
	v->shift = old->shift;
	copy_patterns(v, old);
	want_rows(c, v, old);
}

/* Adds a view like OLD to the history, unless OLD is a page of text or its subject no longer
 * exists.  The rows are filled when the view is shown. */
static void
copy_view(struct change *c, const struct view *old)
{
	struct app *a = c->a;
	uint32_t subject;
	struct view *v;

	if (old->ops->is_made_later || !new_subject(c, old->ops, old->subject, &subject))
		return;
	v = view_new(old->ops, &a->ctx, subject, a->width, a->height);
	navigate_append(a, v);
	become_like(c, v, old);
}

/* Brings the rows of V into the order that they have in OLD.  In both views, each row must show a
 * node. */
static void
keep_order_of_nodes(const struct change *c, struct view *v, const struct view *old)
{
	uint32_t *at = mem_uncleared(v->ctx->graph->nnodes, sizeof(*at));
	double *places = mem_uncleared(v->rows.n, sizeof(*places));

	memset(at, 0xff, v->ctx->graph->nnodes * sizeof(*at));
	for (size_t i = 0; i < old->rows.n; i++) {
		uint32_t n = remap_node(&c->map, old->rows.v[i].thing);

		if (n != NOBODY)
			at[n] = (uint32_t)i;
	}
	for (size_t i = 0; i < v->rows.n; i++) {
		uint32_t place = at[v->rows.v[i].thing];

		places[i] = place != NOBODY ? place : (double)(old->rows.n + i);
	}
	free(at);
	view_sort_as(v, places);
}

static bool
is_flat(const struct view *v)
{
	for (size_t i = 0; i < v->rows.n; i++)
		if (v->rows.v[i].depth > 0)
			return false;
	return true;
}

/* Brings the rows of V into the order that they have in OLD.  The selected row stays selected. */
static void
keep_order(const struct change *c, struct view *v, const struct view *old)
{
	struct row_order order;
	struct row selected;

	if (v->rows.n == 0 || v->ops != old->ops || v->ops->picture != NULL)
		return;
	selected = *view_row(v);
	if (v->ops->rows_are_functions && is_flat(v) && is_flat(old)) {
		keep_order_of_nodes(c, v, old);
	} else {
		order = view_identity_order(old);
		view_identity_restore_order(v, &order);
		free(order.v);
	}
	if (!v->wanted.is_missing)
		view_select_thing(v, selected, v->wanted.at);
}

/* Fills V if it is pending, and scrolls it like OLD. */
static void
fill_like(const struct change *c, struct view *v, const struct view *old)
{
	struct list before = old->list;
	int sort = v->sort;
	bool reverse = v->reverse;

	if (!v->is_pending)
		return;
	/* Sort by the column by which a new view is sorted.  When view_sort_by() then sorts by the
	 * chosen column, rows with equal values stay in this order. */
	if (!c->keeps_order) {
		v->sort = v->ops->sort;
		v->reverse = false;
	}
	if (!view_fill(v))
		return;
	if (c->keeps_order)
		keep_order(c, v, old);
	else if (sort != v->sort || reverse != v->reverse)
		view_sort_by(v, sort, reverse);
	if (v->ops->picture != NULL)
		return;
	before.n = v->list.n;
	before.cursor = v->list.cursor;
	list_return(&v->list, &before);
}

/* Restores the second pane: the same row is selected, and keys go to the same pane. */
static void
copy_pane(const struct change *c)
{
	const struct view *old = c->old->pane;
	struct app *a = c->a;

	a->pane_shows = c->old->pane_shows;
	pane_follow(a);
	if (!c->old->in_pane || a->pane == NULL || a->pane->ops != old->ops)
		return;
	a->in_pane = true;
	a->pane_line = c->old->pane_line;
	want_rows(c, a->pane, old);
	fill_like(c, a->pane, old);
}

static void
copy_marks(struct change *c)
{
	int i;

	for (i = 0; i < MARKS; i++) {
		struct mark m = c->old->marks[i];

		if (m.ops == NULL || !new_subject(c, m.ops, m.subject, &m.subject))
			continue;
		m.node = remap_node(&c->map, m.node);
		m.about = remap_node(&c->map, m.about);
		m.around = view_identity_copy_open(&m.around);
		c->a->marks[i] = m;
	}
}

/* Gives A the history of OLD, and shows the same view of it. */
static void
copy_history(struct change *c)
{
	const struct app *old = c->old;
	struct app *a = c->a;
	int at = 0;

	for (int i = 0; i < old->nviews; i++) {
		copy_view(c, old->history[i]);
		if (i == old->at)
			at = a->at;
	}
	if (a->nviews == 0)
		navigate_append(a, view_new(&functions_view, &a->ctx, NOBODY, a->width, a->height));
	a->at = at;
	fill_like(c, a->history[at], old->history[old->at]);
}

struct view *
show_like(struct app *a, const struct view *old)
{
	struct change c = { .a = a, .old = a };
	struct view *v = view_new(old->ops, &a->ctx, old->subject, a->width, a->height);

	remap_open(&c.map, a, a);
	become_like(&c, v, old);
	remap_release(&c.map);
	return v;
}

/* Lets the views and the exclusions of A belong to A. */
static void
own(struct app *a)
{
	for (int i = 0; i < a->nviews; i++)
		a->history[i]->ctx = &a->ctx;
	if (a->pane != NULL)
		a->pane->ctx = &a->ctx;
	a->ctx.exclusions = &a->exclusions;
	if (a->ctx.owns_names)
		a->ctx.names = &a->ctx.own_names;
}

/* Moves what belongs to figures from A to OLD, and lets A show NEXT, with the display switches of
 * OLD, but without views. */
static void
begin(struct app *a, struct app *old, const struct shown *next)
{
	*old = *a;
	own(old);
	app_open_figures(a, next->read, next->names, next->lookup, old->ctx.ascii);
	a->ctx.check = next->check;
	a->ctx.stop = old->ctx.stop;
	a->ctx.has_color = old->ctx.has_color;
	a->ctx.keymap = old->ctx.keymap;
	a->ctx.all = old->ctx.all;
	a->ctx.frame_colors = old->ctx.frame_colors;
	a->ctx.changes = 1;
	live_measure(a);
	display_set_unit(a, old->ctx.scale.unit);
	view_context_set_mangled(&a->ctx, old->ctx.mangled);
}

/* Makes what A shows like what C->old shows.  Returns false if the work was stopped. */
static bool
show(struct change *c)
{
	struct app *a = c->a;
	struct lookup *from = c->old->ctx.lookup, *to = a->ctx.lookup;
	bool done;

	if (!solve(c))
		return false;
	copy_history(c);
	if (app_view(a)->changes != a->ctx.changes)
		view_fill(app_view(a));
	copy_marks(c);
	copy_pane(c);
	done = !a->ctx.stopped && !to->stopped && !from->stopped;
	from->stopped = false;
	return done;
}

bool
app_show(struct app *a, const struct shown *next, bool keeps_order)
{
	struct change c = { .a = a, .keeps_order = keeps_order };
	struct app old;
	bool done;

	begin(a, &old, next);
	c.old = &old;
	remap_open(&c.map, &old, a);
	entries_number_again(next->read, old.read, c.map.funcs);
	done = show(&c);
	remap_release(&c.map);
	if (done) {
		app_release_figures(&old);
		a->counting.view = NULL;
		exclude_forget_proposal(a);
		return true;
	}
	app_release_figures(a);
	*a = old;
	own(a);
	return false;
}
