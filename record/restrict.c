/* restrict.c - restrictions of system calls that the program sets itself
 *
 * If a program restricts its system calls (seccomp), the kernel may end the program at a call that
 * is not allowed.  With Syscall User Dispatch, the calls of a thread raise SIGSYS instead.  So
 * before the restriction, all timers are deleted and rec_quiet is set.  Then the recorder makes no
 * more system calls.  Calls are still counted as long as tables have room.
 *
 * A child of vfork() has the memory of its parent.  If the child restricts its system calls,
 * rec_quiet is set until the child executes a program or exits.
 *
 * SPDX-License-Identifier: ISC
 */
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)	/* Linux 5.0 */
#endif
#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59			/* Linux 5.11 */
#endif

/* Prepares for the restriction WHY: notes REC_QUIET, deletes the timers, removes the alternate
 * stack of this thread, and sets rec_quiet. */
static void
become_quiet(enum quiet why)
{
	struct workspace *w = rec_thread.workspace;
	uint64_t signals;

	file_note(REC_QUIET);
	timers_stop();
	if (w != NULL) {
		signals = block_signals();
		timer_drain();
		alternate_remove(w);
		unblock_signals(signals);
	}
	__atomic_store_n(&rec_quiet, why, __ATOMIC_SEQ_CST);
}

/* Undoes become_quiet(), because the restriction failed.  Programs try restrictions to find out
 * which ones the kernel has. */
static void
become_loud(void)
{
	struct workspace *w = rec_thread.workspace;
	uint64_t signals;

	__atomic_store_n(&rec_quiet, NOT_QUIET, __ATOMIC_SEQ_CST);
	if (w != NULL) {
		signals = block_signals();
		alternate_return(w);
		unblock_signals(signals);
	}
	file_unnote(REC_QUIET);
	timers_restart();
}

/* Which restriction is the system call NUMBER with these first arguments? */
static enum quiet
restriction_of(long number, unsigned long first, unsigned long second)
{
	if (number == SYS_prctl && first == PR_SET_SYSCALL_USER_DISPATCH)
		return second != 0 ? QUIET_BY_DISPATCH : NOT_QUIET;
	if (number == SYS_prctl)
		return first == PR_SET_SECCOMP ? QUIET_BY_FILTER : NOT_QUIET;
	return number == SYS_seccomp && (first == SECCOMP_SET_MODE_STRICT
		|| first == SECCOMP_SET_MODE_FILTER) ? QUIET_BY_FILTER : NOT_QUIET;
}

/* Has the system call NUMBER, a restriction, failed with RESULT?  FLAGS is its second argument.  If
 * a filter for all threads fails, RESULT is the number of a thread that cannot have the filter.
 * But if FLAGS ask for a descriptor, a positive RESULT is this descriptor. */
static bool
is_refused(long number, unsigned long flags, long result)
{
	const unsigned long both = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_NEW_LISTENER;

	return result < 0 || (number == SYS_seccomp && result > 0
		&& (flags & both) == SECCOMP_FILTER_FLAG_TSYNC);
}

bool
restrict_begins(long number, unsigned long first, unsigned long second)
{
	return rec_started && restriction_of(number, first, second) != NOT_QUIET;
}

long
restrict_call(long number, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
	unsigned long e)
{
	enum quiet before = rec_quiet;
	enum quiet why = restriction_of(number, a, b);
	long result;

	if (before == NOT_QUIET && sys_getpid() != process_number())
		rec_quiet = QUIET_IN_CHILD;
	else if (before == NOT_QUIET)
		become_quiet(why);
	else if (before == QUIET_BY_DISPATCH)
		rec_quiet = why;
	result = NEXT(syscall)(number, a, b, c, d, e);
	if (!is_refused(number, b, result))
		return result;
	if (before == NOT_QUIET && rec_quiet != QUIET_IN_CHILD)
		become_loud();
	else
		rec_quiet = before;
	return result;
}
