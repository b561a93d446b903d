/* app_do.c - calls the functions that do each action
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/app.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/choose.h"
#include "app/display.h"
#include "app/exclude.h"
#include "app/find_source.h"
#include "app/focus.h"
#include "app/folding.h"
#include "app/live.h"
#include "app/navigate.h"
#include "app/navigate_source.h"
#include "app/navigate_text.h"
#include "app/navigate_views.h"
#include "app/pane.h"
#include "app/search.h"
#include "base/mem.h"
#include "lookup/sourceplace.h"
#include "table/view_filter.h"
#include "table/view_find.h"
#include "table/view_sort.h"
#include "table/view_unfold.h"
#include "text/text.h"

enum { SIDEWAYS = 8 };			/* cells that <Left> and <Right> scroll */

static void
scroll_sideways(struct app *a, int by)
{
	struct view *v = app_view(a);

	if (v->ops->picture != NULL) {
		v->ops->picture->move(v, by > 0 ? ACT_RIGHT : ACT_LEFT, a->times);
		return;
	}
	if (by > 0 && !view_is_cut(v)) {
		app_say(a, "nothing more to the right");
		return;
	}
	v->shift += by;
	if (v->shift < 0)
		v->shift = 0;
}

/* Selects the row with the most time.  In a source view, selects the hottest line of the function
 * that the title names or, if this line is selected already, the hottest line of the file. */
static void
select_hottest(struct app *a)
{
	int hottest;

	if (app_view(a)->ops->about_file && navigate_source_hottest(a))
		return;
	hottest = view_hottest(app_view(a));
	if (hottest >= 0)
		list_go(&app_view(a)->list, hottest);
}

/* Is V a tree, and row R a call inside a cycle?  Trees show nothing inside such a row. */
static bool
is_in_same_cycle(const struct view *v, const struct row *r)
{
	uint32_t arc = v->ops->is_tree && v->ops->arc != NULL ? v->ops->arc(v, r) : NOBODY;

	return arc != NOBODY && graph_is_inner(v->ctx->graph, arc);
}

static void
unfold(struct app *a, enum action action)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);
	size_t rows = v->rows.n;
	int cursor = v->list.cursor;
	bool done;

	if (r == NULL)
		return;
	if (action == ACT_TOGGLE)
		action = r->open ? ACT_COLLAPSE : ACT_EXPAND;
	if (action == ACT_COLLAPSE) {
		if (!view_unfold_close(v, v->list.cursor))
			app_say(a, "nothing is open here");
		return;
	}
	if (r->open && action == ACT_EXPAND)
		return;
	done = action == ACT_EXPAND ? view_unfold(v, v->list.cursor)
		: v->ops->endless ? view_unfold_hottest(v, v->list.cursor)
		: view_unfold_all(v, v->list.cursor);
	view_unfold_show_inside(v);
	/* Scroll to the first row of the path, if the selected row stays on the screen. */
	if (v->ops->endless && action == ACT_EXPAND_ALL) {
		list_keep_visible(&v->list, cursor);
		list_keep_visible(&v->list, 0);
	}
	if (!done)
		app_say(a, "%s", v->ops->nothing_inside != NULL ? v->ops->nothing_inside
			: is_in_same_cycle(v, r) ? "it is in the same cycle: Enter shows its calls"
			: "nothing is inside");
	else if (v->ops->endless && v->rows.n == rows && v->list.cursor == cursor)
		app_say(a, "the hottest path ends here: no known total inside exceeds the self time");
}

static void
clear_or_go_back(struct app *a)
{
	struct view *v = app_view(a);
	struct err e;

	if (v->pattern.text != NULL)
		view_find_set_pattern(v, "", &e);
	else if (v->filter.text != NULL)
		view_filter_set(v, "", &e);
	else if (navigate_zoom_back(a, -1))
		return;
	else if (a->in_pane)
		a->in_pane = false;
	else if (a->at > 0)
		navigate_back(a);
	else
		app_say(a, "q quits");
}

