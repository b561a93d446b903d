/* marks.c - places to come back to.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "app.h"

/* 'a' to 'z', and the quote for where one was before going to a mark; < 0: no mark. */
static int
mark_number(uint32_t key)
{
	if (key >= 'a' && key <= 'z')
		return (int)(key - 'a');
	return key == '\'' ? MARKS - 1 : -1;
}

static void
set(struct app *a, int number)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);

	a->marks[number] = (struct mark){ .ops = v->ops, .subject = v->subject,
		.about = v->about, .node = view_node(v, r),
		.line = v->ops == &source_view && r ? r->thing : 0 };
}

void
marks_set(struct app *a, uint32_t key)
{
	int number = mark_number(key);

	if (number < 0) {
		app_say(a, "marks are called a to z");
		return;
	}
	if (app_view(a)->ops == &help_view || app_view(a)->ops == &explain_view) {
		app_say(a, "this view cannot be marked");
		return;
	}
	set(a, number);
	app_say(a, "marked; '%c comes back here", (char)key);
}

void
marks_go(struct app *a, uint32_t key)
{
	int number = mark_number(key);
	struct mark m;
	struct view *v;

	if (number < 0 || !a->marks[number].ops) {
		app_say(a, number < 0 ? "marks are called a to z"
			: "nothing was marked so; m and a letter mark");
		return;
	}
	m = a->marks[number];
	set(a, MARKS - 1);
	if (m.ops == &source_view) {
		walk_to_line(a, m.subject, m.line, m.about);
		return;
	}
	v = app_view(a);
	if (v->ops != m.ops || v->subject != m.subject)
		v = walk_to(a, m.ops, m.subject, NOBODY);
	if (v && m.node != NOBODY)
		view_select(v, m.node);
}
