/* session.c - the browser over a loaded profile, and its replacement by one over another profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/choose.h"
#include "app/defaults.h"
#include "app/display.h"
#include "app/focus.h"
#include "app/prompt_actions.h"
#include "app/reload.h"
#include "base/mem.h"
#include "cli/focus_options.h"
#include "cli/loaded_check.h"
#include "follow.h"
#include "io/clock.h"
#include "measured/measured.h"
#include "profile/inlining.h"

enum { MISSING_ROOM = 128 };		/* bytes for the names of an event and a part */

static const double quiet = 3;		/* so many seconds after the last key, the figures of a
					 * running program are sorted again at each read */

/* Returns a browser over LOADED, which the browser owns. */
static struct session *
open_over(const struct view_input *in, struct loaded *loaded, bool ascii, struct stop *stop)
{
	struct session *s = mem_new(1, sizeof(*s));

	s->input = *in;
	s->input.loaded = loaded;
	view_input_lookup(&s->lookup, &s->input);
	s->lookup.stop = stop;
	app_open(&s->app, &s->input.loaded->graph, &s->input.loaded->names, &s->lookup, ascii);
	if (in->all)
		display_show_all(&s->app, true);
	s->app.ctx.stop = stop;
	s->app.ctx.has_color = in->color;
	if (s->input.loaded->known != NULL)
		s->app.ctx.check = &s->input.loaded->known->check;
	s->app.ctx.keymap = in->keymap;
	s->app.mouse = in->mouse;
	s->app.home = getenv("HOME");
	if (in->defaults != NULL)
		defaults_apply(&s->app, in->defaults);
	return s;
}

/* Makes A show the state L of the running program. */
static void
set_live(struct app *a, const struct live *l)
{
	const struct profile *p = a->read->profile;

	a->live = *l;
	a->ctx.shows_idle = l->span == LIVE_LAST;
	/* Decide by the whole profile whether there are times and calls: columns and the order of
	 * rows must not change when the span that is shown has no times or no calls. */
	if (l->state != LIVE_NOT) {
		a->ctx.has_time = p->has_histogram;
		a->ctx.has_calls = p->measured->ncalls > 0;
	}
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
	struct session *s = open_over(in, in->loaded, ascii, stop);

	in->loaded = NULL;
	if (in->live != NULL)
		set_live(&s->app, in->live);
	if (in->options != NULL)
		focus_as_options(&s->app, in->options);
	if (s->app.ctx.check == NULL)
		return s;
	app_do(&s->app, ACT_CHECK, 0);
	list_go(&app_view(&s->app)->list, 0);
	return s;
}

void
session_close(struct session *s)
{
	app_release(&s->app);
	lookup_release(&s->lookup);
	loaded_free(s->input.loaded);
	free(s);
}

static struct session *
say_not_replaced(struct session *s)
{
	app_say(&s->app, "stopped: nothing has changed");
	s->app.stopped = true;
	return s;
}

/* Does A have fewer exclusions than OLD, which it replaces? */
static bool
has_fewer_exclusions(const struct app *a, const struct app *old)
{
	return a->exclusions.nfuncs < old->exclusions.nfuncs
		|| a->exclusions.narcs < old->exclusions.narcs;
}

/* Returns the end of a message about S, which has replaced another browser. */
static const char *
lost_text(const struct session *s)
{
	return s->lost_exclusions ? "; exclusions that are not possible here were dropped" : "";
}

/* Returns a browser over L with the views of S, and closes S.  If L is NULL (E says why), or if the
 * work is stopped, frees L and returns S with a message.  KEEPS_ORDER: rows are not sorted
 * again. */
static struct session *
replace(struct session *s, struct loaded *l, bool keeps_order, const struct err *e)
{
	struct view_input in = s->input;
	struct session *fresh;

	if (l == NULL && e->kind == ERR_STOPPED)
		return say_not_replaced(s);
	if (l == NULL) {
		app_say(&s->app, "%s", e->text);
		return s;
	}
	in.mouse = s->app.mouse;
	fresh = open_over(&in, l, s->app.ctx.ascii, s->app.ctx.stop);
	set_live(&fresh->app, &s->app.live);
	memcpy(fresh->app.message, s->app.message, sizeof(fresh->app.message));
	if (!reload_restore(&fresh->app, &s->app, keeps_order, &l->graph)) {
		session_close(fresh);
		return say_not_replaced(s);
	}
	fresh->lost_exclusions = has_fewer_exclusions(&fresh->app, &s->app);
	fresh->last_key = s->last_key;
	session_close(s);
	return fresh;
}

/* Are inlined functions shown as functions of their own? */
static bool
is_inlined(const struct session *s)
{
	return s->input.loaded->inlined || s->input.loaded->profile.inlined;
}

/* Chooses for FRESH the event and the part that OLD shows.  The event and the part are found by
 * name, and written to *CHOICE.  If FRESH lacks the event, *CHOICE gets the event that FRESH shows
 * at first; if FRESH lacks the part, *CHOICE gets all parts.  MISSING becomes the names that FRESH
 * lacks, or "". */
