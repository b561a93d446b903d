/* walk.c - moving between views.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum { MOST_VIEWS = 200 };

/* Make view AT of the history the one that is shown. */
static void
show(struct app *a, int at)
{
	struct view *v;

	view_forget(app_view(a));
	a->at = at;
	v = app_view(a);
	view_resize(v, a->width, a->height);
	if (v->forgotten || v->all != a->scene.all)
		view_fill(v);
}

struct view *
walk_to(struct app *a, const struct view_ops *ops, uint32_t subject, uint32_t select)
{
	struct view *v = view_new(ops, &a->scene, subject, a->width, a->height);

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
		view_forget(app_view(a));
	a->history[a->nviews] = v;
	a->at = a->nviews++;
	if (ops != &explain_view && ops != &help_view) {
		view_fill(v);
		if (select != NOBODY)
			view_select(v, select);
	}
	return v;
}

void
walk_to_calls(struct app *a, uint32_t n)
{
	struct view *v = app_view(a);
	struct facts f;
	size_t i;

	if (n == NOBODY)
		return;
	if (v->ops == &calls_view && v->subject == n) {
		view_select(v, n);
		return;
	}
	v = walk_to(a, &calls_view, n, NOBODY);
	/* On itself: the hottest caller is above, the hottest callee below. */
	for (i = 0; i < v->rows.n; i++)
		if (v->ops->facts(v, &v->rows.v[i], &f) && f.subject)
			list_center(&v->list, (int)i);
}

void
walk_back(struct app *a)
{
	if (a->at == 0)
		app_say(a, "this is where you started; q quits");
	else
		show(a, a->at - 1);
}

void
walk_forward(struct app *a)
{
	if (a->at + 1 == a->nviews)
		app_say(a, "you have not been any further");
	else
		show(a, a->at + 1);
}

void
walk_to_node(struct app *a, uint32_t n)
{
	struct view *v = app_view(a);

	if (v->ops == &calls_view || (v->ops != &functions_view && v->ops != &cycles_view)) {
		walk_to_calls(a, n);
		return;
	}
	if (view_select(v, n))
		return;
	if (v->ops == &functions_view && !scene_is_cycle(&a->scene, n) && !a->scene.all) {
		a->scene.all = true;
		view_fill(v);
		view_select(v, n);
		app_say(a, "this row has neither time nor calls: now all rows are shown");
		return;
	}
	walk_to_calls(a, n);
}

void
walk_explain(struct app *a)
{
	struct view *v = app_view(a), *words;
	const struct row *r = view_row(v);
	char *story = NULL;
	size_t n = 0;
	FILE *out;

	if (!r || !v->ops->explain)
		return;
	out = open_memstream(&story, &n);
	if (!out)
		return;
	v->ops->explain(v, r, out);
	fclose(out);
	words = walk_to(a, &explain_view, view_node(v, r), NOBODY);
	words->story = story;
	view_fill(words);
}

void
walk_help(struct app *a)
{
	struct view *v = app_view(a), *help;
	unsigned where = v->ops->where;

	if (v->ops == &help_view)
		return;
	help = walk_to(a, &help_view, NOBODY, NOBODY);
	help->back_where = where;
	view_fill(help);
	/* The first line is a heading. */
	list_go(&help->list, 0);
}

void
walk_open(struct app *a)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);
	struct target t;

	if (!r)
		return;
	t = v->ops->target(v, r);
	switch (t.goal) {
	case GOAL_NONE:
		app_say(a, "%s", t.why);
		break;
	case GOAL_CALLS:
		walk_to_calls(a, t.node);
		break;
	case GOAL_EXPLAIN:
		walk_explain(a);
		break;
	case GOAL_ACTION:
		walk_back(a);
		app_do(a, t.action, 0);
		break;
	}
}

void
walk_to_hottest(struct app *a, bool callers)
{
	struct view *v = app_view(a);
	uint32_t n = v->ops == &calls_view ? v->subject : view_node(v, view_row(v));
	uint32_t other = scene_hottest(&a->scene, n, callers);

	if (other == NOBODY)
		app_say(a, callers ? "no caller of it is known" : "it calls nothing that is known");
	else
		walk_to_calls(a, other);
}
