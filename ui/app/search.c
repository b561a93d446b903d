/* search.c - searching the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/view_find.h"

enum {
	NEAR = 20000,			/* greatest number of rows that are searched while the
					 * pattern is typed */
	COUNTED_AT_ONCE = 50000,	/* in views of at most this number of rows, matches are
					 * counted at once */
	COUNTED_WHEN_IDLE = 2000,	/* rows that are searched before looking for the next key */
};

/* Counts matches in up to MOST more rows.  After the last row, tells the user the number of
 * matches. */
static void
count_matches(struct app *a, int most)
{
	struct counting *c = &a->counting;
	struct view *v = c->view;
	char part[FIGURE];
	double found;

	if (view_find_count(v, &c->tally, most))
		return;
	c->view = NULL;
	if (v->ops->picture == NULL) {
		app_say(a, "%s%s%d of %d rows that match", c->lead, *c->lead ? "; " : "",
			c->tally.before + 1, c->tally.n);
		return;
	}
	found = v->ops->picture->found_part(v);
	if (found < 0) {
		/* Only counting was stopped.  The search is done, and its match is selected. */
		a->ctx.stopped = false;
		a->stopped = true;
		app_say(a, "stopped: matches are not counted");
		return;
	}
	figure_percent(part, found, 1, 1);
	app_say(a, "%s%s%d of %d boxes that match; stacks with a match have %s %% of %s %s%s", c->lead,
		*c->lead ? "; " : "", c->tally.before + 1, c->tally.n, part,
		v->filter.text != NULL ? "the" : "all", figure_what(&a->ctx.scale),
		v->filter.text != NULL ? " that the filter keeps" : "");
}

bool
search_idle(struct app *a)
{
	if (a->counting.view == NULL)
		return false;
	count_matches(a, COUNTED_WHEN_IDLE);
	return true;
}

/* Selects the first match from row FROM on, going forward (STEP 1) or backward (STEP -1).  Counts
 * the matches of a view with few rows, or begins to count them. */
static void
select_match(struct app *a, int from, int step)
{
	struct view *v = app_view(a);
	bool wrapped;
	int at = view_find_next(v, from, step, &wrapped);

	if (at < 0) {
		app_say(a, "no row matches %s", v->pattern.text);
		return;
	}
	list_go(&v->list, at);
	a->counting = (struct counting){ .view = v, .tally.hit = at, .lead = !wrapped ? ""
		: step > 0 ? "continued from the first row"
		: "continued from the last row" };
	if (wrapped)
		app_say(a, "%s", a->counting.lead);
	if (v->rows.n <= COUNTED_AT_ONCE)
		count_matches(a, COUNTED_AT_ONCE);
}

void
search_again(struct app *a, int step)
{
	struct view *v = app_view(a);
	const struct list before = v->list;
	uint32_t n = a->times, i;
	int at, first = -1;
	bool wrapped;

	if (v->pattern.text == NULL) {
		app_say(a, "there is no pattern yet; / asks for one");
		return;
	}
	for (i = 1; i < n && !a->ctx.stopped; i++) {
		at = view_find_next(v, v->list.cursor + step, step, &wrapped);
		if (at < 0)
			break;
		list_go(&v->list, at);
		/* The search is at its first match again, so there are i - 1 matches.  Skip whole
		 * rounds through all matches. */
		if (at == first)
			n = i + 1 + (n - i - 1) % (i - 1);
		else if (first < 0)
			first = at;
	}
	if (a->ctx.stopped)
		list_return(&v->list, &before);
	else
		select_match(a, v->list.cursor + step, step);
}

void
search_along(struct app *a)
{
	struct view *v = app_view(a);
	struct err e;
	bool wrapped;
	int at;

	list_return(&v->list, &a->search_from);
	if (!view_find_set_pattern(v, a->prompt.text, &e) || v->pattern.text == NULL)
		return;
	at = view_find_near(v, v->list.cursor, 1, NEAR, &wrapped);
	if (at >= 0)
		list_go(&v->list, at);
}

void
search_begin(struct app *a)
{
	struct view *v = app_view(a);

	prompt_open(&a->prompt, ASK_SEARCH, "");
	a->search_from = v->list;
	free(a->search_before);
	a->search_before = v->pattern.text != NULL
		? mem_text(v->pattern.text, strlen(v->pattern.text)) : NULL;
}

void
search_same(struct app *a)
{
	struct view *v = app_view(a);
	uint32_t n = view_node(v, view_row(v));
	const char *name = n != NOBODY ? view_context_name(&a->ctx, n) : "";
	char *text = mem_new(2 * strlen(name) + 3, 1);
	size_t length = 0;
	struct err e;

	if (n == NOBODY) {
		app_say(a, "no function is selected");
		free(text);
		return;
	}
	text[length++] = '^';
	for (; *name != '\0'; name++) {
		if (strchr("\\[](){}.|^$*+?", *name) != NULL)
			text[length++] = '\\';
		text[length++] = *name;
	}
	text[length] = '$';
	if (!view_find_set_pattern(v, text, &e))
		app_say(a, "%s", e.text);
	else
		select_match(a, v->list.cursor, 1);
	free(text);
}

void
search_give_up(struct app *a)
{
	struct view *v = app_view(a);
	struct err e;

	list_return(&v->list, &a->search_from);
	view_find_set_pattern(v, a->search_before != NULL ? a->search_before : "", &e);
}

void
search_for(struct app *a, const char *text)
{
	struct view *v = app_view(a);
	const char *last = a->search_before != NULL ? a->search_before : a->last_pattern;
	bool again = *text == '\0' && last != NULL;
	struct err e;

	list_return(&v->list, &a->search_from);
	if (!view_find_set_pattern(v, again ? last : text, &e))
		app_say(a, "%s", e.text);
	else if (v->pattern.text != NULL)
		select_match(a, v->list.cursor + again, 1);
}
