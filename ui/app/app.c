/* app.c - the browser: opening it, and what each key or event does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/app.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/completing.h"
#include "app/exclude.h"
#include "app/folding.h"
#include "app/mouse.h"
#include "app/navigate.h"
#include "app/navigate_source.h"
#include "app/pane.h"
#include "app/prompt_actions.h"
#include "base/mem.h"
#include "screen/keymap.h"
#include "views/views.h"

enum { FIRST_WIDTH = 80, FIRST_HEIGHT = 24 };

struct view *
app_view(const struct app *a)
{
	assert(0 <= a->at && a->at < a->nviews && a->nviews <= MOST_VIEWS);
	assert(!a->in_pane || a->pane != NULL);
	return a->in_pane ? a->pane : a->history[a->at];
}

void
app_say(struct app *a, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(a->message, sizeof(a->message), format, args);
	va_end(args);
}

/* Are most samples of P in code without a symbol?  Returns false if P has no samples in bins. */
static bool
is_unnamed(const struct profile *p)
{
	double unnamed = 0;

	for (uint32_t f = 0; f < p->nticks; f++)
		if (p->funcs[f].kind == FUNC_UNKNOWN)
			unnamed += p->ticks[f];
	return unnamed > p->total / 2;
}

void
app_open_figures(struct app *a, const struct graph *g, struct names *names, struct lookup *lookup,
	bool ascii)
{
	view_context_open(&a->ctx, g, names, ascii);
	exclusions_open(&a->exclusions, g);
	a->read = g;
	a->ctx.exclusions = &a->exclusions;
	a->ctx.lookup = lookup;
	a->history = mem_new(MOST_VIEWS, sizeof(*a->history));
	a->nviews = a->at = 0;
	a->pane = NULL;
	a->in_pane = false;
	a->folding = NULL;
	memset(a->marks, 0, sizeof(a->marks));
}

void
app_open(struct app *a, const struct graph *g, struct names *names, struct lookup *lookup,
	bool ascii)
{
	*a = (struct app){ .width = FIRST_WIDTH, .height = FIRST_HEIGHT };
	app_open_figures(a, g, names, lookup, ascii);
	a->prompt.completed = NOBODY;
	a->mouse = true;
	navigate_to(a, &functions_view, NOBODY, NOBODY);
	if (g->profile->wrong_image)
		app_say(a, "this is not the image that was run: figures are wrong; ! explains why");
	else if (is_unnamed(g->profile))
		app_say(a, "most samples are in code without a symbol: the image may be another one, or "
			"stripped; ! explains why");
}

void
app_release_figures(struct app *a)
{
	while (a->nviews > 0)
		view_free(a->history[--a->nviews]);
	free(a->history);
	pane_free(a);
	for (int i = 0; i < MARKS; i++)
		free(a->marks[i].around.v);
	view_context_release(&a->ctx);
	exclusions_release(&a->exclusions);
	folding_free(a->folding);
}

void
app_release(struct app *a)
{
	app_release_figures(a);
	free(a->edit_path);
	free(a->text);
	free(a->search_before);
	free(a->last_pattern);
	prompt_close(&a->prompt);
	completing_end(a);
	exclude_forget_proposal(a);
}

void
app_resize(struct app *a, int width, int height)
{
	a->width = width;
	a->height = height;
	view_resize(a->history[a->at], width, height);
	if (!pane_fits(a))
		a->in_pane = false;
}

/* Tells the user if the work of the last key was stopped or failed. */
static void
report_work(struct app *a)
{
	struct lookup *lookup = a->ctx.lookup;
	struct stop *stop = a->ctx.stop;

	if (a->ctx.stopped) {
		a->stopped = true;
		app_say(a, "stopped: nothing has changed");
	}
	if (lookup != NULL && lookup->stopped) {
		/* Go back from views that need the debug information.  Filling such a view would
		 * begin to read the debug information again.  Going back cannot be stopped,
		 * because the user meant to stop only the reading. */
		a->ctx.stop = NULL;
		a->ctx.stopped = false;
		pane_close(a);
		while (a->at > 0 && app_view(a)->ops->info->needs_lookup)
			navigate_back(a);
		a->ctx.stop = stop;
		lookup->stopped = false;
		a->stopped = true;
		app_say(a, "stopped");
	} else if (lookup != NULL && !lookup->trouble_told && lookup->trouble.kind != ERR_NONE) {
		lookup->trouble_told = true;
		app_say(a, "no counts: %s", lookup->trouble.text);
	} else if (lookup != NULL && !lookup->truncation_told && lookup_truncated(lookup) != NULL) {
		lookup->truncation_told = true;
		app_say(a, "%s: " CALLSITES_TRUNCATED, lookup_truncated(lookup));
	}
}

void
app_act(struct app *a, enum action action, uint32_t key)
{
	if (action != ACT_BREAK_UP)
		exclude_forget_proposal(a);
	app_do(a, action, key);
}

static void
handle_key(struct app *a, uint32_t key)
{
	const struct binding *b;
	bool counting = a->counting.view != NULL;

	a->request = REQUEST_NOTHING;
	a->stopped = a->ctx.stopped = false;
	/* Reset the progress display, which still counts earlier work. */
	stop_end(a->ctx.stop);
	if (key == KEY_TICK)
		return;
	a->counting.view = NULL;
	if ((key & KEY_SIZE) != 0) {
		app_resize(a, key_width(key), key_height(key));
		return;
	}
	a->message[0] = '\0';
	if (counting && key == KEY_CTRL('c')) {
		app_say(a, "stopped: matches are not counted");
		return;
	}
	if ((key & KEY_POINTER) != 0) {
		if (a->prompt.question == ASK_NOTHING)
			mouse_key(a, key);
		return;
	}
	if (a->prompt.question != ASK_NOTHING) {
		prompt_actions_key(a, key);
		return;
	}
	b = keymap_binding(a->ctx.keymap, app_view(a)->ops->info->where,
		key == '\n' ? KEY_RETURN : key);
	app_act(a, b != NULL ? b->action : ACT_NONE, key);
	if (b == NULL)
		app_say(a, "this key does nothing here; ? lists the keys");
}

void
app_key(struct app *a, uint32_t key)
{
	const struct view *v = app_view(a);
	int row = v->list.cursor;

	if (a->ctx.lookup != NULL)
		a->ctx.lookup->may_open = true;
	handle_key(a, key);
	if (app_view(a) == v && v->ops->about_file && v->list.cursor != row)
		navigate_source_follow(app_view(a));
	pane_follow(a);
	report_work(a);
}
