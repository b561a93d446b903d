/* faults.c - memory of our files that can no longer be written
 *
 * Pages of our files are made present before they are used (file.c).  Later the kernel saves them
 * to the disk.  When a saved page is written again, the kernel asks the file system.  A file system
 * that copies on write needs room then, and may have none.  Or another program has cut the file, or
 * the disk fails.  Then the kernel sends SIGBUS to the thread, which would end the program.
 *
 * Our handler for SIGBUS replaces the page by memory of the process with the same contents, and the
 * access is repeated.  What is counted there is not in the file; REC_UNSAVED says so.
 *
 * If the fault is not in our files, the handler does what would happen without us: it calls the
 * handler of the program, or ends the program.  In a thread that blocks SIGBUS, a fault ends the
 * program, whatever its action is.  So our own code, which blocks all other signals, unblocks
 * SIGBUS.
 *
 * SPDX-License-Identifier: ISC
 */
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/uio.h>

#include "record/mapping.h"
#include "record/sampling.h"
#include "record/syscalls.h"

#define OFTEN 512u			/* after so many replacements, twice as many pages are
					 * replaced at a time: there can be 65,530 mappings */
#define MOST_DOUBLED 8u			/* how often this number of pages is doubled */

/* The last action for SIGBUS that the program has set is wanted[changes % 2]: the handler may read
 * it at any time, so a new action is written to the other element. */
static struct sigaction wanted[2];
static unsigned changes;
static bool is_active;			/* faults_start() was called */

static bool mending;			/* a thread runs mend(); other threads wait */
static unsigned replaced;		/* how many times pages were replaced */

/* Can the page at AT be written?  To find out, makes the kernel add 0 to its first word. */
static bool
is_writable(uintptr_t at)
{
	static int no_waiters;
	const long add = FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_LT, 0);

	return sys_call(SYS_futex, (long)&no_waiters, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, 0,
		(long)at, add) >= 0;
}

bool
faults_replace(uintptr_t low, uintptr_t high)
{
	const uintptr_t page = rec_settings.page_size;
	const uintptr_t bytes = high - low;
	const uintptr_t base = (uintptr_t)rec_file.base;
	long new = sys_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		0);

	if (sys_failed(new))
		return false;
	for (uintptr_t at = 0; at < bytes; at += page) {
		struct iovec to = { (void *)((uintptr_t)new + at), page };
		struct iovec from = { (void *)(low + at), page };

		sys_call(SYS_process_vm_readv, sys_getpid(), (long)&to, 1, (long)&from, 1, 0);
	}
	if (rec_file.is_private && low >= base && low - base < rec_file.size)
		sys_madvise((char *)new, bytes, MADV_DONTFORK);		/* as mapping_make() */
	if (!sys_failed(sys_call(SYS_mremap, new, (long)bytes, (long)bytes,
			MREMAP_MAYMOVE | MREMAP_FIXED, (long)low, 0))) {
		file_replaced(low, high);
		return true;
	}
	sys_munmap((void *)new, bytes);
	return false;
}

/* Makes the page at AT usable, which is among the pages [LOW, HIGH) of one of our files.  False:
 * this is not possible. */
static bool
mend(uintptr_t at, uintptr_t low, uintptr_t high)
{
	unsigned doubled = replaced / OFTEN < MOST_DOUBLED ? replaced / OFTEN : MOST_DOUBLED;
	uintptr_t size = (uintptr_t)rec_settings.page_size << doubled;
	uintptr_t begin = at / size * size;

	/* Another thread may have replaced the page, or there may be room again. */
	if (is_writable(at))
		return true;
	if (!faults_replace(begin > low ? begin : low, begin + size < high ? begin + size : high))
		return false;
	replaced++;
	return true;
}

