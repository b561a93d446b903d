/* measured_events.c - which event of a measured profile is shown, and what its unit is
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "measured/measured.h"

/* Units of time, as files name them. */
static const struct {
	const char *name;
	double rate;			/* how many of the units make a second */
} time_units[] = {
	{ "nanoseconds", 1e9 }, { "ns", 1e9 }, { "10ns", 1e8 }, { "microseconds", 1e6 },
	{ "us", 1e6 }, { "\302\265s", 1e6 },
	{ "usec", 1e6 }, { "milliseconds", 1e3 }, { "ms", 1e3 }, { "seconds", 1 }, { "s", 1 },
	{ "nanosecond", 1e9 }, { "microsecond", 1e6 }, { "millisecond", 1e3 }, { "second", 1 },
};

/* Names of events that count time or cycles. */
static const char *const time_events[] = {
	"cpu", "cpu-clock", "task-clock", "cycles", "cpu-cycles", "wall", "time", "ticks", "Cycle", "Cy",
};

/* Returns the length of NAME without the modifiers of perf, as in "cycles:u", and without the number
 * of an event of the same name, as in "cycles#2". */
static size_t
base_length(const char *name)
{
	return strcspn(name, ":#");
}

uint32_t
measured_event_named(const struct measured *m, const char *name)
{
	for (uint32_t k = 0; k < m->nevents; k++)
		if (strcmp(m->events[k].name, name) == 0)
			return k;
	for (uint32_t k = 0; k < m->nevents; k++)
		if (base_length(m->events[k].name) == strlen(name)
		    && strncmp(m->events[k].name, name, strlen(name)) == 0)
			return k;
	return NOBODY;
}

double
measured_unit_rate(const char *unit)
{
	for (size_t i = 0; i < sizeof(time_units) / sizeof(*time_units); i++)
		if (strcmp(unit, time_units[i].name) == 0)
			return time_units[i].rate;
	return 0;
}

double
measured_event_rate(const struct measured_event *event)
{
	return measured_unit_rate(event->unit);
}

double
measured_memory_chance(double size, double distance)
{
	return -expm1(-size / distance);
}

bool
measured_is_time(const struct measured_event *event)
{
	if (measured_event_rate(event) > 0)
		return true;
	for (size_t i = 0; i < sizeof(time_events) / sizeof(*time_events); i++)
		if (base_length(event->name) == strlen(time_events[i])
		    && strncasecmp(event->name, time_events[i], strlen(time_events[i])) == 0)
			return true;
	return false;
}

void
measured_choose_event(struct measured *m)
{
	m->event = 0;
	for (uint32_t k = 0; k < m->nevents; k++)
		if (measured_is_time(&m->events[k])) {
			m->event = k;
			return;
		}
}

const char measured_values_are[] = "gprowse: values are ";

static const char origin_sampled[] = "sampled", origin_counted[] = "counted",
	origin_unsaid[] = "not known whether sampled or counted";

const char *
measured_origin(const struct measured_event *event)
{
	return event->is_sampled ? origin_sampled : event->is_unsaid ? origin_unsaid
		: origin_counted;
}

/* Do the N bytes at S begin with WORD? */
static bool
begins_with(const char *s, size_t n, const char *word)
{
	return n >= strlen(word) && memcmp(s, word, strlen(word)) == 0;
}

bool
measured_set_origin(struct measured_event *event, const char *s, size_t n)
{
	bool is_sampled = begins_with(s, n, origin_sampled);
	bool is_unsaid = begins_with(s, n, origin_unsaid);

	if (!is_sampled && !is_unsaid && !begins_with(s, n, origin_counted))
		return false;
	event->is_sampled = is_sampled;
	event->is_unsaid = is_unsaid;
	return true;
}

bool
measured_has_values(const struct measured *m, uint32_t event)
{
	for (uint32_t i = 0; i < m->nsamples; i++)
		if (m->weights[(size_t)i * m->nevents + event].value != 0)
			return true;
	for (uint32_t i = 0; i < m->ncosts; i++)
		if (m->cost_values[(size_t)i * m->nevents + event] != 0)
			return true;
	for (uint32_t i = 0; i < m->ncalls; i++)
		if (m->call_values[(size_t)i * m->nevents + event] != 0)
			return true;
	return false;
}

void
measured_prefer_values(struct measured *m)
{
	uint32_t found = NOBODY;

	if (measured_has_values(m, m->event))
		return;
	for (uint32_t k = m->nevents; k-- > 0;)
		if ((found == NOBODY || strcmp(m->events[k].unit, m->events[m->event].unit) == 0
		    || strcmp(m->events[found].unit, m->events[m->event].unit) != 0)
		    && measured_has_values(m, k))
			found = k;
	if (found == NOBODY)
		return;
	measured_add_note(m, arena_printf(&m->text, "All values of %s are 0, so %s is shown first.",
		m->events[m->event].name, m->events[found].name),
		"E or --event=NAME shows another event.");
	m->event = found;
}
