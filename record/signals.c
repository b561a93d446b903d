/* signals.c - the program's view of our signal and of signal masks
 *
 * "Our signal" is the signal of our timers.  The program may use this signal, too.  If a signal
 * with this number does not come from our timers, our handler calls the handler that the program
 * has installed.  If the program blocks all signals, our signal stays unblocked.  But if the
 * program reads its mask, it gets the mask that it has set.
 *
 * ppoll(), pselect(), epoll_pwait() and sigsuspend() are not replaced.  They set a mask only while
 * the thread sleeps, when it uses no processor time.  setcontext() and siglongjmp() are not
 * replaced either.  They set masks that getcontext() and sigsetjmp() have read from the kernel, and
 * these masks do not contain our signal.
 *
 * SPDX-License-Identifier: ISC
 */
#include <errno.h>
#include <signal.h>

#include "record/sampling.h"
#include "record/syscalls.h"

static int number;			/* number of our signal; 0: the handler is not installed */
static void (*handler)(int, siginfo_t *, void *);

/* The program has set an action for our signal CHANGES times.  The last of these actions is
 * wanted[changes % 2].  Our handler may read this element at any time, so a new action is written
 * to the other element. */
static struct sigaction wanted[2];
static unsigned changes;

bool signals_were_blocked;

/* If bit SIGNAL - 1 is set, the program wants our signal to be blocked while its handler for SIGNAL
 * runs. */
static uint64_t masked;

/* Returns the first 64 bits of SET, a signal set of libc.  These bits are a signal set of the
 * kernel. */
static uint64_t
set_bits(const sigset_t *set)
{
	uint64_t bits;

	__builtin_memcpy(&bits, set, sizeof bits);
	return bits;
}

/* Installs our handler for our signal, for which the program wants the action W.  System calls that
 * our signal interrupts are restarted, unless W is a handler without SA_RESTART.  False: the kernel
 * refuses. */
static bool
install(const struct sigaction *w)
{
	struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART };

	if (w->sa_handler != SIG_DFL && w->sa_handler != SIG_IGN && (w->sa_flags & SA_RESTART) == 0)
		action.sa_flags &= ~SA_RESTART;
	action.sa_sigaction = handler;
	sigfillset(&action.sa_mask);
	return NEXT(sigaction)(number, &action, NULL) == 0;
}

bool
signals_read(int signal, struct sigaction *action)
{
	return NEXT(sigaction)(signal, NULL, action) == 0;
}

bool
signals_install(int signal, void (*function)(int, siginfo_t *, void *))
{
	uint64_t ours = signal_bit(signal);
	uint64_t before = 0;

	number = signal;
	handler = function;
	if (!install(&wanted[0])) {
		number = 0;
		return false;
	}
	sys_call(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&ours, (long)&before, sizeof before, 0, 0);
	signals_were_blocked = (before & ours) != 0;
	return true;
}

/* Makes SIGNAL end the program, as the kernel does for a real-time signal without handler.  Makes
 * system calls although rec_quiet: the program ends anyway. */
static void
end_program(int signal)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	long process = sys_call_always(SYS_getpid, 0, 0, 0, 0, 0, 0);
	long thread = sys_call_always(SYS_gettid, 0, 0, 0, 0, 0, 0);

	NEXT(sigaction)(signal, &action, NULL);
	sys_call_always(SYS_tgkill, process, thread, signal, 0, 0, 0);
}

/* Blocks SIGNAL in the interrupted code and sends SIGNAL again.  So SIGNAL is pending, as if it had
 * been blocked before.  A signal to the process is sent to the process again.  But if kill(), for
 * example, sent the signal, the kernel lets only the first thread do this.  Other threads send such
 * a signal to themselves. */
static void
keep_pending(int signal, siginfo_t *info, ucontext_t *context)
{
	sigaddset(&context->uc_sigmask, signal);
	if (info->si_code == SI_TKILL
	    || sys_call(SYS_rt_sigqueueinfo, sys_getpid(), signal, (long)info, 0, 0, 0) != 0)
		sys_call(SYS_rt_tgsigqueueinfo, sys_getpid(), sys_gettid(), signal, (long)info,
			0, 0);
}

/* Returns the action that the program has set for our signal.  If another thread sets an action
 * meanwhile, reads the action again. */
