/* stop_clock.c - samples of the processor time of a process, whose threads are stopped for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/stop_clock.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "waits/wait_memory.h"

#ifdef CFI_RETURN_ADDRESS

enum {
	STACK = 1 << 15,		/* bytes of the stack that are copied */
	BUDGET = 10,			/* at most this part of a processor is used: a tenth */
	RESTART_FIRST = -512,		/* the kernel's results of calls that begin again */
	RESTART_LAST = -516,
	RESTART = -514,			/* -ERESTARTNOHAND of the kernel: the call begins again,
					 * unless a handler of a signal is called */
};

/* The threads are listed at least and at most this often, in ns. */
static const uint64_t listing = 50000000, listing_soon = 1000000;

struct stopped {
	pid_t tid;
	int schedstat, syscall;		/* descriptors of files in /proc */
	uint64_t run;			/* ns that it had run at its last sample */
	uint64_t before;		/* if .is_traced: at the sample before */
	uint64_t seen;			/* ns that it had run at the last look */
	uint64_t told;			/* if .is_traced: when it was told to stop */
	bool is_traced;			/* it was told to stop, and has not been let go */
	bool is_over;			/* it has ended */
};

struct stop_clock {
	pid_t pid;
	uint64_t period;		/* ns */
	uint64_t next;			/* when the next samples are due */
	uint64_t listed;		/* when the threads were listed */
	uint64_t list_cost;		/* ns that this took */
	int64_t unknown;		/* ns of .time since then that no known thread has run */
	uint64_t time;			/* processor time of the process at the last look */
	struct stat file;		/* of the program that the process ran then; .st_ino is 0:
					 * not known */
	uint64_t random;		/* AT_RANDOM of the program (getauxval(3)); 0: not known */
	struct stopped *threads;	/* owned; sorted by number */
	size_t n, room;
	unsigned char *stack;		/* owned */
};

static int
open_file(pid_t pid, pid_t tid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/%s", (int)pid, (int)tid, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

/* Sets *RUN to how long T has run.  False: T has ended. */
static bool
read_run(const struct stopped *t, uint64_t *run)
{
	char text[96];
	ssize_t n = pread(t->schedstat, text, sizeof(text) - 1, 0);

	if (n <= 0)
		return false;
	text[n] = '\0';
	*run = strtoull(text, NULL, 10);
	return true;
}

/* Does T run, or could it run? */
static bool
runs(const struct stopped *t)
{
	char first;

	return pread(t->syscall, &first, 1, 0) == 1 && first == 'r';
}

static void
add_thread(struct stop_clock *c, pid_t tid)
{
	struct stopped t = { .tid = tid };
	size_t i;

	BISECT(i, c->n, c->threads[i].tid >= tid);
	if (i < c->n && c->threads[i].tid == tid)
		return;
	t.schedstat = open_file(c->pid, tid, "schedstat");
	t.syscall = open_file(c->pid, tid, "syscall");
	if (t.schedstat < 0 || t.syscall < 0 || !read_run(&t, &t.run)) {
		if (t.schedstat >= 0)
			close(t.schedstat);
		if (t.syscall >= 0)
			close(t.syscall);
		return;
	}
	t.seen = t.run;
	if (c->listed != 0)
		t.run = 0;	/* it began since the last look, and its first sample is due */
	c->threads = mem_grow(c->threads, c->n + 1, &c->room, sizeof(*c->threads));
	memmove(c->threads + i + 1, c->threads + i, (c->n++ - i) * sizeof(*c->threads));
	c->threads[i] = t;
}

/* Forgets the threads that have ended, and finds new ones. */
static void
list_threads(struct stop_clock *c)
{
	struct dirent *entry;
	char path[40];
	size_t n = 0;
	DIR *d;

	for (size_t i = 0; i < c->n; i++)
		if (c->threads[i].is_over) {
			close(c->threads[i].schedstat);
			close(c->threads[i].syscall);
		} else {
			c->threads[n++] = c->threads[i];
		}
	c->n = n;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)c->pid);
	d = opendir(path);
	while (d != NULL && (entry = readdir(d)) != NULL)
		if (*entry->d_name != '.')
			add_thread(c, (pid_t)strtol(entry->d_name, NULL, 10));
	if (d != NULL)
		closedir(d);
}