/* Requests to open the source of the selected row in an editor. */
static void
request_edit(struct app *a)
{
	const struct source_text *t;
	const struct err *why;
	uint32_t file, line, about;
	const char *path;

	if (!navigate_source_place(a, &file, &line, &about))
		return;
	t = lookup_text(a->ctx.lookup, file, &why);
	if (t == NULL) {
		app_say(a, "%s", why->text);
		return;
	}
	free(a->edit_path);
	path = lookup_side_text(a->ctx.lookup, lookup_path(a->ctx.lookup, file), line);
	if (path == lookup_path(a->ctx.lookup, file))
		path = t->path;
	a->edit_path = mem_text(path, strlen(path));
	a->edit_line = lookup_line_shown(a->ctx.lookup, lookup_path(a->ctx.lookup, file), line);
	a->request = REQUEST_EDIT;
}

/* Returns STEP multiplied by the number typed before the key, but at most the number of rows. */
static int
rows_to_move(const struct app *a, const struct list *l, int step)
{
	uint64_t rows = (uint64_t)step * (a->times > 0 ? a->times : 1);

	return rows < (uint64_t)l->n ? (int)rows : l->n;
}

/* Goes to row NUMBER, counted from 1, or to the last row.  In a source view, goes to line
 * NUMBER. */
static void
move_to_number(struct app *a, uint32_t number)
{
	struct view *v = app_view(a);

	if (v->ops->about_file && lookup_sources(a->ctx.lookup) != NULL)
		view_to_line(v, lookup_line_typed(a->ctx.lookup,
			lookup_path(a->ctx.lookup, v->subject), number));
	else
		list_go(&v->list, number < (uint32_t)v->list.n ? (int)number - 1 : v->list.n - 1);
}

static void
move_cursor(struct app *a, enum action action)
{
	struct view *v = app_view(a);
	struct list *l = &v->list;
	int page = rows_to_move(a, l, l->height > 1 ? l->height - 1 : 1);
	int half = rows_to_move(a, l, l->height > 1 ? l->height / 2 : 1);
	int row = rows_to_move(a, l, 1);

	if (v->ops->picture != NULL) {
		v->ops->picture->move(v, action, a->times);
		return;
	}
	switch (action) {
	case ACT_DOWN: list_move(l, row); break;
	case ACT_UP: list_move(l, -row); break;
	case ACT_PAGE_DOWN: list_scroll(l, page); break;
	case ACT_PAGE_UP: list_scroll(l, -page); break;
	case ACT_HALF_DOWN: list_scroll(l, half); break;
	case ACT_HALF_UP: list_scroll(l, -half); break;
	case ACT_LINE_DOWN: list_slide(l, row); break;
	case ACT_LINE_UP: list_slide(l, -row); break;
	case ACT_FIRST: case ACT_LAST:
		if (a->times > 0)
			move_to_number(a, a->times);
		else
			list_go(l, action == ACT_FIRST ? 0 : l->n - 1);
		break;
	default: assert(false); break;
	}
}

/* Requests to copy the name of the selected row or, if it has no node, its place in the source.  A
 * text that is too long for the message line is also shown in a view of its own. */
static void
request_copy(struct app *a)
{
	struct view *v = app_view(a);
	uint32_t n = view_node(v, view_row(v)), file, line, about;
	char place[SOURCEPLACE_ROOM + 4096];
	static const char sent[] = "sent to the clipboard of the terminal: ";

	if (n == NOBODY && (v->ops->source != NULL || v->ops->about_file)
		&& navigate_source_place(a, &file, &line, &about))
		snprintf(place, sizeof(place), "%s:%u",
			lookup_sources(a->ctx.lookup)->files[file].path, line);
	else if (n == NOBODY) {
		app_say(a, "there is no name in this row to copy");
		return;
	}
	free(a->text);
	/* Spell out control characters.  A newline in a name would end a command if the name were
	 * pasted into a shell. */
	a->text = text_visible(n != NOBODY ? view_context_name(&a->ctx, n) : place);
	a->request = REQUEST_COPY;
	if (text_width(a->text, a->ctx.ascii) + (int)sizeof(sent) > a->width)
		navigate_text_show(a, mem_text(a->text, strlen(a->text)), n);
	app_say(a, "%s%s", sent, a->text);
}

