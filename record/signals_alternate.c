/* signals_alternate.c - alternate signal stacks: the kernel has ours instead of the program's
 *
 * The kernel writes a frame for each of our signals to the alternate stack of the thread.  A
 * program may unmap its alternate stack, or use that memory for something else, without telling the
 * kernel.  Without our signals, this would do no harm.  So the kernel always has our alternate
 * stack.
 *
 * For a handler of the program with SA_ONSTACK, a function of ours runs first.  It moves the frame
 * to where the kernel would have written it without us, and calls the handler there.  This is the
 * alternate stack of the program or, if it has none, the stack of the interrupted code.  So nothing
 * of the program is on our stack while the handler runs.  The handler may be interrupted by our
 * signals, return, leave with longjmp(), or continue another coroutine and return later.
 *
 * A stack with SS_AUTODISARM is not replaced.  On processors where frame_move() does not work,
 * large stacks of the program are not replaced.
 *
 * SPDX-License-Identifier: ISC
 */
#include <errno.h>
#include <signal.h>

#include "record/frame.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31)
#endif

#define LEAST_ALTERNATE ((size_t)16 << 10)	/* a stack of this size has room for 2 frames */
#define SIGNALS 64

static struct onstack_handler handlers[SIGNALS + 1];	/* by signal; see onstack_handler() */

static long
alternate_call(const stack_t *new, stack_t *old)
{
	return sys_call(SYS_sigaltstack, (long)new, (long)old, 0, 0, 0, 0);
}

/* Does STACK say that there is no alternate stack? */
static bool
is_none(const stack_t *stack)
{
	return (stack->ss_flags & SS_DISABLE) != 0;
}

/* Is ADDRESS, a stack pointer, in STACK?  At the high end of STACK, it is.  At the low end, it is
 * not. */
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

	if (sampling_signal() != 0 && alternate_call(NULL, &old) == 0 && is_none(&old))
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

/* The program has set its alternate stack to NEW.  Notes NEW, and sets our alternate stack in W
 * instead, unless NEW is not to be replaced. */
static void
alternate_replace(struct workspace *w, const stack_t *new)
{
	const stack_t ours = our_stack(w);

	w->alternate_is_ours = false;
	if (rec_quiet || rec_settings.hz == 0 || sampling_signal() == 0
	    || ((unsigned)new->ss_flags & SS_AUTODISARM) != 0
	    || (!CAN_MOVE && !is_none(new) && new->ss_size >= LEAST_ALTERNATE))
		return;
	w->alternate = (stack_t){ .ss_sp = new->ss_sp, .ss_size = new->ss_size };
	if (is_none(new))
		w->alternate = (stack_t){ .ss_flags = SS_DISABLE };
	w->alternate_is_ours = alternate_call(&ours, NULL) == 0;
}

void
alternate_return(struct workspace *w)
{
	stack_t theirs;

	if (!w->alternate_is_ours && alternate_call(NULL, &theirs) == 0)
		alternate_replace(w, &theirs);
}

/* Is the caller the child of vfork()?  The child has the memory of its parent, so W belongs to the
 * parent.  But the child has its own alternate stack in the kernel. */
static bool
is_foreign(const struct workspace *w)
{
	return !rec_quiet && w->tid != (int)sys_gettid();
}

/* Is our alternate stack set in the kernel for the calling thread? */
static bool
has_ours(struct workspace *w)
{
	stack_t kernels;

	if (!w->alternate_is_ours || !is_foreign(w))
		return w->alternate_is_ours;
	return alternate_call(NULL, &kernels) == 0
		&& kernels.ss_sp == workspace_alternate(w);
}

/* Returns the alternate stack that the program has set, as the kernel would describe it. */
static stack_t
their_stack(const struct workspace *w)
{
	stack_t theirs = w->alternate;

	if (is_inside(&theirs, (uintptr_t)__builtin_frame_address(0)))
		theirs.ss_flags |= SS_ONSTACK;
	return theirs;
}

/* Copies *FROM to *TO.  False: *FROM cannot be read. */
static bool
copy_stack(const stack_t *from, stack_t *to)
{
	const char *last = (const char *)(from + 1) - sizeof(uint64_t);

	if (!rec_quiet && (!sys_can_read(from) || !sys_can_read(last)))
		return false;
	*to = *from;
	return true;
}

/* Does what sigaltstack() does, for a thread whose alternate stack in the kernel is ours, in W.
 * Returns 0 or an errno. */
