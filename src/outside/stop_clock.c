/* stop_clock.c - samples of the processor time of processes, whose threads are stopped for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/stop_clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "outside/stop_process.h"

#ifdef CFI_RETURN_ADDRESS

enum { BUDGET = 10 };			/* at most this part of a processor is used: a tenth */

struct stop_clock {
	uint64_t period;		/* ns */
	uint64_t next;			/* when the next samples are due */
	struct stop_process *processes;	/* owned; sorted by number */
	size_t n, room;
	bool has_children;		/* children of the processes are sampled, too */
	unsigned long newest;		/* number of the newest process or thread of the system when
					 * children were looked for; 0: not known */
	uint64_t searched;		/* when this was */
	uint64_t search_cost;		/* ns that it took */
	unsigned char *stack;		/* owned */
};

/* Adds process PID, a child of one that C has, unless C has it already. */
static void
add_child(struct stop_clock *c, pid_t pid)
{
	size_t i;

	BISECT(i, c->n, c->processes[i].pid >= pid);
	if (pid <= 0 || (i < c->n && c->processes[i].pid == pid))
		return;
	c->processes = mem_grow(c->processes, c->n + 1, &c->room, sizeof(*c->processes));
	memmove(c->processes + i + 1, c->processes + i, (c->n++ - i) * sizeof(*c->processes));
	stop_process_begin(&c->processes[i], pid, true);
}

/* Adds the children of thread TID of process PID. */
static void
add_children(struct stop_clock *c, pid_t pid, long tid)
{
	char path[64];
	FILE *file;
	int child;

	snprintf(path, sizeof(path), "/proc/%d/task/%ld/children", (int)pid, tid);
	file = fopen(path, "re");
	while (file != NULL && fscanf(file, "%d", &child) == 1)
		add_child(c, (pid_t)child);
	if (file != NULL)
		fclose(file);
}

/* Adds the children of all threads of process PID. */
static void
add_all_children(struct stop_clock *c, pid_t pid)
{
	DIR *d = procfile_threads(pid);

	for (pid_t tid; (tid = procfile_next(d)) != 0;)
		add_children(c, pid, tid);
}

/* Returns the number of the newest process or thread of the system; 0: not known.  Source:
 * proc_loadavg(5). */
static unsigned long
newest_process(void)
{
	char text[128];
	size_t n = procfile_read("/proc/loadavg", text, sizeof(text) - 1);
	const char *last;

	text[n] = '\0';
	last = strrchr(text, ' ');
	return last != NULL ? strtoul(last + 1, NULL, 10) : 0;
}

/* Finds children of the processes that have run.  Nothing tells of new processes: one that ends
 * before the next search is not found. */
static void
find_children(struct stop_clock *c)
{
	enum { PART = 20 };		/* at most this part of the time is used for it */
	uint64_t now = clock_now(CLOCK_MONOTONIC);
	unsigned long newest;

	if (!c->has_children || now - c->searched < c->search_cost * PART)
		return;
	newest = newest_process();
	if (newest != 0 && newest == c->newest)
		return;
	c->newest = newest;
	/* A child that is found has the flag, too, so its children are found at once or, if its
	 * number is lower, next time. */
	for (size_t i = 0; i < c->n; i++)
		if (c->processes[i].has_run) {
			c->processes[i].has_run = false;
			add_all_children(c, c->processes[i].pid);
		}
	c->searched = now;
	c->search_cost = clock_now(CLOCK_MONOTONIC) - now;
}

/* Takes the samples that are due.  Forgets processes that have ended. */
static void
look(struct stop_clock *c, struct stop_use *use)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		use->pid = c->processes[i].pid;
		stop_process_look(&c->processes[i], c->period, use);
		if (c->processes[i].is_over)
			stop_process_release(&c->processes[i]);
		else
			c->processes[n++] = c->processes[i];
	}
	c->n = n;
}

/* Lets the threads go that have stopped late, as stop_process_collect(). */
static bool
collect(struct stop_clock *c, uint64_t patience, struct stop_use *use)
{
	bool is_waiting = false;

	use->late = 0;
	for (size_t i = 0; i < c->n; i++) {
		use->pid = c->processes[i].pid;
		is_waiting |= stop_process_collect(&c->processes[i], patience, use);
	}
	return is_waiting;
}

