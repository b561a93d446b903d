/* outside_task.c - the samples of a process that is recorded from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/outside_task.h"

#include <dirent.h>
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

enum { MOST_FILES = 10000 };

#if defined __x86_64__
static const uint32_t machine = EM_X86_64;
#elif defined __aarch64__
static const uint32_t machine = EM_AARCH64;
#else
static const uint32_t machine = EM_NONE;
#endif

/* Sets *HEAD to the head of a recording of process PID. */
static void
fill_head(struct rec_head *head, const uint8_t session[16], pid_t pid, uint32_t hz)
{
	char path[40];
	ssize_t n;

	*head = (struct rec_head){ .order = REC_ORDER, .version = REC_VERSION,
		.address_size = sizeof(void *), .slot_size = sizeof(struct rec_slot),
		.machine = machine, .pid = (uint32_t)pid, .uid = geteuid(),
		.start_real = clock_now(CLOCK_REALTIME), .start = clock_now(CLOCK_MONOTONIC),
		.hz = hz, .unwind = REC_UNWIND_CFI,
		.page_size = (uint32_t)sysconf(_SC_PAGESIZE), .outside = REC_OUTSIDE };
	memcpy(head->session, session, sizeof(head->session));
	snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	n = readlink(path, head->program, sizeof(head->program) - 1);
	head->program[n > 0 ? n : 0] = '\0';
}

/* Makes the file of T: PROGRAM.PID.NUMBER.gprec with the lowest NUMBER that is free. */
static void
make_file(struct outside_task *t, int directory, struct rec_head *head)
{
	const char *program = pathname_base(head->program);
	char name[320];

	do
		snprintf(name, sizeof(name), "%.200s.%u.%u%s", *program != '\0' ? program
			: "program", head->pid, head->number, REC_SUFFIX);
	while (!wait_file_make(&t->file, directory, name, head, REC_MAGIC)
	    && ++head->number < MOST_FILES);
}

/* Opens the file NAME of thread TID of the process of T. */
static int
open_file(const struct outside_task *t, pid_t tid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", (int)t->process.pid, (int)tid, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void
read_name(const struct outside_task *t, struct wait_table *table)
{
	int fd = open_file(t, (pid_t)table->tid, "comm");
	ssize_t n = fd >= 0 ? read(fd, table->name, sizeof(table->name) - 1) : 0;

	if (fd >= 0)
		close(fd);
	table->name[n > 0 ? n - 1 : 0] = '\0';	/* without the newline */
}

/* Returns how many ns thread T has run, or what is known of it. */
static uint64_t
read_run(const struct outside_thread *t)
{
	char text[96];
	ssize_t n = t->schedstat >= 0 ? pread(t->schedstat, text, sizeof(text) - 1, 0) : 0;

	if (n <= 0)
		return t->run;
	text[n] = '\0';
	return strtoull(text, NULL, 10);
}

/* Returns thread TID of T.  The result is valid until the next call. */
static struct outside_thread *
find_thread(struct outside_task *t, pid_t tid)
{
	struct outside_thread *thread;
	size_t i;

	BISECT(i, t->n, t->threads[i].table.tid >= (uint32_t)tid);
	if (i < t->n && t->threads[i].table.tid == (uint32_t)tid)
		return &t->threads[i];
	t->threads = mem_grow(t->threads, t->n + 1, &t->room, sizeof(*t->threads));
	thread = &t->threads[i];
	memmove(thread + 1, thread, (t->n++ - i) * sizeof(*thread));
	*thread = (struct outside_thread){ .table.tid = (uint32_t)tid };
	thread->schedstat = open_file(t, tid, "schedstat");
	read_name(t, &thread->table);
	return thread;
}

/* Ignores how long the present threads of T have run. */
static void
forget_past(struct outside_task *t)
{
	struct dirent *entry;
	char path[40];
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)t->process.pid);
	d = opendir(path);
	while (d != NULL && (entry = readdir(d)) != NULL)
		if (*entry->d_name != '.') {
			struct outside_thread *thread = find_thread(t,
				(pid_t)strtol(entry->d_name, NULL, 10));

			thread->run = read_run(thread);
		}
	if (d != NULL)
		closedir(d);
}

