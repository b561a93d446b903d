/* frame.c - moves the frame of a signal, which the kernel has written, to another stack
 *
 * The layouts are those of arch/x86/include/asm/sigframe.h, arch/x86/include/uapi/asm/sigcontext.h,
 * arch/arm64/kernel/signal.c and arch/arm64/include/uapi/asm/sigcontext.h in Linux.
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/frame.h"

#define LARGEST ((uintptr_t)192 << 10)	/* bytes of the longest frame that is moved */
#define WORD sizeof(uint64_t)

#if defined __x86_64__ || defined __aarch64__

/* Copies BYTES bytes, a multiple of WORD, in words: memcpy() of the recorder copies single
 * bytes. */
static void
copy(uintptr_t to, uintptr_t from, uintptr_t bytes)
{
	uint64_t *at = (uint64_t *)to;
	const uint64_t *source = (const uint64_t *)from;

	for (uintptr_t n = bytes / WORD; n > 0; n--) {
		*at++ = *source++;
		__asm__ volatile("" ::: "memory");	/* not a call of memcpy() */
	}
}

/* Sets the stack pointer to the frame at STACK and the mask of blocked signals to MASK, and jumps
 * to HANDLER.  END is .pair of the frame on aarch64, otherwise unused. */
void frame_enter(uintptr_t stack, void (*handler)(int, siginfo_t *, void *), int signal,
	uint64_t mask, uintptr_t end) __attribute__((visibility("hidden"), noreturn));

#endif

#if defined __x86_64__

/* The layout of a frame.  From low to high addresses, a frame consists of: the address to which the
 * handler returns, the context, the siginfo, and the state of the vector registers, whose address
 * is a multiple of 64. */
enum {
	CONTEXT = 8,			/* offset of the context */
	INFO = 312,			/* offset of the siginfo */
	FIXED = 440,			/* bytes of the address, the context and the siginfo */
	VECTOR_ALIGN = 64,
	LEGACY = 512,			/* bytes of the state of x87 and SSE */
	EXTENDED = 464,			/* offset in the LEGACY bytes.  If the state is longer than
					 * LEGACY bytes, EXTENDED_MAGIC and the length of the whole
					 * state are there */
	EXTENDED_MAGIC = 0x46505853,
};

uintptr_t
frame_stack_pointer(const struct frame *f)
{
	return (uintptr_t)f->context->uc_mcontext.gregs[REG_RSP];
}

uintptr_t
frame_below(const ucontext_t *context, int *signal)
{
	const greg_t *r = context->uc_mcontext.gregs;

	*signal = (int)r[REG_RDI];
	return r[REG_RDX] == r[REG_RSP] + CONTEXT && r[REG_RSI] == r[REG_RSP] + INFO
		? (uintptr_t)r[REG_RDX] : 0;
}

/* Returns the length of the frame at LOW with the context C.  Returns 0 if the frame is not as
 * expected. */
static uintptr_t
length_of(uintptr_t low, const ucontext_t *c)
{
	const char *vectors = (const char *)c->uc_mcontext.fpregs;
	uintptr_t before = (uintptr_t)vectors - low;
	uintptr_t bytes = LEGACY;
	const uint32_t *extended;

	if (vectors == NULL)
		return FIXED;
	if (before < FIXED || before > LARGEST)
		return 0;
	extended = (const uint32_t *)(const void *)(vectors + EXTENDED);
	if (extended[0] == EXTENDED_MAGIC)
		bytes = extended[1];
	return bytes <= LARGEST ? (before + bytes + WORD - 1) / WORD * WORD : 0;
}

bool
frame_move(struct frame *f, uintptr_t low, uintptr_t high)
{
	uintptr_t old = (uintptr_t)f->context - CONTEXT;
	uintptr_t length = length_of(old, f->context);
	char *vectors = (char *)f->context->uc_mcontext.fpregs;
	uintptr_t new = high - length;

	new -= (new - old) % VECTOR_ALIGN;
	if ((uintptr_t)f->info != old + INFO || length == 0 || new < low || new > high)
		return false;
	copy(new, old, length);
	f->info = (siginfo_t *)(new + INFO);
	f->context = (ucontext_t *)(new + CONTEXT);
	if (vectors != NULL)
		f->context->uc_mcontext.fpregs = (fpregset_t)(void *)(vectors + (new - old));
	return true;
}

void
frame_run(const struct frame *f, void (*handler)(int, siginfo_t *, void *), int signal,
	uint64_t mask)
{
	frame_enter((uintptr_t)f->context - CONTEXT, handler, signal, mask, 0);
}

/* The handler finds the frame pointer of the interrupted code in %rbp. */
__asm__(".text\n"
	".hidden frame_enter\n"
	".globl frame_enter\n"
	".type frame_enter, @function\n"
	"frame_enter:\n"
	".cfi_startproc\n"
	"endbr64\n"
	"lea -24(%rdi), %rsp\n"
	".cfi_def_cfa_offset 32\n"
	"mov 128(%rdi), %rbp\n"
	"mov %rcx, 8(%rsp)\n"
	"mov %rsi, %r12\n"
	"mov %edx, %ebx\n"
	"mov $14, %eax\n"		/* rt_sigprocmask(SIG_SETMASK, &mask, NULL, 8) */
	"mov $2, %edi\n"
	"lea 8(%rsp), %rsi\n"
	"xor %edx, %edx\n"
	"mov $8, %r10d\n"
	"syscall\n"
	"add $24, %rsp\n"
	".cfi_def_cfa_offset 8\n"
	"mov %ebx, %edi\n"
	"lea 312(%rsp), %rsi\n"
	"lea 8(%rsp), %rdx\n"
	"xor %eax, %eax\n"
	"jmp *%r12\n"
	".cfi_endproc\n"
	".size frame_enter, . - frame_enter\n");

