/* wait_thread.c - looks at a thread of another process, and adds up where it was blocked
 *
 * How long a thread was blocked is exact: the system counts how long it ran, and how long it waited
 * for a processor.  Each look adds the blocked time since the last look to the wait that it finds.
 * If the thread has run since, some of this time belongs to the wait that the last look found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "io/procstatus.h"
#include "waits/wait_names.h"

enum {
	TRIES = 3,			/* a look is repeated if the thread ran meanwhile */
	MOST_TEXTS = 1000,		/* if a file has so many texts, further ones are brief */
};

static bool
read_times(struct wait_thread *t, struct wait_times *times)
{
	char text[96], *end;
	ssize_t n = pread(t->schedstat, text, sizeof(text) - 1, 0);

	times->now = clock_now(CLOCK_MONOTONIC);
	if (n <= 0)
		return false;
	text[n] = '\0';
	times->run = strtoull(text, &end, 10);
	times->queue = strtoull(end, &end, 10);
	times->turns = strtoull(end, &end, 10);
	return true;
}

/* Reads what T does.  False: errno says why it cannot be read, or the thread ends. */
static bool
read_call(const struct wait_thread *t, struct wait_call *call)
{
	char text[256], *at;
	ssize_t n;

	errno = 0;
	n = pread(t->syscall, text, sizeof(text) - 1, 0);
	*call = (struct wait_call){ .number = -1 };
	if (n <= 0)
		return false;
	text[n] = '\0';
	if (*text == 'r')		/* "running" */
		return true;
	call->is_blocked = true;
	call->number = strtol(text, &at, 10);
	for (int i = 0; call->number >= 0 && i < WAIT_ARGUMENTS; i++)
		call->arguments[i] = strtoull(at, &at, 16);
	call->stack = strtoull(at, &at, 16);
	call->pc = strtoull(at, &at, 16);
	errno = ESRCH;
	return call->stack != 0;
}

static void
read_name(struct wait_thread *t, const struct wait_target *target)
{
	(void)procfile_name(target->process.pid, t->tid, t->table.name);
}

/* Adds NS to SLOT. */
static void
add(struct wait_thread *t, const struct wait_target *target, uint32_t slot, uint64_t ns)
{
	uint64_t looks = ns / (1000000000 / target->hz);

	if (ns == 0)
		return;
	wait_table_add(&t->table, slot, ns, looks > 0 ? looks : 1);
	t->added += ns;
}

/* Returns how many blocked ns up to TIMES were not added yet. */
static uint64_t
due(const struct wait_thread *t, const struct wait_times *times)
{
	uint64_t life = times->now - t->first.now;
	uint64_t other = times->run - t->first.run + times->queue - t->first.queue + t->added;

	return life > other ? life - other : 0;
}

/* T was blocked until the time NOW without a change. */
static void
stay(struct wait_thread *t, const struct wait_target *target, uint64_t now)
{
	struct wait_times times = t->last;

	if (!t->is_blocked || now <= t->last.now)
		return;
	times.now = now;
	add(t, target, t->slot, due(t, &times));
	t->last.now = t->looked = now;
}

/* Adds the time of T, which was not looked at for a while because it was blocked. */
static void
stay_spared(struct wait_thread *t, const struct wait_target *target)
{
	stay(t, target, target->idle > t->spared ? target->idle : t->spared);
}

void
wait_thread_close(struct wait_thread *t, struct wait_target *target)
{
	stay_spared(t, target);
	wait_table_flush(&t->table, &target->file);
	wait_table_release(&t->table);
	if (t->schedstat >= 0)
		close(t->schedstat);
	if (t->syscall >= 0)
		close(t->syscall);
	free(t);
}

/* T has existed since FROM, and its first look is .first: until then, it was blocked for as long as
 * it neither ran nor waited for a processor in all its life. */
static void
begin_at(struct wait_thread *t, uint64_t from)
{
	uint64_t used = t->first.run + t->first.queue;

	if (from < t->first.now && used < t->first.now - from)
		t->first.now = from + used;
}

struct wait_thread *
wait_thread_open(struct wait_target *target, pid_t tid, uint64_t from)
{
	struct wait_thread *t = mem_new(1, sizeof(*t));
	struct wait_call call;

	t->tid = tid;
	t->is_new = true;
	t->table.tid = (uint32_t)(target->is_contained ? procstatus_own_number(tid) : tid);
	t->schedstat = procfile_open_thread(target->process.pid, tid, "schedstat");
	t->syscall = procfile_open_thread(target->process.pid, tid, "syscall");
	target->is_refused |= t->syscall < 0 && (errno == EACCES || errno == EPERM);
	if (t->schedstat < 0 || !read_times(t, &t->first)
	    || (t->syscall >= 0 && !read_call(t, &call) && errno == ESRCH)) {
		wait_thread_close(t, target);
		return NULL;
	}
	read_name(t, target);
	begin_at(t, from);
	t->last = t->first;
	t->looked = t->first.now;
	return t;
}

/* Adds NS to a wait that no look has seen. */
static void
add_unseen(struct wait_thread *t, struct wait_target *target, uint64_t ns)
{
	if (ns > 0)
		add(t, target, wait_table_slot(&t->table, &target->file, NULL, 0, false,
			wait_file_text(&target->file, "[not seen]")), ns);
}

/* The time that was not added yet belongs to the end of the wait .slot, to the begin of the wait
 * SLOT, which a look at TIMES has found, and to waits between them that no look has seen. */
