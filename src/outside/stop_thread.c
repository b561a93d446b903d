/* stop_thread.c - a thread that is stopped for samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "outside/stop_thread.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/clock.h"
#include "io/procfile.h"
#include "waits/wait_memory.h"

#ifdef CFI_RETURN_ADDRESS

enum {
	RESTART_FIRST = -512,		/* the kernel's results of calls that begin again */
	RESTART_LAST = -516,
	RESTART = -514,			/* -ERESTARTNOHAND of the kernel: the call begins again,
					 * unless a handler of a signal is called */
#if defined __x86_64__
	RESULT_32 = 6, CALL_32 = 11,	/* EAX and ORIG_EAX of a thread of 32 bits */
#else
	RESULT_32 = 0,			/* R0 of a thread of 32 bits */
#endif
};

bool
stop_thread_runs(const struct stop_thread *t)
{
	char first;

	return pread(t->syscall, &first, 1, 0) == 1 && first == 'r';
}

bool
stop_thread_begin(struct stop_thread *t, pid_t pid, pid_t tid)
{
	*t = (struct stop_thread){ .tid = tid };
	t->schedstat = procfile_open_thread(pid, tid, "schedstat");
	t->syscall = procfile_open_thread(pid, tid, "syscall");
	if (t->schedstat >= 0 && t->syscall >= 0 && procfile_run(t->schedstat, &t->run)) {
		t->seen = t->run;
		return true;
	}
	stop_thread_release(t);
	return false;
}

void
stop_thread_release(struct stop_thread *t)
{
	if (t->schedstat >= 0)
		close(t->schedstat);
	if (t->syscall >= 0)
		close(t->syscall);
	t->schedstat = t->syscall = -1;
}

/* What a stopped thread was doing. */
struct registers {
	union {
		struct user_regs_struct v;
		int32_t words[17];	/* of 32 bits: struct user_regs_struct of i386 */
	};
	bool is_other;			/* the registers are .words */
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
	r->is_other = to.iov_len != sizeof(r->v);
#if defined __x86_64__
	r->is_call = r->is_other ? r->words[CALL_32] >= 0 : (long)r->v.orig_rax >= 0;
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
	if (r->is_other)
		result = r->words[RESULT_32];
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
	struct iovec from = { &r->v, r->is_other ? sizeof(r->words) : sizeof(r->v) };

	if (r->is_other)
		r->words[RESULT_32] = RESTART;
	else
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
	*f = (struct cfi_frame){ .machine = CFI_OWN, .is_exact = true };
#if defined __x86_64__
	const uint64_t values[] = { r->v.rax, r->v.rdx, r->v.rcx, r->v.rbx, r->v.rsi,
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
let_go(struct stop_thread *t, int signal)
{
	if (ptrace(PTRACE_DETACH, t->tid, NULL, (void *)(uintptr_t)signal) == 0)
		t->is_traced = false;
}

/* Has T, which was told to stop, done so?  Sets *SIGNAL to the signal that was about to be
 * delivered to it, or 0. */
static bool
has_stopped(struct stop_thread *t, int *signal)
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

bool
stop_thread_collect(struct stop_thread *t, bool is_late, const struct stop_use *use)
{
	struct perf_sample s = { .pid = use->pid, .tid = t->tid, .has_frame = true,
		.stack = use->stack };
	struct registers r = { 0 };
	bool has_sample;
	int signal = 0;

	if (!has_stopped(t, &signal))
		return !t->is_traced;
	has_sample = read_registers(&r, t->tid) && !r.is_other && !r.was_waiting
		&& !(is_late && r.is_call) && use->uses != NULL;
	t->is_other = r.is_other;
	if (has_sample) {
		set_frame(&s.frame, &r);
		s.is_kernel = r.is_call;
		s.size = wait_memory_copy(use->pid, s.frame.registers[CFI_STACK_POINTER],
			use->stack, STOP_STACK);
	} else if (r.is_interrupted) {
		restart_call(&r, t->tid);
	}
	let_go(t, signal);
	if (has_sample)
		use->uses->sample(use->with, &s);
	else
		t->run = t->before;
	return true;
}

void
stop_thread_stop(struct stop_thread *t, uint64_t run, const struct stop_use *use)
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
	while (!stop_thread_collect(t, false, use) && clock_now(CLOCK_MONOTONIC) - begin < soon)
		;
}

#endif