/* What a stopped thread was doing. */
struct registers {
	struct user_regs_struct v;
	bool is_call;			/* it was in a system call */
	bool is_interrupted;		/* the call would fail with EINTR */
	bool was_waiting;		/* it was blocked in the call, so it did not run */
};

/* Reads the registers of thread TID.  False: they cannot be read. */
static bool
read_registers(struct registers *r, pid_t tid)
{
	struct iovec to = { &r->v, sizeof(r->v) };
	long result;

	if (ptrace(PTRACE_GETREGSET, tid, (void *)(uintptr_t)NT_PRSTATUS, &to) != 0)
		return false;
#if defined __x86_64__
	r->is_call = (long)r->v.orig_rax >= 0;
	result = (long)r->v.rax;
#else
	{
		int number = -1;
		struct iovec call = { &number, sizeof(number) };

		(void)ptrace(PTRACE_GETREGSET, tid, (void *)(uintptr_t)NT_ARM_SYSTEM_CALL, &call);
		r->is_call = number >= 0;
		result = (long)r->v.regs[0];
	}
#endif
	r->is_interrupted = r->is_call && result == -EINTR;
	r->was_waiting = r->is_interrupted
		|| (r->is_call && result <= RESTART_FIRST && result >= RESTART_LAST);
	return true;
}

/* The system call of thread TID was interrupted because the thread was to stop: it will begin
 * again. */
static void
restart_call(struct registers *r, pid_t tid)
{
	struct iovec from = { &r->v, sizeof(r->v) };

#if defined __x86_64__
	r->v.rax = (unsigned long long)(long)RESTART;
#else
	r->v.regs[0] = (unsigned long long)(long)RESTART;
#endif
	(void)ptrace(PTRACE_SETREGSET, tid, (void *)(uintptr_t)NT_PRSTATUS, &from);
}

/* Sets F to the innermost frame of a thread with the registers R. */
static void
set_frame(struct cfi_frame *f, const struct registers *r)
{
	*f = (struct cfi_frame){ .is_exact = true };
#if defined __x86_64__
	const uint64_t values[CFI_REGISTERS] = { r->v.rax, r->v.rdx, r->v.rcx, r->v.rbx, r->v.rsi,
		r->v.rdi, r->v.rbp, r->v.rsp, r->v.r8, r->v.r9, r->v.r10, r->v.r11, r->v.r12,
		r->v.r13, r->v.r14, r->v.r15, r->v.rip };

	memcpy(f->registers, values, sizeof(values));
	f->pc = r->v.rip;
#else
	memcpy(f->registers, r->v.regs, 31 * sizeof(uint64_t));
	f->registers[CFI_STACK_POINTER] = r->v.sp;
	f->pc = r->v.pc;
#endif
}

/* Lets T go, which has stopped.  SIGNAL, if not 0, was about to be delivered to it.  If T is being
 * killed, it remains traced until has_stopped() has seen its end: until then, the parent of the
 * process does not learn that the process has ended. */
static void
let_go(struct stopped *t, int signal)
{
	if (ptrace(PTRACE_DETACH, t->tid, NULL, (void *)(uintptr_t)signal) == 0)
		t->is_traced = false;
}

/* Has T, which was told to stop, done so?  Sets *SIGNAL to the signal that was about to be
 * delivered to it, or 0. */
static bool
has_stopped(struct stopped *t, int *signal)
{
	siginfo_t info = { 0 };

	if (waitid(P_PID, (id_t)t->tid, &info, WSTOPPED | WEXITED | WNOHANG | __WALL) != 0) {
		t->is_over = true;
		t->is_traced = false;
		return false;
	}
	if (info.si_pid == 0)
		return false;
	if (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED) {
		t->is_over = true;
		t->is_traced = false;
		return false;
	}
	*signal = info.si_status >> 8 == 0 ? info.si_status : 0;
	return true;
}

