/* traceevents_functions.c - functions that begin and end, to stacks with times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "measured/formats/traceevents.h"

enum { LOOK = 64 };			/* how many frames an end is compared with */

/* A function that runs. */
struct running {
	int64_t end;
	uint32_t frame, path;
};

/* The stack of one thread. */
struct thread_stack {
	struct trace *p;
	struct running *v;		/* owned */
	size_t n, room;
	int64_t now;
	uint32_t event, part;
};

/* The keys of an event: its thread, and its time. */
static bool
time_of(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct trace_event *event = (const struct trace_event *)with + number;

	*key = level == 0 ? event->thread : (uint64_t)event->at ^ UINT64_C(1) << 63;
	return level < 1;
}

/* The keys of an event: its thread, its time, then longer events before shorter ones. */
static bool
key_of(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct trace_event *event = (const struct trace_event *)with + number;

	if (level == 2)
		*key = event->kind != 'E' ? ~((uint64_t)event->end ^ UINT64_C(1) << 63)
			: UINT64_MAX;
	else
		(void)time_of(number, level, key, with);
	return level < 2;
}

/* Gives the time until AT to the innermost function. */
static void
spend(struct thread_stack *s, int64_t at)
{
	struct namedstacks_value value = { .event = s->event, .value = at - s->now };

	if (s->n > 0 && value.value > 0)
		namedstacks_add(&s->p->stacks, s->v[s->n - 1].path, s->part, &value);
	if (at > s->now)
		s->now = at;
}

/* Goes to the time AT: functions that end before are removed. */
static void
advance(struct thread_stack *s, int64_t at)
{
	while (s->n > 0 && s->v[s->n - 1].end <= at) {
		spend(s, s->v[s->n - 1].end);
		s->n--;
	}
	spend(s, at);
}

/* Begins the function of EVENT.  It cannot last longer than its caller. */
static void
begin(struct thread_stack *s, const struct trace_event *event)
{
	struct running running = { .end = event->end, .frame = event->frame };
	const struct running *caller = s->n > 0 ? &s->v[s->n - 1] : NULL;

	if (!measured_has_room(s->p->m, 1)) {
		s->p->is_full = true;
		return;
	}
	if (caller != NULL && caller->end < running.end) {
		s->p->nbad++;
		running.end = caller->end;
	}
	running.path = measured_path(s->p->m, caller != NULL ? caller->path : NOBODY,
		running.frame);
	s->v = mem_grow(s->v, s->n + 1, &s->room, sizeof(*s->v));
	s->v[s->n++] = running;
}

/* The events of one thread that have begun and not ended, as numbers. */
struct begun {
	uint32_t *v;			/* owned */
	size_t n, room;
};

/* Ends the innermost event in OPEN with the name of EVENT, and all in it; if EVENT has no name, the
 * innermost one. */
static void
end(struct trace *p, struct begun *open, const struct trace_event *event)
{
	size_t i = open->n, least = open->n > LOOK ? open->n - LOOK : 0;

	while (event->frame != NOBODY && i > least
	       && p->events[open->v[i - 1]].frame != event->frame)
		i--;
	if (event->frame != NOBODY && (i == least || i < open->n))
		p->nbad++;
	if (i == 0 || (event->frame != NOBODY && i == least))
		return;
	while (open->n >= i)
		p->events[open->v[--open->n]].end = event->at;
}

/* Ends all events in OPEN at the time LAST. */
static void
end_all(struct trace *p, struct begun *open, int64_t last)
{
	while (open->n > 0)
		p->events[open->v[--open->n]].end = last;
}

/* Sets the ends of events that have begun, which are events of their own.  Those that have none
 * last as long as their thread.  ORDER has the numbers of all events, and is sorted. */
static void
find_ends(struct trace *p, uint32_t *order)
{
	struct begun open = { 0 };
	int64_t last = INT64_MIN;

	sort_by_levels(order, p->nevents, time_of, p->events);
	for (uint32_t i = 0; i < p->nevents; i++) {
		const struct trace_event *event = &p->events[order[i]];
		int64_t until = event->kind == 'X' ? event->end : event->at;

		if (i > 0 && p->events[order[i - 1]].thread != event->thread) {
			end_all(p, &open, last);
			last = INT64_MIN;
		}
		last = until > last ? until : last;
		if (event->kind == 'E')
			end(p, &open, event);
		if (event->kind != 'B')
			continue;
		open.v = mem_grow(open.v, open.n + 1, &open.room, sizeof(*open.v));
		open.v[open.n++] = order[i];
	}
	end_all(p, &open, last);
	free(open.v);
}

/* Returns the event of the time of functions or, if IS_ASYNC, of asynchronous work.  Different work
 * goes on at the same time, so its time may be longer than that of all threads. */
static uint32_t
event_of(struct trace *p, bool is_async)
{
	uint32_t event = is_async ? namedstacks_event(p->m, "asynchronous", 12, "nanoseconds")
		: namedstacks_event(p->m, "time", 4, "nanoseconds");

	if (event != NOBODY)
		p->m->events[event].is_unsaid = true;
	return event;
}

void
trace_add_functions(struct trace *p)
{
	uint32_t *order = mem_new(p->nevents, sizeof(*order));
	struct thread_stack s = { .p = p };

	for (uint32_t i = 0; i < p->nevents; i++)
		order[i] = i;
	find_ends(p, order);
	sort_by_levels(order, p->nevents, key_of, p->events);
	for (uint32_t i = 0; i < p->nevents && s.event != NOBODY && !p->is_full; i++) {
		const struct trace_event *event = &p->events[order[i]];
		bool is_first = i == 0 || p->events[order[i - 1]].thread != event->thread;

		if (is_first) {
			advance(&s, s.n > 0 ? s.v[0].end : s.now);
			s.n = 0;
			s.now = event->at;
			s.event = event_of(p, p->threads[event->thread].is_async);
			s.part = p->threads[event->thread].part;
		}
		advance(&s, event->at);
		if (event->kind != 'E')
			begin(&s, event);
	}
	if (s.n > 0 && s.event != NOBODY)
		advance(&s, s.v[0].end);
	free(s.v);
	free(order);
}