static void
find_choice(const struct loaded *old, const struct loaded *fresh, struct measured_choice *choice,
	char missing[MISSING_ROOM])
{
	const struct measured *m = old->profile.measured, *now = fresh->profile.measured;
	const struct measured_choice before = loaded_choice(old);
	const char *name = m->events[before.event].name;
	uint32_t event = measured_event_named(now, name);
	const struct measured_part *part = before.part != NOBODY ? &m->parts[before.part] : NULL;

	*choice = loaded_choice(fresh);
	choice->inlined = before.inlined;
	choice->no_profiler = before.no_profiler;
	choice->folds_kernel = before.folds_kernel;
	choice->part = part != NULL ? measured_find_part(now, part) : NOBODY;
	if (event != NOBODY)
		choice->event = event;
	if (part != NULL && choice->part == NOBODY)
		snprintf(missing, MISSING_ROOM, "%s%s%s %s", event == NOBODY ? name : "",
			event == NOBODY ? " and " : "", part->kind, part->name);
	else
		snprintf(missing, MISSING_ROOM, "%s", event == NOBODY ? name : "");
}

/* Makes L, which was read again for S, show the event and the part that S shows.  MISSING is as in
 * find_choice().  Returns L, or the profile that replaces it, or NULL, as E says. */
static struct loaded *
restore_choice(const struct session *s, struct loaded *l, char missing[MISSING_ROOM],
	struct err *e)
{
	struct measured_choice choice, now;
	struct loaded *shown;

	if (s->input.loaded->profile.measured == NULL || l->profile.measured == NULL)
		return l;
	find_choice(s->input.loaded, l, &choice, missing);
	now = loaded_choice(l);
	if (choice.event == now.event && choice.part == now.part && choice.inlined == now.inlined
	    && choice.no_profiler == now.no_profiler && choice.folds_kernel == now.folds_kernel)
		return l;
	shown = loaded_show(l, s->input.options, &choice, s->app.ctx.stop, e);
	loaded_free(l);
	return shown;
}

/* Reads the files of S again, as loaded_read() does.  The time of counting calls is omitted if S
 * omits it. */
static struct loaded *
read_like(const struct session *s, bool inlined, struct err *e)
{
	struct options options = *s->input.options;

	options.no_profiler = s->input.loaded->graph.selection.no_profiler;
	return loaded_read(&options, inlined, s->app.ctx.stop, e);
}

struct session *
session_reload(struct session *s)
{
	struct session *fresh;
	struct loaded *l;
	char missing[MISSING_ROOM] = "";
	struct err e;

	if (s->input.follow != NULL) {
		s->app.live.is_frozen = false;
		session_begin_read(s, true);
		app_say(&s->app, "reading again");
		return s;
	}
	if (!loaded_check_again(s->input.options, &e)) {
		app_say(&s->app, "%s", e.text);
		return s;
	}
	l = read_like(s, is_inlined(s), &e);
	if (l != NULL)
		l = restore_choice(s, l, missing, &e);
	fresh = replace(s, l, false, &e);
	if (fresh == s)
		return s;
	if (l->profile.wrong_image)
		app_say(&fresh->app, "read again: this is not the image that was run, the figures are "
			"wrong; ! says why");
	else if (*missing != '\0')
		app_say(&fresh->app, "read again; the profile no longer has %s", missing);
	else
		app_say(&fresh->app, "read again%s", lost_text(fresh));
	return fresh;
}

/* Shows the inlined functions of images as functions of their own, or no longer.  The files are
 * read again.  Returns S or the browser that replaces it. */
static struct session *
show_inlined(struct session *s)
{
	bool inlined = !is_inlined(s);
	struct session *fresh;
	struct loaded *l;
	struct err e;

	if (!loaded_check_again(s->input.options, &e)) {
		app_say(&s->app, "%s; start with --inlined to show inlined functions", e.text);
		return s;
	}
	l = read_like(s, inlined, &e);
	fresh = replace(s, l, false, &e);
	if (fresh != s)
		app_say(&fresh->app, "%s%s", !inlined ? "inlined functions are part of their callers"
			: l->inlined && l->profile.inlining->ninstances > 0
			? "inlined functions are functions of their own"
			: "no inlined functions are known; debug information (-g) names them",
			lost_text(fresh));
	return fresh;
}

/* Says that S shows the time of counting calls, or that this time is omitted. */
static void
say_profiler(struct session *s)
{
	const struct measure *measure = &s->input.loaded->graph.measure;
	char time[FIGURE];

	figure_spoken(time, &s->app.ctx.scale, measure->omitted);
	if (s->app.choice.no_profiler)
		app_say(&s->app, "%s of counting calls omitted; $ shows it again", time);
	else
		app_say(&s->app, "the time of counting calls is shown");
}