/* T was told to stop.  If it has stopped, takes a sample, and lets it go.  It has no sample if it
 * was waiting; in particular, if it stops late, in a system call, it has just waited in the call.
 * Returns whether it has stopped or ended. */
static bool
collect(struct stop_clock *c, struct stopped *t, bool is_late, const struct perf_clock_uses *uses,
	void *with)
{
	struct perf_sample s = { .pid = c->pid, .tid = t->tid, .has_frame = true,
		.stack = c->stack };
	struct registers r = { 0 };
	bool has_sample;
	int signal = 0;

	if (!has_stopped(t, &signal))
		return !t->is_traced;
	has_sample = read_registers(&r, t->tid) && !r.was_waiting && !(is_late && r.is_call)
		&& uses != NULL;
	if (has_sample) {
		set_frame(&s.frame, &r);
		s.is_kernel = r.is_call;
		s.size = wait_memory_copy(c->pid, s.frame.registers[CFI_STACK_POINTER], c->stack,
			STACK);
	} else if (r.is_interrupted) {
		restart_call(&r, t->tid);
	}
	let_go(t, signal);
	if (has_sample)
		uses->sample(with, &s);
	else
		t->run = t->before;
	return true;
}

/* Stops T, which had run for RUN ns, for a sample.  If it does not stop at once, because it has no
 * processor, it will be asked again soon. */
static void
stop(struct stop_clock *c, struct stopped *t, uint64_t run, const struct perf_clock_uses *uses,
	void *with)
{
	const uint64_t soon = 50000;
	uint64_t begin;

	if (ptrace(PTRACE_SEIZE, t->tid, NULL, NULL) != 0)
		return;
	t->is_traced = true;
	t->before = t->run;
	t->run = run;
	(void)ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL);
	t->told = begin = clock_now(CLOCK_MONOTONIC);
	while (!collect(c, t, false, uses, with) && clock_now(CLOCK_MONOTONIC) - begin < soon)
		;
}

/* Sets *NS to the processor time of the process of C.  False: it has ended. */
static bool
processor_time(const struct stop_clock *c, uint64_t *ns)
{
	clockid_t clock;

	if (clock_getcpuclockid(c->pid, &clock) != 0)
		return false;
	*ns = clock_now(clock);
	return true;
}

/* Returns where the kernel has put random bytes for the program of the process of C: an address of
 * its stack, which is another one after each execution.  0: not known. */
static uint64_t
random_place(const struct stop_clock *c)
{
	unsigned long words[128];
	char path[40];
	size_t n;

	snprintf(path, sizeof(path), "/proc/%d/auxv", (int)c->pid);
	n = procfile_read(path, words, sizeof(words)) / sizeof(*words);
	for (size_t i = 0; i + 2 <= n; i += 2)
		if (words[i] == AT_RANDOM)
			return words[i + 1];
	return 0;
}

/* Does the process of C run another program than at the last look, or has it executed its program
 * again?  Its file tells, not its path: while the program runs, its file may be moved, or replaced
 * by that of a new version. */
static bool
has_executed(struct stop_clock *c)
{
	struct stat before = c->file;
	uint64_t was = c->random, now = random_place(c);
	char path[40];

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)c->pid);
	if (stat(path, &c->file) != 0) {
		c->file = before;
		return false;
	}
	c->random = now != 0 ? now : was;
	return (was != 0 && c->random != was) || (before.st_ino != 0
		&& (before.st_ino != c->file.st_ino || before.st_dev != c->file.st_dev));
}

/* Tells the user of C, as USES say, that the process has executed another program. */
static void
tell_executed(const struct stop_clock *c, const struct perf_clock_uses *uses, void *with)
{
	char path[40], program[PATH_MAX];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/exe", (int)c->pid);
	n = readlink(path, program, sizeof(program) - 1);
	program[n > 0 ? n : 0] = '\0';
	uses->executed(with, c->pid, pathname_base(program));
}

