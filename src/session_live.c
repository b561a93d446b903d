/* session_live.c - the figures of a running program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "session_live.h"

#include <sys/stat.h>

#include "app/prompt_actions.h"
#include "follow.h"
#include "io/clock.h"
#include "load/open_measured.h"
#include "measured/measured.h"
#include "session_show.h"

static const double quiet = 3;		/* so many seconds after the last key, the figures of a
					 * running program are sorted again at each read */

void
session_live_begin(struct session *s, bool sorts)
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

	m->written = profile_written(p);
	if (s->from != NULL || !open_measured_is_like(p, m)) {
		l = loaded_measured(m, s->input.options, &choice, s->app.ctx.stop, &e);
		measured_release(m);
		return session_show_loaded(s, l, keeps_order, &e);
	}
	m = open_measured_values(p, m);
	s->input.loaded->nnotes_read = p->nnotes;
	done = session_show_graph(s, &s->input.loaded->graph->selection, keeps_order);
	if (!done) {
		m = open_measured_values(p, m);
		s->input.loaded->nnotes_read = p->nnotes;
		loaded_find_notes(s->input.loaded);
		session_show_stopped(s);
	}
	measured_release(m);
	return done;
}

bool
session_live_end(struct session *s)
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
		is_shown = session_show_loaded(s, l, keeps_order, &e);
	else if (values != NULL)
		is_shown = show_values(s, values, keeps_order);
	s->sorts_again = false;
	live_say_change(&s->app, before);
	return is_shown || s->app.live.state != before;
}

void
session_live_control(struct session *s)
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
	session_live_begin(s, a->live.verb == ACT_RESET);
}