static struct sigaction
wanted_read(void)
{
	struct sigaction action;
	unsigned before;

	do {
		before = __atomic_load_n(&changes, __ATOMIC_ACQUIRE);
		action = wanted[before % 2];
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (__atomic_load_n(&changes, __ATOMIC_RELAXED) != before);
	return action;
}

void
signals_pass(int signal, siginfo_t *info, void *context)
{
	struct sigaction action = wanted_read();
	ucontext_t *interrupted = context;
	uint64_t mask;

	__atomic_fetch_add(&CONTROL->other_signals, 1, __ATOMIC_RELAXED);
	if (rec_thread.workspace != NULL && rec_thread.workspace->is_blocked) {
		keep_pending(signal, info, interrupted);
		return;
	}
	if (action.sa_handler == SIG_IGN)
		return;
	if (action.sa_handler == SIG_DFL) {
		end_program(signal);
		return;
	}
	if ((action.sa_flags & (int)SA_RESETHAND) != 0)
		wanted[changes % 2].sa_handler = SIG_DFL;
	mask = set_bits(&interrupted->uc_sigmask) | set_bits(&action.sa_mask);
	if ((action.sa_flags & SA_NODEFER) == 0)
		mask |= signal_bit(signal);
	sys_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, 0, sizeof mask, 0, 0);
	if ((action.sa_flags & SA_ONSTACK) != 0)
		alternate_run(action.sa_sigaction, signal, info, context);
	else if ((action.sa_flags & SA_SIGINFO) != 0)
		action.sa_sigaction(signal, info, context);
	else
		action.sa_handler(signal);
}

/* Makes ACTION the program's action for our signal.  False: our handler cannot be installed for
 * ACTION. */
static bool
wanted_set(const struct sigaction *action)
{
	if (!install(action))
		return false;
	wanted[(changes + 1) % 2] = *action;
	__atomic_fetch_add(&changes, 1, __ATOMIC_RELEASE);
	return true;
}

/* Does what sigaction() does, for our signal. */
static int
wanted_change(const struct sigaction *new, struct sigaction *old)
{
	struct sigaction before = wanted_read(), copy;
	uint64_t signals;
	bool is_set, is_locked;

	if (new != NULL) {
		copy = *new;
		signals = block_signals();
		is_locked = lock_take();
		is_set = wanted_set(&copy);
		if (is_locked)
			lock_give();
		unblock_signals(signals);
		if (!is_set)
			return -1;
	}
	if (old != NULL)
		*old = before;
	return 0;
}

EXPORT int
sigaction(int signal, const struct sigaction *restrict new, struct sigaction *restrict old)
{
	struct sigaction copy;
	struct onstack_handler before;
	bool was_masked = (__atomic_load_n(&masked, __ATOMIC_RELAXED) & signal_bit(signal)) != 0;
	bool is_masked = number != 0 && new != NULL && sigismember(&new->sa_mask, number) == 1;

	if (number == 0)
		return NEXT(sigaction)(signal, new, old);
	if (signal == number)
		return wanted_change(new, old);
	before = onstack_handler(signal);
	if (new != NULL) {
		copy = *new;
		sigdelset(&copy.sa_mask, number);
		onstack_replace(signal, &copy);
	}
	if (NEXT(sigaction)(signal, new != NULL ? &copy : NULL, old) != 0)
		return -1;
	if (is_masked)
		__atomic_fetch_or(&masked, signal_bit(signal), __ATOMIC_RELAXED);
	else if (new != NULL && was_masked)
		__atomic_fetch_and(&masked, ~signal_bit(signal), __ATOMIC_RELAXED);
	if (old != NULL && was_masked)
		sigaddset(&old->sa_mask, number);
	if (old != NULL)
		onstack_show(&before, old);
	return 0;
}

/* Does what pthread_sigmask() does, but keeps our signal unblocked.  Returns 0 or an errno. */
static int
mask_change(int how, const sigset_t *set, sigset_t *old)
{
	struct workspace *w = rec_thread.workspace;
	bool was_blocked = w != NULL && w->is_blocked;
	bool has_ours = number != 0 && set != NULL && sigismember(set, number) == 1;
	sigset_t copy;
	int error;

	if (w == NULL || number == 0)
		return NEXT(pthread_sigmask)(how, set, old);
	if (set != NULL)
		copy = *set;
	if (has_ours && how != SIG_UNBLOCK)
		sigdelset(&copy, number);
	if (set != NULL && (how == SIG_SETMASK || has_ours))
		w->is_blocked = has_ours && how != SIG_UNBLOCK;
	error = NEXT(pthread_sigmask)(how, set != NULL ? &copy : NULL, old);
	if (error != 0)
		w->is_blocked = was_blocked;
	else if (old != NULL && was_blocked)
		sigaddset(old, number);
	return error;
}

EXPORT int
pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	return mask_change(how, set, old);
}

EXPORT int
sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int error = mask_change(how, set, old);

	if (error == 0)
		return 0;
	errno = error;
	return -1;
}
