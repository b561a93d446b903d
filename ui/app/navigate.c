/* navigate.c - moving between views, and to rows of interest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/navigate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "app/choose.h"
#include "app/display.h"
#include "app/focus.h"
#include "app/navigate_source.h"
#include "app/navigate_text.h"
#include "base/decimal.h"
#include "base/mem.h"
#include "figures/bounds.h"
#include "figures/ranking.h"
#include "lookup/sourceplace.h"
#include "table/view_unfold.h"
#include "views/views.h"

/* Fills V, which is out of date.  Unless V was pending, the selected row keeps its line on the
 * screen, and a cursor on the first row stays on the first row.  Returns false if filling was
 * stopped. */
static bool
fill_again(struct view *v)
{
	struct list before = v->list;
	bool was_pending = v->is_pending;

	if (!view_fill(v))
		return false;
	if (!was_pending)
		list_keep_line(&v->list, &before);
	return true;
}

/* Shows view AT of the history.  If filling that view is stopped, the current view stays. */
static void
show_history_view(struct app *a, int at)
{
	struct view *v;
	bool is_outdated;

	assert(at >= 0 && at < a->nviews);
	v = a->history[at];
	view_resize(v, a->width, a->height);
	if (v->nfoci != a->exclusions.nfoci && !focus_show(a, at))
		return;
	is_outdated = v->changes != a->ctx.changes;
	if ((v->forgotten || v->is_pending || is_outdated) && !fill_again(v))
		return;
	a->in_pane = false;
	view_forget(app_view(a));
	a->at = at;
	if (is_outdated)
		navigate_text_update(a);
	if (v->part != a->read->selection.part)
		choose_part(a, v->part);
}

/* Returns the function that contains the source line in row R of V, or NOBODY. */
static uint32_t
func_of_row(const struct view *v, const struct row *r)
{
	const struct source_line *l = v->ops->line != NULL ? v->ops->line(v, r) : NULL;
	const struct lookup *lookup = v->ctx->lookup;
	uint32_t f = NOBODY;

	if (v->ops->line != NULL && !v->ops->about_file && v->subject != NOBODY)
		return v->subject;
	if (l != NULL)
		f = sourceplace_func_of_line(lookup, l);
	else if (v->ops->about_file && r->depth == 0 && v->subject < lookup->sources.nfiles)
		f = sources_func_before(&lookup->sources, v->subject, r->thing);
	return f == NOBODY ? NOBODY : view_context_node_of(v->ctx, f);
}

uint32_t
navigate_selected_node(const struct view *v)
{
	const struct row *r = view_row(v);
	uint32_t n = view_node(v, r);

	/* The title of a source view names the function of the selected line. */
	if (v->ops->about_file && r != NULL && r->depth == 0)
		return v->about == NOBODY ? NOBODY : view_context_node_of(v->ctx, v->about);
	return n == NOBODY && r != NULL ? func_of_row(v, r) : n;
}

/* The rows of V are lines or files.  Selects the first line of function N, or the file of N. */
static void
select_place_of(struct view *v, uint32_t n)
{
	const char *path = n < v->ctx->graph->nfuncs && v->ops->line == NULL
		? sourceplace_of_func(v->ctx->lookup, n).file : NULL;
	uint32_t about;
	size_t i;

	for (i = 0; i < v->rows.n; i++) {
		const struct row *r = &v->rows.v[i];
		const char *file = path != NULL ? v->ops->source(v, r, &about).file : NULL;

		if (v->ops->line != NULL ? func_of_row(v, r) == n
			: file != NULL && strcmp(file, path) == 0) {
			list_go(&v->list, (int)i);
			return;
		}
	}
}

/* V is a new view of functions, which has no rows yet.  Gives V the sort order of the latest view
 * of functions in the history.  If there is no such view, V gets the sort order of the user's
 * settings. */
static void
sort_like_before(const struct app *a, struct view *v)
{
	if (a->functions_sort != NULL)
		v->sort = (int)(a->functions_sort - v->ops->columns);
	for (int i = a->at; a->nviews > 0 && i >= 0; i--)
		if (a->history[i]->ops == v->ops) {
			v->sort = a->history[i]->sort;
			v->sort_is_other = a->history[i]->sort_is_other;
			v->reverse = a->history[i]->reverse;
			return;
		}
}

void
navigate_append(struct app *a, struct view *v)
{
	while (a->nviews > a->at + 1)
		view_free(a->history[--a->nviews]);
	if (a->nviews == MOST_VIEWS) {
		view_free(a->history[0]);
		memmove(a->history, a->history + 1,
			(MOST_VIEWS - 1) * sizeof(*a->history));
		a->nviews--;
		a->at--;
	}
	if (a->nviews > 0)
		view_forget(a->history[a->at]);
	v->nfoci = a->exclusions.nfoci;
	v->part = a->read->selection.part;
	a->history[a->nviews] = v;
	a->at = a->nviews++;
}

