/* reload.c - restoring views, marks and exclusions after the profile was read again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/reload.h"

#include <stdlib.h>
#include <string.h>

#include "app/display.h"
#include "app/exclude.h"
#include "app/exclude_apply.h"
#include "app/folding.h"
#include "app/navigate.h"
#include "app/pane.h"
#include "base/mem.h"
#include "base/sort.h"
#include "figures/entries.h"
#include "measured/measured.h"
#include "profile/paths.h"
#include "table/pattern.h"
#include "table/view_identity.h"
#include "table/view_sort.h"
#include "views/views.h"

/* The old and the new browser, and the new function for each old function. */
struct renamed {
	const struct app *old;
	struct app *a;
	bool keeps_order;		/* rows of the current view stay in their order */
	uint32_t *funcs;		/* owned; indexed by old function: the new function, or
					 * NOBODY if it no longer exists */
};

static int
by_name(uint32_t x, uint32_t y, const void *with)
{
	const struct func *funcs = with;

	return strcmp(funcs[x].name, funcs[y].name);
}

static uint32_t *
sorted_names(const struct profile *p)
{
	uint32_t *v = mem_new(p->nfuncs, sizeof(*v)), f;

	for (f = 0; f < p->nfuncs; f++)
		v[f] = f;
	sort_numbers(v, p->nfuncs, by_name, p->funcs);
	return v;
}

/* Is function F of profile P the same as function G of profile Q?  The answer is always no if the
 * two profiles do not share the texts of names and paths. */
static bool
is_same(const struct profile *p, uint32_t f, const struct profile *q, uint32_t g)
{
	const struct func *x = &p->funcs[f], *y = &q->funcs[g];

	return x->name == y->name && p->images[x->image].path == q->images[y->image].path;
}

/* Matches the functions of P, the old profile, with the functions of Q, the new profile.  Returns
 * true if Q has all functions of P in the same order; Q may have new functions between them.  This
 * is so if a growing recording is read again. */
static bool
match_in_order(struct renamed *r, const struct profile *p, const struct profile *q)
{
	uint32_t i, j = 0;

	for (i = 0; i < p->nfuncs; i++, j++) {
		while (j < q->nfuncs && !is_same(p, i, q, j))
			j++;
		if (j == q->nfuncs)
			return false;
		r->funcs[i] = j;
	}
	return true;
}

/* Matches functions of P and Q by name.  Functions of the same name are matched in the order of
 * their numbers. */
static void
match_by_name(struct renamed *r, const struct profile *p, const struct profile *q)
{
	uint32_t *from = sorted_names(p), *to = sorted_names(q), i = 0, j = 0;

	while (i < p->nfuncs) {
		int c = j < q->nfuncs ? strcmp(p->funcs[from[i]].name, q->funcs[to[j]].name) : -1;

		if (c > 0) {
			j++;
			continue;
		}
		r->funcs[from[i++]] = c == 0 ? to[j++] : NOBODY;
	}
	free(from);
	free(to);
}

static void
match_functions(struct renamed *r)
{
	const struct profile *p = r->old->read->profile, *q = r->a->read->profile;

	r->funcs = mem_new(p->nfuncs, sizeof(*r->funcs));
	if (!match_in_order(r, p, q))
		match_by_name(r, p, q);
}

/* Returns the node of the new graph that corresponds to node N of the old graph, or NOBODY. */
static uint32_t
new_node(const struct renamed *r, uint32_t n)
{
	const struct graph *g = r->old->ctx.graph;
	uint32_t f;

	if (n == NOBODY)
		return NOBODY;
	if (n < g->nfuncs) {
		f = r->funcs[n];
		return f == NOBODY ? NOBODY : view_context_node_of(&r->a->ctx, f);
	}
	f = r->funcs[g->members[g->member_at[n - g->nfuncs]]];
	return f == NOBODY ? NOBODY
		: graph_cycle_or_self(r->a->ctx.graph, view_context_node_of(&r->a->ctx, f));
}

