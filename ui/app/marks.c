/* marks.c - marks: places to return to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/marks.h"

#include <assert.h>
#include <stdlib.h>

#include "app/navigate.h"
#include "app/navigate_source.h"
#include "table/view_identity.h"

/* Returns the index of the mark that KEY names, or -1 if KEY names none. */
static int
mark_number(uint32_t key)
{
	if (key >= 'a' && key <= 'z')
		return (int)(key - 'a');
	return key == '\'' ? MARKS - 1 : -1;
}

/* Returns node N or, if N is a cycle, one of its members.  *IS_CYCLE says whether N is a cycle. */
static uint32_t
function_of_node(const struct app *a, uint32_t n, bool *is_cycle)
{
	const struct graph *g = a->ctx.graph;

	*is_cycle = n != NOBODY && view_context_is_cycle(&a->ctx, n);
	return *is_cycle ? g->members[g->member_at[n - g->nfuncs]] : n;
}

/* Reverses function_of_node(): returns the node that shows function F or, if IS_CYCLE is set, the
 * cycle that contains F now. */
static uint32_t
node_of_function(const struct app *a, uint32_t f, bool is_cycle)
{
	f = f == NOBODY ? NOBODY : view_context_node_of(&a->ctx, f);
	return is_cycle ? graph_cycle_or_self(a->ctx.graph, f) : f;
}

static void
set_mark(struct app *a, int number)
{
	struct view *v = app_view(a);
	struct mark m = { .ops = v->ops, .row = view_identity(v) };

	assert(number >= 0 && number < MARKS);
	if (v->ops->about_file) {
		navigate_source_place(a, &m.subject, &m.line, &m.about);
		m.node = NOBODY;
	} else {
		m.about = NOBODY;
		m.node = function_of_node(a, view_node(v, view_row(v)), &m.on_cycle);
		m.subject = function_of_node(a, v->subject, &m.of_cycle);
	}
	view_identity_save_open_around(v, &m.around);
	free(a->marks[number].around.v);
	a->marks[number] = m;
}

void
marks_set(struct app *a, uint32_t key)
{
	int number = mark_number(key);

	if (number < 0) {
		app_say(a, "a mark is a letter from a to z");
		return;
	}
	set_mark(a, number);
	app_say(a, "marked; '%c comes back here", (char)key);
}

void
marks_go(struct app *a, uint32_t key)
{
	int number = mark_number(key);
	struct open_rows around;
	struct mark m;
	struct view *v;

	if (number < 0 || a->marks[number].ops == NULL) {
		app_say(a, number < 0 ? "a mark is a letter from a to z"
			: "no such mark; m and a letter sets one");
		return;
	}
	m = a->marks[number];
	around = view_identity_copy_open(&m.around);
	set_mark(a, MARKS - 1);
	if (m.ops->about_file) {
		free(around.v);
		navigate_source_line(a, m.subject, m.line, m.about);
		return;
	}
	m.subject = node_of_function(a, m.subject, m.of_cycle);
	m.node = node_of_function(a, m.node, m.on_cycle);
	v = app_view(a);
	if (v->ops != m.ops || v->subject != m.subject)
		v = navigate_to(a, m.ops, m.subject, NOBODY);
	if (v != NULL && around.n > 0) {
		view_identity_restore_open(v, &around);
		list_set(&v->list, (int)v->rows.n, v->list.height);
	}
	free(around.v);
	if (v != NULL && !view_identity_select(v, m.row) && m.node != NOBODY)
		view_select(v, m.node);
}