void
stop_clock_read(struct stop_clock *c, const struct perf_clock_uses *uses, void *with)
{
	const uint64_t moment = 100000, patience = 10000000;
	uint64_t cost = clock_now(CLOCK_THREAD_CPUTIME_ID), now = clock_now(CLOCK_MONOTONIC);
	struct stop_use use = { .stack = c->stack, .uses = uses, .with = with };

	do {
		uint64_t until = collect(c, patience, &use) && c->next > now + moment
			? now + moment : c->next;
		const struct timespec time = { (time_t)(until / 1000000000),
			(long)(until % 1000000000) };

		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
			;
		now = clock_now(CLOCK_MONOTONIC);
	} while (now < c->next);
	look(c, &use);
	find_children(c);
	cost = (clock_now(CLOCK_THREAD_CPUTIME_ID) - cost) * BUDGET;
	c->next = now + (cost > c->period ? cost : c->period);
}

/* Does another process trace process PID? */
static bool
is_traced(pid_t pid)
{
	char path[40], *line = NULL;
	size_t room = 0;
	long tracer = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "re");
	while (f != NULL && tracer == 0 && getline(&line, &room, f) > 0)
		if (sscanf(line, "TracerPid: %ld", &tracer) == 1)
			break;
	free(line);
	if (f != NULL)
		fclose(f);
	return tracer != 0;
}

/* Has process PID ended? */
static bool
is_over(pid_t pid)
{
	char path[40], state;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	state = procfile_state(path);
	return state == '\0' || state == 'Z' || state == 'X';
}

/* May this process stop the threads of process PID?  A child tries, because the system lets the
 * process go when it ends. */
static bool
may_trace(pid_t pid, struct err *e)
{
	pid_t child = fork();
	int status = 0, error;

	if (child == 0)
		_exit(ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0 ? 0 : errno);
	error = child < 0 ? errno : 0;
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	if (child > 0)
		error = WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
	return error == 0 || is_over(pid)
		|| err_set(e, ERR_IO, "the system does not let gprowse stop process %d for samples "
			"(ptrace: %s)", (int)pid, strerror(error));
}

bool
stop_clock_is_possible(struct err *e)
{
	(void)e;
	return true;
}

struct stop_clock *
stop_clock_new(uint32_t hz, pid_t pid, bool has_children, struct err *e)
{
	struct stop_clock *c;

	if (is_traced(pid)) {
		(void)err_set(e, ERR_USAGE, "another program traces process %d, such as a debugger or "
			"strace; end that first", (int)pid);
		return NULL;
	}
	if (!may_trace(pid, e))
		return NULL;
	c = mem_new(1, sizeof(*c));
	*c = (struct stop_clock){ .period = (1000000000 + hz / 2) / hz,
		.next = clock_now(CLOCK_MONOTONIC), .has_children = has_children,
		.stack = mem_uncleared(STOP_STACK, 1) };
	c->processes = mem_grow(NULL, 1, &c->room, sizeof(*c->processes));
	stop_process_begin(&c->processes[c->n++], pid, false);
	return c;
}

void
stop_clock_free(struct stop_clock *c)
{
	enum { TRIES = 100 };
	const struct timespec moment = { 0, 1000000 };
	struct stop_use none = { 0 };

	/* If a thread does not stop even now, the system lets it go when this thread ends. */
	for (int i = 0; i < TRIES && collect(c, UINT64_MAX, &none); i++)
		nanosleep(&moment, NULL);
	for (size_t i = 0; i < c->n; i++)
		stop_process_release(&c->processes[i]);
	free(c->processes);
	free(c->stack);
	free(c);
}

#else

bool
stop_clock_is_possible(struct err *e)
{
	return err_set(e, ERR_IO, "stacks cannot be followed on this kind of processor");
}

struct stop_clock *
stop_clock_new(uint32_t hz, pid_t pid, bool has_children, struct err *e)
{
	(void)hz;
	(void)pid;
	(void)has_children;
	(void)stop_clock_is_possible(e);
	return NULL;
}

void
stop_clock_read(struct stop_clock *c, const struct perf_clock_uses *uses, void *with)
{
	(void)c;
	(void)uses;
	(void)with;
}

void
stop_clock_free(struct stop_clock *c)
{
	(void)c;
}

#endif
