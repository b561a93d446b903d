/* recorded_notes.c - the title of recordings, and notes about what was lost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "record/recording.h"
#include "recorded/recorded_roots.h"
#include "recorded/recorded_unnamed.h"
#include "unwind/unwind_go.h"

/* A low rate of samples is said if the mean sample stands for more than most_ticks ticks, and all
 * samples for at least least_missing ticks more than there are samples.  It becomes a note if there
 * are at least enough_samples samples. */
static const double most_ticks = 1.5;
static const double least_missing = 20;
static const uint64_t enough_samples = 50;

/* System calls become a note if at least this fraction of all samples is in them. */
static const double much_in_calls = 0.1;

/* Fewer samples than this become a note. */
static const uint64_t few_samples = 200;

/* A thread gets a note if the ticks of its samples and the ticks in its processor time differ by at
 * least the time of this many samples, and by at least a quarter of the ticks in its processor
 * time. */
static const double least_difference = 20;

/* A thread is short if it has used less than this many seconds. */
static const double short_time = 0.25;

const char *
recorded_list(struct arena *text, const char *list, uint32_t n, const char *name)
{
	if (n > RECORDED_MOST_NAMED)
		return list;
	if (n == RECORDED_MOST_NAMED)
		return arena_printf(text, "%s, ..", list);
	return arena_printf(text, "%s%s%s", n > 0 ? list : "", n > 0 ? ", " : "", name);
}

/* Is R about a process that has another file, too? */
static bool
is_beside(const struct recording *r)
{
	return (r->from_outside & REC_BESIDE) != 0;
}

void
recorded_totals_see(struct recorded_totals *t, const struct recording *r)
{
	if (is_beside(r))
		return;
	t->names = recorded_list(&t->text, t->names, t->seen++,
		recorded_parts_process(&t->text, r));
}

/* Adds the processor time of THREAD, of process R, to T->cpu.  If the samples of THREAD do not fit
 * this time, adds 1 to T->unequal, and keeps a text if the difference is the greatest so far.
 * Short threads are added to T->briefs instead. */
static void
compare_time(struct recorded_totals *t, struct measured *m, const struct recording *r,
	const struct recorded_thread *thread)
{
	double seconds = (double)thread->cpu / 1e9, expected = seconds * r->hz;
	double by = fabs((double)thread->ticks - expected);
	const struct measured_part *part = &m->parts[thread->part];

	t->cpu += thread->cpu;
	if (seconds < short_time * thread->nthreads) {
		t->briefs.n += thread->nthreads;
		t->briefs.used += seconds;
		t->briefs.sampled += (double)thread->ticks / r->hz;
		t->briefs.ticks += (double)thread->ticks - expected;
		return;
	}
	if (by < least_difference * r->hz / recording_rate(r->hz, r->tick) || by < expected / 4)
		return;
	if (t->unequal++ > 0 && by <= t->unequal_by)
		return;
	t->unequal_by = by;
	/* If the process has no other threads, it is one part, and the name of the part does not
	 * contain "short threads". */
	t->unequal_text = arena_printf(&t->text, "%s%s: %.2f s of processor time, but its samples "
		"stand for %.2f s", thread->is_shared && part->whole == NOBODY
		? "short threads of " : "", part->name, seconds, (double)thread->ticks / r->hz);
}

static void
add_end(struct recorded_totals *t, const struct recording *r)
{
	t->ends = mem_grow(t->ends, t->nends + 1, &t->ends_room, sizeof(*t->ends));
	t->ends[t->nends++] = (struct recorded_end){ .pid = r->pid, .start = r->start_real,
		.gone = r->gone, .name = recorded_parts_process(&t->text, r) };
}

