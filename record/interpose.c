/* interpose.c - functions of libc with effects on the recorder: dlclose(), prctl(), clone()
 *
 * SPDX-License-Identifier: ISC
 */
#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <mqueue.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/profil.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wordexp.h>

#include "record/sampling.h"
#include "record/syscalls.h"

pid_t _Fork(void);		/* glibc 2.34; NOLINT */

static void (*nexts[NEXT_COUNT])(void);

void
(*interpose_next(enum interposed which))(void)
{
	static const char *const names[NEXT_COUNT] = {
#define NAMED(name) [NEXT_##name] = #name,
		INTERPOSED(NAMED)
	};
	void *found;

	if (nexts[which] == NULL) {
		found = dlsym(RTLD_NEXT, names[which]);
		__builtin_memcpy(&nexts[which], &found, sizeof found);
	}
	return nexts[which];
}

void
interpose_prepare(void)
{
	for (int i = 0; i < NEXT_COUNT; i++)
		interpose_next((enum interposed)i);
}

EXPORT int
dlclose(void *handle)
{
	int result = NEXT(dlclose)(handle);
	uint64_t signals;

	if (rec_started) {
		signals = block_signals();
		__atomic_fetch_add(&unwind_closings, 1, __ATOMIC_RELEASE);
		objects_check();
		unblock_signals(signals);
	}
	return result;
}

/* syscall() and prctl(), which <unistd.h> and <sys/prctl.h> declare with "...".  Here, all
 * arguments are declared.  So the compiler can jump to the function of libc, and need not copy the
 * arguments. */
EXPORT long interposed_syscall(long number, unsigned long a, unsigned long b, unsigned long c,
	unsigned long d, unsigned long e, unsigned long f) __asm__("syscall");
EXPORT int interposed_prctl(int option, unsigned long a, unsigned long b, unsigned long c,
	unsigned long d) __asm__("prctl");

typedef __typeof__(&interposed_syscall) syscall_function;
typedef __typeof__(&interposed_prctl) prctl_function;

#ifdef SYS_clone3
#define CLEAR_HANDLERS 0x100000000u	/* CLONE_CLEAR_SIGHAND */
enum { LEAST_ARGUMENTS = 64 };		/* least length of the argument of clone3, as in Linux
					 * 5.3 */

/* Like makes_process(), for the system call clone3, whose argument has SIZE bytes and begins with
 * *FLAGS.  FLAGS may be an invalid address.  If rec_quiet, FLAGS is not checked. */
static bool
clone3_makes_process(const uint64_t *flags, unsigned long size)
{
	if (flags == NULL || size < LEAST_ARGUMENTS)
		return false;
	return (rec_quiet || sys_can_read(flags)) && (*flags & CLONE_VM) == 0;
}
#endif

/* Does the system call NUMBER, with these first two arguments, make a process with its own memory?
 * If so, syscall() also returns in the child. */
static bool
makes_process(long number, unsigned long first, unsigned long second)
{
#ifdef SYS_fork
	if (number == SYS_fork)
		return true;
#endif
#ifdef SYS_clone3
	if (number == SYS_clone3)
		return clone3_makes_process((const uint64_t *)first, second);
#else
	(void)second;
#endif
	return number == SYS_clone && (first & CLONE_VM) == 0;
}

/* Makes the system call NUMBER, which makes a process with its own memory. */
static __attribute__((noinline)) long
process_call(long number, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
	unsigned long e, unsigned long f)
{
	syscall_function next = (syscall_function)interpose_next(NEXT_syscall);
	struct fork_state state;
	long result;

	process_fork(&state);
#ifdef SYS_clone3
	state.clears_handlers = number == SYS_clone3
		&& (*(const uint64_t *)a & CLEAR_HANDLERS) != 0;
#endif
	result = next(number, a, b, c, d, e, f);
	process_forked(&state, result == 0);
	return result;
}

