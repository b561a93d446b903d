/* signals_other.c - other functions of libc for signals: older ones, and those that wait
 *
 * Most of these functions differ from the functions of libc only for the signal of our timers.
 * signal(), sysv_signal() and sigset() also hide on_alternate() of signals_alternate.c from the
 * program.
 *
 * SPDX-License-Identifier: ISC
 */
#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>

#include "record/sampling.h"
#include "record/syscalls.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

/* Is the signal WHICH that of our timers? */
static bool
is_ours(int which)
{
	return which != 0 && which == sampling_signal();
}

/* Does SET contain our signal? */
static bool
has_ours(const sigset_t *set)
{
	return sampling_signal() != 0 && sigismember(set, sampling_signal()) == 1;
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

/* Does what signal() does, with these FLAGS of sigaction(). */
static sighandler_t
install(int which, sighandler_t handler, int flags)
{
	struct sigaction new = { .sa_flags = flags };
	struct sigaction old;

	new.sa_handler = handler;
	if ((flags & SA_NODEFER) == 0)
		sigaddset(&new.sa_mask, which);
	return sigaction(which, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

/* Blocks or unblocks (HOW) the signal WHICH.  Unless OLD is NULL, sets *OLD to the previous
 * mask. */
static int
mask_one(int how, int which, sigset_t *old)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, which);
	return sigprocmask(how, &set, old);
}

EXPORT sighandler_t
signal(int which, sighandler_t handler)
{
	struct onstack_handler before = onstack_handler(which);

	if (!is_ours(which))
		return as_installed(&before, NEXT(signal)(which, handler));
	return install(which, handler, SA_RESTART);
}

EXPORT sighandler_t bsd_signal(int which, sighandler_t handler);
EXPORT sighandler_t
bsd_signal(int which, sighandler_t handler)
{
	return signal(which, handler);
}

EXPORT sighandler_t
ssignal(int which, sighandler_t handler)
{
	return signal(which, handler);
}

EXPORT sighandler_t
sysv_signal(int which, sighandler_t handler)
{
	struct onstack_handler before = onstack_handler(which);

	if (!is_ours(which))
		return as_installed(&before, NEXT(sysv_signal)(which, handler));
	return install(which, handler, (int)SA_RESETHAND | SA_NODEFER);
}

EXPORT sighandler_t
__sysv_signal(int which, sighandler_t handler)
{
	return sysv_signal(which, handler);
}

EXPORT sighandler_t
sigset(int which, sighandler_t handler)
{
	struct onstack_handler before = onstack_handler(which);
	struct sigaction old;
	sigset_t mask;
	sighandler_t result;

	if (!is_ours(which))
		return as_installed(&before, NEXT(sigset)(which, handler));
	if (handler == SIG_HOLD) {
		if (sigaction(which, NULL, &old) != 0 || mask_one(SIG_BLOCK, which, &mask) != 0)
			return SIG_ERR;
		return sigismember(&mask, which) == 1 ? SIG_HOLD : old.sa_handler;
	}
	result = install(which, handler, 0);
	if (result == SIG_ERR || mask_one(SIG_UNBLOCK, which, &mask) != 0)
		return SIG_ERR;
	return sigismember(&mask, which) == 1 ? SIG_HOLD : result;
}

EXPORT int
sigignore(int which)
{
	if (!is_ours(which))
		return NEXT(sigignore)(which);
	return install(which, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

EXPORT int
siginterrupt(int which, int flag)
{
	struct sigaction action;

	if (!is_ours(which))
		return NEXT(siginterrupt)(which, flag);
	if (sigaction(which, NULL, &action) != 0)
		return -1;
	if (flag != 0)
		action.sa_flags &= ~SA_RESTART;
	else
		action.sa_flags |= SA_RESTART;
	return sigaction(which, &action, NULL);
}

EXPORT int
sighold(int which)
{
	return is_ours(which) ? mask_one(SIG_BLOCK, which, NULL) : NEXT(sighold)(which);
}

EXPORT int
sigrelse(int which)
{
	return is_ours(which) ? mask_one(SIG_UNBLOCK, which, NULL) : NEXT(sigrelse)(which);
}

/* If a timer of ours expires when the thread is about to sleep, the function of libc may return our
 * signal.  Then the thread must wait again. */
EXPORT int
sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
	const struct timespec *restrict timeout)
{
	siginfo_t found;
	int which;

	do
		which = NEXT(sigtimedwait)(set, &found, timeout);
	while (is_ours(which) && is_sample(&found));
	if (which >= 0 && info != NULL)
		*info = found;
	return which;
}

EXPORT int
sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	return sigtimedwait(set, info, NULL);
}

EXPORT int
sigwait(const sigset_t *restrict set, int *restrict which)
{
	int saved = errno;
	int result;
	int error = 0;

	do {
		result = sigtimedwait(set, NULL, NULL);
		error = errno;
	} while (result < 0 && error == EINTR);
	errno = saved;
	if (result < 0)
		return error;
	*which = result;
	return 0;
}

/* Removes our signal from SET: a program that reads all signals from the descriptor must not get
 * our signal. */
EXPORT int
signalfd(int fd, const sigset_t *set, int flags)
{
	sigset_t copy;

	if (!has_ours(set))
		return NEXT(signalfd)(fd, set, flags);
	copy = *set;
	sigdelset(&copy, sampling_signal());
	return NEXT(signalfd)(fd, &copy, flags);
}