/* Adds to T that the process of R is shown. */
static void
add_process(struct recorded_totals *t, const struct recording *r)
{
	if (!r->ended)
		t->unended_names = recorded_list(&t->text, t->unended_names, t->unended++,
			recorded_parts_process(&t->text, r));
	else
		add_end(t, r);
	if (r->from_outside == REC_OUTSIDE)
		t->outside_names = recorded_list(&t->text, t->outside_names, t->outside++,
			recorded_parts_process(&t->text, r));
	if (r->nregions > 0)
		t->profiling_names = recorded_list(&t->text, t->profiling_names, t->profiling++,
			recorded_parts_process(&t->text, r));
	if (t->program == NULL || r->start_real < t->program_start) {
		t->program = arena_text(&t->text, r->program, strlen(r->program));
		t->name = arena_text(&t->text, r->name, strlen(r->name));
		t->program_start = r->start_real;
	}
}

/* Adds to T that the clock of a process allows HZ samples per second. */
static void
add_rate(struct recorded_totals *t, uint32_t hz)
{
	if (t->slow_hz == 0 || hz < t->slow_hz)
		t->slow_hz = hz;
	if (hz > t->fast_hz)
		t->fast_hz = hz;
}

void
recorded_totals_add(struct recorded_totals *t, struct measured *m, const struct recording *r,
	const struct recorded_parts *parts)
{
	uint32_t nthreads = 0;

	for (uint32_t i = 0; i < parts->n; i++)
		if (parts->threads[i].part != NOBODY) {
			nthreads += parts->threads[i].nthreads;
			if (r->hz > 0)
				compare_time(t, m, r, &parts->threads[i]);
		}
	if (is_beside(r))
		t->beside += nthreads;
	else
		add_process(t, r);
	if (r->reset > t->reset)
		t->reset = r->reset;
	t->sampled += r->nstacks > 0;
	t->stackless += r->nstacks > 0 && r->unwind == REC_UNWIND_NONE;
	t->by_pointers += r->nstacks > 0 && r->unwind == REC_UNWIND_FP;
	if (r->hz > 0 && (t->hz == 0 || r->hz < t->hz))
		t->hz = r->hz;
	if (r->hz > t->most_hz)
		t->most_hz = r->hz;
	if (r->hz > 0)
		add_rate(t, recording_rate(r->hz, r->tick));
	if (r->hz > 0 && r->tick > t->tick)
		t->tick = r->tick;
	t->lost_calls += r->lost_calls;
	t->lost_samples += r->lost_samples;
	t->truncated += r->truncated;
	t->unsampled += r->unsampled;
	t->saturated += r->saturated;
	t->uncounted += r->uncounted;
	t->problems |= r->problems;
}

void
recorded_totals_add_waits(struct recorded_totals *t, const struct recording *r)
{
	t->problems |= r->problems;
	if (r->real_hz > 0 && (t->real_wait_hz == 0 || r->real_hz < t->real_wait_hz)) {
		t->real_wait_hz = r->real_hz;
		t->wait_hz = r->hz;
	}
}

void
recorded_totals_damage(struct recorded_totals *t, struct measured *m, const char *path,
	const struct err *e)
{
	uint32_t text;

	if (t->damaged++ > 0)
		return;
	text = measured_text(m, path, strlen(path));
	m->damage = *e;
	m->damaged_file = m->texts[text];
}

void
recorded_totals_copy(struct recorded_totals *t, const struct recorded_totals *from)
{
	recorded_totals_release(t);
	*t = *from;
	t->text = (struct arena){ 0 };
	t->tasks = (struct recorded_tasks){ 0 };
	recorded_tasks_copy(&t->tasks, &from->tasks);
	t->ends = NULL;
	t->ends_room = 0;
	if (from->nends > 0) {
		t->ends = mem_grow(NULL, from->nends, &t->ends_room, sizeof(*t->ends));
		memcpy(t->ends, from->ends, from->nends * sizeof(*t->ends));
	}
}

void
recorded_totals_release(struct recorded_totals *t)
{
	arena_release(&t->text);
	recorded_tasks_release(&t->tasks);
	free(t->ends);
	*t = (struct recorded_totals){ 0 };
}

