/* session.c - the browser over a loaded profile, and the profiles that it shows later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/defaults.h"
#include "app/display.h"
#include "app/focus.h"
#include "app/prompt_actions.h"
#include "app/show.h"
#include "base/mem.h"
#include "cli/focus_options.h"
#include "cli/loaded_check.h"
#include "cli/loaded_compare.h"
#include "follow.h"
#include "io/clock.h"
#include "load/open_measured.h"
#include "measured/measured.h"
#include "profile/inlining.h"

enum { MISSING_ROOM = 128 };		/* bytes for the names of an event and a part */

static const double quiet = 3;		/* so many seconds after the last key, the figures of a
					 * running program are sorted again at each read */

/* Opens a lookup for the profile that S shows. */
static struct lookup *
open_lookup(const struct session *s, struct stop *stop)
{
	struct lookup *lookup = mem_new(1, sizeof(*lookup));

	view_input_lookup(lookup, &s->input);
	lookup->stop = stop;
	return lookup;
}

static void
free_lookup(struct lookup *lookup)
{
	lookup_release(lookup);
	free(lookup);
}

/* Returns the comparison of L with known times, or NULL. */
static const struct sharecheck *
check_of(const struct loaded *l)
{
	return l->known != NULL ? &l->known->check : NULL;
}

/* Returns what the browser of S shows; LOOKUP is of its profile. */
static struct shown
shown_of(const struct session *s, struct lookup *lookup)
{
	struct loaded *l = s->input.loaded, *shown = view_input_shown(&s->input);

	return (struct shown){ .read = shown->graph, .names = &shown->names, .lookup = lookup,
		.check = check_of(l), .comparison = view_input_comparison(l),
		.compared = loaded_compare_shown(l, s->input.side) };
}

/* Opens the browser of S, as its input says. */
static void
open_browser(struct session *s, bool ascii, struct stop *stop)
{
	const struct view_input *in = &s->input;
	struct loaded *shown = view_input_shown(in);

	s->lookup = open_lookup(s, stop);
	app_open(&s->app, shown->graph, &shown->names, s->lookup, ascii);
	if (in->all)
		display_show_all(&s->app, true);
	s->app.ctx.stop = stop;
	s->app.ctx.has_color = in->color;
	s->app.ctx.check = check_of(in->loaded);
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
	free_lookup(s->lookup);
	loaded_free(s->input.loaded);
	if (s->from != NULL)
		loaded_free(s->from);
	for (size_t i = s->nborrowed; i < s->nrenames; i++)
		rename_release(&s->renames[i]);
	free(s->renames);
	free(s);
}

static void
say_stopped(struct session *s)
{
	app_say(&s->app, "stopped: nothing has changed");
	s->app.stopped = true;
}

/* Lets S show L, which S then owns.  Returns false with a message if L is NULL (E says why), or if
 * the work is stopped; then L is freed.  KEEPS_ORDER: rows are not sorted again. */
static bool
show_loaded(struct session *s, struct loaded *l, bool keeps_order, const struct err *e)
{
	const struct exclusions *x = &s->app.exclusions;
	const uint32_t nfuncs = x->nfuncs, narcs = x->narcs;
	struct loaded *old = s->input.loaded;
	struct lookup *lookup = NULL, *before = s->lookup;
	struct shown next;
	struct err why;
	bool done;

	if (l == NULL && e->kind == ERR_STOPPED)
		say_stopped(s);
	else if (l == NULL)
		app_say(&s->app, "%s", e->text);
	if (l == NULL)
		return false;
	s->input.loaded = l;
	if (s->from != NULL && l->before == NULL)
		l->before = loaded_compare_from(l, s->from, s->input.options, s->app.ctx.stop,
			&why);
	done = view_input_prepare(&s->input, s->app.ctx.stop, &why);
	if (done) {
		lookup = open_lookup(s, s->app.ctx.stop);
		next = shown_of(s, lookup);
		done = app_show(&s->app, &next, keeps_order);
		if (!done)
			free_lookup(lookup);
	}
	if (!done) {
		s->input.loaded = old;
		loaded_free(l);
		say_stopped(s);
		return false;
	}
	s->lookup = lookup;
	s->lost_exclusions = x->nfuncs < nfuncs || x->narcs < narcs;
	free_lookup(before);
	loaded_free(old);
	return true;
}