struct outside_task *
outside_task_open(int directory, const uint8_t session[16], pid_t pid, uint32_t hz, bool has_run,
	struct wait_images *images)
{
	struct outside_task *t = mem_new(1, sizeof(*t));
	struct rec_head head;

	t->process.pid = pid;
	t->process.images = images;
	fill_head(&head, session, pid, hz);
	make_file(t, directory, &head);
	(void)wait_walk_refresh(&t->process);
	if (has_run)
		forget_past(t);
	return t;
}

/* Returns how the kernel was entered at PC. */
static enum rec_kernel
kernel_entry(const struct outside_task *t, uint64_t pc)
{
#if defined __x86_64__
	static const unsigned char call[] = { 0x0f, 0x05 };	/* syscall */
	const uint64_t before = sizeof(call);
#else
	static const unsigned char call[] = { 0x01, 0x00, 0x00, 0xd4 };	/* svc #0 */
	const uint64_t before = sizeof(call);
#endif
	unsigned char bytes[2 * sizeof(call)];
	size_t n = wait_memory_copy(t->process.pid, pc - before, bytes, sizeof(bytes));

	if (n >= before && memcmp(bytes, call, before) == 0)
		return REC_KERNEL_CALL;
	/* A call that a signal has interrupted begins again. */
	if (n == sizeof(bytes) && memcmp(bytes + before, call, before) == 0)
		return REC_KERNEL_CALL;
	return REC_KERNEL_OTHER;
}

/* Returns the slot of the stack of S, in the table of THREAD. */
static uint32_t
find_slot(struct outside_task *t, struct outside_thread *thread, const struct perf_sample *s,
	struct wait_walk *w)
{
	struct cfi_frame f = s->frame;
	struct wait_map *map;

	wait_memory_given(&w->memory, t->process.pid, f.registers[CFI_STACK_POINTER], s->stack,
		s->size);
	wait_walk_frame(w, &t->process, &f);
	t->truncated += w->is_cut;
	map = wait_walk_code(&t->process, s->frame.pc);
	if (map != NULL)
		wait_file_object(&t->file, map);
	for (unsigned i = 1; i < w->n; i++)
		wait_file_object(&t->file, wait_walk_code(&t->process, w->frames[i] - 1));
	return wait_table_slot(&thread->table, &t->file, w->frames + 1, w->n > 0 ? w->n - 1 : 0,
		w->is_cut, s->frame.pc);
}

void
outside_task_add(struct outside_task *t, const struct perf_sample *s, struct wait_walk *w)
{
	struct outside_thread *thread = find_thread(t, s->tid);
	uint32_t slot;

	if (t->is_mapped && wait_walk_refresh(&t->process))
		t->is_mapped = false;
	slot = s->has_frame ? find_slot(t, thread, s, w) : UINT32_MAX;
	if (s->is_kernel || slot == UINT32_MAX)
		slot = wait_table_kernel(&thread->table, &t->file, slot, slot == UINT32_MAX
			? REC_KERNEL_OTHER : kernel_entry(t, s->frame.pc));
	wait_table_add(&thread->table, slot, 1, 1);
}

void
outside_task_executed(struct outside_task *t)
{
	wait_maps_release(&t->process.maps);
	(void)wait_walk_refresh(&t->process);
	t->is_mapped = false;
}

void
outside_task_flush(struct outside_task *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct outside_thread *thread = &t->threads[i];
		uint64_t run;

		if (thread->table.segment == 0)
			continue;
		run = read_run(thread);
		thread->table.cpu += run - thread->run;
		thread->run = run;
		wait_table_flush(&thread->table, &t->file);
	}
	wait_file_lost(&t->file, t->lost, t->truncated);
}

void
outside_task_close(struct outside_task *t, enum rec_end end)
{
	outside_task_flush(t);
	for (size_t i = 0; i < t->n; i++) {
		wait_table_release(&t->threads[i].table);
		if (t->threads[i].schedstat >= 0)
			close(t->threads[i].schedstat);
	}
	wait_file_end(&t->file, end, 0, 0);
	free(t->threads);
	wait_maps_release(&t->process.maps);
	free(t);
}