static const char *
plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Returns how many samples were taken in each second of processor time. */
static double
real_rate(const struct recorded_totals *t)
{
	return t->ticks > 0 ? t->hz * (double)t->samples / (double)t->ticks : 0;
}

/* Have the processes clocks with different rates?  Then real_rate() is that of none of them. */
static bool
is_mixed(const struct recorded_totals *t)
{
	return t->hz != t->most_hz || t->slow_hz != t->fast_hz;
}

/* Are as many samples taken as the kernel has ticks, because the user asked for more? */
static bool
is_at_tick(const struct recorded_totals *t)
{
	double rate = recording_rate(t->hz, t->tick);

	return rate < t->hz
		&& (t->samples < enough_samples || fabs(real_rate(t) - rate) <= rate / 4);
}

/* Are there notably fewer samples than the processor time has ticks? */
static bool
lacks_samples(const struct recorded_totals *t)
{
	double ticks = (double)t->ticks, samples = (double)t->samples;

	return !is_mixed(t) && !is_at_tick(t) && ticks > most_ticks * samples
		&& ticks - samples >= least_missing;
}

static void
set_lost(const struct recorded_totals *t, struct measured *m)
{
	if (t->lost_calls > 0 && t->lost_samples > 0)
		m->lost = arena_printf(&m->text, "%" PRIu64 " call%s and %" PRIu64 " sample%s lost",
			t->lost_calls, plural(t->lost_calls), t->lost_samples,
			plural(t->lost_samples));
	else if (t->lost_calls > 0 || t->lost_samples > 0)
		m->lost = arena_printf(&m->text, "%" PRIu64 " %s%s lost",
			t->lost_calls + t->lost_samples, t->lost_calls > 0 ? "call" : "sample",
			plural(t->lost_calls + t->lost_samples));
	else if ((t->problems & REC_NO_TIMER) != 0)
		m->lost = "no timer";
	else if ((t->problems & ~(uint32_t)REC_NO_BUFFER) != 0)
		m->lost = "not all was recorded";
}

/* Returns the text for the title that says how many samples were taken in each second of processor
 * time.  *ASKED becomes NULL or, if the user asked for more, the text that says so. */
static const char *
say_rate(const struct recorded_totals *t, struct arena *text, const char **asked)
{
	*asked = NULL;
	if (t->hz == 0)
		return "";
	if (t->slow_hz != t->fast_hz)
		return arena_printf(text, ", %u to %u Hz", t->slow_hz, t->fast_hz);
	if (is_mixed(t))
		return arena_printf(text, ", %u Hz", t->slow_hz);
	if (is_at_tick(t)) {
		*asked = arena_printf(text, ", the kernel's tick (%u asked)", t->hz);
		return arena_printf(text, ", %u Hz", recording_rate(t->hz, t->tick));
	}
	if (t->samples > 0 && lacks_samples(t)) {
		*asked = arena_printf(text, " (%u asked)", t->hz);
		return arena_printf(text, ", %.0f Hz", real_rate(t));
	}
	return arena_printf(text, ", %u Hz", t->hz);
}

static void
set_title(const struct recorded_totals *t, struct measured *m, const struct open_options *o,
	bool is_live)
{
	struct arena *text = &m->text;
	const char *pid = o->only_pid == NULL ? "" : arena_printf(text, ", only process %s",
		o->only_pid);
	const char *thread = o->only_thread == NULL ? "" : arena_printf(text, ", only thread %s",
		o->only_thread);
	const char *image = o->only_image == NULL ? "" : arena_printf(text, ", only code of %s",
		o->only_image);
	const char *rate = say_rate(t, text, &m->title_rest);
	const struct recorded_task_numbers *n = &t->numbers;
	const char *processes = n->processes <= 1 ? "" : arena_printf(text, ", %u processes",
		n->processes);
	const char *threads = n->threads <= n->processes ? "" : arena_printf(text,
		", %u thread%s", n->threads, plural(n->threads));
	const char *idle = t->idle == 0 || o->only_thread != NULL ? ""
		: arena_printf(text, ", %u of them idle", t->idle);
	const char *title = arena_printf(text, "%s%s%s%s%s%s%s%s", processes, threads, idle,
		n->resets > 0 && !is_live ? ", since reset" : "", pid, thread, image, rate);

	m->title = *title != '\0' ? title + strlen(", ") : title;
}

