/* exclude_apply.c - showing the graph without excluded functions and calls, in all views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/exclude_apply.h"

#include <stdlib.h>

#include "app/navigate_text.h"
#include "app/pane.h"
#include "base/mem.h"

/* Is the subject of V a node?  In the source view, the subject is a file. */
static bool
is_about_node(const struct view *v)
{
	return !v->ops->about_file && v->subject != NOBODY;
}

/* Returns an array, to be free()d, with an element for each view of the history: a member of the
 * cycle that the view is about, or NOBODY.  Members keep their numbers; cycles get new numbers when
 * the graph is solved again. */
static uint32_t *
cycle_members(const struct app *a)
{
	const struct graph *g = a->ctx.graph;
	uint32_t *v = mem_new((size_t)a->nviews, sizeof(*v));
	int i;

	for (i = 0; i < a->nviews; i++) {
		uint32_t n = a->history[i]->subject;

		v[i] = NOBODY;
		if (is_about_node(a->history[i]) && view_context_is_cycle(&a->ctx, n))
			v[i] = g->members[g->member_at[n - g->nfuncs]];
	}
	return v;
}

/* Call this after the graph was solved.  MEMBER is the result of cycle_members(); this function
 * frees it.  A view i that was about a cycle is now about the new cycle of MEMBER[i] or, if
 * MEMBER[i] is in no cycle, about MEMBER[i]. */
static void
restore_cycles(struct app *a, uint32_t *member)
{
	int i;

	for (i = 0; i < a->nviews; i++)
		if (member[i] != NOBODY)
			a->history[i]->subject = graph_cycle_or_self(a->ctx.graph, member[i]);
	free(member);
}

/* Returns an array, to be free()d, with the subject of each view of the history. */
static uint32_t *
view_subjects(const struct app *a)
{
	uint32_t *v = mem_new((size_t)a->nviews, sizeof(*v));
	int i;

	for (i = 0; i < a->nviews; i++)
		v[i] = a->history[i]->subject;
	return v;
}

/* Shows the solved graph in all views, and fills the current view.  MEMBER is the result of
 * cycle_members(); this function frees it.  Returns false if filling was stopped. */
static bool
show_solved(struct app *a, uint32_t *member)
{
	int i;

	view_context_set_exclusions(&a->ctx, &a->exclusions);
	lookup_set_graph(a->ctx.lookup, a->ctx.graph);
	restore_cycles(a, member);
	for (i = 0; i < a->nviews; i++)
		if (is_about_node(a->history[i]))
			a->history[i]->subject = view_context_node_of(&a->ctx,
				a->history[i]->subject);
	return view_fill(a->history[a->at]);
}

/* Shows the graph OLD again.  Filling the current view was stopped, so if IS_SHOWN is set, the rows
 * of this view still belong to OLD.  SUBJECT is the result of view_subjects(). */
static void
show_old(struct app *a, struct reduced *old, const uint32_t *subject, bool is_shown)
{
	int i;

	exclusions_restore(&a->exclusions, old);
	view_context_restore_exclusions(&a->ctx, &a->exclusions);
	lookup_set_graph(a->ctx.lookup, a->ctx.graph);
	if (is_shown)
		a->history[a->at]->changes = a->ctx.changes;
	for (i = 0; i < a->nviews; i++)
		a->history[i]->subject = subject[i];
}

/* ESTIMATE was made for the graph before an exclusion.  If RESTORED is set, that graph is shown
 * again, and ESTIMATE is used again.  Otherwise releases ESTIMATE. */
static void
keep_estimate(struct app *a, struct cycle_estimate *estimate, bool restored)
{
	if (restored) {
		cycle_estimate_release(&a->ctx.estimate);
		a->ctx.estimate = *estimate;
		if (estimate->graph != NULL)
			a->ctx.estimate.graph = a->ctx.graph;
	} else {
		cycle_estimate_release(estimate);
	}
}

bool
exclude_apply(struct app *a, const struct graph *base)
{
	struct view *v = a->history[a->at];
	bool is_shown = v->changes == a->ctx.changes && !v->forgotten && !v->is_pending;
	bool on_subject = is_shown && view_row(v) != NULL && view_cost(v, view_row(v))->subject;
	bool solved, done;
	uint32_t *subject = view_subjects(a), *member = cycle_members(a);
	struct cycle_estimate estimate = a->ctx.estimate;
	struct reduced old = { 0 };
	size_t row;

	a->ctx.estimate = (struct cycle_estimate){ 0 };
	solved = exclusions_solve(&a->exclusions, base, a->ctx.stop, &old);
	done = solved && show_solved(a, member);
	if (!solved)
		free(member);
	else if (!done)
		show_old(a, &old, subject, is_shown);
	keep_estimate(a, &estimate, !done);
	free(subject);
	exclusions_release_reduced(&old);
	a->ctx.stopped = a->ctx.stopped || !done;
	if (!done)
		return false;
	pane_free(a);
	navigate_text_update(a);
	for (row = 0; on_subject && row < v->rows.n; row++)
		if (view_cost(v, &v->rows.v[row])->subject)
			list_go(&v->list, (int)row);
	return true;
}