static void
change_mouse(struct app *a)
{
	a->mouse = !a->mouse;
	a->request = REQUEST_MOUSE;
	app_say(a, a->mouse ? "the mouse selects, opens, sorts and scrolls; with Shift it selects text"
		: "the mouse is left to the terminal");
}

/* Opens the prompt for what ACTION needs: a number, a name, a pattern ... */
static void
open_prompt(struct app *a, enum action action, uint32_t key)
{
	struct view *v = app_view(a);

	switch (action) {
	case ACT_INDEX:
		/* KEY is the first digit of the number, unless the user assigned another key to
		 * this action. */
		prompt_open(&a->prompt, ASK_INDEX,
			(char[2]){ key >= '0' && key <= '9' ? (char)key : '\0', '\0' });
		break;
	case ACT_GO: prompt_open(&a->prompt, ASK_GO, ""); break;
	case ACT_SORT: prompt_open(&a->prompt, ASK_SORT, ""); break;
	case ACT_SEARCH: search_begin(a); break;
	case ACT_MARK: prompt_open(&a->prompt, ASK_MARK, ""); break;
	case ACT_GO_MARK: prompt_open(&a->prompt, ASK_GO_MARK, ""); break;
	case ACT_WRITE: prompt_open(&a->prompt, ASK_WRITE, ""); break;
	case ACT_FILTER:
		prompt_open(&a->prompt, ASK_FILTER, v->filter.text != NULL ? v->filter.text : "");
		a->prompt.proposed = v->filter.text != NULL;
		break;
	default: assert(false); break;
	}
}

/* Does M have only one part, and does this part have all samples and all costs? */
static bool
has_one_part(const struct measured *m)
{
	bool all = m->nparts == 1;

	for (uint32_t i = 0; all && i < m->nsamples; i++)
		all = m->samples[i].part != NOBODY;
	for (uint32_t i = 0; all && i < m->ncosts; i++)
		all = m->costs[i].part != NOBODY;
	return all;
}

/* Has P a function that counts calls? */
static bool
has_profiler(const struct profile *p)
{
	uint32_t f = 0;

	while (f < p->nfuncs && !p->funcs[f].is_profiler)
		f++;
	return f < p->nfuncs;
}

/* Idle waits of a recording are an event of their own.  If C shows waits, it shows this event
 * instead; if it shows idle waits, it shows waits again.  Returns whether C was changed. */
static bool
change_idle(const struct measured *m, struct measured_choice *c)
{
	uint32_t idle = m != NULL ? measured_event_named(m, "idle") : NOBODY;
	uint32_t wait = m != NULL ? measured_event_named(m, "wait") : NOBODY;

	if (idle == NOBODY || wait == NOBODY || c->event < wait)
		return false;
	c->event = c->event == idle ? wait : idle;
	return true;
}

/* Shows the time of counting calls or of idle waits, or omits it. */
static void
show_profiler(struct app *a)
{
	struct measured_choice *c = &a->choice;

	if (!change_idle(a->read->profile->measured, c)) {
		if (!has_profiler(a->read->profile)) {
			app_say(a, "the profile has no functions that count calls");
			return;
		}
		c->no_profiler = !c->no_profiler;
	}
	a->request = REQUEST_SHOW;
}

