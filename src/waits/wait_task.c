/* wait_task.c - looks at all threads of a recorded process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "io/procstatus.h"
#include "waits/wait_open.h"

/* The threads are listed at least this often, in ns.  If the process sleeps, they are looked at
 * that often, so that the time is added while they sleep; but so rarely that it takes at most a
 * hundredth of a processor. */
enum { BUDGET = 100 };
enum { ZOMBIE_LOOKS = 4 };		/* that a child of fork() without a recording has ended is
					 * seen at most so many looks later */
static const uint64_t listing = 100000000, resting = 200000000;

/* Reads the control page of the recording, which is all zero if it cannot be read. */
static struct rec_control
read_control(const struct wait_task *t)
{
	struct rec_control control = { 0 };

	(void)!pread(t->recording, &control, sizeof(control), REC_PAGE);
	return control;
}

/* Makes the file of waits.  Children in different containers may have the same number, and so the
 * same name: then another name is chosen. */
static void
make_file(struct wait_task *t)
{
	enum { TRIES = 1000 };
	struct rec_head head = t->head;
	char file[512];

	head.hz = t->target.hz;
	head.unwind = REC_UNWIND_CFI;
	for (int i = 0; i < TRIES; i++) {
		snprintf(file, sizeof(file), "%s%s", t->name, REC_WAIT_SUFFIX);
		if (wait_file_make(&t->target.file, t->directory, file, &head, REC_WAIT_MAGIC)
		    || !t->is_fork)
			break;
		wait_open_rename(t);
	}
	t->is_made = true;
}

/* Returns since when thread TID of T has existed and the recorder has counted, or a later time.
 * TID was not yet there at the time BEFORE; 0: T was not looked at before. */
static uint64_t
thread_since(const struct wait_task *t, pid_t tid, uint64_t before, uint64_t now)
{
	const uint64_t long_ago = 1000000000;	/* ns; the process is found sooner, unless its
						 * parent tells of it */
	uint64_t since = t->head.start > t->halted ? t->head.start : t->halted;

	if (before == 0 && tid == t->target.process.pid)
		return t->is_fork || now < since + long_ago ? since : now;
	since = before > since ? before : since;
	return since < now && now < since + long_ago ? since + (now - since) / 2 : now;
}

/* Adds the thread TID of T, unless it is known.  BEFORE and NOW are as in thread_since(). */
static void
add_thread(struct wait_task *t, pid_t tid, uint64_t before, uint64_t now)
{
	struct wait_thread *thread;
	size_t i;

	BISECT(i, t->n, t->threads[i]->tid >= tid);
	if (i < t->n && t->threads[i]->tid == tid && !t->threads[i]->is_over)
		return;
	thread = wait_thread_open(&t->target, tid, thread_since(t, tid, before, now));
	if (thread == NULL)
		return;
	if (i < t->n && t->threads[i]->tid == tid) {
		wait_thread_close(t->threads[i], &t->target);
		t->threads[i] = thread;
		return;
	}
	t->threads = mem_grow(t->threads, t->n + 1, &t->room, sizeof(*t->threads));
	memmove(t->threads + i + 1, t->threads + i, (t->n - i) * sizeof(*t->threads));
	t->threads[i] = thread;
	t->n++;
	t->target.process.read = 0;	/* its stack is not in the mappings that were read */
}

/* Closes the threads that have ended. */
static void
drop_threads(struct wait_task *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->threads[i]->is_over)
			wait_thread_close(t->threads[i], &t->target);
		else
			t->threads[n++] = t->threads[i];
	t->n = n;
}

/* Finds new threads, and returns whether it has listed them.  The number of links of the directory
 * changes with the number of threads.  BEFORE and NOW are as in thread_since(). */
static bool
list_threads(struct wait_task *t, uint64_t before, uint64_t now)
{
	char path[40];
	struct stat st;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)t->target.process.pid);
	if (stat(path, &st) != 0 || (st.st_nlink == t->links && now - t->listed < listing))
		return false;
	t->links = st.st_nlink;
	t->listed = now;
	drop_threads(t);
	d = procfile_threads(t->target.process.pid);
	for (pid_t tid; (tid = procfile_next(d)) != 0;)
		add_thread(t, tid, before, now);
	return true;
}