/* Adds a note if the samples of the short threads do not fit their processor time. */
static void
note_short(const struct recorded_short *s, struct measured *m)
{
	if (fabs(s->ticks) >= least_difference && fabs(s->sampled - s->used) >= s->used / 4)
		measured_add_note(m, arena_printf(&m->text, "%u short thread%s: %.2g s of processor "
			"time, but %s samples stand for %.2g s.", s->n, plural(s->n), s->used,
			s->n == 1 ? "its" : "their", s->sampled),
			"The samples of a short thread also stand for other threads of the same kind, "
			"which ended without a sample. Record for a longer time, to have more samples.");
}

/* Did threads of which no samples are taken use a notable part of the processor time?  Since its
 * last sample, each thread that ran when its process ended has used at most the time between two
 * samples. */
static bool
has_unsampled(const struct recorded_totals *t)
{
	double seconds = (double)t->unsampled / 1e9, least = 0.1;

	return t->hz > 0 && seconds >= least && seconds >= (double)t->cpu / 1e9 / 20
		&& seconds >= 2.0 * t->numbers.threads / recording_rate(t->hz, t->tick);
}

/* Why stacks lack their outer frames. */
enum cut_reasons {
	CUT_AT_END = 1,			/* they have too many frames, or not all was copied */
	CUT_AT_CHANGE = 2,		/* the callers are on another stack, which was not copied */
};

/* Returns the reasons for which stacks of M lack their outer frames. */
static unsigned
find_cut_reasons(const struct measured *m)
{
	unsigned reasons = 0;

	for (uint32_t i = 0; i < m->npaths; i++) {
		uint32_t parent = m->paths[i].parent;
		const struct measured_func *caller, *func;

		if (parent == NOBODY || m->paths[parent].parent != NOBODY)
			continue;
		caller = &m->funcs[m->frames[m->paths[parent].frame].func];
		func = &m->funcs[m->frames[m->paths[i].frame].func];
		if (strcmp(measured_text_of(m, caller->name), RECORDED_TRUNCATED) == 0)
			reasons |= unwind_go_changes_stack(measured_text_of(m, func->name))
				? CUT_AT_CHANGE : CUT_AT_END;
	}
	return reasons;
}

/* Adds a note on stacks whose outer frames are missing. */
static void
note_truncated(const struct recorded_totals *t, struct measured *m)
{
	struct arena *text = &m->text;
	unsigned reasons = t->outside > 0 ? find_cut_reasons(m) : CUT_AT_END;
	const char *why = reasons == CUT_AT_CHANGE ? "continued on another stack, which was not copied"
		: arena_printf(text, "had more than %d frames%s", REC_FRAMES, t->outside == 0 ? ""
		: (reasons & CUT_AT_CHANGE) == 0 ? ", or were large"
		: ", were large, or continued on another stack");
	const char *how = t->outside == 0 ? "" : reasons == CUT_AT_CHANGE
		? "From outside, only the stack is copied on which the thread runs. Functions of Go, such as "
		"runtime.systemstack, work on another stack than their callers. "
		: (reasons & CUT_AT_CHANGE) == 0
		? "From outside, only the inner part of a large stack is copied. "
		: "From outside, only the inner part of a large stack is copied, and no other stack, as that "
		"of the callers of runtime.systemstack in Go. ";

	measured_add_note(m, arena_printf(text, "%" PRIu64 " stack%s %s.", t->truncated,
		plural(t->truncated), why), arena_printf(text, "%sOuter frames were not recorded: these "
		"stacks begin with " RECORDED_TRUNCATED ". The totals of the functions that are missing "
		"there are too low.", how));
}

