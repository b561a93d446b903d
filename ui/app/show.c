/* show.c - showing other figures: those of files that were read again, of another event or part
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/show.h"

#include <stdlib.h>
#include <string.h>

#include "app/copyview.h"
#include "app/display.h"
#include "app/exclude.h"
#include "app/exclude_again.h"
#include "app/folding.h"
#include "app/kept_order.h"
#include "app/navigate.h"
#include "app/navigate_text.h"
#include "app/pane.h"
#include "app/remap.h"
#include "base/mem.h"
#include "figures/entries.h"
#include "table/view_identity.h"
#include "table/view_sort.h"
#include "views/views.h"

/* The change from what .old shows to what .a shows.  Until is_shown() is called for them, views
 * have the numbers of .old, and are pending. */
struct change {
	struct app *a;
	struct app old;
	struct remap map;
	bool keeps_order;		/* rows of the current view stay in their order */
	struct view **views;		/* owned; the views of the history that are not shown yet */
	int nviews;
	struct view *pane;		/* owned; the second pane if keys go to it, or NULL */
	struct kept_order order, pane_order;	/* of the current view, of .pane */
};

/* Folds functions again, and solves the graph without what is excluded.  Returns false if the work
 * was stopped. */
static bool
solve(struct change *c)
{
	const struct folding *folding = c->old.folding;
	struct app *a = c->a;
	struct reduced before = { 0 };

	if (folding != NULL && !folding_again(a, folding->level, folding->selected != NOBODY
			? c->map.funcs[folding->selected] : NOBODY))
		return false;
	exclude_again(a, &c->map);
	if (!exclusions_solve(&a->exclusions, a->folding != NULL ? &a->folding->graph : a->read,
			a->ctx.stop, &before)) {
		a->ctx.stopped = true;
		return false;
	}
	view_context_set_exclusions(&a->ctx, &a->exclusions);
	lookup_set_graph(a->ctx.lookup, a->ctx.graph);
	return true;
}

/* Keeps what A shows: makes copies of its views. */
static void
keep_views(struct change *c)
{
	struct app *a = c->a;
	const uint32_t *funcs = c->map.funcs;

	c->views = mem_new((size_t)a->nviews, sizeof(struct view *));
	for (; c->nviews < a->nviews; c->nviews++)
		c->views[c->nviews] = copyview_make(a, a->history[c->nviews], funcs);
	if (c->keeps_order)
		c->order = kept_order_of(a->history[a->at]);
	if (!a->in_pane)
		return;
	c->pane = copyview_make(a, a->pane, funcs);
	if (c->keeps_order)
		c->pane_order = kept_order_of(a->pane);
}

/* Gives V, a copy of an old view, new numbers.  Returns false if its subject no longer exists. */
static bool
is_shown(const struct change *c, struct view *v)
{
	uint32_t subject = v->subject, nfoci = c->a->exclusions.nfoci_known;

	v->subject = v->ops->about_file ? remap_file(&c->map, subject)
		: remap_node(&c->map, subject);
	v->about = remap_node(&c->map, v->about);
	v->wanted.node = remap_node(&c->map, v->wanted.node);
	v->part = remap_part(&c->map, v->part);
	v->nfoci = v->nfoci < nfoci ? v->nfoci : nfoci;
	v->changes = c->a->ctx.changes - 1;
	return subject == NOBODY || v->subject != NOBODY;
}

/* Sorts V by the column SORT, in the other order if REVERSE.  The selected row stays selected, also
 * if it is the first row. */
static void
sort_again(struct view *v, int sort, bool reverse)
{
	const struct row selected = v->rows.n > 0 ? *view_row(v) : (struct row){ 0 };

	view_sort_by(v, sort, reverse);
	if (v->wanted.is_missing)
		list_go(&v->list, v->wanted.at);
	else if (v->rows.n > 0)
		view_select_thing(v, selected, v->list.cursor);
}

/* Fills V, which is pending, and scrolls it like the view of which it is a copy. */
static void
fill(const struct change *c, struct view *v, const struct kept_order *o)
{
	struct list before = v->list;
	int sort = v->sort;
	bool reverse = v->reverse, is_filled;
	bool is_usual = (sort == v->usual_sort || v->sort_is_other) && !reverse;

	/* Sort by the column by which a new view is sorted.  When view_sort_by() then sorts by the
	 * chosen column, rows with equal values stay in this order. */
	if (!c->keeps_order) {
		v->sort = v->usual_sort;
		v->reverse = false;
	}
	v->is_sorted_later = c->keeps_order && o->is_known && o->by_node;
	is_filled = view_fill(v);
	v->is_sorted_later = false;
	if (!is_filled)
		return;
	if (c->keeps_order)
		kept_order_restore(o, v, &c->map);
	else if (!is_usual && (sort != v->sort || reverse != v->reverse))
		sort_again(v, sort, reverse);
	if (v->ops->picture != NULL)
		return;
	before.n = v->list.n;
	before.cursor = v->list.cursor;
	list_return(&v->list, &before);
}

