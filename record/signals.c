/* signals.c - our signal, and functions of libc that install handlers
 *
 * "Our signal" is the signal of our timers.  It must be one that the program does not use: if the
 * program blocked it, or took it with sigwait() or signalfd(), samples or signals would be missing.
 * A program may use all numbers that it can use.  So our signal is one of the two that glibc keeps
 * for itself: its functions neither block nor install handlers for it, and debuggers do not stop
 * at it.
 *
 * When setuid(), for example, is called, glibc sends this signal to all threads.  glibc installs
 * its handler when the first thread is created, or before main() if it is older than 2.34.  Then
 * our handler is installed again, and calls that of glibc for signals that do not come from our
 * timers.  Samples that come in between are lost: glibc's handler ignores them.
 *
 * SPDX-License-Identifier: ISC
 */
#include <errno.h>
#include <signal.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#define OUR_SIGNAL 33			/* SIGSETXID of glibc */

typedef void (*handler_function)(int, siginfo_t *, void *);

/* The kernel's struct sigaction. */
struct kernel_action {
	handler_function handler;
	unsigned long flags;
#if defined __x86_64__ || defined __aarch64__ || defined __s390x__ || defined __powerpc64__
	void (*restorer)(void);
#endif
	uint64_t mask;
};

static handler_function handler;	/* our handler; NULL: it is not installed */
static handler_function theirs;		/* the handler of libc, or SIG_DFL or SIG_IGN */

#if defined __x86_64__
#define SA_RESTORER 0x04000000ul

/* A handler returns to this function.  Debuggers and unwinders know it by its name and by its
 * instructions, which are those of glibc. */
HIDDEN void signals_return(void) __asm__("__restore_rt");
__asm__(".text\n"
	".balign 16\n"
	"nop\n"
	".hidden __restore_rt\n"
	".globl __restore_rt\n"
	".type __restore_rt, @function\n"
	"__restore_rt:\n"
	"movq $15, %rax\n"		/* rt_sigreturn */
	"syscall\n"
	".size __restore_rt, . - __restore_rt\n");
#endif

/* Does what rt_sigaction(2) does, for our signal.  glibc's sigaction() refuses this signal. */
static long
change_action(const struct kernel_action *new, struct kernel_action *old)
{
	return sys_call(SYS_rt_sigaction, OUR_SIGNAL, (long)new, (long)old, sizeof(new->mask), 0,
		0);
}

uintptr_t
signals_handler(int signal)
{
	struct kernel_action now = { .handler = NULL };

	(void)sys_call(SYS_rt_sigaction, signal, 0, (long)&now, sizeof(now.mask), 0, 0);
	return (uintptr_t)now.handler;
}

/* Installs our handler for our signal, unless it is installed.  False: the kernel refuses. */
static bool
install(void)
{
	struct kernel_action action = { .handler = handler,
		.flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART, .mask = ~signal_bit(SIGBUS) };
	struct kernel_action now;

#if defined __x86_64__
	action.flags |= SA_RESTORER;
	action.restorer = signals_return;
#endif
	if (change_action(NULL, &now) != 0)
		return false;
	if (now.handler == handler)
		return true;
	/* A signal that comes before the next call reaches the old handler, a later one ours. */
	__atomic_store_n(&theirs, now.handler, __ATOMIC_SEQ_CST);
	return change_action(&action, NULL) == 0;
}

int
signals_install(handler_function function)
{
	const uint64_t ours = signal_bit(OUR_SIGNAL);

	handler = function;
	if (!install()) {
		handler = NULL;
		return 0;
	}
	sys_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&ours, 0, sizeof ours, 0, 0);
	return OUR_SIGNAL;
}

void
signals_retake(void)
{
	if (handler != NULL)
		install();
}

#if !__GLIBC_PREREQ(2, 34)
/* The start of a program calls this function, with the address of main() as its first argument,
 * after libpthread has installed its handler. */
EXPORT int __libc_start_main(void *main, int argc, char **argv, void *init, void *fini,
	void *loader_fini, void *stack);

int
__libc_start_main(void *main, int argc, char **argv, void *init, void *fini, void *loader_fini,
	void *stack)
{
	signals_retake();
	return NEXT(__libc_start_main)(main, argc, argv, init, fini, loader_fini, stack);
}
#endif

/* Makes our signal end the program, as the kernel does for a real-time signal without handler.
 * Makes system calls although rec_quiet: the program ends anyway. */
