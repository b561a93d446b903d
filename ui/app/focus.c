/* focus.c - showing only stacks through functions that the user has chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/focus.h"

#include <stdlib.h>
#include <string.h>

#include "app/copyview.h"
#include "app/exclude_apply.h"
#include "app/navigate.h"
#include "base/mem.h"

bool
focus_show(struct app *a, int at)
{
	uint32_t foci = a->exclusions.nfoci;
	int shown = a->at;
	bool done;

	a->at = at;
	a->exclusions.nfoci = a->history[at]->nfoci;
	done = exclude_apply(a, a->exclusions.now.base);
	a->at = shown;
	if (!done)
		a->exclusions.nfoci = foci;
	return done;
}

/* Puts the first NFOCI foci in force, in a new view of the history.  Returns false if the work was
 * stopped; then nothing has changed. */
static bool
show_foci(struct app *a, uint32_t nfoci)
{
	struct view *v = a->history[a->at], *before = copyview_like(a, v);
	uint32_t was = v->nfoci;

	v->nfoci = nfoci;
	if (!focus_show(a, a->at)) {
		v->nfoci = was;
		view_free(before);
		return false;
	}
	/* The view that was filled becomes the new one.  Going back fills the old one. */
	a->history[a->at] = before;
	navigate_append(a, v);
	return true;
}

bool
focus_on(struct app *a, const uint32_t *funcs, uint32_t n)
{
	if (!profile_has(a->read->profile, HAS_STACKS)) {
		app_say(a, "only stacks tell which time was spent through a function: gprowse record "
			"records them");
		return false;
	}
	if (!exclusions_add_focus(&a->exclusions, funcs, n)) {
		app_say(a, "there are %d foci already; < goes back to fewer", MOST_FOCI);
		return false;
	}
	return show_foci(a, a->exclusions.nfoci + 1);
}

/* Is the last focus in force on the N functions FUNCS? */
static bool
is_last(const struct exclusions *c, const uint32_t *funcs, uint32_t n)
{
	const struct focus *last = c->nfoci > 0 ? &c->foci[c->nfoci - 1] : NULL;

	return last != NULL && last->n == n
		&& memcmp(last->funcs, funcs, n * sizeof(*funcs)) == 0;
}

/* Sets FUNCS to the functions as read that are shown as node N.  Returns their number. */
static uint32_t
functions_of(const struct app *a, uint32_t n, uint32_t *funcs)
{
	uint32_t count = 0;

	for (uint32_t f = 0; f < a->read->profile->nfuncs; f++)
		if (view_context_node_of(&a->ctx, f) == n)
			funcs[count++] = f;
	return count;
}

void
focus_selected(struct app *a)
{
	uint32_t node = navigate_selected_node(app_view(a)), n, *funcs;
	const struct exclusions *c = &a->exclusions;

	if (node == NOBODY || view_context_is_cycle(&a->ctx, node)) {
		app_say(a, "no function is selected");
		return;
	}
	funcs = mem_new(a->read->profile->nfuncs, sizeof(*funcs));
	n = functions_of(a, node, funcs);
	if (is_last(c, funcs, n)) {
		if (show_foci(a, c->nfoci - 1))
			app_say(a, c->nfoci > 0 ? "stacks without %s again" : "all stacks",
				view_context_name(&a->ctx, node));
	} else if (focus_on(a, funcs, n)) {
		app_say(a, "only stacks through %s; < goes back",
			view_context_name(&a->ctx, node));
	}
	free(funcs);
}
