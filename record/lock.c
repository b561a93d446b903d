/* lock.c - the lock for data that all threads share
 *
 * The lock is the last thing that a thread takes: nothing that waits is called while it is held.
 * All signals are blocked meanwhile, so no handler can need the lock of the code that it has
 * interrupted.  lock_take() therefore always comes to an end, except in three cases, in which it
 * would wait for ever:
 *
 * - Signals cannot be blocked (rec_quiet).  Then the lock is not taken.
 * - The calling thread itself holds the lock.  Then it is not taken again.
 * - The child of vfork() has the memory of its parent.  If the child is killed while it holds the
 *   lock, the lock is taken away from it.  So data that the lock protects is usable after each
 *   single change.
 *
 * fork() holds the lock; in the child, the lock is then free: see process_forked().
 *
 * A thread that waits sleeps in the kernel.  If it tried again and again, a real-time thread could
 * keep the thread that holds the lock from running.
 *
 * SPDX-License-Identifier: ISC
 */
#include <linux/futex.h>
#include <sys/wait.h>

#include "record/syscalls.h"

#define FREE 0u
#define WAITED_FOR 0x80000000u		/* a thread waits, or has waited, for the lock */

static uint32_t lock;			/* FREE, or the number of the thread that holds it, perhaps
					 * with WAITED_FOR */

/* Does the thread TID, which is one of this process or a child, still run?  A child that has ended
 * but was not waited for does not. */
static bool
runs(uint32_t tid)
{
	siginfo_t info = { 0 };

	if (sys_call(SYS_tgkill, process_number(), tid, 0, 0, 0, 0) == 0)
		return true;
	if (sys_call(SYS_kill, tid, 0, 0, 0, 0, 0) == -ESRCH)
		return false;
	return sys_call(SYS_waitid, P_PID, tid, (long)&info, WEXITED | WNOHANG | WNOWAIT | __WALL,
		0, 0) != 0 || info.si_pid == 0;
}

/* Sleeps until the lock may no longer have the value FOUND, but at most for a moment. */
static void
wait_for_change(uint32_t found)
{
	const struct timespec moment = { .tv_nsec = 50000000 };
	uint32_t waited_for = found | WAITED_FOR;

	if (found != waited_for && !__atomic_compare_exchange_n(&lock, &found, waited_for, false,
			__ATOMIC_RELAXED, __ATOMIC_RELAXED))
		return;
	if (sys_call(SYS_futex, (long)&lock, FUTEX_WAIT_PRIVATE, waited_for, (long)&moment, 0, 0)
	    == -ETIMEDOUT && !runs(waited_for & ~WAITED_FOR))
		__atomic_compare_exchange_n(&lock, &waited_for, FREE, false, __ATOMIC_RELAXED,
			__ATOMIC_RELAXED);
}

bool
lock_take(void)
{
	uint32_t self = sys_gettid();
	uint32_t wanted = self;

	while (!rec_quiet) {
		uint32_t found = FREE;

		if (__atomic_compare_exchange_n(&lock, &found, wanted, false, __ATOMIC_ACQUIRE,
				__ATOMIC_RELAXED))
			return true;
		if ((found & ~WAITED_FOR) == self)
			return false;
		wait_for_change(found);
		wanted = self | WAITED_FOR;	/* other threads may wait, too */
	}
	return false;
}

void
lock_give(void)
{
	if ((__atomic_exchange_n(&lock, FREE, __ATOMIC_RELEASE) & WAITED_FOR) != 0)
		sys_call_always(SYS_futex, (long)&lock, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void
lock_forget(void)
{
	__atomic_store_n(&lock, FREE, __ATOMIC_RELEASE);
}
