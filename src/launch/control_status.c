/* control_status.c - the state of a process that is recorded, as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/control_status.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "io/clock.h"
#include "measured/recording.h"
#include "recorded/recorded_tasks.h"

static const uint64_t second = 1000000000;	/* in ns */

/* Writes the line NAME with the moment REAL, in ns since 1970. */
static void
print_moment(struct out *out, const char *name, uint64_t real)
{
	time_t seconds = (time_t)(real / second);
	uint64_t at = clock_now(CLOCK_REALTIME);
	char text[64] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	out_printf(out, "%-9s%s", name, text);
	if (at >= real)
		out_printf(out, " (%" PRIu64 " s ago)", (at - real) / second);
	out_text(out, "\n");
}

/* Writes the state of the process of T, and the time of day when the state began.  C->changed is
 * this time by CLOCK_MONOTONIC, a clock that no one can set. */
static void
print_state(struct out *out, const struct target *t, const struct rec_control *c)
{
	uint64_t monotonic = clock_now(CLOCK_MONOTONIC), real = clock_now(CLOCK_REALTIME);
	const char *state = !t->is_used ? "ended" : c->state == REC_ON ? "running"
		: c->state == REC_OFF ? "halted" : "failed";

	out_printf(out, "state    %s\n", state);
	if (t->is_used && c->changed != 0 && c->changed <= monotonic
	    && monotonic - c->changed <= real)
		print_moment(out, "since", real - (monotonic - c->changed));
}

/* Writes what R has counted, and the samples of WITH_SAMPLES. */
static void
print_counts(struct out *out, const struct recording *r, const struct recording *with_samples)
{
	struct recorded_tasks tasks = { 0 };
	uint64_t calls = 0, samples = 0;

	recorded_tasks_add(&tasks, r, NULL);
	if (with_samples != r)
		recorded_tasks_add(&tasks, with_samples, NULL);
	for (uint32_t i = 0; i < r->narcs; i++)
		calls += r->arcs[i].count;
	for (uint32_t i = 0; i < with_samples->nstacks; i++)
		samples += recording_samples(&with_samples->stacks[i]);
	out_printf(out, "threads  %" PRIu32 "\n", recorded_tasks_count(&tasks).threads);
	recorded_tasks_release(&tasks);
	out_printf(out, "calls    %" PRIu64 "\n", calls);
	out_printf(out, "samples  %" PRIu64 "\n", samples);
	out_printf(out, "lost     %" PRIu64 " call%s, %" PRIu64 " sample%s\n", r->lost_calls,
		r->lost_calls == 1 ? "" : "s", r->lost_samples, r->lost_samples == 1 ? "" : "s");
}

static void
print_rate(struct out *out, const struct recording *r)
{
	uint32_t rate = recording_rate(r->hz, r->tick);

	if (r->hz == 0)
		out_text(out, "rate     0 (no samples are taken)\n");
	else if (rate == r->hz)
		out_printf(out, "rate     %" PRIu32 " samples per second of processor time\n", rate);
	else
		out_printf(out, "rate     %" PRIu32 " samples per second of processor time, the "
			"kernel's tick (%" PRIu32 " asked)\n", rate, r->hz);
}

/* Writes how the program uses profil(2), if it uses it. */
static void
print_profiling(struct out *out, const struct recording *r)
{
	if (r->nregions == 0)
		return;
	out_printf(out, "profil   %" PRIu32 " region%s, %" PRIu32 " in use; %" PRIu64
		" sample%s outside, %" PRIu64 " in full cells\n", r->nregions,
		r->nregions == 1 ? "" : "s", r->nregions_on, r->outside,
		r->outside == 1 ? "" : "s", r->saturated);
}

/* Reads the file of T into R. */
static bool
read_file(struct recording *r, const struct target *t, struct err *e)
{
	return recording_read(r, t->path, NULL, e) || err_in(e, "%s", t->name);
}

bool
control_status(struct out *out, const struct target *t, const struct target *samples,
	struct err *e)
{
	struct rec_control c = { .state = REC_ERROR };
	struct recording r, other = { 0 };
	const struct recording *with_samples = samples != NULL ? &other : &r;

	if (t->is_used && pread(t->fd, &c, sizeof(c), REC_PAGE) != (ssize_t)sizeof(c))
		return err_set(e, ERR_FORMAT, "%s: the file is cut off", t->name);
	if (!read_file(&r, t, e))
		return false;
	if (samples != NULL && !read_file(&other, samples, e)) {
		recording_release(&r);
		return false;
	}
	out_printf(out, "process  %" PRIu32 "\n", t->head.pid);
	out_text(out, "program  ");
	out_name(out, t->head.program);
	out_text(out, "\n");
	print_state(out, t, &c);
	print_moment(out, "started", r.start_real);
	if (r.reset != 0)
		print_moment(out, "reset", r.reset);
	print_rate(out, with_samples);
	print_counts(out, &r, with_samples);
	print_profiling(out, &r);
	recording_release(&r);
	if (samples != NULL)
		recording_release(&other);
	return true;
}