/* Looks at the threads of T; IS_NEW: only at those that were not looked at before. */
static void
look_at_threads(struct wait_task *t, struct wait_walk *w, bool is_new)
{
	if (!is_new)
		t->has_spared = false;
	for (size_t i = 0; i < t->n && !atomic_load(w->is_ending); i++) {
		struct wait_thread *thread = t->threads[i];

		if (thread->is_over || (is_new && !thread->is_new))
			continue;
		wait_thread_look(thread, &t->target, w);
		t->has_spared |= !thread->is_over && thread->spared > thread->looked;
		if (thread->is_over)
			t->links = 0;	/* another one may have begun */
	}
}

/* The recorder of the process may have been halted, or may have begun again. */
static bool
is_on(struct wait_task *t, enum rec_state state, uint64_t now)
{
	bool is = state == REC_ON;

	if (!is)
		t->halted = now;
	if (is && !t->is_on)
		for (size_t i = 0; i < t->n; i++)
			wait_thread_forget(t->threads[i]);
	t->is_on = is;
	return is;
}

void
wait_task_look(struct wait_task *t, struct wait_walk *w)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC), before, cpu;
	struct rec_control control = read_control(t);

	if (!clock_process(t->target.process.pid, &cpu)
	    || (t->is_fork ? t->looks % ZOMBIE_LOOKS == 0
		&& procstatus_is_zombie((unsigned long)t->target.process.pid)
		: control.ended != REC_RUNS)) {
		t->is_over = true;
		return;
	}
	if (t->looks++ == 0)
		t->begun = now;
	if (!is_on(t, (enum rec_state)control.state, now))
		return;
	if (cpu == t->cpu && !t->has_spared
	    && (now - t->full < resting || now - t->full < t->spent * BUDGET)) {
		t->target.idle = now;
		return;
	}
	if (wait_open_executed(t)) {
		t->is_over = true;
		return;
	}
	before = t->full > t->target.idle ? t->full : t->target.idle;
	t->cpu = cpu;
	t->full = now;
	t->spent = 0;
	if (!t->is_made)
		make_file(t);
	look_at_threads(t, w, false);
	if (list_threads(t, before, now))
		look_at_threads(t, w, true);
}

void
wait_task_flush(struct wait_task *t)
{
	for (size_t i = 0; i < t->n; i++) {
		/* A process is divided into threads only if all of them have tables. */
		wait_table_begin(&t->threads[i]->table, &t->target.file);
		wait_table_flush(&t->threads[i]->table, &t->target.file);
	}
}

/* Returns how many times a second T was looked at, but not more than was asked for. */
static uint32_t
real_rate(const struct wait_task *t)
{
	double seconds = (double)(clock_now(CLOCK_MONOTONIC) - t->begun) / 1e9;
	double rate = seconds > 0 ? (double)t->looks / seconds : t->target.hz;

	return rate < t->target.hz ? (uint32_t)(rate + 1) : t->target.hz;
}

/* No thread of T is looked at any more: their last waits end.  If the process exists, also as a
 * zombie, they end now. */
static void
end_threads(struct wait_task *t)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC), cpu;
	bool is_now = !t->is_over && clock_process(t->target.process.pid, &cpu);

	if (!is_on(t, (enum rec_state)read_control(t).state, now))
		return;
	for (size_t i = 0; i < t->n; i++)
		wait_thread_end(t->threads[i], &t->target, now, is_now);
}

void
wait_task_close(struct wait_task *t)
{
	end_threads(t);
	for (size_t i = 0; i < t->n; i++)
		wait_thread_close(t->threads[i], &t->target);
	free(t->threads);
	if (t->is_made)
		wait_file_end(&t->target.file, REC_EXITED, t->target.is_refused ? REC_UNSEEN : 0,
			real_rate(t));
	wait_maps_release(&t->target.process.maps);
	if (t->recording >= 0)
		close(t->recording);
	free(t->name);
	free(t);
}
