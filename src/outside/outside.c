/* outside.c - records the processor time of processes from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/outside.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "io/clock.h"
#include "io/descriptors.h"
#include "outside/kernel_names.h"
#include "outside/outside_task.h"
#include "outside/perf_clock.h"
#include "outside/stop_clock.h"

/* The files are written this often, in ns. */
static const uint64_t writing = 50000000;

enum { ROUND = 10 };			/* ms that are waited for samples */

/* A process. */
struct follower {
	pid_t pid, parent;		/* .parent is 0: not known */
	bool has_ended;			/* it had ended at the last flush */
	bool has_begun;			/* .task was begun, and may have been closed */
	bool has_executed;		/* it has executed a program since it is followed */
	struct outside_task *task;	/* owned; NULL: it is not recorded here */
};

struct outside {
	struct outside_options options;
	pid_t pid;			/* the first process */
	bool has_begun;			/* its recording */
	struct perf_clock *clock;	/* owned; NULL: .stops is used */
	struct stop_clock *stops;	/* owned by .thread */
	pthread_t thread;
	atomic_bool is_ending;
	struct kernel_names names;
	struct wait_images images;
	struct wait_walk walk;
	struct follower *followers;	/* owned; sorted by number */
	size_t n, room;
	uint64_t written;		/* when files were written */
};

/* Returns the process PID, or NULL. */
static struct follower *
find(struct outside *o, pid_t pid)
{
	size_t i;

	BISECT(i, o->n, o->followers[i].pid >= pid);
	return i < o->n && o->followers[i].pid == pid ? &o->followers[i] : NULL;
}

/* Returns the process PID, which is added if it is new. */
static struct follower *
add(struct outside *o, pid_t pid)
{
	struct follower *f = find(o, pid);
	size_t i;

	if (f != NULL)
		return f;
	BISECT(i, o->n, o->followers[i].pid >= pid);
	o->followers = mem_grow(o->followers, o->n + 1, &o->room, sizeof(*o->followers));
	memmove(o->followers + i + 1, o->followers + i, (o->n++ - i) * sizeof(*o->followers));
	o->followers[i] = (struct follower){ .pid = pid };
	return &o->followers[i];
}

/* Begins a recording of F.  NAME is that of its program, for the case that it has ended.  HAS_RUN:
 * the time that it has run before is ignored. */
static void
begin_task(struct outside *o, struct follower *f, const char *name, bool has_run)
{
	const struct follower *parent = f->parent != 0 ? find(o, f->parent) : NULL;
	const struct outside_task_options options = { .directory = o->options.directory,
		.session = o->options.session, .names = &o->names, .pid = f->pid,
		.name = name, .parent = parent != NULL ? parent->task : NULL,
		.hz = o->options.hz, .has_run = has_run, .is_attached = o->options.is_single,
		.is_first = f->pid == o->pid && !f->has_executed && !o->options.is_only,
		.is_off = o->options.is_off, .is_flat = o->options.is_flat,
		.is_irregular = o->stops != NULL,
		.is_blind = o->clock != NULL && perf_clock_is_blind(o->clock) };

	o->has_begun |= f->pid == o->pid;
	f->has_begun = true;
	f->task = outside_task_open(&options, &o->images);
}

/* Does F need no recording from outside, because its process has loaded the recorder? */
static bool
is_left(const struct outside *o, const struct follower *f)
{
	return !o->options.is_single && outside_task_is_recorded(f->task) && !o->options.is_only;
}

/* Returns process PID, or NULL if it is not recorded here. */
static struct follower *
recorded(struct outside *o, pid_t pid)
{
	struct follower *f = find(o, pid);

	if (!o->options.is_single && pid != o->pid && (f == NULL || !f->has_begun)) {
		f = add(o, pid);	/* a child that has executed nothing */
		/* Its parent gives it name and mappings, also if the parent is the first process,
		 * whose execution is in another ring and was not read yet. */
		if (f->parent == o->pid && !o->has_begun) {
			begin_task(o, add(o, o->pid), "", false);
			f = find(o, pid);
		}
		begin_task(o, f, "", false);
	}
	if (f == NULL || f->task == NULL)
		return NULL;
	if (!is_left(o, f))
		return f;
	/* It may have been recorded before it had loaded the recorder, if it is slow. */
	outside_task_close(f->task, REC_GONE);
	f->task = NULL;
	return NULL;
}

static void
add_sample(void *with, const struct perf_sample *s)
{
	struct outside *o = with;
	struct follower *f = recorded(o, s->pid);

	if (f != NULL)
		outside_task_add(f->task, s, &o->walk);
}

static bool
is_wanted(void *with, pid_t pid)
{
	return recorded(with, pid) != NULL;
}

static void
see_execution(void *with, pid_t pid, const char *name)
{
	struct outside *o = with;
	struct follower *f = find(o, pid);
	bool is_new = f == NULL || !f->has_begun || (f->task != NULL && !f->task->is_made);

	if (f == NULL && o->options.is_single)
		return;
	f = add(o, pid);
	f->parent = 0;
	if (f->task != NULL)
		outside_task_close(f->task, REC_GONE);
	/* An execution is seen some time later.  The samples since then will be read, but the stop
	 * clock has none, and a blind clock has none of the kernel. */
	begin_task(o, f, name, !is_new || (o->clock != NULL && !perf_clock_is_blind(o->clock)));
	outside_task_prepare(f->task);
	f->has_executed = true;
}