/* Returns the end of a message about S, which shows another profile. */
static const char *
lost_text(const struct session *s)
{
	return s->lost_exclusions ? "; exclusions that are not possible here wait until they are" : "";
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

	options.no_profiler = s->input.loaded->graph->selection.no_profiler;
	return loaded_read(&options, inlined, s->app.ctx.stop, e);
}

/* Reads all files again.  But if the program is followed, only begins to read. */
static void
reload(struct session *s)
{
	struct loaded *l;
	char missing[MISSING_ROOM] = "";
	struct err e;

	if (s->input.follow != NULL) {
		s->app.live.is_frozen = false;
		session_begin_read(s, true);
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
	if (!show_loaded(s, l, false, &e))
		return;
	s->change_reported = false;
	if (l->profile.wrong_image)
		app_say(&s->app, "read again: this is not the image that was run, the figures are "
			"wrong; ! says why");
	else if (*missing != '\0')
		app_say(&s->app, "read again; the profile no longer has %s", missing);
	else
		app_say(&s->app, "read again%s", lost_text(s));
}

/* From now on, what S reads is compared with what it shows now. */
static void
compare_from_here(struct session *s)
{
	struct loaded *l = s->input.loaded, *from = l;
	const struct view_input *in = &s->input;
	struct err e;

	if (in->options == NULL || in->options->compare.is_wanted || in->options->has_check) {
		app_say(&s->app, "the files that the command line names are compared");
		return;
	}
	/* Later values of a program that runs replace those of the profile that is shown. */
	if (in->follow != NULL) {
		const struct measured_choice choice = loaded_choice(l);

		from = loaded_measured(l->profile.measured, in->options, &choice, s->app.ctx.stop,
			&e);
		if (from == NULL) {
			say_stopped(s);
			return;
		}
	} else {
		from->also++;
	}
	if (s->from != NULL)
		loaded_free(s->from);
	s->from = from;
	app_say(&s->app, "this is A: what is read from now on is compared with it; d then compares");
}

/* Adds the rename of the functions that the user has joined. */
static void
add_rename(struct session *s)
{
	const struct comparison *c = &s->input.loaded->before->comparison;
	const struct comparison_options *how = &s->input.options->compare.how;
	const uint32_t *joined = s->app.joined;
	struct rename *v = mem_new(how->nrenames + 1, sizeof(*v));

	if (s->nrenames == 0)
		s->nborrowed = how->nrenames;
	if (how->nrenames > 0)
		memcpy(v, how->renames, how->nrenames * sizeof(*v));
	rename_open_names(&v[how->nrenames], c->side[0].profile->funcs[joined[0] - 1].name,
		c->side[1].profile->funcs[joined[1] - 1].name);
	s->nrenames = how->nrenames + 1;
	free(s->renames);
	s->renames = v;
	s->joined = *s->input.options;
	s->joined.compare.how.renames = v;
	s->joined.compare.how.nrenames = s->nrenames;
	s->input.options = &s->joined;
}

/* Compares again, with the two functions of S->app.joined as one. */
static void
join(struct session *s)
{
	struct loaded *l = s->input.loaded;
	struct before *old = l->before, *fresh;
	struct lookup *lookup, *was = s->lookup;
	struct shown next;
	struct err e;
	bool done;

	add_rename(s);
	s->app.joined[0] = s->app.joined[1] = 0;
	fresh = loaded_compare_again(l, s->renames, s->nrenames, s->app.ctx.stop, &e);
	if (fresh == NULL) {
		say_stopped(s);
		return;
	}
	l->before = fresh;
	done = view_input_prepare(&s->input, s->app.ctx.stop, &e);
	if (done) {
		lookup = open_lookup(s, s->app.ctx.stop);
		next = shown_of(s, lookup);
		done = app_show(&s->app, &next, false);
		if (!done)
			free_lookup(lookup);
		else
			s->lookup = lookup;
	}
	if (done)
		free_lookup(was);
	l->before = done ? fresh : old;
	loaded_compare_free(done ? old : fresh);
	if (done)
		app_say(&s->app, "joined: one function that has another name in B");
	else
		say_stopped(s);
}

void
session_watch(struct session *s)
{
	struct loaded *before = s->input.loaded;

	if (!s->input.options->compare.is_wanted)
		compare_from_here(s);
	reload(s);
	if (s->input.loaded == before)
		/* The files cannot be read: wait until they change again. */
		for (size_t i = 0; i < before->nstamps; i++)
			before->stamps[i] = loaded_stamp(before->stamps[i].path);
	else if (s->input.loaded->before != NULL)
		app_say(&s->app, "read again; d compares with the run before, | shows its sides");
}

/* Shows the inlined functions of images as functions of their own, or no longer.  The files are
 * read again. */
static void
show_inlined(struct session *s)
{
	bool inlined = !is_inlined(s);
	struct loaded *l;
	struct err e;

	if (!loaded_check_again(s->input.options, &e)) {
		app_say(&s->app, "%s; start with --inlined to show inlined functions", e.text);
		return;
	}
	l = read_like(s, inlined, &e);
	if (!show_loaded(s, l, false, &e))
		return;
	s->change_reported = false;
	app_say(&s->app, "%s%s", !inlined ? "inlined functions are part of their callers"
		: l->inlined && l->profile.inlining->ninstances > 0
		? "inlined functions are functions of their own"
		: "no inlined functions are known; debug information (-g) names them",
		lost_text(s));
}

/* Says that S shows the time of counting calls, or that this time is omitted. */
static void
say_profiler(struct session *s)
{
	const struct measure *measure = &s->input.loaded->graph->measure;
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

/* Shows what SELECTION chooses of the profile, which stays.  Returns false if the work was stopped;
 * then nothing has changed. */
static bool
show_graph(struct session *s, const struct selection *selection, bool keeps_order)
{
	struct loaded *l = s->input.loaded;
	struct selection like = *selection;
	struct shown next;
	struct graph *g;
	bool done;

	like.like = l->graph;
	g = graph_new(&l->profile, &like, s->app.ctx.stop);
	if (g == NULL)
		return false;
	loaded_exchange(l, &g);
	next = shown_of(s, s->lookup);
	done = app_show(&s->app, &next, keeps_order);
	if (!done)
		loaded_exchange(l, &g);
	graph_free(g);
	return done;
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
		return show_loaded(s, loaded_show(l, s->input.options, &s->app.choice,
			s->app.ctx.stop, &e), false, &e);
	if (show_graph(s, &(const struct selection){ .event = s->app.choice.event,
			.part = s->app.choice.part, .no_profiler = s->app.choice.no_profiler },
			false))
		return true;
	say_stopped(s);
	return false;
}

/* Says which side of the comparison S shows. */
static void
say_side(struct session *s)
{
	static const char *const sides[] = { [COMPARED_A] = "A, the profile before; | shows B",
		[COMPARED_B] = "B, the profile after; | shows the difference",
		[COMPARED_CHANGE] = "the difference, B less A; | shows A" };

	app_say(&s->app, "%s", sides[s->input.side]);
}

/* Shows another side of the comparison. */
static void
show_side(struct session *s)
{
	struct app *a = &s->app;
	enum compared_side before = s->input.side;
	struct lookup *lookup, *old = s->lookup;
	struct shown next;
	struct err e;
	uint32_t *map;
	enum action then = a->then;
	bool done;

	a->then = ACT_NONE;
	s->input.side = a->side;
	if (!view_input_prepare(&s->input, a->ctx.stop, &e)) {
		s->input.side = before;
		say_stopped(s);
		return;
	}
	map = loaded_compare_map(s->input.loaded, before, a->side);
	lookup = open_lookup(s, a->ctx.stop);
	next = shown_of(s, lookup);
	next.funcs = map;
	done = app_show(a, &next, false);
	free(map);
	if (!done) {
		s->input.side = before;
		free_lookup(lookup);
		say_stopped(s);
		return;
	}
	s->lookup = lookup;
	free_lookup(old);
	say_side(s);
	if (then != ACT_NONE)
		app_do(a, then, 0);
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

/* Shows another event or part of the profile, or shows inlined functions as functions of their own
 * or no longer. */
static void
show_other(struct session *s)
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
		show_inlined(s);
		return;
	}
	if (show_choice(s)) {
		if (is_profiler)
			say_profiler(s);
		else if (is_kernel)
			app_say(&s->app, "%s%s", s->input.loaded->profile.folds_kernel
				? "time in the kernel is part of the functions that entered it"
				: "time in the kernel is in rows of its own", lost_text(s));
		else
			say_choice(s);
	}
	/* A read that was begun before the choice would bring the old choice back, so begin another
	 * read. */
	if (s->input.follow != NULL && follow_is_begun(s->input.follow))
		session_begin_read(s, false);
}

void
session_begin_read(struct session *s, bool sorts)
{
	const struct measured_choice choice = loaded_choice(s->input.loaded);

	s->sorts_again |= sorts;
	follow_begin(s->input.follow, &s->app.live, &choice);
}

/* Lets S show the values of M, which it releases.  Returns false with a message if the work is
 * stopped; then nothing has changed. */
static bool
show_values(struct session *s, struct measured *m, bool keeps_order)
{
	const struct measured_choice choice = loaded_choice(s->input.loaded);
	struct profile *p = &s->input.loaded->profile;
	struct loaded *l;
	struct err e;
	bool done;

	if (s->from != NULL || !open_measured_is_like(p, m)) {
		l = loaded_measured(m, s->input.options, &choice, s->app.ctx.stop, &e);
		measured_release(m);
		return show_loaded(s, l, keeps_order, &e);
	}
	m = open_measured_values(p, m);
	s->input.loaded->nnotes_read = p->nnotes;
	done = show_graph(s, &s->input.loaded->graph->selection, keeps_order);
	if (!done) {
		m = open_measured_values(p, m);
		s->input.loaded->nnotes_read = p->nnotes;
		loaded_find_notes(s->input.loaded);
		say_stopped(s);
	}
	measured_release(m);
	return done;
}

bool
session_end_read(struct session *s)
{
	enum live_state before = s->app.live.state;
	struct live live = s->app.live;
	struct measured *values;
	struct loaded *l = follow_take(s->input.follow, &live, &values);
	bool has_ended = (before == LIVE_RUNS || before == LIVE_HALTED)
		&& live.state != LIVE_RUNS && live.state != LIVE_HALTED;
	bool keeps_order = !s->sorts_again && !has_ended
		&& clock_seconds(CLOCK_MONOTONIC) - s->last_key < quiet;
	bool is_shown = false;
	struct err e = { 0 };

	s->app.live = live;
	if (l != NULL)
		is_shown = show_loaded(s, l, keeps_order, &e);
	else if (values != NULL)
		is_shown = show_values(s, values, keeps_order);
	s->sorts_again = false;
	live_say_change(&s->app, before);
	return is_shown || s->app.live.state != before;
}

/* Controls the program as app.live.verb says, and begins to read.  If the program cannot be
 * controlled, only shows a message; if a file would be overwritten, only asks the user. */
static void
control(struct session *s)
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

void
session_do_request(struct session *s)
{
	switch (s->app.request) {
	case REQUEST_RELOAD: reload(s); break;
	case REQUEST_SHOW: show_other(s); break;
	case REQUEST_JOIN: join(s); break;
	case REQUEST_FROM_HERE: compare_from_here(s); break;
	case REQUEST_SIDE: show_side(s); break;
	case REQUEST_LIVE: session_begin_read(s, true); break;
	case REQUEST_CONTROL: control(s); break;
	default: break;
	}
}