/* Says why ACTION cannot show anything else of M.  Returns false if it can. */
static bool
say_nothing_else(struct app *a, const struct measured *m, enum action action)
{
	if (action == ACT_EVENT && m->nevents == 1)
		app_say(a, "the profile has only this event: %s", m->events[0].name);
	else if (action == ACT_INLINED && !measured_has_frames(m, MEASURED_INLINED))
		app_say(a, "the profile does not tell which functions were inlined");
	else if (action == ACT_INLINED && m->propagate)
		app_say(a, "inlined functions are part of their callers: stacks were not recorded");
	else if (action == ACT_KERNEL && !measured_has_frames(m, MEASURED_KERNEL))
		app_say(a, "the profile has no time in the kernel");
	else if (action == ACT_PART && m->nparts == 0)
		app_say(a, "the profile does not distinguish files, processes and threads");
	else if (action == ACT_PART && has_one_part(m))
		app_say(a, "the profile has only this part: %s %s", m->parts[0].kind,
			m->parts[0].name);
	else
		return false;
	return true;
}

/* Requests to show another event or part of a measured profile, inlined functions, the kernel, or
 * functions that count calls. */
static void
show_other(struct app *a, enum action action)
{
	const struct measured *m = a->read->profile->measured;
	struct measured_choice *c = &a->choice;

	*c = choose_shown(a);
	if (action == ACT_PROFILER) {
		show_profiler(a);
		return;
	}
	if (m == NULL && action != ACT_INLINED) {
		app_say(a, action == ACT_KERNEL ? "a gmon.out has no time in the kernel"
			: "a gmon.out has one event and no parts; profiles of stacks and costs can have "
			"several");
		return;
	}
	if (graph_is_difference(a->read) && (action == ACT_EVENT || action == ACT_PART)) {
		app_say(a, "| shows A or B, where %s chooses %s of both",
			action == ACT_EVENT ? "E" : "P", action == ACT_EVENT ? "an event" : "a part");
		return;
	}
	if (m != NULL && say_nothing_else(a, m, action))
		return;
	a->request = REQUEST_SHOW;
	if (action == ACT_EVENT)
		c->event = (c->event + 1) % m->nevents;
	else if (action == ACT_INLINED && m != NULL)
		c->inlined = !c->inlined;
	else if (action == ACT_KERNEL)
		c->folds_kernel = !c->folds_kernel;
	else if (action == ACT_PART)
		c->part = c->part == NOBODY ? 0 : c->part + 1 < m->nparts ? c->part + 1 : NOBODY;
	for (int i = 0; action == ACT_PART && i < a->nviews; i++)
		a->history[i]->part = c->part;
}

static void
do_exclude_action(struct app *a, enum action action)
{
	switch (action) {
	case ACT_EXCLUDE: exclude_selected(a); break;
	case ACT_UNDO: exclude_undo(a); break;
	case ACT_REDO: exclude_redo(a); break;
	case ACT_BREAK_UP: exclude_break_up_cycle(a); break;
	case ACT_PRINT_EXCLUSIONS: exclude_show_options(a); break;
	default: assert(false); break;
	}
}

static void
go_back(struct app *a)
{
	if (!navigate_zoom_back(a, -1))
		navigate_back(a);
}

static void
go_forward(struct app *a)
{
	if (!navigate_zoom_back(a, 1))
		navigate_forward(a);
}

/* Actions that are done by a function of the browser, and actions that are requests. */
#define ACTIONS_WITH_FUNCTION(X) \
	X(HOTTEST, select_hottest) X(OPEN, navigate_open) X(LEAVE, clear_or_go_back) \
	X(SOURCE, navigate_source_show) X(EDIT, request_edit) X(FIND_SOURCE, find_source_ask) \
	X(EXPLAIN, navigate_text_explain) X(HELP, navigate_text_help) X(PANE, pane_next) \
	X(OTHER_PANE, pane_switch) X(COLORS, display_next_colors) X(UNIT, display_next_unit) \
	X(MANGLED, display_toggle_mangled) X(ALL, display_toggle_all) \
	X(CHANGED, display_toggle_changed) X(COPY, request_copy) X(JOIN, display_join) \
	X(MOUSE, change_mouse) X(FOLD, folding_next) X(FOCUS, focus_selected) \
	X(SEARCH_SAME, search_same) X(LEAVE_VIEW, navigate_views_leave) X(BACK, go_back) \
	X(FORWARD, go_forward)
