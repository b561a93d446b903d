/* navigate_text.c - showing pages of text: an explained row, the help, exclusions as options
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
navigate_text_show(struct app *a, char *text, uint32_t about)
{
	struct view *v = navigate_to(a, &explain_view, about, NOBODY);

	v->explanation = text;
	view_fill(v);
}

/* Returns the explanation of the selected row of V, to be free()d.  Returns NULL if the work was
 * stopped. */
static char *
row_explanation(const struct view *v)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = mem_stream(&text, &n);

	view_context_estimate_again(v->ctx);
	v->ops->explain(v, view_row(v), out);
	mem_close(out);
	if (!v->ctx->stopped)
		return text;
	free(text);
	return NULL;
}

void
navigate_text_explain(struct app *a)
{
	struct view *v = app_view(a);
	bool in_pane = a->in_pane;
	char *text;

	if (view_row(v) == NULL || v->ops->explain == NULL)
		return;
	text = row_explanation(v);
	if (text == NULL)
		return;
	navigate_text_show(a, text, view_node(v, view_row(v)));
	app_view(a)->explains = in_pane ? EXPLAINS_OTHER : EXPLAINS_ROW;
}

void
navigate_text_update(struct app *a)
{
	struct view *v = a->history[a->at], *before = a->at > 0 ? a->history[a->at - 1] : NULL;
	char *text = NULL;

	if (v->ops != &explain_view)
		return;
	if (v->explains == EXPLAINS_EXCLUSIONS)
		text = exclude_options_text(&a->exclusions);
	else if (v->explains == EXPLAINS_ROW && before != NULL && before->ops->explain != NULL
		&& ((!before->forgotten && before->changes == a->ctx.changes)
			|| view_fill(before)) && view_row(before) != NULL)
		text = row_explanation(before);
	if (text == NULL)
		return;
	free(v->explanation);
	v->explanation = text;
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
	/* Select the first line, a heading.  If the first key were selected, the heading would be
	 * out of sight. */
	list_go(&help->list, 0);
}
