/* outside_thread.c - the samples of a thread, and how much processor time they stand for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/outside_thread.h"

#include <unistd.h>

#include "io/procfile.h"

void
outside_thread_begin(struct outside_thread *t, pid_t pid, pid_t tid, bool has_run)
{
	struct wait_table table = t->table;

	*t = (struct outside_thread){ .tid = tid, .table = table,
		.slot = UINT32_MAX };
	t->table.tid = (uint32_t)tid;
	t->table.threads++;
	t->schedstat = procfile_open_thread(pid, tid, "schedstat");
	(void)procfile_name(pid, tid, t->table.name);
	if (has_run)
		(void)procfile_run(t->schedstat, &t->before);
}

void
outside_thread_read(struct outside_thread *t, uint64_t period)
{
	uint64_t run = t->before + t->run, least = t->ticks * period;

	t->is_active = false;
	if (!procfile_run(t->schedstat, &run)) {
		t->is_over = true;
		if (t->schedstat >= 0)
			close(t->schedstat);
		t->schedstat = -1;
	}
	run = run > t->before ? run - t->before : 0;
	/* What is read of a thread that runs may be old, and one that has ended cannot be read. */
	if (t->is_over && run < least)
		run = least;
	if (run > t->run) {
		t->table.cpu += run - t->run;
		t->run = run;
	}
	t->due = t->run / period > t->ticks ? t->run / period - t->ticks : 0;
}

void
outside_thread_see(struct outside_thread *t, uint64_t period)
{
	if (t->is_over)
		return;
	outside_thread_read(t, period);
	t->due -= t->due > 0;	/* the tick of the sample itself */
}

void
outside_thread_forget(struct outside_thread *t, uint64_t period)
{
	uint64_t cpu = t->table.cpu;

	outside_thread_read(t, period);
	t->table.cpu = cpu;
	t->before += t->run;
	t->run = t->ticks = t->due = 0;
}

void
outside_thread_add(struct outside_thread *t, uint32_t slot, uint64_t more)
{
	uint64_t ticks = 1 + t->due + more;

	wait_table_add(&t->table, slot, ticks, 1);
	t->ticks += ticks - more;
	t->due = 0;
	t->slot = slot;
	t->is_active = true;
}

void
outside_thread_settle(struct outside_thread *t, uint32_t slot, uint64_t samples)
{
	wait_table_add(&t->table, slot, t->due, samples);
	t->ticks += t->due;
	t->due = 0;
}