#elif defined __aarch64__

/* The layout of a frame.  From low to high addresses, a frame consists of: the siginfo; the
 * context, with records of other registers at its end; in some frames, more records; and a pair,
 * which is the frame pointer and the return address. */
enum {
	CONTEXT = 128,			/* offset of the context */
	PAIR = 16,			/* bytes of the pair */
};

uintptr_t
frame_stack_pointer(const struct frame *f)
{
	return (uintptr_t)f->context->uc_mcontext.sp;
}

uintptr_t
frame_below(const ucontext_t *context, int *signal)
{
	const mcontext_t *m = &context->uc_mcontext;

	*signal = (int)m->regs[0];
	return m->regs[1] == m->sp && m->regs[2] == m->sp + CONTEXT ? m->regs[2] : 0;
}

/* Returns the length of the frame at LOW with the context C, without the pair, or 0 if the frame is
 * not as expected.  Sets *EXTRA to the record that has the address of the additional records, or to
 * NULL if there are none. */
static uintptr_t
length_of(uintptr_t low, ucontext_t *c, struct extra_context **extra)
{
	char *at = (char *)c->uc_mcontext.__reserved;
	const char *end = at + sizeof(c->uc_mcontext.__reserved) - sizeof(**extra);
	struct _aarch64_ctx *record = (struct _aarch64_ctx *)(void *)at;
	uintptr_t after;

	*extra = NULL;
	for (; record->magic != 0; record = (struct _aarch64_ctx *)(void *)at) {
		if (record->magic == EXTRA_MAGIC)
			*extra = (struct extra_context *)record;
		if (record->size < PAIR || record->size > LARGEST || (at += record->size) > end)
			return 0;
	}
	after = (uintptr_t)c + sizeof(*c);	/* the frame has room for all of *C */
	if (*extra != NULL)
		after = (*extra)->datap + (*extra)->size;
	return after > low && after - low <= LARGEST ? (after - low + PAIR - 1) / PAIR * PAIR : 0;
}

bool
frame_move(struct frame *f, uintptr_t low, uintptr_t high)
{
	uintptr_t old = (uintptr_t)f->info;
	struct extra_context *extra;
	uintptr_t length = length_of(old, f->context, &extra);
	uintptr_t new = (high - PAIR - length) / PAIR * PAIR;
	uint64_t *pair = (uint64_t *)(new + length);

	if ((uintptr_t)f->context != old + CONTEXT || length == 0 || new < low || new > high)
		return false;
	copy(new, old, length);
	f->info = (siginfo_t *)new;
	f->context = (ucontext_t *)(new + CONTEXT);
	if (extra != NULL)
		((struct extra_context *)((uintptr_t)extra + (new - old)))->datap += new - old;
	pair[0] = f->context->uc_mcontext.regs[29];
	pair[1] = f->context->uc_mcontext.regs[30];
	f->pair = (uintptr_t)pair;
	return true;
}

void
frame_run(const struct frame *f, void (*handler)(int, siginfo_t *, void *), int signal,
	uint64_t mask)
{
	frame_enter((uintptr_t)f->info, handler, signal, mask, f->pair);
}

/* The handler returns to the last two instructions, which make the system call rt_sigreturn.
 * Unwinders recognise a frame of a signal by these instructions. */
__asm__(".text\n"
	".hidden frame_enter\n"
	".globl frame_enter\n"
	".type frame_enter, %function\n"
	"frame_enter:\n"
	"hint #34\n"			/* bti c */
	"mov x29, x4\n"
	"mov x19, x1\n"
	"mov x20, x2\n"
	"sub sp, x0, #16\n"
	"str x3, [sp]\n"
	"mov x0, #2\n"			/* rt_sigprocmask(SIG_SETMASK, &mask, NULL, 8) */
	"mov x1, sp\n"
	"mov x2, #0\n"
	"mov x3, #8\n"
	"mov x8, #135\n"
	"svc #0\n"
	"add sp, sp, #16\n"
	"mov x16, x19\n"
	"mov x0, x20\n"
	"mov x1, sp\n"
	"add x2, sp, #128\n"
	"adr x30, 1f\n"
	"br x16\n"
	"nop\n"
	"1:\n"
	"mov x8, #139\n"
	"svc #0\n"
	".size frame_enter, . - frame_enter\n");

#else

uintptr_t
frame_stack_pointer(const struct frame *f)
{
	(void)f;
	return 0;
}

uintptr_t
frame_below(const ucontext_t *context, int *signal)
{
	(void)context;
	*signal = 0;
	return 0;
}

bool
frame_move(struct frame *f, uintptr_t low, uintptr_t high)
{
	(void)f;
	(void)low;
	(void)high;
	return false;
}

void
frame_run(const struct frame *f, void (*handler)(int, siginfo_t *, void *), int signal,
	uint64_t mask)
{
	(void)f;
	(void)handler;
	(void)signal;
	(void)mask;
	__builtin_trap();		/* never reached: frame_move() returns false */
}

#endif
