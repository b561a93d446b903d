/* live.c - a program that runs while its profile is shown: its state, and the keys that control it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/live.h"

#include <assert.h>
#include <stdio.h>

#include "app/app.h"
#include "measured/measured.h"
#include "table/title.h"
#include "text/figures.h"
#include "views/views.h"

static bool
has_ended(const struct live *l)
{
	return l->state == LIVE_EXITED || l->state == LIVE_KILLED || l->state == LIVE_EXECUTED
		|| l->state == LIVE_LEFT;
}

/* Returns the span to show after L->span when the user asks for the next span.  LIVE_LAST is
 * skipped if the program has ended, because nothing is recorded between two reads then. */
static enum live_span
next_span(const struct live *l)
{
	bool grows = l->state == LIVE_RUNS || l->state == LIVE_HALTED;

	switch (l->span) {
	case LIVE_SINCE_START:
		return l->has_reset ? LIVE_SINCE_RESET : grows ? LIVE_LAST : LIVE_SINCE_START;
	case LIVE_SINCE_RESET:
		return grows ? LIVE_LAST : LIVE_SINCE_START;
	case LIVE_LAST:
		return LIVE_SINCE_START;
	}
	return LIVE_SINCE_START;
}

static void
show_next_span(struct app *a)
{
	static const char *const messages[] = {
		[LIVE_SINCE_START] = "everything since the program began",
		[LIVE_SINCE_RESET] = "only what came after the last reset",
		[LIVE_LAST] = "only what came between the last two reads",
	};

	if (a->live.state == LIVE_REMOVED || next_span(&a->live) == a->live.span) {
		app_say(a, a->live.state == LIVE_REMOVED ? "the recording was removed"
			: "nothing more is recorded, so only the span since the start can be shown");
		return;
	}
	a->live.span = next_span(&a->live);
	a->live.is_frozen = false;
	a->request = REQUEST_LIVE;
	app_say(a, "%s", messages[a->live.span]);
}

static void
freeze(struct app *a)
{
	a->live.is_frozen = !a->live.is_frozen;
	if (!a->live.is_frozen)
		a->request = REQUEST_LIVE;
	app_say(a, a->live.is_frozen ? "frozen: these figures stay until the key is pressed again"
		: "the figures follow the program again");
}

static void
request_verb(struct app *a, enum action verb)
{
	if (a->live.state == LIVE_REMOVED) {
		app_say(a, "the recording was removed");
	} else if (has_ended(&a->live) && verb != ACT_DUMP) {
		app_say(a, a->live.state == LIVE_LEFT ? "the program is not recorded any more"
			: "the program has ended");
	} else if (verb == ACT_DUMP) {
		prompt_open(&a->prompt, ASK_DUMP, "gmon.out");
	} else {
		a->live.verb = verb;
		a->request = REQUEST_CONTROL;
	}
}

void
live_do(struct app *a, enum action action)
{
	if (a->live.state == LIVE_NOT) {
		app_say(a, "no program runs here; gprowse PID shows one that runs under gprowse record");
		return;
	}
	switch (action) {
	case ACT_SPAN: show_next_span(a); break;
	case ACT_FREEZE: freeze(a); break;
	case ACT_BEGIN: case ACT_HALT: case ACT_RESET: case ACT_DUMP:
		request_verb(a, action);
		break;
	default: assert(false); break;
	}
}

void
live_measure(struct app *a)
{
	const struct profile *p = a->read->profile;

	a->ctx.shows_idle = a->live.span == LIVE_LAST;
	if (a->live.state == LIVE_NOT)
		return;
	a->ctx.has_time = p->has_histogram;
	a->ctx.has_calls = p->measured->ncalls > 0;
}

/* Adds RATE, the number of calls per second, to the title T: " · 1.2 M calls/s".  Large numbers are
 * in thousands, millions or thousand millions. */
static void
add_rate(struct title *t, double rate)
{
	static const struct { double least; const char *letter; } steps[] = {
		{ 1e9, " G" }, { 1e6, " M" }, { 1e3, " K" }, { 0, "" } };
	int i = 0;

	while (rate < steps[i].least)
		i++;
	if (i < 3)
		rate /= steps[i].least;
	title_add(t, 2, " · %.*f%s calls/s", i < 3 && rate < 10 ? 1 : 0, rate, steps[i].letter);
	t->parts[t->n - 1].joined = true;
}