/* Says which event and part S shows. */
static void
say_choice(struct session *s)
{
	const struct loaded *l = s->input.loaded;
	const struct measured *m = l->profile.measured;
	const struct measured_choice now = loaded_choice(l);
	bool is_part = now.part != NOBODY;

	app_say(&s->app, "%s%s%s%s%s%s%s", m->events[now.event].name, is_part ? ", only " : "",
		is_part ? m->parts[now.part].kind : "", is_part ? " " : "",
		is_part ? m->parts[now.part].name : "",
		now.inlined ? ", inlined functions are functions of their own" : "", lost_text(s));
}

/* Shows the event and the part of S->app.choice.  The profile stays.  Returns false if the work was
 * stopped; then nothing has changed. */
static bool
choose(struct session *s)
{
	struct loaded *l = s->input.loaded;
	const struct selection selection = { .event = s->app.choice.event,
		.part = s->app.choice.part, .no_profiler = s->app.choice.no_profiler };
	struct graph fresh;
	bool done;

	if (!graph_solve(&fresh, &l->profile, &selection, s->app.ctx.stop))
		return false;
	loaded_find_notes(l, &fresh);
	done = choose_show(&s->app, &l->graph, &fresh);
	if (!done)
		loaded_find_notes(l, &l->graph);
	graph_release(&fresh);
	return done;
}

/* Shows what S->app.choice says.  Returns S, or the browser that replaces S if it has another
 * profile. */
static struct session *
show_choice(struct session *s)
{
	struct loaded *l = s->input.loaded;
	struct session *fresh = s;
	bool is_profiler = s->app.choice.no_profiler != l->graph.selection.no_profiler;
	bool is_kernel = s->app.choice.folds_kernel != l->profile.folds_kernel;
	struct err e;

	s->lost_exclusions = false;
	if (s->app.choice.inlined == l->profile.inlined
	    && s->app.choice.folds_kernel == l->profile.folds_kernel
	    && (l->known == NULL || l->profile.measured == NULL)) {
		if (!choose(s))
			return say_not_replaced(s);
	} else {
		l = loaded_show(l, s->input.options, &s->app.choice, s->app.ctx.stop, &e);
		fresh = replace(s, l, false, &e);
		if (fresh == s)
			return s;
	}
	if (is_profiler)
		say_profiler(fresh);
	else if (is_kernel)
		app_say(&fresh->app, "%s%s", fresh->input.loaded->profile.folds_kernel
			? "time in the kernel is part of the functions that entered it"
			: "time in the kernel is in rows of its own", lost_text(fresh));
	else
		say_choice(fresh);
	return fresh;
}

struct session *
session_show(struct session *s)
{
	struct session *fresh;

	if (s->input.loaded->profile.measured == NULL
	    && s->app.choice.no_profiler == s->input.loaded->graph.selection.no_profiler)
		return show_inlined(s);
	fresh = show_choice(s);
	/* A read that was begun before the choice would bring the old choice back, so begin another
	 * read. */
	if (fresh->input.follow != NULL && follow_is_begun(fresh->input.follow))
		session_begin_read(fresh, false);
	return fresh;
}

void
session_begin_read(struct session *s, bool sorts)
{
	const struct measured_choice choice = loaded_choice(s->input.loaded);

	s->sorts_again |= sorts;
	follow_begin(s->input.follow, &s->app.live, &choice);
}

struct session *
session_end_read(struct session *s)
{
	enum live_state before = s->app.live.state;
	struct live live = s->app.live;
	struct loaded *l = follow_take(s->input.follow, &live);
	struct session *fresh = s;
	struct err e = { 0 };
	bool has_ended = (before == LIVE_RUNS || before == LIVE_HALTED)
		&& live.state != LIVE_RUNS && live.state != LIVE_HALTED;

	s->app.live = live;
	if (l != NULL)
		fresh = replace(s, l, !s->sorts_again && !has_ended
			&& clock_seconds(CLOCK_MONOTONIC) - s->last_key < quiet, &e);
	fresh->sorts_again = false;
	live_say_change(&fresh->app, before);
	return fresh;
}

void
session_control(struct session *s)
{
	struct app *a = &s->app;
	struct stat st;
	struct err e = { 0 };

	if (a->live.verb == ACT_DUMP && !a->overwrite && lstat(a->text, &st) == 0) {
		prompt_actions_ask_overwrite(a);
		return;
	}
	if (!follow_control(s->input.follow, &a->live, a->text, &e)) {
		app_say(a, "%s", e.text);
		return;
	}
	switch (a->live.verb) {
	case ACT_BEGIN:
		app_say(a, "calls and samples are recorded");
		a->live.state = LIVE_RUNS;
		break;
	case ACT_HALT:
		app_say(a, "halted: nothing is recorded");
		a->live.state = LIVE_HALTED;
		break;
	case ACT_RESET:
		app_say(a, "reset: only what is recorded from now on is shown");
		a->live.span = LIVE_SINCE_RESET;
		a->live.is_frozen = false;
		break;
	default:
		app_say(a, "written to %s", a->text);
		break;
	}
	if (e.kind != ERR_NONE)
		app_say(a, "done, except for %s", e.text);
	session_begin_read(s, a->live.verb == ACT_RESET);
}
