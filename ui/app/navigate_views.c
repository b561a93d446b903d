/* navigate_views.c - the keys that open a view, and the key that leaves it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/navigate_views.h"

#include <assert.h>
#include <string.h>

#include "app/navigate.h"
#include "base/pathname.h"
#include "columns/linecells.h"
#include "measured/measured.h"
#include "text/figures.h"
#include "views/views.h"

/* Selects the first cycle in V, so that the key X can break it up. */
static void
select_cycle(struct view *v)
{
	size_t i = 0;

	while (i < v->rows.n && !view_context_is_cycle(v->ctx, view_node(v, &v->rows.v[i])))
		i++;
	if (i < v->rows.n)
		list_go(&v->list, (int)i);
}

/* Searches the history, from the view before the current view backwards, for a view OPS.  Skips
 * views that are out of date, because their rows may have nodes that no longer exist.  Returns the
 * node that was selected in that view, or NOBODY. */
static uint32_t
selected_before(const struct app *a, const struct view_ops *ops)
{
	for (int i = a->at; i-- > 0;) {
		const struct view *v = a->history[i];

		/* A view that has freed its rows has kept the selected row as row 0. */
		if (v->ops == ops && v->changes == a->ctx.changes)
			return v->forgotten ? view_node(v, &v->rows.v[0])
				: navigate_selected_node(v);
	}
	return NOBODY;
}

/* Returns the node that is to be selected in the view OPS: the node that is selected now, or the
 * function that the current view is about.  If there is neither, returns the node that was selected
 * in the previous view OPS, or NOBODY. */
static uint32_t
node_to_select(const struct app *a, const struct view_ops *ops)
{
	const struct view *v = app_view(a);
	uint32_t n = v->ops->rows_are_calls || v->ops == &explain_view ? v->subject
		: navigate_selected_node(v);

	if (v->ops->rows_are_calls && view_row(v) != NULL && view_node(v, view_row(v)) != NOBODY)
		n = view_node(v, view_row(v));
	return n != NOBODY ? n : selected_before(a, ops);
}

static void
show_selected_in(struct app *a, const struct view_ops *ops)
{
	navigate_to(a, ops, NOBODY, node_to_select(a, ops));
}

/* Shows the cycles.  Selects the cycle of the selected function or, if the function has a row
 * there, the function itself. */
static void
show_cycles(struct app *a)
{
	uint32_t n = node_to_select(a, &cycles_view);
	char part[FIGURE];
	struct view *v;

	if (n != NOBODY && !profile_has(a->ctx.profile, HAS_STACKS)
		&& !view_context_is_cycle(&a->ctx, n)
		&& (graph_self_calls(a->ctx.graph, n) == 0
			|| view_context_is_excluded(&a->ctx, n)))
		n = a->ctx.graph->nodes[n].cycle;
	v = navigate_to(a, &cycles_view, NOBODY, n);
	if (v == NULL)
		return;
	if (n == NOBODY)
		select_cycle(v);
	if (v->recursion != NULL && v->recursion->unnamed > 0) {
		figure_percent(part, v->recursion->unnamed, a->ctx.graph->total, 1);
		app_say(a, "code without names, in %s %% of the total, may be recursive, but is omitted",
			part);
	} else if (v->recursion != NULL && v->rows.n > 0)
		app_say(a, "totals that come from stacks are right for recursive functions, too");
	else if (a->ctx.graph->ncycles == 0)
		app_say(a, v->rows.n == 0 ? "there are no cycles, and no function calls itself"
			: "there are no cycles; these functions call themselves");
}

static void
show_calls(struct app *a)
{
	uint32_t n = navigate_selected_node(app_view(a));

	if (n == NOBODY)
		app_say(a, "no function is selected");
	else
		navigate_to_calls(a, n);
}

/* Shows the tree OPS of the selected function.  If nothing or a cycle is selected, tells the user
 * to select a function. */
static void
show_tree(struct app *a, const struct view_ops *ops)
{
	uint32_t n = navigate_selected_node(app_view(a));

	if (n == NOBODY || view_context_is_cycle(&a->ctx, n))
		app_say(a, "select a function: a tree begins with one");
	else
		navigate_to(a, ops, n, n);
}

static void
show_by_file(struct app *a)
{
	struct view *v = app_view(a);
	const struct profile *p = a->ctx.profile;
	uint32_t n = view_node(v, view_row(v));

	if (n == NOBODY || view_context_is_cycle(&a->ctx, n))
		app_say(a, "select a function to see it file by file");
	else if (p->nimages == 0 || byfile_count(p, n) < 2)
		app_say(a, profile_has(p, HAS_EVENTS) ? "the profile has no parts, such as files or threads"
			: "only one profile is open; give several, such as gmon.out.*");
	else
		navigate_to(a, &byfile_view, n, NOBODY);
}

/* Shows the parts of the profile; if they are shown, requests other parts. */
static void
show_threads(struct app *a)
{
	const struct measured *m = a->read->profile->measured;

	if (m == NULL || m->nparts == 0)
		app_say(a, m == NULL ? "a gmon.out does not distinguish threads; gprowse record does"
			: "the profile does not distinguish files, processes and threads");
	else if (app_view(a)->ops == &threads_view)
		a->request = REQUEST_DIVIDE;
	else
		navigate_to(a, &threads_view, NOBODY, NOBODY);
}

/* Shows all lines of the program.  If a line is selected now, selects the same line. */
static void
show_all_lines(struct app *a)
{
	struct view *v = app_view(a);
	bool is_lines = v->ops == &lines_view && view_row(v) != NULL;
	struct row selected = is_lines ? *view_row(v) : (struct row){ .thing = NOBODY };

	v = navigate_to(a, &lines_view, NOBODY, NOBODY);
	if (v != NULL && selected.thing != NOBODY)
		view_select_thing(v, selected, 0);
}

