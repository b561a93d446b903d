/* session_choice.c - showing another event or part of the profile, or other functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session_choice.h"

#include "follow.h"
#include "measured/measured.h"
#include "session_live.h"
#include "session_read.h"
#include "session_show.h"

/* Says that S shows the time of counting calls and of the recorder, or that it is omitted. */
static void
say_profiler(struct session *s)
{
	const struct measure *measure = &s->input.loaded->graph->measure;
	const char *whose = profile_has(&s->input.loaded->profile, HAS_COUNTS) ? "counting calls"
		: "the recorder";
	char time[FIGURE];

	figure_spoken(time, &s->app.ctx.scale, measure->omitted);
	if (s->app.choice.no_profiler)
		app_say(&s->app, "%s of %s omitted; $ shows it again", time, whose);
	else
		app_say(&s->app, "the time of %s is shown", whose);
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
		now.inlined ? ", inlined functions are functions of their own" : "", session_show_lost(s));
}

/* Shows what S->app.choice says.  Returns false with a message if this is not possible, or if the
 * work was stopped. */
static bool
show_choice(struct session *s)
{
	struct loaded *l = s->input.loaded;
	struct err e = { 0 };

	s->lost_exclusions = false;
	if (s->app.choice.inlined != l->profile.inlined
	    || s->app.choice.folds_kernel != l->profile.folds_kernel
	    || l->before != NULL || (l->known != NULL && profile_has(&l->profile, HAS_EVENTS)))
		return session_show_loaded(s, loaded_show(l, s->input.options, &s->app.choice,
			s->app.ctx.stop, &e), false, &e);
	if (session_show_graph(s, &(const struct selection){ .event = s->app.choice.event,
			.part = s->app.choice.part, .no_profiler = s->app.choice.no_profiler },
			false))
		return true;
	session_show_stopped(s);
	return false;
}

/* If S shows A, its choice of an event and a part is that of A: makes it the same one of B. */
static void
choose_of_both(struct session *s)
{
	struct loaded *shown = view_input_shown(&s->input);
	const struct measured *m = shown->profile.measured;
	const struct measured *to = s->input.loaded->profile.measured;
	struct measured_choice *choice = &s->app.choice;
	const struct measured_choice now = to != NULL ? loaded_choice(s->input.loaded) : *choice;
	uint32_t event, part = NOBODY;

	if (shown == s->input.loaded || m == NULL || to == NULL)
		return;
	event = s->input.side == COMPARED_A
		? measured_event_named(to, m->events[choice->event].name) : NOBODY;
	if (s->input.side == COMPARED_A && choice->part != NOBODY)
		part = measured_find_part(to, &m->parts[choice->part]);
	choice->event = event != NOBODY ? event : now.event;
	choice->part = s->input.side == COMPARED_A ? part : now.part;
}

void
session_choice_show(struct session *s)
{
	const struct loaded *l = s->input.loaded;
	bool is_profiler = s->app.choice.no_profiler != l->graph->selection.no_profiler;
	bool is_kernel = s->app.choice.folds_kernel != l->profile.folds_kernel;

	choose_of_both(s);
	if (l->before != NULL && profile_has(&l->profile, HAS_BINS) && is_profiler) {
		app_say(&s->app, "--profiler=hide omits this time from what is compared");
		return;
	}
	if (profile_has(&l->profile, HAS_BINS) && !is_profiler) {
		session_read_inlined(s);
		return;
	}
	if (show_choice(s)) {
		if (is_profiler)
			say_profiler(s);
		else if (is_kernel)
			app_say(&s->app, "%s%s", s->input.loaded->profile.folds_kernel
				? "time in the kernel is part of the functions that entered it"
				: "time in the kernel is in rows of its own", session_show_lost(s));
		else
			say_choice(s);
	}
	/* A read that was begun before the choice would bring the old choice back, so begin another
	 * read. */
	if (s->input.follow != NULL && follow_is_begun(s->input.follow))
		session_live_begin(s, false);
}