static void
note_lost(const struct recorded_totals *t, struct measured *m)
{
	struct arena *text = &m->text;

	if (t->lost_calls > 0)
		measured_add_note(m, arena_printf(text, "%" PRIu64 " call%s could not be counted.",
			t->lost_calls, plural(t->lost_calls)),
			"Counts of calls are lower bounds. There was no room for more arcs, or the "
			"program had restricted its system calls.");
	if (t->lost_samples > 0)
		measured_add_note(m, arena_printf(text, "%" PRIu64 " sample%s could not be recorded.",
			t->lost_samples, plural(t->lost_samples)),
			"Times are too low. There was no room for more samples, or the program had "
			"restricted its system calls.");
	if (t->truncated > 0)
		note_truncated(t, m);
	if (has_unsampled(t))
		measured_add_note(m, arena_printf(text, "%.2f s of processor time were used by threads "
			"of which no samples are taken.", (double)t->unsampled / 1e9),
			t->outside > 0 || t->beside > 0
			? "These times are missing. From outside, threads that end soon have no sample. "
			"Record with a higher -F."
			: "These times are missing. The C library creates such threads, for example for "
			"aio_read(3) and getaddrinfo_a(3).");
	if (t->unequal > 0)
		measured_add_note(m, arena_printf(text, "%s.%s", t->unequal_text, t->unequal == 1
			? "" : arena_printf(text, " The same is true of %u more thread%s.",
				t->unequal - 1, plural(t->unequal - 1))),
			"The samples do not fit the processor time. A thread that works in step with the "
			"clock gets too many or too few samples: record with --clock=perf, or with "
			"another -F.");
}

/* Would a higher -F bring more samples? */
static bool
can_ask_more(const struct recorded_totals *t)
{
	return !lacks_samples(t)
		&& (t->tick == 0 || recording_rate(2 * t->most_hz, t->tick) > t->most_hz);
}

/* Says how much time is between two samples, or how the rates differ. */
static const char *
say_distance(const struct recorded_totals *t, struct arena *text)
{
	return t->slow_hz != t->fast_hz
		? arena_printf(text, "Clocks bring %u to %u samples in each second", t->slow_hz,
			t->fast_hz)
		: arena_printf(text, "One sample is taken each %.2g s", 1.0
			/ (t->samples > 0 && lacks_samples(t) ? real_rate(t) : t->slow_hz));
}

/* Adds a note if there are no or few samples, or fewer than the user asked for. */
static void
note_rate(const struct recorded_totals *t, struct measured *m)
{
	if (t->hz == 0 && t->calls > 0)
		measured_add_note(m, "Only calls were recorded, so no times are known.",
			"Samples are not taken with -F 0, and not of programs that were linked with "
			"libgprowse.a.");
	else if (t->hz > 0 && t->samples == 0 && t->problems == 0)
		measured_add_note(m, arena_printf(&m->text, "No samples were taken in %.2g s of "
			"processor time.", (double)t->cpu / 1e9), arena_printf(&m->text,
			"%s. Record a longer run%s.", say_distance(t, &m->text), can_ask_more(t)
			? ", or with a higher -F" : ""));
	else if (t->hz > 0 && t->samples > 0 && t->samples < few_samples)
		measured_add_note(m, arena_printf(&m->text, "There %s only %" PRIu64 " sample%s of "
			"processor time, so its figures are rough.", t->samples == 1 ? "is" : "are", t->samples,
			plural(t->samples)), arena_printf(&m->text, "%s of processor time. Record a "
			"longer run%s, or several runs: gprowse DIR DIR shows them together.",
			say_distance(t, &m->text), can_ask_more(t) ? ", or with a higher -F" : ""));
	else if (t->samples >= enough_samples && lacks_samples(t))
		measured_add_note(m, arena_printf(&m->text, "%.0f samples were taken in each second of "
			"processor time, not %u.", real_rate(t), t->hz),
			t->outside > 0
			? "Stops for samples may take only a tenth of a processor, or the clock of the "
			"system allows no higher rate. Each sample stands for several ticks: sums are "
			"right, but sampling errors are larger."
			: "The clock of the system allows no higher rate, or threads ended before it "
			"brought a sample. Each sample stands for several ticks: sums are right, but "
			"sampling errors are larger.");
}

