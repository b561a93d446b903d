/* session.c - the browser over a loaded profile, and the profiles that it shows later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session.h"

#include <stdlib.h>

#include "app/defaults.h"
#include "app/display.h"
#include "app/focus.h"
#include "base/mem.h"
#include "cli/focus_options.h"
#include "session_choice.h"
#include "session_compare.h"
#include "session_live.h"
#include "session_read.h"
#include "session_show.h"

/* Opens the browser of S, as its input says. */
static void
open_browser(struct session *s, bool ascii, struct stop *stop)
{
	const struct view_input *in = &s->input;
	struct loaded *shown = view_input_shown(in);

	s->lookup = session_show_lookup(s, stop);
	app_open(&s->app, shown->graph, &shown->names, s->lookup, ascii);
	if (in->all)
		display_show_all(&s->app, true);
	s->app.ctx.stop = stop;
	s->app.ctx.has_color = in->color;
	s->app.ctx.check = session_show_check(in->loaded);
	view_input_compare(&s->app.ctx, in);
	s->app.ctx.keymap = in->keymap;
	s->app.mouse = in->mouse;
	s->app.home = getenv("HOME");
	if (in->defaults != NULL)
		defaults_apply(&s->app, in->defaults);
}

/* Shows what --focus of O asks for, one focus after the other, so that the user can go back. */
static void
focus_as_options(struct app *a, const struct options *o)
{
	uint32_t *funcs = mem_new(a->read->profile->nfuncs, sizeof(*funcs)), n;
	struct err e;

	for (size_t i = 0; i < o->nfoci; i++) {
		if (!focus_options_find(&a->ctx, o->foci[i], funcs, &n, &e)) {
			app_say(a, "%s", e.text);
			break;
		}
		if (!focus_on(a, funcs, n))
			break;
	}
	free(funcs);
}

struct session *
session_open(struct view_input *in, bool ascii, struct stop *stop)
{
	struct session *s = mem_new(1, sizeof(*s));

	s->input = *in;
	if (in->options != NULL)
		s->division = in->options->profile.division;
	in->loaded = NULL;
	open_browser(s, ascii, stop);
	if (in->live != NULL)
		s->app.live = *in->live;
	live_measure(&s->app);
	if (in->options != NULL)
		focus_as_options(&s->app, in->options);
	if (s->app.ctx.check == NULL && s->app.ctx.comparison == NULL)
		return s;
	app_do(&s->app, ACT_CHECK, 0);
	list_go(&app_view(&s->app)->list, 0);
	return s;
}

void
session_close(struct session *s)
{
	app_release(&s->app);
	session_show_free(s->lookup);
	loaded_free(s->input.loaded);
	if (s->from != NULL)
		loaded_free(s->from);
	for (size_t i = s->nborrowed; i < s->nrenames; i++)
		rename_release(&s->renames[i]);
	free(s->renames);
	free(s);
}

void
session_watch(struct session *s)
{
	struct loaded *before = s->input.loaded;

	if (!s->input.options->compare.is_wanted)
		session_compare_begin(s);
	session_read_again(s);
	if (s->input.loaded == before)
		/* The files cannot be read: wait until they change again. */
		for (size_t i = 0; i < before->nstamps; i++)
			loaded_stamp_again(&before->stamps[i]);
	else if (s->input.loaded->before != NULL)
		app_say(&s->app, "read again; d compares with the run before, | shows its sides");
}

void
session_do_request(struct session *s)
{
	switch (s->app.request) {
	case REQUEST_RELOAD: session_read_again(s); break;
	case REQUEST_DIVIDE: session_read_divided(s); break;
	case REQUEST_SHOW: session_choice_show(s); break;
	case REQUEST_JOIN: session_compare_join(s); break;
	case REQUEST_FROM_HERE: session_compare_begin(s); break;
	case REQUEST_SIDE: session_compare_side(s); break;
	case REQUEST_LIVE: session_live_begin(s, true); break;
	case REQUEST_CONTROL: session_live_control(s); break;
	default: break;
	}
}
