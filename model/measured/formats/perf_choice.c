/* perf_choice.c - which samples of perf the user has chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perf_choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/numberlist.h"

/* Is there a choice at all?  If not, all samples are chosen. */
static bool
has_choice(const struct measured_options *o)
{
	return o->pid != NULL || o->thread != NULL || o->comm != NULL || o->cpus != NULL
		|| o->has_between;
}

static bool
is_number(const char *text, uint32_t number)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%" PRId64, number == UINT32_MAX ? -1 : (int64_t)number);
	return strcmp(text, digits) == 0;
}

static bool
is_comm(const char *text, const struct perf_facts *f)
{
	return f->ncomm == strlen(text) && memcmp(text, f->comm, f->ncomm) == 0;
}

/* Is the thread of F chosen? */
static bool
has_thread(const struct measured_options *o, const struct perf_facts *f)
{
	if (o->pid != NULL && (!f->has_pid || !is_number(o->pid, f->pid)))
		return false;
	if (o->comm != NULL && !is_comm(o->comm, f))
		return false;
	return o->thread == NULL || is_comm(o->thread, f)
		|| (f->has_tid && is_number(o->thread, f->tid));
}

/* Is the sample F chosen? */
static bool
is_chosen(struct perf_choice *c, const struct perf_facts *f)
{
	const struct measured_options *o = c->options;
	uint64_t since;
	bool is_blind;

	if (!has_choice(o))
		return true;
	is_blind = (o->cpus != NULL && !f->has_cpu) || (o->has_between && !f->has_time);
	since = f->time > c->first ? f->time - c->first : 0;
	if (!is_blind && has_thread(o, f) && (o->cpus == NULL || numberlist_has(o->cpus, f->cpu))
	    && (!o->has_between || (since >= o->from && since < o->to)))
		return true;
	c->nomitted++;
	c->nblind += is_blind;
	return false;
}

bool
perf_choice_has(struct perf_choice *c, const struct perf_facts *f)
{
	if (f->has_time && !c->has_first) {
		c->has_first = true;
		c->first = f->time;
		c->from = UINT64_MAX;
	}
	if (!is_chosen(c, f))
		return false;
	if (f->has_time && f->time < c->from)
		c->from = f->time;
	if (f->has_time && f->time > c->to)
		c->to = f->time;
	return true;
}

void
perf_choice_elapsed(const struct perf_choice *c, struct measured *m)
{
	measured_ran(m, c->has_first && c->to > c->from ? c->to - c->from : 0);
}

/* Returns ", WHAT WHICH", or "" if WHICH is NULL. */
static const char *
chosen(struct arena *text, const char *what, const char *which)
{
	return which == NULL ? "" : arena_printf(text, ", %s %s", what, which);
}

void
perf_choice_title(const struct measured_options *o, struct measured *m)
{
	struct arena *text = &m->text;
	double from = (double)o->from / 1e9, to = (double)o->to / 1e9;
	const char *between, *all;

	if (!has_choice(o))
		return;
	if (!o->has_between || (o->from == 0 && o->to == UINT64_MAX))
		between = "";
	else if (o->from == 0)
		between = arena_printf(text, ", to %.9g s", to);
	else if (o->to == UINT64_MAX)
		between = arena_printf(text, ", from %.9g s", from);
	else
		between = arena_printf(text, ", %.9g to %.9g s", from, to);
	all = arena_printf(text, "%s%s%s%s%s", chosen(text, "process", o->pid),
		chosen(text, "thread", o->thread), chosen(text, "comm", o->comm),
		chosen(text, "cpu", o->cpus), between);
	if (*all != '\0')
		m->title = arena_printf(text, "only%s", all + 1);
}

bool
perf_choice_none(const struct perf_choice *c, struct err *e)
{
	if (c->nblind > 0)
		return err_set(e, ERR_EMPTY, "does not say %s", c->options->cpus != NULL
			? "on which processors its samples were taken; perf record --sample-cpu records it"
			: "when its samples were taken");
	return err_set(e, ERR_EMPTY, "none of its %" PRIu64 " samples is of the process, thread, "
		"processor and time that the options choose; without them, --view=threads lists all", c->nomitted);
}