/* Is it time to list the threads?  If the process has run, and none of the threads that are known,
 * there are others. */
static bool
is_listing_due(const struct stop_clock *c, uint64_t now)
{
	enum { PART = 20 };		/* at most this part of the time is used for it */
	uint64_t since = now - c->listed;

	return since >= listing || (c->unknown >= (int64_t)c->period && since >= listing_soon
		&& since >= c->list_cost * PART);
}

/* Takes the samples that are due. */
static void
look(struct stop_clock *c, uint64_t now, const struct perf_clock_uses *uses, void *with)
{
	uint64_t time;

	if (!processor_time(c, &time) || time == c->time)
		return;
	c->unknown += (int64_t)(time - c->time);
	c->time = time;
	if (has_executed(c))
		tell_executed(c, uses, with);
	if (is_listing_due(c, now)) {
		list_threads(c);
		uses->mapped(with, c->pid);
		c->list_cost = clock_now(CLOCK_MONOTONIC) - now;
		c->listed = now;
		c->unknown = 0;
	}
	for (size_t i = 0; i < c->n; i++) {
		struct stopped *t = &c->threads[i];
		uint64_t run;

		if (t->is_traced || t->is_over)
			continue;
		t->is_over = !read_run(t, &run);
		if (t->is_over)
			continue;
		c->unknown -= (int64_t)(run - t->seen);
		t->seen = run;
		if (run - t->run < c->period || !runs(t))
			continue;
		stop(c, t, run, uses, with);
	}
}

/* Lets the threads go that have stopped late.  Returns whether others were told to stop in the last
 * PATIENCE ns.  A thread that does not stop for long has no processor, or it is the main thread and
 * has ended while others run: the system says so only when these have ended, too. */
static bool
collect_all(struct stop_clock *c, uint64_t patience, const struct perf_clock_uses *uses,
	void *with)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC);
	bool is_waiting = false;

	for (size_t i = 0; i < c->n; i++) {
		struct stopped *t = &c->threads[i];

		if (t->is_traced && !collect(c, t, true, uses, with) && now - t->told < patience)
			is_waiting = true;
	}
	return is_waiting;
}

void
stop_clock_read(struct stop_clock *c, const struct perf_clock_uses *uses, void *with)
{
	const uint64_t moment = 100000, patience = 10000000;
	uint64_t cost, now = clock_now(CLOCK_MONOTONIC);

	do {
		uint64_t until = collect_all(c, patience, uses, with)
			&& c->next > now + moment
			? now + moment : c->next;
		const struct timespec time = { (time_t)(until / 1000000000),
			(long)(until % 1000000000) };

		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
			;
		now = clock_now(CLOCK_MONOTONIC);
	} while (now < c->next);
	cost = clock_now(CLOCK_THREAD_CPUTIME_ID);
	look(c, now, uses, with);
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
stop_clock_new(uint32_t hz, pid_t pid, struct err *e)
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
	*c = (struct stop_clock){ .pid = pid, .period = (1000000000 + hz / 2) / hz,
		.next = clock_now(CLOCK_MONOTONIC), .stack = mem_uncleared(STACK, 1) };
	list_threads(c);
	(void)has_executed(c);
	return c;
}

void
stop_clock_free(struct stop_clock *c)
{
	enum { TRIES = 100 };
	const struct timespec moment = { 0, 1000000 };

	/* If a thread does not stop even now, the system lets it go when this thread ends. */
	for (int i = 0; i < TRIES && collect_all(c, UINT64_MAX, NULL, NULL); i++)
		nanosleep(&moment, NULL);
	for (size_t k = 0; k < c->n; k++) {
		close(c->threads[k].schedstat);
		close(c->threads[k].syscall);
	}
	free(c->threads);
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
stop_clock_new(uint32_t hz, pid_t pid, struct err *e)
{
	(void)hz;
	(void)pid;
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
