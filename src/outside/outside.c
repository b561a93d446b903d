/* outside.c - records the processor time of a process from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/outside.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "io/clock.h"
#include "outside/outside_task.h"

/* The files are written this often, in ns. */
static const uint64_t writing = 50000000;

enum { ROUND = 10 };			/* ms that are waited for samples */

struct outside {
	struct outside_options options;
	struct perf_clock *clock;
	pthread_t thread;
	atomic_bool is_ending;
	struct wait_images images;
	struct wait_walk walk;
	struct outside_task *task;
	uint64_t written;		/* when files were written */
};

static void
add_sample(void *with, const struct perf_sample *s)
{
	struct outside *o = with;

	if (s->pid == o->options.pid)
		outside_task_add(o->task, s, &o->walk);
}

static void
see_execution(void *with, pid_t pid)
{
	struct outside *o = with;

	if (pid == o->options.pid)
		outside_task_executed(o->task);
}

static void
see_mapping(void *with, pid_t pid)
{
	struct outside *o = with;

	if (pid == o->options.pid)
		o->task->is_mapped = true;
}

static void
read_samples(struct outside *o)
{
	static const struct perf_clock_uses uses = { add_sample, see_execution, see_mapping };

	perf_clock_read(o->clock, &uses, o);
}

static void *
run(void *with)
{
	struct outside *o = with;

	while (!atomic_load(&o->is_ending)) {
		uint64_t now;

		perf_clock_wait(o->clock, ROUND);
		read_samples(o);
		now = clock_now(CLOCK_MONOTONIC);
		if (now - o->written >= writing) {
			outside_task_flush(o->task);
			o->written = now;
		}
	}
	return NULL;
}

struct outside *
outside_begin(const struct outside_options *options, struct err *e)
{
	struct outside *o = mem_new(1, sizeof(*o));

	o->options = *options;
	o->walk.is_ending = &o->is_ending;
	o->clock = perf_clock_new(options->hz, e);
	if (o->clock != NULL && perf_clock_add(o->clock, options->pid, e)) {
		o->task = outside_task_open(&(struct outside_task_options){
			.directory = options->directory, .session = options->session,
			.pid = options->pid, .hz = options->hz, .has_run = options->has_run,
			.is_blind = perf_clock_is_blind(o->clock) }, &o->images);
		if (pthread_create(&o->thread, NULL, run, o) == 0)
			return o;
		(void)err_set(e, ERR_IO, "no thread can be made");
		outside_task_close(o->task, REC_LEFT);
	}
	if (o->clock != NULL)
		perf_clock_free(o->clock);
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
	read_samples(o);
	perf_clock_free(o->clock);
	outside_task_close(o->task, has_ended ? REC_EXITED : REC_LEFT);
	wait_images_release(&o->images);
	wait_memory_release(&o->walk.memory);
	free(o);
}
