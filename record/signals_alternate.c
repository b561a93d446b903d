/* signals_alternate.c - alternate signal stacks: the kernel has ours instead of the program's
 *
 * The kernel writes a frame for each of our signals to the alternate stack of the thread.  A
 * program may unmap its alternate stack, or use that memory for something else, without telling the
 * kernel: without our signals, nothing happens to it.  So the kernel always has our alternate
 * stack.  If a handler of the program with SA_ONSTACK is to run, a function of ours runs first,
 * tells the kernel of the program's stack, and calls the handler there.
 *
 * Our signal is blocked while the handler runs, because the stack of the program may have no room
 * for it, and because a handler that switches to another stack may still need what is on it.  A
 * handler that leaves with longjmp() leaves the kernel with the stack of the program, until the
 * next sigaltstack(), and our signal blocked, until the program sets a mask.
 *
 * A stack with SS_AUTODISARM is not replaced.  On processors where sampling_switch() does not
 * switch stacks, large stacks of the program are not replaced.
 *
 * SPDX-License-Identifier: ISC
 */
#include <signal.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31)
#endif

#define LEAST_ALTERNATE ((size_t)16 << 10)	/* has room for a second frame of the kernel */
#define RED_ZONE 128			/* bytes below the stack pointer that are in use */
#define SIGNALS 64

/* What alternate_run() passes from our stack to the program's. */
struct delivery {
	void (*handler)(int, siginfo_t *, void *);
	int signal;
	siginfo_t *info;
	void *context;
	stack_t stack;			/* of the program */
	uint64_t mask;			/* signals that are blocked while the handler runs */
};

static struct onstack_handler handlers[SIGNALS + 1];

static long
alternate_call(const stack_t *new, stack_t *old)
{
	return sys_call(SYS_sigaltstack, (long)new, (long)old, 0, 0, 0, 0);
}

static bool
is_none(const stack_t *stack)
{
	return (stack->ss_flags & SS_DISABLE) != 0;
}

static bool
is_inside(const stack_t *stack, uintptr_t address)
{
	uintptr_t low = (uintptr_t)stack->ss_sp;

	return !is_none(stack) && address > low && address - low <= stack->ss_size;
}

static stack_t
our_stack(struct workspace *w)
{
	return (stack_t){ .ss_sp = workspace_alternate(w), .ss_size = ALTERNATE_BYTES };
}

void
alternate_set(struct workspace *w)
{
	const stack_t ours = our_stack(w);
	stack_t old = { .ss_flags = SS_DISABLE };

	if (alternate_call(NULL, &old) == 0 && is_none(&old))
		w->alternate_is_ours = alternate_call(&ours, NULL) == 0;
	w->alternate = old;
}

bool
alternate_remove(struct workspace *w)
{
	if (w->alternate_is_ours && alternate_call(&w->alternate, NULL) != 0)
		return false;
	w->alternate_is_ours = false;
	return true;
}

/* Sets ours again after the program has set its alternate stack to NEW. */
static void
alternate_replace(struct workspace *w, const stack_t *new)
{
	const stack_t ours = our_stack(w);

	w->alternate_is_ours = false;
	if (rec_quiet || rec_settings.hz == 0 || ((unsigned)new->ss_flags & SS_AUTODISARM) != 0
	    || (!CAN_SWITCH && !is_none(new) && new->ss_size >= LEAST_ALTERNATE))
		return;
	w->alternate = *new;
	if (is_none(new))
		w->alternate = (stack_t){ .ss_flags = SS_DISABLE };
	w->alternate_is_ours = alternate_call(&ours, NULL) == 0;
}

void
alternate_return(struct workspace *w)
{
	const stack_t theirs = w->alternate;

	if (!w->alternate_is_ours)
		alternate_replace(w, &theirs);
}