/* Writes SPAN and its length to TEXT: "last 1.0 s".  EXACT: short lengths have a decimal. */
static void
span_text(char text[FIGURE], enum live_span span, double seconds, bool exact)
{
	static const char *const spans[] = { [LIVE_SINCE_START] = "since start",
		[LIVE_SINCE_RESET] = "since reset", [LIVE_LAST] = "last" };

	snprintf(text, FIGURE, "%s %.*f s", spans[span], seconds < 10 && exact, seconds);
}

/* Adds the span that A shows to the title T or, if spans are compared, both spans and by what
 * figures of B were multiplied. */
static void
add_span(const struct app *a, struct title *t)
{
	const struct live *l = &a->live;
	const struct comparison *c = a->ctx.comparison;
	bool compares = c != NULL && comparison_is_of_spans(c);
	bool shows_both = a->history[a->at]->ops == &compare_view
		|| a->ctx.compared.side == COMPARED_CHANGE;
	char text[FIGURE], kept[FIGURE];

	span_text(text, l->span, l->seconds, compares || l->span == LIVE_LAST);
	if (!compares) {
		title_add(t, 0, " · %s", text);
	} else {
		span_text(kept, l->kept, l->kept_seconds, true);
		title_add(t, 0, " · A %s, B %s", kept, text);
	}
	t->parts[t->n - 1].joined = true;
	if (!compares || !shows_both)
		return;
	title_add(t, 0, ", B × %.3g", c->side[1].nruns / c->side[1].amount);
	t->parts[t->n - 1].joined = true;
}

void
live_title(const struct app *a, struct title *t)
{
	static const char *const states[] = { [LIVE_RUNS] = "running", [LIVE_HALTED] = "halted",
		[LIVE_EXITED] = "ended", [LIVE_KILLED] = "killed", [LIVE_EXECUTED] = "ended",
		[LIVE_LEFT] = "recording ended",
		[LIVE_REMOVED] = "recording removed" };
	const struct live *l = &a->live;

	if (l->state == LIVE_NOT)
		return;
	/* On a narrow screen, the state and the span are more important than the name of the
	 * file. */
	if (t->n > 0 && t->parts[0].rank == 0)
		t->parts[0].rank = 1;
	title_add(t, 0, "%s%s", l->is_frozen ? "frozen, " : "", states[l->state]);
	add_span(a, t);
	if (l->state != LIVE_RUNS || l->is_frozen)
		return;
	if (l->cpus >= 0) {
		title_add(t, 2, " · %.1f CPUs", l->cpus);
		t->parts[t->n - 1].joined = true;
	}
	if (l->rate >= 0)
		add_rate(t, l->rate);
}

bool
live_is_busy(const struct app *a)
{
	const struct view *v = a->history[a->at];

	return a->prompt.question != ASK_NOTHING || a->proposal.arcs != NULL
		|| a->counting.view != NULL || v->ops->is_made_later || v->ops->is_text;
}

void
live_keep(struct live *l)
{
	l->kept = l->read;
	l->kept_seconds = l->state == LIVE_RUNS || l->state == LIVE_HALTED ? l->seconds : 0;
	l->kept_pid = l->pid;
}

void
live_spans(const struct live *l, double seconds[2])
{
	bool are_spans = l->kept_seconds > 0 && l->kept_pid == l->pid;

	seconds[0] = are_spans ? l->kept_seconds : 0;
	seconds[1] = are_spans ? l->seconds : 0;
}

void
live_say_change(struct app *a, enum live_state before)
{
	if (a->live.was_replaced)
		app_say(a, "another recording has replaced the one that was shown");
	if (before != LIVE_RUNS && before != LIVE_HALTED)
		return;
	if (a->live.state == LIVE_EXECUTED)
		app_say(a, "the process has executed another program; gprowse %u shows it if it is "
			"recorded", a->live.pid);
	else if (a->live.state == LIVE_KILLED)
		app_say(a, "the program was killed: these are its last figures");
	else if (a->live.state == LIVE_REMOVED)
		app_say(a, "the recording was removed: these figures were read last");
	else if (a->live.state == LIVE_LEFT)
		app_say(a, "gprowse record has ended, and the program goes on: these figures were read "
			"last");
	else if (a->live.state == LIVE_EXITED)
		app_say(a, "the program has ended: these are its last figures");
}
