/* session_read.c - reading the files of the profile again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session_read.h"

#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "base/mem.h"
#include "measured/measured.h"
#include "profile/inlining.h"
#include "session_live.h"
#include "session_show.h"

enum { MISSING_ROOM = 128 };		/* bytes for the names of an event and a part */

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

	if (profile_has(&s->input.loaded->profile, HAS_BINS) || profile_has(&l->profile, HAS_BINS))
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

	options.profile.division = s->division;
	options.no_profiler = s->input.loaded->graph->selection.no_profiler;
	return loaded_read(&options, inlined, s->app.ctx.stop, e);
}

void
session_read_again(struct session *s)
{
	struct loaded *l;
	char missing[MISSING_ROOM] = "";
	struct err e;

	if (s->input.follow != NULL) {
		s->app.live.is_frozen = false;
		session_live_begin(s, true);
		app_say(&s->app, "reading again");
		return;
	}
	if (!loaded_check_again(s->input.options, &e)) {
		app_say(&s->app, "%s", e.text);
		return;
	}
	l = read_like(s, is_inlined(s), &e);
	if (l != NULL)
		l = restore_choice(s, l, missing, &e);
	if (!session_show_loaded(s, l, false, &e))
		return;
	mem_give_back();		/* for a moment, there were two profiles */
	s->change_reported = false;
	if (l->profile.wrong_image)
		app_say(&s->app, "read again: this is not the image that was run, the figures are "
			"wrong; ! says why");
	else if (*missing != '\0')
		app_say(&s->app, "read again; the profile no longer has %s", missing);
	else
		app_say(&s->app, "read again%s", session_show_lost(s));
}

void
session_read_inlined(struct session *s)
{
	bool inlined = !is_inlined(s);
	struct loaded *l;
	struct err e;

	if (!loaded_check_again(s->input.options, &e)) {
		app_say(&s->app, "%s; start with --inlined to show inlined functions", e.text);
		return;
	}
	l = read_like(s, inlined, &e);
	if (!session_show_loaded(s, l, false, &e))
		return;
	mem_give_back();
	s->change_reported = false;
	app_say(&s->app, "%s%s", !inlined ? "inlined functions are part of their callers"
		: l->inlined && l->profile.inlining->ninstances > 0
		? "inlined functions are functions of their own"
		: "no inlined functions are known; debug information (-g) names them",
		session_show_lost(s));
}

/* Is the profile of S one of perf, which can be divided by other things than threads? */
static bool
is_divisible(const struct session *s)
{
	const struct measured *m = s->input.loaded->profile.measured;
	const char *format = m != NULL ? m->format : NULL;

	return s->input.follow == NULL && format != NULL && (strcmp(format, "perf.data") == 0
		|| strcmp(format, "perf script") == 0);
}

/* Reads the files of S again and divides them by what comes after BY; if they do not tell it, by
 * what comes next.  NULL: E says why not. */
static struct loaded *
read_divided(struct session *s, enum measured_division by, struct err *e)
{
	enum { DIVISIONS = BY_CPU + 1 };
	char missing[MISSING_ROOM];
	struct loaded *l = NULL;

	do {
		if (l != NULL)
			loaded_free(l);
		s->division = (s->division + 1) % DIVISIONS;
		l = read_like(s, is_inlined(s), e);
	} while (l != NULL && l->profile.measured->nparts == 0 && s->division != by);
	return l != NULL ? restore_choice(s, l, missing, e) : NULL;
}

void
session_read_divided(struct session *s)
{
	static const char *const words[] = { [BY_THREAD] = "threads",
		[BY_COMM] = "names of threads", [BY_CPU] = "processors" };
	const enum measured_division before = s->division;
	struct loaded *l;
	struct err e;

	if (!is_divisible(s)) {
		app_say(&s->app, "only a perf.data or perf script can be divided by other things");
		return;
	}
	if (!loaded_check_again(s->input.options, &e)) {
		app_say(&s->app, "%s; start with --parts to divide it by other things", e.text);
		return;
	}
	l = read_divided(s, before, &e);
	if (!session_show_loaded(s, l, false, &e)) {
		s->division = before;
		return;
	}
	s->change_reported = false;
	app_say(&s->app, "divided by %s%s%s", words[s->division],
		before == BY_COMM && s->division == BY_THREAD
		? "; it does not say on which processors its samples were taken" : "",
		session_show_lost(s));
}
