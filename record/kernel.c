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

#include "record/sampling.h"
#include "record/syscalls.h"

#if defined __x86_64__ || defined __aarch64__

enum {
	CODE = 15,			/* bytes of the longest instruction */
#if defined __x86_64__
	CALL = 2,			/* bytes of the instruction that makes a system call */
#else
	CALL = 4,
#endif
};

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

/* Does the instruction at B, of one byte apart from its prefixes and operands, have a ModRM byte,
 * which may name memory? */
static bool
has_modrm(unsigned char b)
{
	return (b < 0x40 && (b & 7) < 4) || b == 0x63 || b == 0x69 || b == 0x6b
		|| (b >= 0x80 && b <= 0x8f && b != 0x8d) || b == 0xc0 || b == 0xc1 || b == 0xc6
		|| b == 0xc7 || (b >= 0xd0 && b <= 0xd3) || (b >= 0xd8 && b <= 0xdf) || b == 0xf6
		|| b == 0xf7 || b >= 0xfe;
}

/* Likewise, for an instruction whose first byte is 0f and whose second byte is B.  Hints (prefetch,
 * nop) do not fault. */
static bool
has_modrm_after_0f(unsigned char b)
{
	return b >= 0x10 && (b & 0xf8) != 0x18 && (b < 0x30 || b > 0x37) && b != 0x77
		&& (b & 0xf0) != 0x80 && b != 0xa2 && (b & 0xf8) != 0xc8;
}

/* Does the instruction of one byte B use memory without a ModRM byte?  Such instructions are push,
 * pop, call, ret, leave, movs and its like. */
static bool
uses_memory(unsigned char b)
{
	return (b >= 0x50 && b <= 0x5f) || b == 0x68 || b == 0x6a || b == 0x9c || b == 0x9d
		|| (b >= 0xa0 && b <= 0xa7) || (b >= 0xaa && b <= 0xaf) || b == 0xc2 || b == 0xc3
		|| b == 0xc8 || b == 0xc9 || b == 0xd7 || b == 0xe8;
}

static bool
is_prefix(unsigned char b)
{
	return (b & 0xf0) == 0x40 || (b & 0xe7) == 0x26 || (b >= 0x64 && b <= 0x67) || b == 0xf0
		|| b == 0xf2 || b == 0xf3;
}

/* Does the instruction at the program counter read or write memory? */
static bool
touches_memory(const struct code *c)
{
	const unsigned char *b = c->after;
	unsigned i = 0, modrm;

	while (i < c->nafter && is_prefix(b[i]))
		i++;
	if (i + 1 >= c->nafter)
		return i < c->nafter && uses_memory(b[i]);
	if (b[i] == 0xc5 || b[i] == 0xc4 || b[i] == 0x62)	/* VEX, EVEX */
		modrm = i + (b[i] == 0xc5 ? 3 : b[i] == 0xc4 ? 4 : 5);
	else if (b[i] == 0x0f && (b[i + 1] == 0x38 || b[i + 1] == 0x3a))
		modrm = i + 3;
	else if (b[i] == 0x0f && has_modrm_after_0f(b[i + 1]))
		modrm = i + 2;
	else if (b[i] != 0x0f && has_modrm(b[i]))
		modrm = i + 1;
	else
		return uses_memory(b[i]);
	if (modrm >= c->nafter)
		return false;
	return b[modrm] < 0xc0 || (b[i] == 0xff && (b[modrm] >> 3 & 3) == 2);	/* call, push */
}

static bool
makes_call(const unsigned char *b)
{
	return b[0] == 0x0f && b[1] == 0x05;
}

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

static uint32_t
word(const unsigned char *b)
{
	uint32_t value;

	__builtin_memcpy(&value, b, sizeof(value));
	return value;
}

/* Is the instruction at the program counter a load or a store? */
static bool
touches_memory(const struct code *c)
{
	return c->nafter >= CALL && (word(c->after) & 0x0a000000) == 0x08000000;
}

static bool
makes_call(const unsigned char *b)
{
	return (word(b) & 0xffe0001f) == 0xd4000001;	/* svc */
}

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
	if (code.has_before ? makes_call(code.before) : seems_to_return(context))
		return REC_KERNEL_CALL;
	if (!has_run)
		return REC_KERNEL_NONE;
	/* A call that a signal has interrupted begins again. */
	if (code.nafter >= CALL && makes_call(code.after))
		return REC_KERNEL_CALL;
	return touches_memory(&code) ? REC_KERNEL_FAULT : REC_KERNEL_OTHER;
#else
	(void)context;
	return has_run ? REC_KERNEL_OTHER : REC_KERNEL_NONE;
#endif
}