static void
settle(struct wait_thread *t, struct wait_target *target, uint32_t slot,
	const struct wait_times *times)
{
	uint64_t ns = due(t, times);
	uint64_t begin = times->now - t->looked;	/* SLOT began after the look before */
	uint64_t end = !t->has_slot ? 0 : t->is_blocked ? begin : t->left - t->last.now;
	uint64_t seen = ns < begin + end ? ns : begin + end;
	uint64_t old = end == 0 ? 0
		: (uint64_t)((double)seen * (double)end / (double)(begin + end));

	if (t->has_slot)
		add(t, target, t->slot, old);
	add(t, target, slot, seen - old);
	add_unseen(t, target, ns - seen);
	if (!t->is_blocked || t->slot != slot)
		t->began = times->now;
	read_name(t, target);
	t->slot = slot;
	t->has_slot = t->is_blocked = true;
	t->last = *times;
	t->looked = times->now;
}

/* TIMES were read: adds the time that T ran. */
static void
note_times(struct wait_thread *t, const struct wait_times *times)
{
	t->table.cpu += times->run - t->last.run;
	t->table.queue += times->queue - t->last.queue;
	t->last.run = times->run;
	t->last.queue = times->queue;
}

void
wait_thread_end(struct wait_thread *t, struct wait_target *target, uint64_t now, bool is_now)
{
	struct wait_times times;
	uint64_t ns, old;
	bool is_known;

	if (t->is_over)
		return;
	t->is_over = true;
	stay_spared(t, target);
	is_known = read_times(t, &times);
	if (is_known)
		note_times(t, &times);
	else
		times = t->last;
	/* Of a thread that ran and cannot be read, nothing is known since the last look. */
	now = now < t->looked || (!is_known && !t->is_blocked) ? t->looked : now;
	times.now = is_now ? now : t->looked + (now - t->looked) / 2;
	ns = due(t, &times);
	old = !t->has_slot ? 0 : t->is_blocked || ns < t->left - t->last.now ? ns
		: t->left - t->last.now;
	if (t->has_slot)
		add(t, target, t->slot, old);
	add_unseen(t, target, ns - old);
	t->is_blocked = false;
}

/* Returns the number of the slot for T, which is blocked in CALL. */
static uint32_t
find_slot(struct wait_thread *t, struct wait_target *target, const struct wait_call *call,
	struct wait_walk *w)
{
	struct wait_process *p = &target->process;
	char text[REC_WAIT_TEXT];

	wait_walk_run(w, p, call);
	wait_names_text(text, p->pid, t->tid, call,
		wait_file_ntexts(&target->file) >= MOST_TEXTS);
	for (unsigned i = 0; i < w->n; i++)
		wait_file_object(&target->file, wait_walk_code(p, w->frames[i] - 1));
	return wait_table_slot(&t->table, &target->file, w->frames, w->n, w->is_cut,
		wait_file_text(&target->file, text));
}

/* The look at TIME did not find T blocked. */
static void
note_running(struct wait_thread *t, uint64_t time)
{
	if (t->is_blocked)
		t->left = time;
	t->is_blocked = false;
	t->looked = time;
}

/* Adds the time of T, of which only the times are known. */
static void
look_without_call(struct wait_thread *t, struct wait_target *target,
	const struct wait_times *times)
{
	uint32_t slot = wait_table_slot(&t->table, &target->file, NULL, 0, false,
		wait_file_text(&target->file, "[unknown wait]"));

	target->is_refused = true;
	settle(t, target, slot, times);
}

/* Has T been blocked for so long that it is not yet time to look at it again?  Then at most an
 * eighth of its wait can be wrong. */
static bool
can_wait(struct wait_thread *t, const struct wait_target *target)
{
	const uint64_t most = 2000000000;
	uint64_t now, span;

	if (!target->is_sparing || !t->is_blocked)
		return false;
	now = clock_now(CLOCK_MONOTONIC);
	span = (now - t->began) / 8;
	if (now - t->looked >= (span < most ? span : most))
		return false;
	t->spared = now;
	return true;
}

void
wait_thread_look(struct wait_thread *t, struct wait_target *target, struct wait_walk *w)
{
	struct wait_times times, after;
	struct wait_call call;
	uint32_t slot;

	t->is_new = false;
	/* If T was spared when the process was looked at before it slept, it may have run. */
	if (t->spared <= t->looked)
		stay(t, target, target->idle);
	if (can_wait(t, target))
		return;
	if (!read_times(t, &times)) {
		wait_thread_end(t, target, times.now, false);
		return;
	}
	note_times(t, &times);
	if (t->is_blocked && times.turns == t->last.turns) {
		stay(t, target, times.now);
		return;
	}
	for (int i = 0; i < TRIES; i++) {
		if (t->syscall < 0 || !read_call(t, &call)) {
			if (t->syscall >= 0 && errno == ESRCH)
				wait_thread_end(t, target, times.now, false);
			else
				look_without_call(t, target, &times);
			return;
		}
		if (!call.is_blocked)
			break;
		slot = find_slot(t, target, &call, w);
		if (!read_times(t, &after)) {
			wait_thread_end(t, target, after.now, false);
			return;
		}
		note_times(t, &after);
		if (after.turns == times.turns) {
			settle(t, target, slot, &times);
			return;
		}
		times = after;
	}
	note_running(t, times.now);
}

void
wait_thread_forget(struct wait_thread *t)
{
	if (!read_times(t, &t->first))
		return;
	t->last = t->first;
	t->looked = t->first.now;
	t->added = 0;
	t->has_slot = t->is_blocked = false;
}