long
interposed_syscall(long number, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
	unsigned long e, unsigned long f)
{
	syscall_function next = (syscall_function)interpose_next(NEXT_syscall);

	rights_before_call(number, a);
	if (__builtin_expect(number == SYS_prctl || number == SYS_seccomp, 0)
	    && restrict_begins(number, a, b))
		return restrict_call(number, a, b, c, d, e);
	if (__builtin_expect(number == SYS_execve, 0))
		return execve((const char *)a, (char *const *)b, (char *const *)c);
	if (__builtin_expect(number == SYS_execveat, 0))
		return execveat((int)a, (const char *)b, (char *const *)c, (char *const *)d,
			(int)e);
	if (__builtin_expect(rec_started && makes_process(number, a, b), 0))
		return process_call(number, a, b, c, d, e, f);
	return next(number, a, b, c, d, e, f);
}

/* clone(), with all arguments declared as those of syscall() above. */
EXPORT int interposed_clone(int (*start)(void *), void *stack, int flags, void *argument,
	void *parent_tid, void *tls, void *child_tid) __asm__("clone");

typedef __typeof__(&interposed_clone) clone_function;

/* The function that a child of clone() calls first, and its argument. */
struct child {
	int (*start)(void *);
	void *argument;
	struct fork_state state;
};

/* Prepares a child of clone() for a recording, and calls the function in DATA, a struct child. */
static int
child_main(void *data)
{
	const struct child *child = data;

	process_forked(&child->state, true);
	return child->start(child->argument);
}

/* Does what clone() does, for a child that has the memory and the thread-local variables of this
 * thread, and runs at the same time.  If it does not begin, undoes the preparations. */
static int
clone_sharing(int (*start)(void *), void *stack, int flags, void *argument, void *parent_tid,
	void *child_tid)
{
	clone_function next = (clone_function)interpose_next(NEXT_clone);
	uint64_t signals = block_signals();
	bool is_first = rec_started && tables_share(&rec_thread);
	int result;

	unblock_signals(signals);
	result = next(start, stack, flags, argument, parent_tid, NULL, child_tid);
	if (is_first && result >= 0) {
		file_note(REC_SHARED);
	} else if (is_first) {
		signals = block_signals();
		tables_unshare(&rec_thread);
		unblock_signals(signals);
	}
	return result;
}

int
interposed_clone(int (*start)(void *), void *stack, int flags, void *argument, void *parent_tid,
	void *tls, void *child_tid)
{
	clone_function next = (clone_function)interpose_next(NEXT_clone);
	struct child child = { .start = start, .argument = argument };
	int result;

	if (start != NULL && (flags & (CLONE_VM | CLONE_VFORK | CLONE_SETTLS)) == CLONE_VM)
		return clone_sharing(start, stack, flags, argument, parent_tid, child_tid);
	/* Without CLONE_VM, the child process has a copy of CHILD at the same address. */
	if (start == NULL || (flags & CLONE_VM) != 0)
		return next(start, stack, flags, argument, parent_tid, tls, child_tid);
	process_fork(&child.state);
	result = next(child_main, stack, flags, &child, parent_tid, tls, child_tid);
	process_forked(&child.state, false);
	return result;
}

/* Unlike fork(), _Fork() does not run the handlers of pthread_atfork(). */
EXPORT pid_t
_Fork(void)
{
	struct fork_state state;
	pid_t pid;

	if (NEXT(_Fork) == NULL) {
		errno = ENOSYS;
		return -1;
	}
	process_fork(&state);
	pid = NEXT(_Fork)();
	process_forked(&state, pid == 0);
	return pid;
}

int
interposed_prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)
{
	rights_before_call(SYS_prctl, (unsigned long)option);
	if (restrict_begins(SYS_prctl, (unsigned long)option, a))
		return (int)restrict_call(SYS_prctl, (unsigned long)option, a, b, c, d);
	return ((prctl_function)interpose_next(NEXT_prctl))(option, a, b, c, d);
}