EXPORT int
sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
	struct workspace *w = rec_thread.workspace;
	bool was_ours = w != NULL && w->alternate_is_ours;
	stack_t copy = { .ss_flags = SS_DISABLE };
	stack_t before = copy;
	uint64_t signals = block_signals();
	int result;

	if (w != NULL)
		before = w->alternate;
	if (new != NULL)
		copy = *new;		/* NEW and OLD may be the same */
	result = NEXT(sigaltstack)(new != NULL ? &copy : NULL, was_ours ? NULL : old);
	if (result == 0 && was_ours && old != NULL)
		*old = before;
	if (result == 0 && w != NULL && new != NULL)
		alternate_replace(w, &copy);
	unblock_signals(signals);
	return result;
}

bool
alternate_is_running(const struct workspace *w)
{
	return !w->alternate_is_ours
		&& is_inside(&w->alternate, (uintptr_t)__builtin_frame_address(0));
}

static uintptr_t
stack_pointer(const ucontext_t *context)
{
#if defined __x86_64__
	return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined __aarch64__
	return (uintptr_t)context->uc_mcontext.sp;
#else
	(void)context;
	return 0;
#endif
}

/* Runs on the alternate stack of the program.  Tells the kernel of this stack, so that frames of
 * other signals are below this one. */
static void
run_handler(void *data)
{
	const struct delivery *d = data;

	alternate_call(&d->stack, NULL);
	sys_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&d->mask, 0, sizeof d->mask, 0, 0);
	d->handler(d->signal, d->info, d->context);
	block_signals();
}

void
alternate_run(void (*handler)(int, siginfo_t *, void *), int signal, siginfo_t *info,
	void *context)
{
	struct workspace *w = rec_thread.workspace;
	struct delivery d = { handler, signal, info, context, { .ss_sp = NULL }, 0 };
	stack_t ours;
	uintptr_t top;

	if (w != NULL)
		ours = our_stack(w);
	if (!CAN_SWITCH || w == NULL || rec_quiet || !w->alternate_is_ours || is_none(&w->alternate)
	    || !is_inside(&ours, (uintptr_t)__builtin_frame_address(0))) {
		handler(signal, info, context);
		return;
	}
	d.mask = block_signals() | UINT64_C(1) << (sampling_signal() - 1);
	d.stack = w->alternate;
	w->alternate_is_ours = false;
	top = (uintptr_t)d.stack.ss_sp + d.stack.ss_size;
	if (is_inside(&d.stack, stack_pointer(context)))
		top = stack_pointer(context) - RED_ZONE;
	sampling_switch(&d, run_handler, (void *)(top / 16 * 16));
	w->alternate_is_ours = alternate_call(&ours, NULL) == 0;
	/* Signals stay blocked until our stack is free again and the kernel restores the mask. */
}

static void
on_alternate(int signal, siginfo_t *info, void *context)
{
	alternate_run(handlers[signal].function, signal, info, context);
}

struct onstack_handler
onstack_handler(int signal)
{
	if (signal < 1 || signal > SIGNALS)
		return (struct onstack_handler){ NULL, false };
	return handlers[signal];
}

void
onstack_replace(int signal, struct sigaction *new)
{
	if (!CAN_SWITCH || rec_settings.hz == 0 || signal < 1 || signal > SIGNALS
	    || (new->sa_flags & SA_ONSTACK) == 0 || new->sa_handler == SIG_DFL
	    || new->sa_handler == SIG_IGN)
		return;
	/* A program that reads the action by a system call may set our function again. */
	if (new->sa_sigaction != on_alternate) {
		handlers[signal].has_info = (new->sa_flags & SA_SIGINFO) != 0;
		__atomic_store_n(&handlers[signal].function, new->sa_sigaction, __ATOMIC_RELEASE);
	}
	new->sa_sigaction = on_alternate;
	new->sa_flags |= SA_SIGINFO;
}

void
onstack_show(const struct onstack_handler *before, struct sigaction *old)
{
	if (old->sa_sigaction != on_alternate)
		return;
	old->sa_sigaction = before->function;
	if (!before->has_info)
		old->sa_flags &= ~SA_SIGINFO;
}
