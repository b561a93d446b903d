/* navigate_text.c - pages of text: a row explained, the help, excluded functions as options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/navigate_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "app/exclude_options.h"
#include "app/navigate.h"
#include "base/mem.h"
#include "views/views.h"

void
navigate_text_show(struct app *a, char *story, uint32_t about)
{
	struct view *words = navigate_to(a, &explain_view, about, NOBODY);

	words->story = story;
	view_fill(words);
}

/* Returns the explanation of the selected row of V, to be free()d. */
static char *
story_of(const struct view *v)
{
	char *story = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&story, &n);

	v->ops->explain(v, view_row(v), out);
	mem_close(out);
	return story;
}

void
navigate_text_explain(struct app *a)
{
	struct view *v = app_view(a);
	bool in_pane = a->in_pane;

	if (view_row(v) == NULL || v->ops->explain == NULL)
		return;
	navigate_text_show(a, story_of(v), view_node(v, view_row(v)));
	app_view(a)->telling = in_pane ? TELLS_TEXT : TELLS_ROW;
}

void
navigate_text_update(struct app *a)
{
	struct view *v = a->history[a->at], *before = a->at > 0 ? a->history[a->at - 1] : NULL;
	char *story = NULL;

	if (v->ops != &explain_view)
		return;
	if (v->telling == TELLS_EXCLUSIONS)
		story = exclude_options_text(&a->exclusions);
	else if (v->telling == TELLS_ROW && before != NULL && before->ops->explain != NULL
		&& ((!before->forgotten && before->changes == a->ctx.changes)
			|| view_fill(before)) && view_row(before) != NULL)
		story = story_of(before);
	if (story == NULL)
		return;
	free(v->story);
	v->story = story;
	view_fill(v);
}

void
navigate_text_help(struct app *a)
{
	struct view *v = app_view(a), *help;

	if (v->ops == &help_view)
		return;
	help = navigate_to(a, &help_view, NOBODY, NOBODY);
	help->help_of = v->ops->info;
	view_fill(help);
	/* Not view_select(): the first line is a heading, and it must be seen. */
	list_go(&help->list, 0);
}