struct view *
navigate_to(struct app *a, const struct view_ops *ops, uint32_t subject, uint32_t select)
{
	struct view *v = view_new(ops, &a->ctx, subject, a->width, a->height);

	if (ops == &functions_view)
		sort_like_before(a, v);
	if (!ops->is_made_later && !view_fill(v)) {
		view_free(v);
		return NULL;
	}
	a->in_pane = false;
	navigate_append(a, v);
	if (select != NOBODY && !view_select(v, select) && ops->rows_are_places)
		select_place_of(v, select);
	list_center(&v->list, v->list.cursor);
	return v;
}

void
navigate_to_calls(struct app *a, uint32_t n)
{
	struct view *v = app_view(a);
	struct cost f;
	size_t i;

	if (n == NOBODY)
		return;
	if (v->ops->rows_are_calls && v->subject == n) {
		view_select(v, n);
		return;
	}
	v = navigate_to(a, &calls_view, n, NOBODY);
	/* If N calls itself, N has other rows, too, as caller and as callee.  Select the row of N
	 * itself. */
	for (i = 0; v != NULL && i < v->rows.n; i++)
		if (v->ops->cost(v, &v->rows.v[i], &f) && f.subject)
			list_center(&v->list, (int)i);
}

void
navigate_back(struct app *a)
{
	if (a->at == 0)
		app_say(a, "this is where you started; q quits");
	else
		show_history_view(a, a->at - 1);
}

void
navigate_forward(struct app *a)
{
	if (a->at + 1 == a->nviews)
		app_say(a, "there is no later view");
	else
		show_history_view(a, a->at + 1);
}

bool
navigate_zoom_back(struct app *a, int step)
{
	struct view *v = app_view(a);

	return v->ops->picture != NULL && v->ops->picture->zoom_back(v, step);
}

void
navigate_to_node(struct app *a, uint32_t n)
{
	struct view *v = app_view(a);

	if (v->ops != &functions_view && v->ops != &cycles_view) {
		navigate_to_calls(a, n);
		return;
	}
	if (view_select(v, n))
		return;
	if (v->ops->rows_are_functions && !view_context_is_cycle(&a->ctx, n) && !a->ctx.all
		&& v->filter.text == NULL) {
		if (!display_show_all(a, true))
			return;
		view_select(v, n);
		app_say(a, "this row has neither time nor calls: all rows are shown now");
		return;
	}
	navigate_to_calls(a, n);
}

/* Shows the calls of node CALLEE, and selects CALLER there. */
static void
show_call(struct app *a, uint32_t caller, uint32_t callee)
{
	navigate_to_calls(a, callee);
	if (app_view(a)->ops->rows_are_calls && !view_select(app_view(a), caller))
		app_say(a, "no call by %s was counted", view_context_name(&a->ctx, caller));
}

/* Shows the functions of PART only, as a step of the history. */
static void
show_only(struct app *a, uint32_t part)
{
	struct view *v = navigate_to(a, &functions_view, NOBODY, NOBODY);

	if (v == NULL)
		return;
	v->part = part;
	choose_part(a, part);
}

static void
request_change(struct app *a, enum action action)
{
	a->side = COMPARED_CHANGE;
	a->then = action;
	a->request = REQUEST_SIDE;
}

bool
navigate_to_change(struct app *a, enum action action)
{
	if (app_view(a)->ops != &compare_view || view_row(app_view(a)) == NULL
	    || a->ctx.compared.side == COMPARED_CHANGE)
		return false;
	request_change(a, action);
	return true;
}

/* Closes the selected row of V if it IS_OPEN, otherwise opens it. */
static void
open_or_close(struct app *a, struct view *v, bool is_open)
{
	if (is_open)
		view_unfold_close(v, v->list.cursor);
	else if (!view_unfold(v, v->list.cursor))
		app_say(a, "nothing is inside");
	else
		view_unfold_show_inside(v);
}

