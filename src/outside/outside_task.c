/* outside_task.c - the samples of a process that is recorded from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/outside_task.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "io/procstatus.h"
#include "record/entry.h"
#include "waits/wait_memory.h"

/* So many threads that have ended keep tables of their own.  Then, a new thread uses the table of
 * one of the others. */
enum { OWN_TABLES = 256, MOST_FILES = 10000 };

#if defined __x86_64__
static const uint32_t machine = EM_X86_64;
#elif defined __aarch64__
static const uint32_t machine = EM_AARCH64;
#else
static const uint32_t machine = EM_NONE;
#endif

/* Is NAME, which /proc/PID/comm says, the name PROGRAM?  A longer name is cut off there. */
static bool
is_named(const char *program, const char *name)
{
	size_t n = strlen(name);

	return strncmp(program, name, n) == 0 && (program[n] == '\0' || n >= PROCFILE_NAME - 1);
}

/* Sets *HEAD to the head of the recording that O describes. */
static void
fill_head(struct rec_head *head, const struct outside_task_options *o)
{
	char path[40], name[32];
	ssize_t n;

	*head = (struct rec_head){ .order = REC_ORDER, .version = REC_VERSION,
		.address_size = sizeof(void *), .slot_size = sizeof(struct rec_slot),
		.machine = machine, .uid = geteuid(),
		.pid = (uint32_t)(o->is_attached ? o->pid : procstatus_own_number(o->pid)),
		.outer_pid = (uint32_t)o->pid,
		.start_real = clock_now(CLOCK_REALTIME), .start = clock_now(CLOCK_MONOTONIC),
		.hz = o->hz, .unwind = o->is_flat ? REC_UNWIND_NONE : REC_UNWIND_CFI,
		.page_size = (uint32_t)sysconf(_SC_PAGESIZE), .outside = REC_OUTSIDE };
	memcpy(head->session, o->session, sizeof(head->session));
	snprintf(path, sizeof(path), "/proc/%d/exe", (int)o->pid);
	n = readlink(path, head->program, sizeof(head->program) - 1);
	if (n <= 0 && o->parent != NULL) {
		memcpy(head->program, o->parent->head.program, sizeof(head->program));
		return;
	}
	head->program[n > 0 ? n : 0] = '\0';
	if (n <= 0)
		n = snprintf(head->program, sizeof(head->program), "%.100s", *o->name != '\0' ? o->name
			: "program");
	if (o->is_attached)		/* it may have changed its name */
		return;
	snprintf(path, sizeof(path), "/proc/%d/comm", (int)o->pid);
	name[procfile_read(path, name, sizeof(name) - 1)] = '\0';
	name[strcspn(name, "\n")] = '\0';	/* as with a program that is executed by a link */
	if (*name != '\0' && !is_named(pathname_base(head->program), name))
		snprintf(head->program + n + 1, sizeof(head->program) - (size_t)n - 1, "%s", name);
}

/* Sets NAME to the name of file NUMBER of the process of T. */
static void
name_file(char name[320], const struct outside_task *t, uint32_t number)
{
	const char *program = pathname_base(t->head.program);

	snprintf(name, 320, "%.200s.%u.%u%s", *program != '\0' ? program : "program", t->head.pid,
		number, REC_SUFFIX);
}

