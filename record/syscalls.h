/* syscalls.h - system calls that leave errno as it was, block_signals()
 *
 * These functions return what the kernel returns.  An error is a negative number, -errno.  If
 * rec_quiet, only sys_call_always() and unblock_signals() make a system call.  The other functions
 * then do nothing, and sys_call() returns -ENOSYS.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef SYSCALLS_H
#define SYSCALLS_H

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "record/recorder.h"

#if defined __clang_analyzer__

/* The analyzer would not see that the instruction below writes to memory. */
long sys_call_always(long number, long a, long b, long c, long d, long e, long f);

#elif defined __x86_64__

static inline long sys_call_always(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall" : "=a"(result)
		: "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
		: "rcx", "r11", "memory");
	return result;
}

#elif defined __aarch64__

static inline long sys_call_always(long number, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;

	__asm__ volatile("svc 0" : "+r"(x0)
		: "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
	return x0;
}

#else

static inline long sys_call_always(long number, long a, long b, long c, long d, long e, long f)
{
	int saved = errno;
	long result = syscall(number, a, b, c, d, e, f);

	if (result == -1)
		result = -errno;
	errno = saved;
	return result;
}

#endif

static inline long sys_call(long number, long a, long b, long c, long d, long e, long f)
{
	if (__builtin_expect(rec_quiet, 0))
		return -ENOSYS;
	return sys_call_always(number, a, b, c, d, e, f);
}

/* Is the result of a system call an error? */
static inline bool sys_failed(long result)
{
	return result < 0 && result > -4096;
}

static inline long sys_openat(int directory, const char *path, int flags, unsigned mode)
{
	return sys_call(SYS_openat, directory, (long)path, flags, (long)mode, 0, 0);
}

static inline long sys_close(long fd)
{
	return sys_call(SYS_close, fd, 0, 0, 0, 0, 0);
}

static inline long sys_read(long fd, void *to, size_t size)
{
	return sys_call(SYS_read, fd, (long)to, (long)size, 0, 0, 0);
}

static inline long sys_pwrite(long fd, const void *from, size_t size, uint64_t offset)
{
	return sys_call(SYS_pwrite64, fd, (long)from, (long)size, (long)offset, 0, 0);
}

static inline long sys_ftruncate(long fd, uint64_t size)
{
	return sys_call(SYS_ftruncate, fd, (long)size, 0, 0, 0, 0);
}

static inline long sys_unlinkat(long directory, const char *name)
{
	return sys_call(SYS_unlinkat, directory, (long)name, 0, 0, 0, 0);
}

static inline long sys_readlinkat(int directory, const char *path, char *to, size_t size)
{
	return sys_call(SYS_readlinkat, directory, (long)path, (long)to, (long)size, 0, 0);
}

/* Returns the address of the mapping, or an error; see sys_failed(). */
static inline long sys_mmap(void *address, uint64_t size, int protection, int flags, long fd,
	uint64_t offset)
{
	return sys_call(SYS_mmap, (long)address, (long)size, protection, flags, fd, (long)offset);
}

static inline long sys_munmap(void *address, uint64_t size)
{
	return sys_call(SYS_munmap, (long)address, (long)size, 0, 0, 0, 0);
}

static inline long sys_madvise(const void *address, uint64_t size, int advice)
{
	return sys_call(SYS_madvise, (long)address, (long)size, advice, 0, 0, 0);
}

static inline uint32_t sys_getpid(void)
{
	return (uint32_t)sys_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
}

static inline uint32_t sys_gettid(void)
{
	return (uint32_t)sys_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
}

/* Can the 8 bytes at P be read?  rt_sigprocmask() finds this out: its operation -1 is not valid, so
 * it fails with EINVAL if it can read them, otherwise with EFAULT.  Returns false if rec_quiet. */
static inline bool sys_can_read(const void *p)
{
	return sys_call(SYS_rt_sigprocmask, -1, (long)p, 0, sizeof(uint64_t), 0, 0) == -EINVAL;
}

/* Returns the time of CLOCK in ns, or 0 if it cannot be read. */
static inline uint64_t sys_time(clockid_t clock)
{
	struct timespec now = {0, 0};

	if (sys_call(SYS_clock_gettime, clock, (long)&now, 0, 0, 0, 0) != 0)
		return 0;
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The result of block_signals() if it has changed nothing.  The kernel never blocks all signals. */
#define SIGNALS_UNCHANGED (~(uint64_t)0)

/* Blocks all signals of the calling thread, and unblocks SIGBUS if faults.c handles it.  Returns
 * the signals that were blocked before, for unblock_signals(), or SIGNALS_UNCHANGED.  While signals
 * are blocked, a fault, such as an access to memory that is not mapped, ends the program, even if
 * the program has a handler for this fault. */
static inline uint64_t block_signals(void)
{
	uint64_t before = ~(uint64_t)0;

	rec_thread.blocked++;		/* first: SIGBUS may be pending */
	if (sys_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&rec_blocked, (long)&before,
			sizeof(before), 0, 0) == 0)
		return before;
	rec_thread.blocked--;
	return SIGNALS_UNCHANGED;
}

/* Restores the mask of blocked signals BEFORE, which block_signals() returned.  Does nothing if
 * BEFORE is SIGNALS_UNCHANGED. */
static inline void unblock_signals(uint64_t before)
{
	if (before == SIGNALS_UNCHANGED)
		return;
	rec_thread.blocked--;
	sys_call_always(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof(before), 0, 0);
}

#endif