/* Adds a note if most processes ended before they could have samples of their beginning and end. */
static void
note_brief_processes(const struct recorded_totals *t, struct measured *m)
{
	enum { MANY = 20, TICKS = 3 };
	double cpu = t->numbers.processes > 0 ? (double)t->cpu / t->numbers.processes / 1e9 : 0;

	if (t->hz == 0 || t->beside > 0 || t->outside > 0 || t->samples < few_samples
	    || t->numbers.processes < MANY || cpu * recording_rate(t->hz, t->tick) > TICKS)
		return;
	measured_add_note(m, arena_printf(&m->text, "%u processes ran for %.2g ms on average, which is "
		"less than %d samples take.", t->numbers.processes, 1e3 * cpu, TICKS),
		"While a process begins and ends, no samples can be taken. This time is that of the functions "
		"that have samples: the sum is right, but such functions have too much. gprowse record "
		"--clock=perf counts it where it was spent.");
}

/* Adds notes about waits. */
static void
note_waits(const struct recorded_totals *t, struct measured *m, bool is_live)
{
	uint32_t unseen = t->wait_hz > 0 && !is_live ? t->numbers.unseen : 0;

	if (unseen > 0)
		measured_add_note(m, arena_printf(&m->text, "It was not seen where %u of %u processes "
			"waited.", unseen, t->numbers.processes),
			"Their waits are missing. Most such processes end before they are looked at: by default "
			"100 times a second, and less often if there are many. More looks (--wait=HZ) miss "
			"fewer. The system may also forbid to look at a process.");
	if (t->real_wait_hz < 0.8 * t->wait_hz)
		measured_add_note(m, arena_printf(&m->text, "Threads of a process were looked at only %u "
			"times a second, not %u.", t->real_wait_hz, t->wait_hz),
			"More looks would have taken more than 1 % of a processor, or the processors were "
			"busy. Times of short waits are less accurate.");
	if (t->idle > 0)
		measured_add_note(m, arena_printf(&m->text, "%u thread%s waited at one place for more "
			"than 95 %% of the time.", t->idle, plural(t->idle)),
			"These waits are the event idle, and not part of wait and wall.");
}

/* Returns the number of samples of the first event of M, processor time, whose innermost function
 * has NAME. */
static uint64_t
samples_in(struct measured *m, const char *name)
{
	uint32_t text = measured_text(m, name, strlen(name));
	uint64_t n = 0;

	for (uint32_t i = 0; i < m->nsamples; i++) {
		uint32_t func = m->frames[m->paths[m->samples[i].path].frame].func;

		if (m->funcs[func].name == text)
			n += m->weights[(size_t)i * m->nevents].samples;
	}
	return n;
}

/* Adds a note if samples of the recorder's timers find threads in system calls often. */
static void
note_calls(const struct recorded_totals *t, struct measured *m)
{
	bool has_perf = t->outside > 0 || t->beside > 0;
	uint64_t n = has_perf ? 0 : samples_in(m, RECORDED_SYSTEM_CALL);

	if (n > 0 && (double)n >= much_in_calls * (double)t->samples)
		measured_add_note(m, arena_printf(&m->text, "%.0f %% of the samples are in "
			RECORDED_SYSTEM_CALL ". Of short calls, there are too many.",
			100 * (double)n / (double)t->samples),
			"The kernel cannot be interrupted while a call begins and ends, so a timer finds "
			"it there more often, and the functions around less often, than is right. gprowse "
			"record --clock=perf counts them right, and names the functions of the kernel.");
}