/* Is NAME the file of a recorder in the process of T that takes no samples? */
static bool
is_of_calls(const struct outside_task *t, const char *name)
{
	struct rec_head head;
	int fd = openat(t->directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	bool is_read = fd >= 0 && pread(fd, &head, sizeof(head), 0) == sizeof(head);

	if (fd >= 0)
		close(fd);
	return is_read && memcmp(head.magic, REC_MAGIC, sizeof(head.magic)) == 0
		&& head.pid == t->head.pid && head.outside == 0 && head.hz == 0;
}

/* Finds out whether the recorder in the process of T has made a file.  A process that ended soon
 * was not seen to load it: then, its file says so. */
static void
see_recorder(struct outside_task *t)
{
	bool is_loaded = (t->head.outside & REC_LOADED) != 0;
	char name[320];

	if ((!is_loaded && !t->is_closing) || (t->head.outside & REC_BESIDE) != 0)
		return;
	for (uint32_t i = 0; i <= t->head.number + 1; i++) {
		name_file(name, t, i);
		if (i != t->head.number && (is_loaded
			? faccessat(t->directory, name, F_OK, 0) == 0 : is_of_calls(t, name))) {
			t->head.outside |= REC_LOADED | REC_BESIDE;
			break;
		}
	}
	if (t->is_made && t->head.outside != t->written)
		wait_file_outside(&t->file, t->head.outside);
	t->written = t->head.outside;
}

/* Makes the file of T: PROGRAM.PID.NUMBER.gprec with the lowest NUMBER that is free. */
static void
make_file(struct outside_task *t)
{
	char name[320];

	if (t->is_made)
		return;
	see_recorder(t);
	do
		name_file(name, t, t->head.number);
	while (!wait_file_make(&t->file, t->directory, name, &t->head, REC_MAGIC)
	    && ++t->head.number < MOST_FILES);
	if (t->is_off)
		wait_file_halt(&t->file);
	t->is_made = true;
}

/* Returns thread TID of T; HAS_RUN is as in outside_thread_begin().  The result is valid until the
 * next call. */
static struct outside_thread *
find_thread(struct outside_task *t, pid_t tid, bool has_run)
{
	struct outside_thread *thread;
	size_t i;

	BISECT(i, t->n, t->threads[i].tid >= tid);
	if (i < t->n && t->threads[i].tid == tid)
		return &t->threads[i];
	t->threads = mem_grow(t->threads, t->n + 1, &t->room, sizeof(*t->threads));
	thread = &t->threads[i];
	memmove(thread + 1, thread, (t->n++ - i) * sizeof(*thread));
	thread->table = t->nspare > OWN_TABLES ? t->spare[--t->nspare] : (struct wait_table){ 0 };
	outside_thread_begin(thread, t->process.pid, tid, has_run);
	/* In a container.  The first thread has the number of the process, even if it has ended. */
	if (t->head.pid != (uint32_t)t->process.pid)
		thread->table.tid = tid == t->process.pid ? t->head.pid
			: (uint32_t)procstatus_own_number(tid);
	return thread;
}

/* Finds the present threads of T.  HAS_RUN: how long they have run is ignored. */
static void
list_threads(struct outside_task *t, bool has_run)
{
	DIR *d = procfile_threads(t->process.pid);

	for (pid_t tid; (tid = procfile_next(d)) != 0;)
		(void)find_thread(t, tid, has_run);
}

struct outside_task *
outside_task_open(const struct outside_task_options *o, struct wait_images *images)
{
	struct outside_task *t = mem_new(1, sizeof(*t));

	t->process.pid = o->pid;
	t->process.images = images;
	t->period = (1000000000 + o->hz / 2) / o->hz;
	t->is_blind = o->is_blind;
	t->is_irregular = o->is_irregular;
	t->is_flat = o->is_flat;
	t->is_off = o->is_off;
	t->directory = o->directory;
	t->names = o->names;
	fill_head(&t->head, o);
	if (o->is_first)
		make_file(t);
	if (!wait_walk_refresh(&t->process) && o->parent != NULL)
		wait_maps_copy(&t->process.maps, &o->parent->process.maps);
	if (o->has_run) {
		list_threads(t, true);
		(void)clock_process(o->pid, &t->start);
	}
	return t;
}

/* Returns how the kernel was entered at PC. */
static enum rec_kernel
kernel_entry(const struct outside_task *t, uint64_t pc)
{
	unsigned char bytes[ENTRY_CALL + ENTRY_CODE], *at = bytes + ENTRY_CALL;
	size_t n = wait_memory_copy(t->process.pid, pc - ENTRY_CALL, bytes, sizeof(bytes));

	if (n >= ENTRY_CALL && entry_makes_call(bytes))
		return REC_KERNEL_CALL;
	/* A call that a signal has interrupted begins again. */
	if (n >= 2 * ENTRY_CALL && entry_makes_call(at))
		return REC_KERNEL_CALL;
	return n > ENTRY_CALL && entry_touches_memory(at, (unsigned)(n - ENTRY_CALL))
		? REC_KERNEL_FAULT : REC_KERNEL_OTHER;
}

/* Returns the slot of the stack of S, in the table of THREAD. */
static uint32_t
find_slot(struct outside_task *t, struct outside_thread *thread, const struct perf_sample *s,
	struct wait_walk *w)
{
	struct cfi_frame f = s->frame;

#ifdef CFI_RETURN_ADDRESS
	unwind_memory_given(&w->memory, f.registers[CFI_STACK_POINTER], s->stack, s->size);
#endif
	if (t->is_flat)
		w->n = w->is_cut = 0;
	else
		wait_walk_frame(w, &t->process, &f);
	t->truncated += w->is_cut;
	wait_file_object(&t->file, wait_walk_code(&t->process, s->frame.pc));
	for (unsigned i = 1; i < w->n; i++)
		wait_file_object(&t->file, wait_walk_code(&t->process, w->frames[i] - 1));
	return wait_table_slot(&thread->table, &t->file, w->frames + 1, w->n > 0 ? w->n - 1 : 0,
		w->is_cut, s->frame.pc);
}

/* Returns the slot of the kernel's part of the stack of S, in the table of THREAD.  SLOT is that of
 * the code that entered the kernel, or UINT32_MAX. */
static uint32_t
find_kernel(struct outside_task *t, struct outside_thread *thread, const struct perf_sample *s,
	uint32_t slot)
{
	enum { MOST_TEXTS = 20000 };

	slot = wait_table_kernel(&thread->table, &t->file, slot, slot == UINT32_MAX
		? REC_KERNEL_OTHER : kernel_entry(t, s->frame.pc));
	for (size_t i = s->nkernel; i-- > 0 && !t->is_flat
	     && wait_file_ntexts(&t->file) < MOST_TEXTS;) {
		const char *name = kernel_names_at(t->names, s->kernel[i] - (i > 0));

		if (name != NULL)
			slot = wait_table_kernel(&thread->table, &t->file, slot,
				wait_file_text(&t->file, name));
	}
	return slot;
}

/* Returns how many ticks of threads without samples the next sample of T stands for. */
static uint64_t
take_unseen(struct outside_task *t)
{
	uint64_t ticks = t->unseen / t->period, more = ticks > t->added ? ticks - t->added : 0;

	t->added += more;
	return more;
}

void
outside_task_add(struct outside_task *t, const struct perf_sample *s, struct wait_walk *w)
{
	struct outside_thread *thread;
	uint32_t slot;

	make_file(t);
	if (t->is_off)
		return;
	thread = find_thread(t, s->tid, false);
	if (t->is_mapped && wait_walk_refresh(&t->process))
		t->is_mapped = false;
	slot = s->has_frame ? find_slot(t, thread, s, w) : UINT32_MAX;
	/* A frame of the kernel has a caller: the code that entered it. */
	if (slot == UINT32_MAX || (s->is_kernel && !t->is_flat))
		slot = find_kernel(t, thread, s, slot);
	if (t->is_irregular)
		outside_thread_see(thread, t->period);
	outside_thread_add(thread, slot, thread->slot == UINT32_MAX ? take_unseen(t) : 0);
}

bool
outside_task_is_recorded(struct outside_task *t)
{
	if (!t->is_judged)
		t->process.read = 0;
	t->is_judged |= wait_walk_refresh(&t->process);
	if (!wait_maps_has(&t->process.maps, "libgprowse.so"))
		return false;
	t->head.outside |= REC_LOADED;
	return true;
}

bool
outside_task_is_unseen(const struct outside_task *t)
{
	uint64_t time;

	return t->is_blind && !t->is_made && clock_process(t->process.pid, &time)
		&& time >= t->start + t->period;
}

void
outside_task_make(struct outside_task *t)
{
	make_file(t);
	list_threads(t, false);
}

void
outside_task_prepare(struct outside_task *t)
{
	for (size_t i = 0; i < t->process.maps.n; i++)
		(void)wait_walk_code(&t->process, t->process.maps.list[i].low);
}

/* Reads the time of THREAD.  Ticks without samples are the kernel's, if it has none. */
static void
read_thread(struct outside_task *t, struct outside_thread *thread)
{
	uint32_t slot = thread->slot;

	outside_thread_read(thread, t->period);
	if (!t->has_left)
		(void)procfile_name(t->process.pid, thread->tid, thread->table.name);
	if (thread->due > 0 && t->is_blind)
		outside_thread_settle(thread, wait_table_kernel(&thread->table, &t->file,
			UINT32_MAX, REC_KERNEL_OTHER), thread->due);
	else if (thread->due > 0 && (thread->is_over || t->is_closing) && slot != UINT32_MAX)
		outside_thread_settle(thread, slot, 0);
	wait_table_flush(&thread->table, &t->file);
}

/* Reads the times of threads: of ALL, or of those that have a new sample.  Forgets those that have
 * ended; another thread may use the table. */
static void
read_threads(struct outside_task *t, bool all)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct outside_thread *thread = &t->threads[i];

		if (all || thread->is_active)
			read_thread(t, thread);
		if (!thread->is_over) {
			t->threads[n++] = *thread;
			continue;
		}
		if (thread->slot != UINT32_MAX)
			t->ended += thread->run;
		t->spare = mem_grow(t->spare, t->nspare + 1, &t->spare_room, sizeof(*t->spare));
		t->spare[t->nspare++] = thread->table;
	}
	t->n = n;
}

