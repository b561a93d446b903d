/* kernel.c - is a sample time of the kernel?
 *
 * The signal of a timer that expires in the kernel is delivered when the kernel returns to the
 * program.  So the handler sees the instruction that entered the kernel, or the one after it.  Two
 * facts show that the time was the kernel's:
 *
 *	- The system time of the thread has grown.  The kernel looks at timers and adds to the times
 *	  of the thread in the same tick.
 *	- The instruction before the interrupted one makes a system call.  If calls are shorter than
 *	  a tick, the system time is less exact than this.
 *
 * SPDX-License-Identifier: ISC
 */
#include <sys/resource.h>
#include <sys/uio.h>

#include "record/entry.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#if defined __x86_64__ || defined __aarch64__

enum { CALL = ENTRY_CALL, CODE = ENTRY_CODE };

/* The code around the program counter. */
struct code {
	unsigned char before[CALL];	/* the bytes before the program counter */
	unsigned char after[CODE];	/* the bytes from the program counter on */
	bool has_before;		/* .before could be read */
	unsigned nafter;		/* how many bytes of .after could be read */
};

/* Reads the code at PC.  The page before it or the page after it may not be mapped, and code may
 * be mapped so that it can be executed, but not read. */
static void
code_read(struct code *c, uint64_t pc)
{
	uint64_t in_page = rec_settings.page_size - pc % rec_settings.page_size;
	unsigned n = in_page < CODE ? (unsigned)in_page : CODE;
	struct iovec to[] = { { c->after, n }, { c->before, CALL }, { c->after + n, CODE - n } };
	struct iovec from[] = { { (void *)(uintptr_t)pc, n },
		{ (void *)(uintptr_t)(pc - CALL), CALL },
		{ (void *)(uintptr_t)(pc + n), CODE - n } };
	long copied = sys_call(SYS_process_vm_readv, (long)sys_getpid(), (long)to, 3, (long)from, 3,
		0);

	/* The kernel copies one range after the other, up to the first byte that it cannot copy. */
	c->has_before = copied >= (long)n + CALL;
	c->nafter = copied < (long)n ? 0 : c->has_before ? (unsigned)copied - CALL : n;
}

#endif
#if defined __x86_64__

/* A system call stores the address of the next instruction in rcx, and the flags in r11.  If rcx is
 * another address, the last instruction was no system call. */
static bool
may_return(const ucontext_t *context)
{
	return context->uc_mcontext.gregs[REG_RCX] == context->uc_mcontext.gregs[REG_RIP];
}

/* Was the last instruction a system call, as far as the registers tell? */
static bool
seems_to_return(const ucontext_t *context)
{
	return may_return(context)
		&& context->uc_mcontext.gregs[REG_R11] == context->uc_mcontext.gregs[REG_EFL];
}

#elif defined __aarch64__

static bool
may_return(const ucontext_t *context)
{
	(void)context;
	return true;
}

static bool
seems_to_return(const ucontext_t *context)
{
	(void)context;
	return false;
}

#endif

#define PARTS 1024			/* shares are computed in 1024 parts */

/* Where the kernel counts ticks, it divides the exact time of the thread in proportion to the ticks
 * that found it in the kernel and outside.  So if the thread has used more than a tick since the
 * last look, its system time also grows with a tick that found it outside, by its share of the
 * excess.  With a tick that found it in the kernel, it grows by a tick more. */
bool
kernel_has_run(struct timer_state *s)
{
	const int64_t tick = (int64_t)timer_tick / 1000;
	struct rusage usage;
	int64_t system, time, grown, used, least;

	if (sys_call(SYS_getrusage, RUSAGE_THREAD, (long)&usage, 0, 0, 0, 0) != 0)
		return false;
	system = (int64_t)usage.ru_stime.tv_sec * 1000000 + usage.ru_stime.tv_usec;
	time = system + (int64_t)usage.ru_utime.tv_sec * 1000000 + usage.ru_utime.tv_usec;
	grown = system - s->system_time;
	used = time - s->whole_time;
	s->system_time = system;
	s->whole_time = time;
	if (grown <= 0 || time <= 0)
		return false;
	least = system * PARTS / time * (used - tick) / PARTS + tick / 2;
	return grown > (least > tick / 4 ? least : tick / 4);
}

enum rec_kernel
kernel_entry(const ucontext_t *context, bool has_run)
{
#if defined __x86_64__ || defined __aarch64__
	struct code code;

	if (!has_run && !may_return(context))
		return REC_KERNEL_NONE;
	code_read(&code, unwind_pc(context));
	if (code.has_before ? entry_makes_call(code.before) : seems_to_return(context))
		return REC_KERNEL_CALL;
	if (!has_run)
		return REC_KERNEL_NONE;
	/* A call that a signal has interrupted begins again. */
	if (code.nafter >= CALL && entry_makes_call(code.after))
		return REC_KERNEL_CALL;
	return entry_touches_memory(code.after, code.nafter) ? REC_KERNEL_FAULT : REC_KERNEL_OTHER;
#else
	(void)context;
	return has_run ? REC_KERNEL_OTHER : REC_KERNEL_NONE;
#endif
}