/* Returns the new number of file F of the old sources, or NOBODY. */
static uint32_t
new_file(const struct renamed *r, uint32_t f)
{
	const struct sources *s = lookup_sources(r->old->ctx.lookup);
	const struct sources *t = lookup_sources(r->a->ctx.lookup);

	return s != NULL && t != NULL && f < s->nfiles ? sources_file(t, s->files[f].path) : NOBODY;
}

/* Sets *SUBJECT to the new number of OLD, the subject of a view OPS.  Returns false if the subject
 * no longer exists. */
static bool
new_subject(const struct renamed *r, const struct view_ops *ops, uint32_t old, uint32_t *subject)
{
	*subject = old == NOBODY ? NOBODY
		: ops->about_file ? new_file(r, old) : new_node(r, old);
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

/* Returns an array, to be free()d, with the new number of each arc of the old profile as it was
 * read; NOBODY: the arc no longer exists. */
static uint32_t *
match_arcs(const struct renamed *r)
{
	const struct profile *p = r->old->read->profile, *q = r->a->read->profile;
	uint32_t *arcs = mem_uncleared(p->narcs, sizeof(*arcs)), f, i;
	uint32_t *arc_to = mem_uncleared(q->nfuncs, sizeof(*arc_to));

	memset(arcs, 0xff, p->narcs * sizeof(*arcs));
	memset(arc_to, 0xff, q->nfuncs * sizeof(*arc_to));
	for (f = 0; f < p->nfuncs; f++) {
		uint32_t from = r->funcs[f];

		if (from == NOBODY)
			continue;
		/* For now, arc_to[g] is the new arc from FROM to G. */
		for (i = q->out_at[from]; i < q->out_at[from + 1]; i++)
			arc_to[q->arcs[q->out[i]].callee] = q->out[i];
		for (i = p->out_at[f]; i < p->out_at[f + 1]; i++) {
			uint32_t to = r->funcs[p->arcs[p->out[i]].callee];

			arcs[p->out[i]] = to != NOBODY ? arc_to[to] : NOBODY;
		}
		for (i = q->out_at[from]; i < q->out_at[from + 1]; i++)
			arc_to[q->arcs[q->out[i]].callee] = NOBODY;
	}
	free(arc_to);
	return arcs;
}

/* Adds the foci again, up to the first whose functions no longer exist. */
static void
focus_again(struct renamed *r)
{
	const struct exclusions *old = &r->old->exclusions;
	struct exclusions *c = &r->a->exclusions;
	uint32_t *funcs = mem_new(r->old->read->profile->nfuncs, sizeof(*funcs)), n = 1;

	for (uint32_t k = 0; k < old->nfoci_known && n > 0
	     && r->a->read->profile->paths != NULL; k++) {
		n = 0;
		for (uint32_t i = 0; i < old->foci[k].n; i++)
			if (r->funcs[old->foci[k].funcs[i]] != NOBODY)
				funcs[n++] = r->funcs[old->foci[k].funcs[i]];
		if (n > 0 && exclusions_add_focus(c, funcs, n))
			c->nfoci++;
	}
	if (c->nfoci > old->nfoci)
		c->nfoci = old->nfoci;
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
exclude_again(struct renamed *r)
{
	const struct exclusions *old = &r->old->exclusions;
	const struct profile *p = r->a->read->profile;
	uint32_t *arcs, step = 0, undone = UINT32_MAX;
	bool *framed;

	if (old->nchanges + old->nfoci_known == 0)
		return;
	focus_again(r);
	framed = find_framed(p);
	arcs = match_arcs(r);
	for (size_t i = 0; i < old->nchanges; i++) {
		const struct exclusion *change = &old->changes[i];
		uint32_t n = change->is_arc ? arcs[change->number] : r->funcs[change->number];

		if (n == NOBODY || (!change->is_arc && framed != NULL && !framed[n])
		    || !exclude_is_possible(p, change->is_arc, n))
			continue;
		if (change->step != step)
			exclusions_begin(&r->a->exclusions);
		if (i >= old->at && undone == UINT32_MAX)
			undone = r->a->exclusions.step;
		step = change->step;
		exclusions_change_read(&r->a->exclusions, change->is_arc, n, change->excluded);
	}
	undo_from(&r->a->exclusions, undone);
	free(framed);
	free(arcs);
	if (r->a->exclusions.nfuncs + r->a->exclusions.narcs + r->a->exclusions.nfoci > 0)
		exclude_apply(r->a, r->a->exclusions.now.base);
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
want_rows(const struct renamed *r, struct view *v, const struct view *old)
{
	bool is_fresh = old->changes == r->old->ctx.changes;
	bool is_missing = old->is_pending
		|| (old->wanted.is_missing && old->wanted.at == old->list.cursor);

	v->is_pending = true;
	v->changes = r->a->ctx.changes - 1;
	v->list.n = old->list.n;
	v->list.top = old->list.top;
	v->list.cursor = old->list.cursor;
	v->wanted = (struct wanted){ .node = NOBODY, .at = old->list.cursor };
	if (v->ops->picture != NULL) {
		v->ops->picture->follow(v, old, r->funcs);
		return;
	}
	if (is_missing) {
		v->wanted.id = old->wanted.id;
		v->wanted.node = new_node(r, old->wanted.node);
	} else if (is_fresh && old->rows.n > 0) {
		v->wanted.id = view_identity(old);
		v->wanted.node = new_node(r, view_node(old, view_row(old)));
	}
	if (old->is_pending)
		v->opened = view_identity_copy_open(&old->opened);
	else if (is_fresh)
		view_identity_save_open(old, true, &v->opened);
}

/* Returns the new number of PART of the old profile; NOBODY: it no longer exists, or is NOBODY. */
static uint32_t
new_part(const struct renamed *r, uint32_t part)
{
	const struct measured *m = r->old->read->profile->measured;
	const struct measured *now = r->a->read->profile->measured;

	return part != NOBODY && now != NULL ? measured_find_part(now, &m->parts[part]) : NOBODY;
}

/* Gives V, a view of the same things as OLD, what else OLD has. */
static void
become_like(const struct renamed *r, struct view *v, const struct view *old)
{
	v->about = new_node(r, old->about);
	v->reached = old->reached;
	v->nfoci = old->nfoci < r->a->exclusions.nfoci_known ? old->nfoci
		: r->a->exclusions.nfoci_known;
	v->part = new_part(r, old->part);
	v->sort = old->sort;
	v->sort_is_other = old->sort_is_other;
	v->reverse = old->reverse;
	v->shift = old->shift;
	copy_patterns(v, old);
	want_rows(r, v, old);
}

/* Adds a view like OLD to the history, unless OLD is a page of text or its subject no longer
 * exists.  FIRST: OLD is the first view of the old history.  The rows are filled when the view is
 * shown. */
static void
copy_view(struct renamed *r, const struct view *old, bool first)
{
	struct app *a = r->a;
	uint32_t subject;
	struct view *v;

	if (old->ops->is_made_later || !new_subject(r, old->ops, old->subject, &subject))
		return;
	/* The new history begins with a view of functions.  If the old history does, too, use that
	 * view.  A long history loses its oldest views, so it may begin with another view. */
	if (first && old->ops == &functions_view) {
		v = app_view(a);
	} else {
		v = view_new(old->ops, &a->ctx, subject, a->width, a->height);
		navigate_append(a, v);
	}
	become_like(r, v, old);
}

/* Brings the rows of V into the order that they have in OLD.  In both views, each row must show a
 * node. */
static void
keep_order_of_nodes(const struct renamed *r, struct view *v, const struct view *old)
{
	uint32_t *at = mem_uncleared(v->ctx->graph->nnodes, sizeof(*at));
	double *places = mem_uncleared(v->rows.n, sizeof(*places));

	memset(at, 0xff, v->ctx->graph->nnodes * sizeof(*at));
	for (size_t i = 0; i < old->rows.n; i++) {
		uint32_t n = new_node(r, old->rows.v[i].thing);

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
keep_order(const struct renamed *r, struct view *v, const struct view *old)
{
	struct row_order order;
	struct row selected;

	if (v->rows.n == 0 || v->ops != old->ops || v->ops->picture != NULL)
		return;
	selected = *view_row(v);
	if (v->ops->rows_are_functions && is_flat(v) && is_flat(old)) {
		keep_order_of_nodes(r, v, old);
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
fill_like(const struct renamed *r, struct view *v, const struct view *old)
{
	struct list before = old->list;
	int sort = v->sort;
	bool reverse = v->reverse;

	if (!v->is_pending)
		return;
	/* Sort by the column by which a new view is sorted.  When view_sort_by() then sorts by the
	 * chosen column, rows with equal values stay in this order. */
	if (!r->keeps_order) {
		v->sort = v->ops->sort;
		v->reverse = false;
	}
	if (!view_fill(v))
		return;
	if (r->keeps_order)
		keep_order(r, v, old);
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
copy_pane(const struct renamed *r)
{
	const struct view *old = r->old->pane;
	struct app *a = r->a;

	a->pane_shows = r->old->pane_shows;
	pane_follow(a);
	if (!r->old->in_pane || a->pane == NULL || a->pane->ops != old->ops)
		return;
	a->in_pane = true;
	a->pane_line = r->old->pane_line;
	want_rows(r, a->pane, old);
	fill_like(r, a->pane, old);
}

static void
copy_marks(struct renamed *r)
{
	int i;

	for (i = 0; i < MARKS; i++) {
		struct mark m = r->old->marks[i];

		if (m.ops == NULL || !new_subject(r, m.ops, m.subject, &m.subject))
			continue;
		m.node = new_node(r, m.node);
		m.about = new_node(r, m.about);
		m.around = view_identity_copy_open(&m.around);
		r->a->marks[i] = m;
	}
}

/* Gives the new browser the history of the old browser, and shows the same view of it. */
static void
copy_history(struct renamed *r)
{
	const struct app *old = r->old;
	struct app *a = r->a;
	int at = 0;

	for (int i = 0; i < old->nviews; i++) {
		at -= at > 0 && a->nviews == MOST_VIEWS;
		copy_view(r, old->history[i], i == 0);
		if (i == old->at)
			at = a->at;
	}
	a->at = at;
	fill_like(r, a->history[at], old->history[old->at]);
}

struct view *
reload_like(struct app *a, const struct view *old)
{
	uint32_t n = a->read->profile->nfuncs;
	struct renamed r = { .old = a, .a = a, .funcs = mem_new(n, sizeof(*r.funcs)) };
	struct view *v = view_new(old->ops, &a->ctx, old->subject, a->width, a->height);

	for (uint32_t f = 0; f < n; f++)
		r.funcs[f] = f;
	become_like(&r, v, old);
	free(r.funcs);
	return v;
}

bool
reload_restore(struct app *a, struct app *old, bool keeps_order, struct graph *read)
{
	struct renamed r = { .old = old, .a = a, .keeps_order = keeps_order };
	struct lookup *from = old->ctx.lookup, *to = a->ctx.lookup;
	bool done;

	app_resize(a, old->width, old->height);
	match_functions(&r);
	entries_number_again(read, old->read, r.funcs);
	view_context_set_exclusions(&a->ctx, &a->exclusions);
	display_set_unit(a, old->ctx.scale.unit);
	a->ctx.keymap = old->ctx.keymap;
	a->ctx.all = old->ctx.all;
	a->ctx.frame_colors = old->ctx.frame_colors;
	a->ctx.changes = 1;
	view_context_set_mangled(&a->ctx, old->ctx.mangled);
	if (old->folding != NULL)
		folding_to(a, old->folding->level);
	exclude_again(&r);
	copy_history(&r);
	if (app_view(a)->changes != a->ctx.changes)
		view_fill(app_view(a));
	copy_marks(&r);
	copy_pane(&r);
	if (old->last_pattern != NULL)
		a->last_pattern = mem_text(old->last_pattern, strlen(old->last_pattern));
	free(r.funcs);
	done = !a->ctx.stopped && !to->stopped && !from->stopped;
	from->stopped = false;
	return done;
}