/* What problems mean, and what can be done. */
static const struct {
	unsigned problem;
	const char *text, *advice;
} problems[] = {
	{ REC_NO_TIMER, "Timers could not be made in some process: it has no samples.",
		"The system allows no more timers; see ulimit -i (pending signals)." },
	{ REC_NO_ROOM, "There was no more room on the disk, or in the file of a process.",
		"What came later was not recorded. Record in a directory with more room." },
	{ REC_QUIET, "A program restricted its system calls (seccomp or Syscall User Dispatch).",
		"Threads, programs and libraries that came later were not recorded." },
	{ REC_IN_PARENT, "A child could not make a file of its own.",
		"Its calls and samples are among those of its parent." },
	{ REC_LOST_CHILD, "A child could not make a file of its own.",
		"What it counted is lost. Before it was made, its parent had given away the right "
		"to write into the recording, or there was no room." },
	{ REC_NO_BUFFER, "profil(2) could not write to a buffer of the program.",
		"profil(2) was switched off. The recording itself has all samples." },
	{ REC_UNRECORDED, "A program was executed that cannot load the recorder or write its recording.",
		"It was not recorded. Its user, root directory or mounts do not allow it to read "
		"libgprowse.so or to write into the directory of the recording, or it is a program "
		"for which gprowse-record(1) says why. With --clock=perf, gprowse record may take "
		"samples of it." },
	{ REC_UNSAVED, "A part of a recording could not be written, so counts are too low.",
		"The disk was full and the file system copies on write, as btrfs, or the file was "
		"cut, or the disk failed." },
	{ REC_SHARED, "A child process shares the memory and the thread of its parent (clone(2)).",
		"Its calls are among those of its parent. No samples of it were taken." },
	{ REC_UNSEEN, "The system did not tell where threads of a process waited.",
		"Their waits are [unknown wait]. Programs with set-user-ID, and those that protect "
		"their memory (PR_SET_DUMPABLE), cannot be seen from outside; others only if "
		"kernel.yama.ptrace_scope is 0, or 1 while their parents run." },
};

static void
note_problems(const struct recorded_totals *t, struct measured *m)
{
	for (size_t i = 0; i < sizeof(problems) / sizeof(*problems); i++)
		if ((t->problems & problems[i].problem) != 0)
			measured_add_note(m, problems[i].text, t->beside > 0
				&& problems[i].problem == REC_UNRECORDED
				? "Its calls were not counted. Its samples were taken from outside."
				: problems[i].advice);
}

const char *
recorded_notes_problem(const struct recorded_totals *t)
{
	for (size_t i = 0; i < sizeof(problems) / sizeof(*problems); i++)
		if ((t->problems & problems[i].problem) != 0)
			return problems[i].text;
	return NULL;
}

/* Adds a note if processes were not found that used a notable part of the processor time. */
static void
note_missed(const struct recorded_totals *t, struct measured *m)
{
	double seconds = (double)t->missed / 1e3, least = 0.05;

	if (seconds >= least && seconds >= (double)t->cpu / 1e9 / 50)
		measured_add_note(m, arena_printf(&m->text, "%.2f s of processor time of child "
			"processes %s not recorded.", seconds, seconds == 1 ? "was" : "were"),
			"Threads were stopped for samples, because the perf clock was not allowed or not "
			"wanted. Then children are looked for: some ended before they were found, or "
			"after their last sample. Code of 32 bits has no samples then.");
}

static int
by_pid_and_start(const void *a, const void *b)
{
	const struct recorded_end *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->start != y->start ? (x->start < y->start ? -1 : 1) : 0;
}

/* Adds a note about processes that did not end by exit().  Ignores a process that executed another
 * program: it has a later recording with the same pid. */
static void
note_killed(struct recorded_totals *t, struct measured *m)
{
	const char *names = NULL;
	uint32_t killed = 0;

	if (t->nends > 0)
		qsort(t->ends, t->nends, sizeof(*t->ends), by_pid_and_start);
	for (size_t i = 0; i < t->nends; i++)
		if (t->ends[i].gone && (i + 1 == t->nends || t->ends[i + 1].pid != t->ends[i].pid))
			names = recorded_list(&t->text, names, killed++, t->ends[i].name);
	if (killed > 0)
		measured_add_note(m, killed == 1
			? arena_printf(&m->text, "%s did not end by exit().", names)
			: arena_printf(&m->text, "%u processes did not end by exit(): %s.", killed, names),
			"A signal ended such a process, or it executed a program that is not recorded, or "
			"it does not use libc to exit, as programs in Go. Everything up to that moment "
			"is shown.");
}