static void
end_program(void)
{
	struct kernel_action action = { .handler = (handler_function)(void (*)(void))SIG_DFL };
	long process = sys_call_always(SYS_getpid, 0, 0, 0, 0, 0, 0);
	long thread = sys_call_always(SYS_gettid, 0, 0, 0, 0, 0, 0);

	sys_call_always(SYS_rt_sigaction, OUR_SIGNAL, (long)&action, 0, sizeof action.mask, 0, 0);
	sys_call_always(SYS_tgkill, process, thread, OUR_SIGNAL, 0, 0, 0);
}

void
signals_pass(int signal, siginfo_t *info, void *context)
{
	handler_function function = __atomic_load_n(&theirs, __ATOMIC_SEQ_CST);

	CONTROL_ADD(other_signals, 1);
	if (function == (handler_function)(void (*)(void))SIG_DFL)
		end_program();
	else if (function != (handler_function)(void (*)(void))SIG_IGN)
		function(signal, info, context);
}

EXPORT int
sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old)
{
	struct onstack_handler before = onstack_handler(signal);
	struct sigaction copy;

	if (signal == SIGBUS)
		return faults_action(new, old);
	if (new != NULL) {
		copy = *new;
		onstack_replace(signal, &copy);
	}
	if (NEXT(sigaction)(signal, new != NULL ? &copy : NULL, old) != 0)
		return -1;
	if (old != NULL)
		onstack_show(&before, old);
	return 0;
}

/* Returns the handler that the program had installed: FOUND, which libc has returned, or BEFORE if
 * FOUND is our function. */
static sighandler_t
as_installed(const struct onstack_handler *before, sighandler_t found)
{
	struct sigaction action = { .sa_handler = found };

	onstack_show(before, &action);
	return action.sa_handler;
}

/* Does what signal() does, for SIGBUS, with these FLAGS of sigaction(). */
static sighandler_t
fault_signal(sighandler_t function, int flags)
{
	struct sigaction new = { .sa_flags = flags };
	struct sigaction old;

	new.sa_handler = function;
	return sigaction(SIGBUS, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* siginterrupt() was called for SIGBUS: signal() does not set SA_RESTART. */
static bool fault_interrupts;

/* Does what siginterrupt() does, for SIGBUS. */
static int
fault_interrupt(bool interrupts)
{
	struct sigaction action;

	if (sigaction(SIGBUS, NULL, &action) != 0)
		return -1;
	action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART
		: action.sa_flags | SA_RESTART;
	fault_interrupts = interrupts;
	return sigaction(SIGBUS, &action, NULL);
}

EXPORT int
siginterrupt(int which, int interrupts)
{
	return which == SIGBUS ? fault_interrupt(interrupts != 0)
		: NEXT(siginterrupt)(which, interrupts);
}

/* Does what sigset() does, for SIGBUS. */
static sighandler_t
fault_sigset(sighandler_t function)
{
	int how = function == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK;
	struct sigaction old;
	sigset_t set, blocked;

	sigemptyset(&set);
	sigaddset(&set, SIGBUS);
	if (function != SIG_HOLD)
		old.sa_handler = fault_signal(function, 0);
	else if (sigaction(SIGBUS, NULL, &old) != 0)
		return SIG_ERR;
	if (old.sa_handler == SIG_ERR || sigprocmask(how, &set, &blocked) != 0)
		return SIG_ERR;
	return sigismember(&blocked, SIGBUS) == 1 ? SIG_HOLD : old.sa_handler;
}

EXPORT sighandler_t
signal(int which, sighandler_t function)
{
	struct onstack_handler before = onstack_handler(which);

	if (which == SIGBUS && function != SIG_ERR)
		return fault_signal(function, fault_interrupts ? 0 : SA_RESTART);
	return as_installed(&before, NEXT(signal)(which, function));
}

EXPORT sighandler_t bsd_signal(int which, sighandler_t function);
EXPORT sighandler_t
bsd_signal(int which, sighandler_t function)
{
	return signal(which, function);
}

EXPORT sighandler_t
ssignal(int which, sighandler_t function)
{
	return signal(which, function);
}

EXPORT sighandler_t
sysv_signal(int which, sighandler_t function)
{
	struct onstack_handler before = onstack_handler(which);

	if (which == SIGBUS && function != SIG_ERR)
		return fault_signal(function, (int)SA_RESETHAND | SA_NODEFER);
	return as_installed(&before, NEXT(sysv_signal)(which, function));
}

EXPORT sighandler_t
__sysv_signal(int which, sighandler_t function)
{
	return sysv_signal(which, function);
}

EXPORT sighandler_t
sigset(int which, sighandler_t function)
{
	struct onstack_handler before = onstack_handler(which);

	if (which == SIGBUS && function != SIG_ERR)
		return fault_sigset(function);
	return as_installed(&before, NEXT(sigset)(which, function));
}