static int
alternate_change(struct workspace *w, const stack_t *new, stack_t *old)
{
	const stack_t before = their_stack(w);
	stack_t copy;

	if (new != NULL) {
		if (!copy_stack(new, &copy))	/* NEW and OLD may be the same */
			return EFAULT;
		if ((before.ss_flags & SS_ONSTACK) != 0)
			return EPERM;
		if (NEXT(sigaltstack)(&copy, NULL) != 0)
			return errno;
		if (!is_foreign(w))
			alternate_replace(w, &copy);
	}
	if (old != NULL) {
		if (NEXT(sigaltstack)(NULL, old) != 0)	/* *OLD cannot be written */
			return errno;
		*old = before;
	}
	return 0;
}

/* Does what sigaltstack() does, for a thread whose alternate stack in the kernel is that of the
 * program.  W may be NULL.  Returns 0 or an errno. */
static int
alternate_first(struct workspace *w, const stack_t *new, stack_t *old)
{
	stack_t copy = { .ss_flags = SS_DISABLE };

	if (new != NULL && !copy_stack(new, &copy))
		return EFAULT;
	if (NEXT(sigaltstack)(new != NULL ? &copy : NULL, old) != 0)
		return errno;
	if (new != NULL && w != NULL && !is_foreign(w))
		alternate_replace(w, &copy);
	return 0;
}

EXPORT int
sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
	struct workspace *w = rec_thread.workspace;
	int saved = errno;
	uint64_t signals;
	int error;

	if (!rec_started)
		return NEXT(sigaltstack)(new, old);
	signals = block_signals();
	error = w != NULL && has_ours(w) ? alternate_change(w, new, old)
		: alternate_first(w, new, old);
	unblock_signals(signals);
	errno = error != 0 ? error : saved;
	return error != 0 ? -1 : 0;
}

/* Moves the frame F of a signal to where the kernel would have written it without us.  The signal
 * has interrupted code with the stack pointer POINTER.  Returns false, and does not move F, in two
 * cases: there is no room; or the program has no alternate stack, and the interrupted code did not
 * run on the stack of the thread.
 *
 * The second case is for Go.  If C code has set an alternate stack, the runtime of Go uses that
 * stack and sets none of its own.  The runtime takes our stack for a stack of C code, so the
 * program has no alternate stack here.  The handlers of Go must not run on the stack of a
 * goroutine, but may run on the stack of the thread. */
static bool
move_to_theirs(const struct workspace *w, struct frame *f, uintptr_t pointer)
{
	const stack_t *theirs = &w->alternate;
	uintptr_t low = is_none(theirs) ? 0 : (uintptr_t)theirs->ss_sp;

	if (is_none(theirs) && (pointer < rec_thread.stack_low || pointer >= rec_thread.stack_high))
		return false;
	if (is_none(theirs) || is_inside(theirs, pointer))
		return frame_move(f, low, pointer - RED_ZONE);
	return frame_move(f, low, low + theirs->ss_size);
}

void
alternate_run(void (*handler)(int, siginfo_t *, void *), int signal, siginfo_t *info,
	void *context)
{
	struct workspace *w = rec_thread.workspace;
	struct frame f = { info, context, 0 };
	uintptr_t pointer = frame_stack_pointer(&f);

	/* A second signal can interrupt this function before it blocks signals.  In the call for
	 * the second signal, POINTER is then on our stack, and the frame is not moved.  So the
	 * handler of the second signal runs on our stack. */
	if (w != NULL && w->alternate_is_ours && !rec_quiet) {
		const stack_t ours = our_stack(w);
		uint64_t mask = block_signals();

		if (mask != SIGNALS_UNCHANGED && is_inside(&ours, (uintptr_t)&f)
		    && !is_inside(&ours, pointer) && move_to_theirs(w, &f, pointer))
			frame_run(&f, handler, signal, mask);
		unblock_signals(mask);
	}
	handler(signal, info, context);
}

/* If the program installs a handler with SA_ONSTACK, this function is installed in the kernel
 * instead. */
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
	if (!CAN_MOVE || rec_settings.hz == 0 || signal < 1 || signal > SIGNALS
	    || (new->sa_flags & SA_ONSTACK) == 0 || new->sa_handler == SIG_DFL
	    || new->sa_handler == SIG_IGN)
		return;
	/* A child of vfork() has the memory of its parent, but handlers of its own. */
	if (sys_getpid() != process_number())
		return;
	/* NEW already has our function if the program has read the old action directly from the
	 * kernel. */
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