#define ACTIONS_WITH_REQUEST(X) \
	X(FROM_HERE, REQUEST_FROM_HERE) X(RELOAD, REQUEST_RELOAD) X(REDRAW, REQUEST_REDRAW) \
	X(SUSPEND, REQUEST_SUSPEND)

/* The switch has no "default:", so that the compiler reports a missing action. */
void
app_do(struct app *a, enum action action, uint32_t key)
{
	struct view *v = app_view(a);

	switch (action) {
#define CALL(action, function) case ACT_##action: function(a); break;
#define REQUEST(action, wanted) case ACT_##action: a->request = wanted; break;
	ACTIONS_WITH_FUNCTION(CALL)
	ACTIONS_WITH_REQUEST(REQUEST)
	case ACT_NONE: break;
	case ACT_QUIT: case ACT_STOP: a->request = REQUEST_QUIT; break;
	case ACT_DOWN: case ACT_UP: case ACT_PAGE_DOWN: case ACT_PAGE_UP:
	case ACT_HALF_DOWN: case ACT_HALF_UP: case ACT_FIRST: case ACT_LAST:
	case ACT_LINE_DOWN: case ACT_LINE_UP:
		move_cursor(a, action);
		break;
	case ACT_LEFT: scroll_sideways(a, -SIDEWAYS); break;
	case ACT_RIGHT: scroll_sideways(a, SIDEWAYS); break;
	case ACT_CALLER: navigate_to_hottest(a, true); break;
	case ACT_CALLEE: navigate_to_hottest(a, false); break;
	case ACT_HOT_NEXT: navigate_to_hot(a, 1); break;
	case ACT_HOT_PREVIOUS: navigate_to_hot(a, -1); break;
	case ACT_FUNCTIONS: case ACT_CALLS: case ACT_CYCLES: case ACT_TREE:
	case ACT_CALLERS_TREE: case ACT_LINES: case ACT_FILES: case ACT_BY_FILE:
	case ACT_NOTES: case ACT_CHECK: case ACT_SIDE: case ACT_ICICLE: case ACT_THREADS:
		navigate_views_show(a, action);
		break;
	case ACT_SORT_NEXT: display_sort(a, view_sort_next_column(v), false); break;
	case ACT_REVERSE: display_sort(a, v->sort, !v->reverse); break;
	case ACT_EXPAND: case ACT_COLLAPSE: case ACT_TOGGLE: case ACT_EXPAND_ALL:
		unfold(a, action);
		break;
	case ACT_INDEX: case ACT_GO: case ACT_SORT: case ACT_SEARCH: case ACT_FILTER:
	case ACT_MARK: case ACT_GO_MARK: case ACT_WRITE:
		open_prompt(a, action, key);
		break;
	case ACT_EVENT: case ACT_PART: case ACT_INLINED: case ACT_KERNEL: case ACT_PROFILER:
		show_other(a, action);
		break;
	case ACT_EXCLUDE: case ACT_UNDO: case ACT_REDO: case ACT_BREAK_UP:
	case ACT_PRINT_EXCLUSIONS:
		do_exclude_action(a, action);
		break;
	case ACT_SPAN: case ACT_FREEZE: case ACT_BEGIN: case ACT_HALT: case ACT_RESET:
	case ACT_DUMP:
		live_do(a, action);
		break;
	case ACT_NEXT: search_again(a, 1); break;
	case ACT_PREVIOUS: search_again(a, -1); break;
	}
}