/* Finds out how long threads ran that have no sample. */
static void
find_unseen(struct outside_task *t)
{
	uint64_t seen = t->start + t->ended, time;

	if (!clock_process(t->process.pid, &time))
		return;
	for (size_t i = 0; i < t->n; i++)
		if (t->threads[i].slot != UINT32_MAX)
			seen += t->threads[i].run;
	t->unseen = time > seen ? time - seen : 0;
}

/* The recording is halted: ignores the time that the threads run. */
static void
forget(struct outside_task *t)
{
	for (size_t i = 0; i < t->n; i++)
		outside_thread_forget(&t->threads[i], t->period);
	list_threads(t, true);
	t->ended = t->unseen = t->added = 0;
	(void)clock_process(t->process.pid, &t->start);
}

void
outside_task_flush(struct outside_task *t)
{
	const uint64_t sometimes = 1000000000;
	uint64_t now = clock_now(CLOCK_MONOTONIC), unsampled;
	bool all = now - t->all >= sometimes;

	if (!t->is_made)
		return;
	t->is_off = !wait_file_is_on(&t->file);
	if (t->is_off) {
		forget(t);
		return;
	}
	read_threads(t, all);
	if (all) {
		see_recorder(t);
		find_unseen(t);
		t->all = now;
	}
	unsampled = t->unseen > t->added * t->period ? t->unseen - t->added * t->period : 0;
	wait_file_lost(&t->file, t->truncated, unsampled);
}

void
outside_task_close(struct outside_task *t, enum rec_end end)
{
	t->all = 0;
	t->is_closing = true;
	t->has_left = end == REC_GONE;
	see_recorder(t);
	outside_task_flush(t);
	for (size_t i = 0; i < t->n; i++) {
		wait_table_release(&t->threads[i].table);
		if (t->threads[i].schedstat >= 0)
			close(t->threads[i].schedstat);
	}
	for (size_t i = 0; i < t->nspare; i++)
		wait_table_release(&t->spare[i]);
	if (t->is_made)
		wait_file_end(&t->file, end, 0, 0);
	free(t->threads);
	free(t->spare);
	wait_maps_release(&t->process.maps);
	free(t);
}