void
navigate_open(struct app *a)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);
	struct target t;

	if (r == NULL)
		return;
	t = v->ops->target(v, r);
	switch (t.goal) {
	case GOAL_NONE:
		app_say(a, "%s", t.why);
		break;
	case GOAL_CALLS:
		navigate_to_calls(a, t.node);
		break;
	case GOAL_CALL:
		show_call(a, t.caller, t.node);
		break;
	case GOAL_SOURCE:
		navigate_source_line(a, t.file, t.line > 0 ? t.line
			: navigate_source_start(&a->ctx, t.file, 0, t.node), t.node);
		break;
	case GOAL_UNFOLD:
		open_or_close(a, v, r->open);
		break;
	case GOAL_EXPLAIN:
		navigate_text_explain(a);
		break;
	case GOAL_ZOOM:
		if (!v->ops->picture->zoom(v))
			app_say(a, "it has the full width already");
		break;
	case GOAL_PART:
		show_only(a, t.part);
		break;
	case GOAL_SIDES:
		request_change(a, ACT_OPEN);
		break;
	case GOAL_ACTION:
		navigate_back(a);
		/* If filling the previous view was stopped, V is still shown. */
		if (app_view(a) != v)
			app_do(a, t.action, 0);
		break;
	}
}

void
navigate_to_hot(struct app *a, int step)
{
	struct view *v = app_view(a);
	uint32_t n = a->times > 0 ? a->times : 1;
	int at = v->list.cursor, i;

	if (v->ops->about_file && navigate_source_hot(a, step))
		return;
	view_find_heat(v);
	for (i = at + step; n > 0 && i >= 0 && i < (int)v->rows.n; i += step)
		if (view_is_hot(v, &v->rows.v[i])) {
			at = i;
			n--;
		}
	if (at != v->list.cursor) {
		list_go(&v->list, at);
		if (v->ops->about_file && v->about != NOBODY)
			app_say(a, "outside the function: it has no more lines with samples here");
	} else
		app_say(a, step > 0 ? "no hot row below" : "no hot row above");
}

/* Goes back through the history from the current view, as long as ACTION opened the later view from
 * the earlier view.  Writes to SEEN the subjects of the earlier views that are views of calls, the
 * latest first.  Returns the number of subjects.  SEEN has room for MOST_VIEWS functions. */
static size_t
functions_passed(const struct app *a, enum action action, uint32_t *seen)
{
	size_t n = 0;

	for (int i = a->at; i > 0 && a->history[i]->reached == action; i--)
		if (a->history[i - 1]->ops->rows_are_calls)
			seen[n++] = a->history[i - 1]->subject;
	return n;
}

/* H is the hottest caller (if CALLERS is set) or callee that was chosen for node N.  Tells the user
 * why H was chosen, unless it has the most time of all callers or callees of N. */
static void
report_hottest(struct app *a, const struct hottest *h, uint32_t n, bool callers)
{
	char calls[DECIMAL_GROUPED], of[DECIMAL_GROUPED], time[FIGURE];
	const struct graph *g = a->ctx.graph;
	struct bound bound = { 0 };

	if (!graph_is_inner(g, h->arc))
		bound = bounds_of_arc(g, h->arc);
	figure_spoken(time, &a->ctx.scale, h->samples);
	if (h->by_estimate)
		app_say(a, "by an estimate from calls inside the cycle: ≈%s", time);
	else if (h->by_calls)
		app_say(a, "by calls, not by time: %s of %s%s",
			decimal_grouped(calls + sizeof(calls), h->calls),
			decimal_grouped(of + sizeof(of), h->of), callers ? "" : " calls inside the cycle");
	else if (h->passed != NOBODY)
		app_say(a, "%s has more time, but was passed before",
			view_context_name(&a->ctx, callers ? a->ctx.profile->arcs[h->passed].caller
				: a->ctx.profile->arcs[h->passed].callee));
	else if (h->leaves)
		app_say(a, "leaving %s: this is its hottest %s",
			view_context_name(&a->ctx, a->ctx.graph->nodes[n].cycle),
			callers ? "caller" : "callee");
	else if (bounds_have_few_calls(g, &bound))
		app_say(a, "by calls, not by time: too few calls share the time of a cycle to estimate it");
}

void
navigate_to_hottest(struct app *a, bool callers)
{
	struct view *v = app_view(a);
	uint32_t n = v->ops->rows_are_calls ? v->subject : view_node(v, view_row(v));
	enum action action = callers ? ACT_CALLER : ACT_CALLEE;
	uint32_t seen[MOST_VIEWS];
	const struct arc *arc;
	struct ranking ranking;
	struct hottest h;

	if (n == NOBODY)
		return;
	ranking = view_context_ranking(&a->ctx, n);
	if (a->ctx.stopped)
		return;
	h = ranking_hottest(&ranking, n, callers, seen, functions_passed(a, action, seen));
	if (h.arc == NOBODY) {
		app_say(a, h.passed != NOBODY ? callers ? "every caller was passed before"
			: "every callee was passed before"
			: callers ? "no caller is known" : "no callee is known");
		return;
	}
	arc = &a->ctx.profile->arcs[h.arc];
	navigate_to_calls(a, callers ? arc->caller : arc->callee);
	if (app_view(a) != v)
		app_view(a)->reached = action;
	report_hottest(a, &h, n, callers);
}