static void
see_mapping(void *with, pid_t pid)
{
	struct follower *f = find(with, pid);

	if (f != NULL && f->task != NULL)
		f->task->is_mapped = true;
}

static void
see_fork(void *with, pid_t pid, pid_t parent)
{
	struct outside *o = with;

	if (!o->options.is_single && find(o, pid) == NULL)
		add(o, pid)->parent = parent;
}

static const struct perf_clock_uses uses = { .sample = add_sample, .executed = see_execution,
	.mapped = see_mapping, .forked = see_fork, .wanted = is_wanted };

/* Makes recordings of processes of which only the kernel has run, so that they have no samples. */
static void
make_unseen(struct outside *o)
{
	for (size_t i = 0; i < o->n; i++) {
		struct follower *f = &o->followers[i];

		if (f->task != NULL && outside_task_is_unseen(f->task)
		    && recorded(o, f->pid) != NULL)
			outside_task_make(f->task);
	}
}

/* Writes what has changed, and forgets the processes that had ended at the last flush: their last
 * samples have been read since then. */
static void
flush(struct outside *o)
{
	size_t n = 0;

	make_unseen(o);
	for (size_t i = 0; i < o->n; i++) {
		struct follower *f = &o->followers[i];
		bool had_ended;

		if (f->task != NULL)
			outside_task_flush(f->task);
		had_ended = f->has_ended;
		f->has_ended = f->pid != o->pid && kill(f->pid, 0) != 0;
		if (!f->has_ended || !had_ended)
			o->followers[n++] = *f;
		else if (f->task != NULL)
			outside_task_close(f->task, REC_EXITED);
	}
	o->n = n;
}

static void *
run(void *with)
{
	struct outside *o = with;

	while (!atomic_load(&o->is_ending)) {
		uint64_t now;

		if (o->clock != NULL) {
			perf_clock_wait(o->clock, ROUND);
			perf_clock_read(o->clock, &uses, o);
		} else {
			stop_clock_read(o->stops, &uses, o);
		}
		now = clock_now(CLOCK_MONOTONIC);
		if (now - o->written >= writing) {
			flush(o);
			o->written = now;
		}
	}
	if (o->stops != NULL)
		stop_clock_free(o->stops);
	return NULL;
}

/* Makes the clock that the options of O ask for.  False: it is not possible, as E says. */
static bool
make_clock(struct outside *o, struct err *e)
{
	const struct outside_options *options = &o->options;

	if (options->clock != OUTSIDE_STOPS) {
		o->clock = perf_clock_new(options->hz, !options->has_run, e);
		if (o->clock != NULL && perf_clock_add(o->clock, o->pid, e))
			return true;
		if (o->clock != NULL)
			perf_clock_free(o->clock);
		o->clock = NULL;
	}
	if (options->clock == OUTSIDE_PERF || !options->has_run)
		return false;
	o->stops = stop_clock_new(options->hz, o->pid, !options->is_single, e);
	return o->stops != NULL;
}

bool
outside_has_perf(struct err *e)
{
	struct perf_clock *c = perf_clock_new(1, false, e);

	if (c != NULL)
		perf_clock_free(c);
	return c != NULL;
}

bool
outside_has_stops(struct err *e)
{
	return stop_clock_is_possible(e);
}

struct outside *
outside_begin(const struct outside_options *options, pid_t pid, struct err *e)
{
	struct outside *o = mem_new(1, sizeof(*o));

	o->options = *options;
	o->pid = pid;
	o->walk.is_ending = &o->is_ending;
	descriptors_allow();
	if (make_clock(o, e)) {
		if (o->clock != NULL && !perf_clock_is_blind(o->clock) && !options->is_flat)
			kernel_names_read(&o->names);
		if (options->has_run)
			begin_task(o, add(o, pid), options->name != NULL ? options->name : "", true);
		if (pthread_create(&o->thread, NULL, run, o) == 0)
			return o;
		(void)err_set(e, ERR_IO, "no thread can be made");
		if (options->has_run)
			outside_task_close(o->followers->task, REC_LEFT);
	}
	if (o->clock != NULL)
		perf_clock_free(o->clock);
	if (o->stops != NULL)
		stop_clock_free(o->stops);
	kernel_names_release(&o->names);
	free(o->followers);
	free(o);
	return NULL;
}

void
outside_end(struct outside *o, bool has_ended)
{
	if (o == NULL)
		return;
	atomic_store(&o->is_ending, true);
	pthread_join(o->thread, NULL);
	if (o->clock != NULL) {
		perf_clock_read(o->clock, &uses, o);
		make_unseen(o);
		perf_clock_free(o->clock);
	}
	for (size_t i = 0; i < o->n; i++) {
		const struct follower *f = &o->followers[i];
		bool ends = f->pid == o->pid ? has_ended : kill(f->pid, 0) != 0;

		if (f->task != NULL)
			outside_task_close(f->task, ends ? REC_EXITED : REC_LEFT);
	}
	free(o->followers);
	kernel_names_release(&o->names);
	wait_images_release(&o->images);
	unwind_memory_release(&o->walk.memory);
	free(o);
}
