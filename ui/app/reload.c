/* reload.c - restoring views, marks and exclusions after the profile was read again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/reload.h"

#include <stdlib.h>
#include <string.h>

#include "app/exclude_apply.h"
#include "app/folding.h"
#include "app/navigate.h"
#include "app/pane.h"
#include "base/mem.h"
#include "base/sort.h"
#include "profile/paths.h"
#include "table/view_filter.h"
#include "table/view_find.h"
#include "table/view_identity.h"
#include "table/view_sort.h"
#include "views/views.h"

/* The old and the new browser, and which new function each old function has become. */
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

/* Match functions by name, and functions of the same name in the order of their addresses. */
static void
match_functions(struct renamed *r)
{
	const struct profile *p = r->old->read.graph->profile, *q = r->a->read.graph->profile;
	uint32_t *from = sorted_names(p), *to = sorted_names(q), i = 0, j = 0;

	r->funcs = mem_new(p->nfuncs, sizeof(*r->funcs));
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

/* Set *SUBJECT to the new number of OLD, the subject of a view OPS.  Returns false if the subject
 * no longer exists. */
static bool
new_subject(const struct renamed *r, const struct view_ops *ops, uint32_t old, uint32_t *subject)
{
	*subject = old == NOBODY ? NOBODY
		: ops->about_file ? new_file(r, old) : new_node(r, old);
	return old == NOBODY || *subject != NOBODY;
}

/* Returns which functions of P have frames in its stacks; free() it.  NULL: P has no stacks.  While
 * inlined functions are part of their callers, they have no frames. */
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

/* Exclude again the functions and calls that were excluded, if they still exist. */
static void
exclude_again(struct renamed *r)
{
	const struct exclusions *old = &r->old->exclusions;
	const struct profile *p = old->profile, *q = r->a->read.graph->profile;
	uint32_t i, j;
	bool *framed;

	if (old->nfuncs + old->narcs == 0)
		return;
	framed = find_framed(q);
	exclusions_begin(&r->a->exclusions);
	for (i = 0; i < p->nfuncs; i++)
		if (old->funcs[i] && r->funcs[i] != NOBODY
		    && (framed == NULL || framed[r->funcs[i]]))
			exclusions_change_read(&r->a->exclusions, false, r->funcs[i], true);
	for (i = 0; i < p->narcs; i++) {
		uint32_t from = r->funcs[p->arcs[i].caller], to = r->funcs[p->arcs[i].callee];

		if (!old->arcs[i] || from == NOBODY || to == NOBODY)
			continue;
		for (j = q->out_at[from]; j < q->out_at[from + 1]; j++)
			if (q->arcs[q->out[j]].callee == to)
				exclusions_change_read(&r->a->exclusions, true, q->out[j], true);
	}
	free(framed);
	if (r->a->exclusions.nfuncs + r->a->exclusions.narcs > 0)
		exclude_apply(r->a, &r->a->exclusions.now.basis);
}

static void
copy_pattern(struct view *v, const struct view *old)
{
	struct err e;

	if (old->pattern.text != NULL)
		view_find_set_pattern(v, old->pattern.text, &e);
	if (old->filter.text != NULL)
		view_filter_set(v, old->filter.text, &e);
}

/* Bring the rows of V into the order that they have in OLD. */
static void
keep_order(struct view *v, const struct view *old)
{
	struct row_order order = view_identity_order(old);

	view_identity_restore_order(v, &order);
	free(order.v);
}

/* Add a view like OLD to the history, unless the subject of OLD no longer exists.  FIRST: OLD is
 * the first view of the old history. */
static void
copy_view(struct renamed *r, struct view *old, bool first)
{
	bool fresh = old->changes == r->old->ctx.changes;
	uint32_t subject, node = fresh ? new_node(r, view_node(old, view_row(old))) : NOBODY;
	struct open_rows opened;
	struct view *v;

	if (old->ops->is_made_later || !new_subject(r, old->ops, old->subject, &subject))
		return;
	/* The new history begins with a view of functions.  If OLD shows functions too, use that
	 * view.  OLD may show something else, since a long history loses its oldest views. */
	v = first && old->ops == &functions_view ? app_view(r->a)
		: navigate_to(r->a, old->ops, subject, NOBODY);
	if (v == NULL)
		return;
	v->about = new_node(r, old->about);
	if (old->sort != v->sort || old->reverse != v->reverse)
		view_sort_by(v, old->sort, old->reverse);
	copy_pattern(v, old);
	if (v->ops->picture != NULL) {
		v->ops->picture->follow(v, old, r->funcs);
		return;
	}
	v->shift = old->shift;
	if (fresh) {
		view_identity_save_open(old, true, &opened);
		view_identity_restore_open(v, &opened);
	}
	if (fresh && r->keeps_order && old == r->old->history[r->old->at])
		keep_order(v, old);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	v->list.top = old->list.top;
	list_go(&v->list, old->list.cursor);
	if (fresh && old->rows.n > 0 && !view_identity_select(v, view_identity(old))
		&& node != NOBODY)
		view_select(v, node);
}

static void
copy_marks(struct renamed *r)
{
	int i;

	for (i = 0; i < MARKS; i++) {
		struct mark m = r->old->marks[i];

		m.node = new_node(r, m.node);
		m.about = new_node(r, m.about);
		if (m.ops == NULL || !new_subject(r, m.ops, m.subject, &m.subject))
			continue;
		m.around = view_identity_copy_open(&m.around);
		r->a->marks[i] = m;
	}
}

bool
reload_restore(struct app *a, struct app *old, bool keeps_order)
{
	struct renamed r = { .old = old, .a = a, .keeps_order = keeps_order };
	struct lookup *from = old->ctx.lookup, *to = a->ctx.lookup;
	bool done;
	int i, at = 0;

	app_resize(a, old->width, old->height);
	match_functions(&r);
	a->ctx.scale.unit = old->ctx.scale.unit;
	a->ctx.keymap = old->ctx.keymap;
	a->ctx.all = old->ctx.all;
	a->ctx.frame_colors = old->ctx.frame_colors;
	a->ctx.changes = 1;
	view_context_set_mangled(&a->ctx, old->ctx.mangled);
	if (old->folding != NULL)
		folding_to(a, old->folding->level);
	exclude_again(&r);
	view_fill(app_view(a));
	for (i = 0; i < old->nviews; i++) {
		copy_view(&r, old->history[i], i == 0);
		if (i == old->at)
			at = a->at;
	}
	while (a->at > at)
		navigate_back(a);
	copy_marks(&r);
	a->pane_shows = old->pane_shows;
	pane_follow(a);
	free(r.funcs);
	done = !a->ctx.stopped && !to->stopped && !from->stopped;
	from->stopped = false;
	return done;
}