/* Is INFO about a fault in one of our files?  If so, makes the address usable. */
static bool
is_mended(const siginfo_t *info)
{
	const struct timespec pause = { .tv_nsec = 20000 };
	const uintptr_t page = rec_settings.page_size;
	uintptr_t at = (uintptr_t)info->si_addr / page * page;
	uintptr_t low, high;
	uint64_t signals;
	unsigned before;
	bool is_usable;

	/* The code of a signal that a process has sent is not positive. */
	if (info->si_code <= 0 || rec_quiet
	    || (!file_range(at, &low, &high) && !accounts_range(at, &low, &high)))
		return false;
	signals = block_signals();
	/* A child of vfork() that is killed here does not end the waiting. */
	for (int i = 0; i < 50000 && __atomic_exchange_n(&mending, true, __ATOMIC_ACQUIRE); i++)
		sys_call(SYS_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
	before = replaced;
	is_usable = mend(at, low, high);
	__atomic_store_n(&mending, false, __ATOMIC_RELEASE);
	if (is_usable && replaced != before)
		file_note_unsaved();		/* the control page may need to be replaced, too */
	unblock_signals(signals);
	return is_usable;
}

void
faults_forget(void)
{
	__atomic_store_n(&mending, false, __ATOMIC_RELEASE);
}

/* Returns the action that the program has set.  If it sets another one meanwhile, reads again. */
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

static void
wanted_set(const struct sigaction *action)
{
	wanted[(changes + 1) % 2] = *action;
	__atomic_fetch_add(&changes, 1, __ATOMIC_RELEASE);
}

/* Ends the program as the kernel does for a signal without handler.  A fault is repeated when our
 * handler returns; another signal is sent again. */
static void
end_program(int signal, siginfo_t *info)
{
	const struct sigaction action = { .sa_handler = SIG_DFL };

	NEXT(sigaction)(signal, &action, NULL);
	if (info->si_code <= 0)
		sys_call_always(SYS_rt_tgsigqueueinfo,
			sys_call_always(SYS_getpid, 0, 0, 0, 0, 0, 0),
			sys_call_always(SYS_gettid, 0, 0, 0, 0, 0, 0), signal, (long)info, 0, 0);
}

/* A process has sent SIGNAL, and our own code was interrupted, so the handler of the program must
 * not run now.  Blocks SIGNAL until our code unblocks all signals, and sends it again. */
static void
postpone(int signal, siginfo_t *info, uint64_t *mask)
{
	*mask |= signal_bit(signal);
	if (info->si_code == SI_TKILL
	    || sys_call(SYS_rt_sigqueueinfo, sys_getpid(), signal, (long)info, 0, 0, 0) != 0)
		sys_call(SYS_rt_tgsigqueueinfo, sys_getpid(), sys_gettid(), signal, (long)info, 0,
			0);
}

static void
on_fault(int signal, siginfo_t *info, void *context)
{
	uint64_t *mask = (uint64_t *)(void *)&((ucontext_t *)context)->uc_sigmask;
	const uint64_t never = signal_bit(SIGKILL) | signal_bit(SIGSTOP);
	/* A program may block the same signals. */
	bool is_own_code = (*mask | never) == rec_blocked && rec_thread.blocked != 0;
	struct sigaction action;

	if (is_mended(info))
		return;
	action = wanted_read();
	if (is_own_code && info->si_code <= 0) {
		postpone(signal, info, mask);
		return;
	}
	if (is_own_code || action.sa_handler == SIG_DFL) {
		end_program(signal, info);
		return;
	}
	if ((action.sa_flags & (int)SA_RESETHAND) != 0) {
		struct sigaction next = action;

		next.sa_handler = SIG_DFL;
		wanted_set(&next);
	}
	if ((action.sa_flags & SA_ONSTACK) != 0)
		alternate_run(action.sa_sigaction, signal, info, context);
	else if ((action.sa_flags & SA_SIGINFO) != 0)
		action.sa_sigaction(signal, info, context);
	else
		action.sa_handler(signal);
}

/* Sets *TO to the action with our handler for a program that has set ACTION.  If the program
 * ignores SIGBUS, the kernel does, too, and a fault in our files ends the program. */
static void
with_our_handler(struct sigaction *to, const struct sigaction *action)
{
	*to = *action;
	if (action->sa_handler == SIG_IGN)
		return;
	if (action->sa_handler == SIG_DFL)
		*to = (struct sigaction){ .sa_flags = SA_ONSTACK | SA_RESTART };
	to->sa_sigaction = on_fault;
	to->sa_flags |= SA_SIGINFO;
	to->sa_flags &= ~(int)SA_RESETHAND;
}

void
faults_start(void)
{
	struct sigaction action;

	if (NEXT(sigaction)(SIGBUS, NULL, &action) != 0 || action.sa_handler != SIG_DFL)
		return;
	wanted_set(&action);
	with_our_handler(&action, &wanted[changes % 2]);
	if (NEXT(sigaction)(SIGBUS, &action, NULL) != 0)
		return;
	rec_blocked = ~signal_bit(SIGBUS);
	is_active = true;
}

int
faults_action(const struct sigaction *new, struct sigaction *old)
{
	struct sigaction before = wanted_read(), copy, found;
	/* A child of vfork() has the memory of its parent, but handlers of its own. */
	bool is_ours = is_active && (rec_quiet || sys_getpid() == process_number());

	if (new != NULL) {
		copy = *new;
		if (is_ours) {
			wanted_set(new);
			with_our_handler(&copy, new);
		}
	}
	if (NEXT(sigaction)(SIGBUS, new != NULL ? &copy : NULL, &found) != 0)
		return -1;
	if (old != NULL)
		*old = found.sa_sigaction == on_fault ? before : found;
	return 0;
}
