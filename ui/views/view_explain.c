/* view_explain.c - the view that explains a row of another view in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/arena.h"
#include "columns/cells.h"
#include "table/wrap.h"
#include "views/views.h"

static const struct column columns[] = {
	{ .title = "in words", .left = true, .rest = true, .cell = cell_text_line },
};

static void
fill(struct view *v)
{
	const char *at = v->explanation != NULL ? v->explanation : "";
	size_t n;
	bool first = true;

	while (*at) {
		n = strcspn(at, "\n");
		wrap_paragraph(v, arena_text(&v->text, at, n), NOBODY, first ? 0 : 2,
			first ? STYLE_SELF : STYLE_TEXT);
		at += n + (at[n] == '\n');
		first = n == 0;
	}
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	(void)r;
	*f = (struct cost){ .node = v->subject };
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	(void)r;
	if (v->subject == NOBODY)
		return (struct target){ .goal = GOAL_NONE, .why = "nothing to go to" };
	return (struct target){ .goal = GOAL_CALLS, .node = v->subject };
}

/* Adds the first line of TEXT, such as "/src/main.c, line 7", to the title without the directory. */
static void
add_place(const char *text, struct title *t)
{
	size_t n = strcspn(text, "\n"), end = n;

	while (n > 0 && text[n - 1] != '/')
		n--;
	title_add(t, 1, "about %.*s", (int)(end - n), text + n);
}

static void
title(const struct view *v, struct title *t)
{
	title_profiles(t, v->ctx, true);
	if (v->subject != NOBODY)
		title_node(t, 1, "about ", v->subject);
	else if (v->explains == EXPLAINS_EXCLUSIONS)
		title_add(t, 1, "exclusions");
	else if (v->explanation != NULL && *v->explanation == '/')
		add_place(v->explanation, t);
}

const struct view_ops explain_view = {
	.info = VIEW_INFO(explain_view),
	.columns = columns,
	.ncolumns = 1,
	.sort = -1,
	.is_text = true,
	.is_made_later = true,
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.title = title,
};