/* Gives A the history that was kept, and shows the same view of it. */
static void
show_history(struct change *c)
{
	struct app *a = c->a;
	int at = 0;

	for (int i = 0; i < c->nviews; i++) {
		if (is_shown(c, c->views[i]))
			a->history[a->nviews++] = c->views[i];
		else
			view_free(c->views[i]);
		c->views[i] = NULL;
		if (i == c->old.at && a->nviews > 0)
			at = a->nviews - 1;
	}
	if (a->nviews == 0)
		navigate_append(a, view_new(&functions_view, &a->ctx, NOBODY, a->width, a->height));
	a->at = at;
	if (a->history[at]->is_pending)
		fill(c, a->history[at], at == c->old.at ? &c->order : &(struct kept_order){ 0 });
	else
		view_fill(a->history[at]);
	navigate_text_update(a);
}

/* Shows the second pane.  If keys went to it, they still do, and the same row is selected. */
static void
show_pane(struct change *c)
{
	struct app *a = c->a;
	struct view *v = c->pane;

	pane_follow(a);
	if (v == NULL || a->pane == NULL || a->pane->ops != v->ops)
		return;
	(void)is_shown(c, v);
	v->subject = a->pane->subject;
	v->about = a->pane->about;
	v->width = a->pane->width;
	v->list.height = a->pane->list.height;
	view_free(a->pane);
	a->pane = v;
	c->pane = NULL;
	a->in_pane = true;
	fill(c, v, &c->pane_order);
}

static void
show_marks(struct change *c)
{
	for (int i = 0; i < MARKS; i++) {
		struct mark m = c->old.marks[i];
		uint32_t subject = m.subject;

		if (m.ops == NULL)
			continue;
		m.subject = m.ops->about_file ? remap_file(&c->map, subject)
			: remap_node(&c->map, subject);
		if (subject != NOBODY && m.subject == NOBODY)
			continue;
		m.node = remap_node(&c->map, m.node);
		m.about = remap_node(&c->map, m.about);
		m.around = view_identity_copy_open(&m.around);
		c->a->marks[i] = m;
	}
}

/* Moves what belongs to figures from C->a to C->old, and lets C->a show NEXT, with the same display
 * switches, but without views. */
static void
begin(struct change *c, const struct shown *next)
{
	struct app *a = c->a;
	const struct view_context *old = &c->old.ctx;

	c->old = *a;
	c->map.old = &c->old;
	c->map.a = a;
	app_open_figures(a, next->read, next->names, next->lookup, old->ascii);
	a->joined[0] = a->joined[1] = 0;
	a->ctx.check = next->check;
	a->ctx.comparison = next->comparison;
	a->ctx.compared = next->compared;
	a->ctx.stop = old->stop;
	a->ctx.has_color = old->has_color;
	a->ctx.keymap = old->keymap;
	a->ctx.all = old->all;
	a->ctx.only_changed = old->only_changed;
	a->ctx.frame_colors = old->frame_colors;
	a->ctx.changes = 1;
	next->lookup->may_open |= c->old.ctx.lookup->may_open;
	live_measure(a);
	display_set_unit(a, old->scale.unit);
	view_context_set_mangled(&a->ctx, old->mangled);
}

/* Shows what was kept of C->old.  Returns false if the work was stopped. */
static bool
show(struct change *c)
{
	struct app *a = c->a;
	struct lookup *from = c->old.ctx.lookup, *to = a->ctx.lookup;
	bool done;

	if (!solve(c))
		return false;
	show_history(c);
	show_marks(c);
	show_pane(c);
	done = !a->ctx.stopped && !to->stopped && !from->stopped;
	from->stopped = false;
	return done;
}

/* Frees what C has kept. */
static void
release(struct change *c)
{
	for (int i = 0; i < c->nviews; i++)
		if (c->views[i] != NULL)
			view_free(c->views[i]);
	free(c->views);
	if (c->pane != NULL)
		view_free(c->pane);
	kept_order_release(&c->order);
	kept_order_release(&c->pane_order);
	remap_release(&c->map);
}

bool
app_show(struct app *a, const struct shown *next, bool keeps_order)
{
	struct change c = { .a = a, .keeps_order = keeps_order };
	struct lookup *lookup = a->ctx.lookup, found = { .graph = next->read };
	bool is_same = next->lookup == lookup, done;

	remap_open(&c.map, a->read->profile, next->read->profile);
	for (uint32_t f = 0; next->funcs != NULL && f < a->read->profile->nfuncs; f++)
		if (next->funcs[f] != NOBODY)
			c.map.funcs[f] = next->funcs[f];
	keep_views(&c);
	if (is_same)
		lookup_exchange(lookup, &found);
	begin(&c, next);
	entries_number_again(next->read, c.old.read, c.map.funcs);
	done = show(&c);
	release(&c);
	app_release_figures(done ? &c.old : a);
	if (!done)
		*a = c.old;
	if (is_same && !done)
		lookup_exchange(lookup, &found);
	lookup_release(&found);
	if (!done)
		return false;
	a->counting.view = NULL;
	exclude_forget_proposal(a);
	return true;
}
