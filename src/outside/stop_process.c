/* stop_process.c - a process whose threads are stopped for samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/stop_process.h"

#include <elf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "io/clock.h"
#include "io/procfile.h"

#ifdef CFI_RETURN_ADDRESS

enum { LATE_MOST = 8 };			/* threads that are to stop and have no processor */

/* The threads are listed at least and at most this often, in ns. */
static const uint64_t listing = 50000000, listing_soon = 1000000;

static void
add_thread(struct stop_process *p, pid_t tid)
{
	struct stop_thread t;
	size_t i;

	BISECT(i, p->n, p->threads[i].tid >= tid);
	if ((i < p->n && p->threads[i].tid == tid) || !stop_thread_begin(&t, p->pid, tid))
		return;
	if (p->listed != 0)
		t.run = 0;	/* it began since the last look, and its first sample is due */
	p->threads = mem_grow(p->threads, p->n + 1, &p->room, sizeof(*p->threads));
	memmove(p->threads + i + 1, p->threads + i, (p->n++ - i) * sizeof(*p->threads));
	p->threads[i] = t;
}

/* Forgets the threads that have ended and, if IS_ALL is set, those that are not being stopped. */
static void
forget_threads(struct stop_process *p, bool is_all)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->threads[i].is_over || (is_all && !p->threads[i].is_traced))
			stop_thread_release(&p->threads[i]);
		else
			p->threads[n++] = p->threads[i];
	p->n = n;
}

/* Forgets the threads that have ended, and finds new ones. */
static void
list_threads(struct stop_process *p)
{
	DIR *d;

	forget_threads(p, false);
	d = procfile_threads(p->pid);
	for (pid_t tid; (tid = procfile_next(d)) != 0;)
		add_thread(p, tid);
}

/* Returns where the kernel has put random bytes for the program of P: an address of its stack,
 * which is another one after each execution.  0: not known. */
static uint64_t
random_place(const struct stop_process *p)
{
	unsigned long words[128];
	char path[40];
	size_t n;

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)p->pid);
	n = procfile_read(path, words, sizeof(words)) / sizeof(*words);
	for (size_t i = 0; i + 2 <= n; i += 2)
		if (words[i] == AT_RANDOM)
			return words[i + 1];
	return 0;
}

/* Does P run another program than at the last look, or has it executed its program again?  Its file
 * tells, not its path: while the program runs, its file may be moved, or replaced by that of a new
 * version. */
static bool
has_executed(struct stop_process *p)
{
	struct stat before = p->file;
	uint64_t was = p->random, now = random_place(p);
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)p->pid);
	if (stat(path, &p->file) != 0) {
		p->file = before;
		return false;
	}
	p->random = now != 0 ? now : was;
	return (was != 0 && p->random != was) || (before.st_ino != 0
		&& (before.st_ino != p->file.st_ino || before.st_dev != p->file.st_dev));
}

/* Tells the user of samples, as USE says, that P has executed another program. */
static void
tell_executed(const struct stop_process *p, const struct stop_use *use)
{
	char path[40], program[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)p->pid);
	n = readlink(path, program, sizeof(program) - 1);
	program[n > 0 ? n : 0] = '\0';
	use->uses->executed(use->with, p->pid, pathname_base(program));
}

/* Is it time to list the threads?  If the process has run, and none of the threads that are known,
 * there are others. */
static bool
is_listing_due(const struct stop_process *p, uint64_t period, uint64_t now)
{
	enum { PART = 20 };		/* at most this part of the time is used for it */
	uint64_t since = now - p->listed;

	return since >= listing || (p->unknown >= (int64_t)period && since >= listing_soon
		&& since >= p->list_cost * PART);
}

/* Stops the threads of P that have run for PERIOD ns since their last sample, and run. */
static void
stop_threads(struct stop_process *p, uint64_t period, struct stop_use *use)
{
	for (size_t i = 0; i < p->n; i++) {
		struct stop_thread *t = &p->threads[i];
		uint64_t run;

		if (t->is_traced || t->is_over)
			continue;
		t->is_over = !procfile_run(t->schedstat, &run);
		if (t->is_over)
			continue;
		p->unknown -= (int64_t)(run - t->seen);
		t->seen = run;
		if (run - t->run < period || !stop_thread_runs(t))
			continue;
		if (!p->is_left)
			p->is_left = !use->uses->wanted(use->with, p->pid);
		if (p->is_left || use->late >= LATE_MOST)
			continue;
		stop_thread_stop(t, run, use);
		use->late += t->is_traced;
		p->is_left |= t->is_other;
	}
}

void
stop_process_begin(struct stop_process *p, pid_t pid, bool is_new)
{
	*p = (struct stop_process){ .pid = pid, .listed = is_new, .has_run = true };
	if (!is_new)
		list_threads(p);
	(void)has_executed(p);
}

void
stop_process_look(struct stop_process *p, uint64_t period, struct stop_use *use)
{
	uint64_t time, now;

	p->is_over = !clock_process(p->pid, &time);
	if (p->is_over || time == p->time)
		return;
	p->unknown += (int64_t)(time - p->time);
	p->time = time;
	p->has_run = true;
	if (has_executed(p)) {
		p->is_left = false;
		tell_executed(p, use);
	}
	if (p->is_left) {
		forget_threads(p, true);
		return;
	}
	now = clock_now(CLOCK_MONOTONIC);
	if (is_listing_due(p, period, now)) {
		list_threads(p);
		use->uses->mapped(use->with, p->pid);
		p->list_cost = clock_now(CLOCK_MONOTONIC) - now;
		p->listed = now;
		p->unknown = 0;
	}
	stop_threads(p, period, use);
}

bool
stop_process_collect(struct stop_process *p, uint64_t patience, struct stop_use *use)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC);
	bool is_waiting = false;

	for (size_t i = 0; i < p->n; i++) {
		struct stop_thread *t = &p->threads[i];

		if (!t->is_traced || stop_thread_collect(t, true, use))
			continue;
		use->late++;
		is_waiting |= now - t->told < patience;
	}
	return is_waiting;
}

void
stop_process_release(struct stop_process *p)
{
	for (size_t i = 0; i < p->n; i++)
		stop_thread_release(&p->threads[i]);
	free(p->threads);
}

#endif