/* Adds notes that programs called profil(2), and which samples profil(2) did not count. */
static void
note_profiling(const struct recorded_totals *t, struct measured *m)
{
	struct arena *text = &m->text;

	if (t->profiling > 0)
		measured_add_note(m, arena_printf(text, "%s called profil(2).", t->profiling_names),
			"The samples of the recording were also counted in buffers of the program. "
			"These histograms are not shown here.");
	if (t->saturated > 0)
		measured_add_note(m, arena_printf(text, "profil(2) did not count %" PRIu64
			" sample%s in full cells.", t->saturated, plural(t->saturated)),
			"A cell, which is a counter, has 16 bits and stops at 65,535 samples. With "
			"PROF_UINT, sprofil(2) uses cells of 32 bits.");
	if (t->uncounted > 0)
		measured_add_note(m, arena_printf(text, "profil(2) did not count %" PRIu64
			" sample%s, which came too fast.", t->uncounted, plural(t->uncounted)),
			"The thread that counted had to wait for a processor. The recording has these "
			"samples.");
}

/* Adds notes about processes that had not ended, and about resets. */
static void
note_begin_and_end(const struct recorded_totals *t, struct measured *m)
{
	if (t->unended > 0)
		measured_add_note(m, t->unended == 1
			? arena_printf(&m->text, "%s had not ended.", t->unended_names)
			: arena_printf(&m->text, "%u processes had not ended: %s.", t->unended,
				t->unended_names),
			"Such a process still ran when the recording was read, or it was killed. "
			"Everything up to that moment is shown.");
	if (t->numbers.resets > 0)
		measured_add_note(m, t->numbers.resets == t->numbers.processes
			? "The recording was reset."
			: arena_printf(&m->text, "%u of %u processes were reset.", t->numbers.resets,
				t->numbers.processes),
			"Only calls and samples since the last reset (gprowse control -r) are shown. "
			"With --since=start, all are shown.");
}

void
recorded_notes_add(struct recorded_totals *t, struct measured *m,
	const struct recorded_images *images, const struct open_options *options, bool is_live)
{
	t->numbers = recorded_tasks_count(&t->tasks);
	set_title(t, m, options, is_live);
	set_lost(t, m);
	note_lost(t, m);
	recorded_roots_note(&t->roots, m, t->by_pointers > 0);
	note_short(&t->briefs, m);
	note_rate(t, m);
	note_brief_processes(t, m);
	note_calls(t, m);
	note_problems(t, m);
	note_waits(t, m, is_live);
	if (t->outside > 0)
		measured_add_note(m, arena_printf(&m->text, t->outside == 1 ? "%s was recorded from "
			"outside." : "Processes were recorded from outside: %s.", t->outside_names),
			"Nothing was loaded into the program, so its calls are not counted.");
	note_missed(t, m);
	note_killed(t, m);
	note_profiling(t, m);
	note_begin_and_end(t, m);
	if (t->foreign > 0)
		measured_add_note(m, arena_printf(&m->text, "%u file%s of another recording %s in the "
			"directory.", t->foreign, plural(t->foreign), t->foreign == 1 ? "is" : "are"),
			"They were skipped.");
	if (t->damaged > 1)
		measured_add_note(m, arena_printf(&m->text, "%u files could not be read completely.",
			t->damaged), "The first of them is named above.");
	recorded_unnamed_note(m, images, t->samples);
	if (images->program != NULL && !images->program_used)
		measured_add_note(m, arena_printf(&m->text, "%s was not used.", images->program),
			"No program or library of the recording is of this build.");
}