/* Shows the lines of the selected function.  If the view shows lines of one function already, or if
 * no function is selected, shows all lines of the program. */
static void
show_lines(struct app *a)
{
	struct view *v = app_view(a);
	uint32_t n = v->ops->rows_are_calls && view_node(v, view_row(v)) == NOBODY ? v->subject
		: navigate_selected_node(v);

	if (v->ops == &lines_view && v->subject != NOBODY)
		n = NOBODY;
	else if (v->ops == &explain_view)
		n = v->subject;
	if (n == NOBODY) {
		show_all_lines(a);
		return;
	}
	v = navigate_to(a, &lines_view, n, NOBODY);
	if (v != NULL && v->rows.n == 0)
		app_say(a, "no line of this function has samples; l shows the lines of the program");
	else if (v != NULL && v->rows.n == 1 && v->rows.v[0].thing == NOBODY)
		app_say(a, "%s", linecell_why_row_unknown(&a->ctx));
}

/* Shows the icicle with callers on top.  If this icicle is shown already, shows the icicle with
 * callees on top. */
static void
show_icicle(struct app *a)
{
	const struct view_ops *now = app_view(a)->ops;
	uint32_t n = navigate_selected_node(app_view(a));
	const struct view *v;

	if (graph_is_difference(a->ctx.graph) && !profile_has(a->ctx.profile, HAS_STACKS)) {
		app_say(a, "an icicle of the difference needs stacks of both: | shows A or B, t a tree");
		return;
	}
	if (!a->ctx.has_time) {
		app_say(a, "an icicle shows times, but the profile has none");
		return;
	}
	if (n != NOBODY)
		n = graph_cycle_or_self(a->ctx.graph, n);
	v = navigate_to(a, now == &icicle_view ? &callers_icicle_view : &icicle_view, NOBODY, n);
	if (v != NULL && v->rows.n > 0 && n != NOBODY && view_node(v, view_row(v)) != n)
		app_say(a, "no box is wide enough for this function alone; / finds the boxes that have "
			"it");
}

static void
show_comparison(struct app *a)
{
	if (a->ctx.into != NULL)
		app_say(a, "only single functions can be compared: press = to unfold");
	else
		show_selected_in(a, &compare_view);
}

/* Requests the next one of A, B and their difference. */
static void
flip_sides(struct app *a)
{
	if (a->ctx.comparison == NULL) {
		app_say(a, "nothing is compared: start with gprowse --compare OLD NEW");
		return;
	}
	a->side = (a->ctx.compared.side + 1) % COMPARED_SIDES;
	a->request = REQUEST_SIDE;
}

/* Says what the user can do to compare gprof's estimates with M, which has known times. */
static void
say_how_to_check(struct app *a, const struct measured *m)
{
	bool is_recording = m->format != NULL && strcmp(m->format, "recording") == 0;

	app_say(a, !is_recording || m->nfiles != 1 ? "%s has no estimates that could be compared"
		: profile_has(a->ctx.profile, HAS_COUNTS)
		? "gprowse --check %s compares gprof's estimates with these times"
		: "no calls were counted in %s: --check needs a program compiled with -pg",
		pathname_base(m->files[0]));
}

static void
show_check(struct app *a)
{
	const struct measured *m = a->ctx.profile->measured;

	if (a->ctx.comparison != NULL)
		show_comparison(a);
	else if (a->ctx.check == NULL && m != NULL && m->propagate)
		app_say(a, "these times are estimates: record stacks, without --stacks=none, to check");
	else if (a->ctx.check == NULL && m != NULL)
		say_how_to_check(a, m);
	else if (a->ctx.check == NULL)
		app_say(a, "there are no known times: --check=STACKS names a profile that has them");
	else if (a->ctx.into != NULL)
		app_say(a, "only single functions can be compared: press = to unfold");
	else
		show_selected_in(a, &check_view);
}

void
navigate_views_show(struct app *a, enum action action)
{
	if (action == ACT_LINES && navigate_to_change(a, action))
		return;
	if ((action == ACT_LINES || action == ACT_FILES)
	    && !profile_has(a->ctx.profile, HAS_LINES)) {
		app_say(a, "%s", linecell_why_unknown(&a->ctx));
		return;
	}
	switch (action) {
	case ACT_FUNCTIONS: show_selected_in(a, &functions_view); break;
	case ACT_CALLS: show_calls(a); break;
	case ACT_CYCLES: show_cycles(a); break;
	case ACT_TREE: show_tree(a, &tree_view); break;
	case ACT_CALLERS_TREE:
		if (app_view(a)->ops->picture != NULL)
			show_icicle(a);
		else
			show_tree(a, &callers_tree_view);
		break;
	case ACT_ICICLE: show_icicle(a); break;
	case ACT_LINES: show_lines(a); break;
	case ACT_FILES: show_selected_in(a, &files_view); break;
	case ACT_BY_FILE: show_by_file(a); break;
	case ACT_THREADS: show_threads(a); break;
	case ACT_CHECK: show_check(a); break;
	case ACT_SIDE: flip_sides(a); break;
	case ACT_NOTES: navigate_to(a, &notes_view, NOBODY, NOBODY); break;
	default: assert(false); break;
	}
}

void
navigate_views_leave(struct app *a)
{
	const struct view_ops *ops = app_view(a)->ops;

	if (ops->info->where == FUNCTIONS)
		a->request = REQUEST_QUIT;
	else if (ops->is_text && a->at > 0)
		navigate_back(a);
	else
		show_selected_in(a, &functions_view);
}
