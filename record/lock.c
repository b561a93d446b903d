/* lock.c - the lock for data that all threads share
 *
 * A thread that waits for the lock sleeps in the kernel.  If it tried again and again, a real-time
 * thread could keep the thread that holds the lock from running.
 *
 * SPDX-License-Identifier: ISC
 */
#include <linux/futex.h>

#include "record/syscalls.h"

enum { FREE, TAKEN, WAITED_FOR };

static int lock;

static long
futex(int operation, int value)
{
	return sys_call_always(SYS_futex, (long)&lock, operation, value, 0, 0, 0);
}

void
lock_take(void)
{
	int expected = FREE;

	if (__atomic_compare_exchange_n(&lock, &expected, TAKEN, false, __ATOMIC_ACQUIRE,
			__ATOMIC_RELAXED))
		return;
	while (__atomic_exchange_n(&lock, WAITED_FOR, __ATOMIC_ACQUIRE) != FREE)
		futex(FUTEX_WAIT_PRIVATE, WAITED_FOR);
}

void
lock_give(void)
{
	if (__atomic_exchange_n(&lock, FREE, __ATOMIC_RELEASE) == WAITED_FOR)
		futex(FUTEX_WAKE_PRIVATE, 1);
}

void
lock_forget(void)
{
	__atomic_store_n(&lock, FREE, __ATOMIC_RELEASE);
}
