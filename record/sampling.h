/* sampling.h - declarations that the files about threads, timers and signals share
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef SAMPLING_H
#define SAMPLING_H

#include <signal.h>

#include "record/cfi.h"
#include "record/recorder.h"

#define CACHED_ROWS 128			/* a power of two */

/* The memory of a thread for its samples.  It is mapped by the creator of the thread, and used
 * again by a later thread.  It is never unmapped, so that the list of all of them can be read
 * without a lock:
 *
 *	guard page		neither readable nor writable
 *	ALTERNATE_BYTES		alternate signal stack, for threads that have none
 *	HANDLER_BYTES		stack of the handler
 *	struct workspace
 *
 * The kernel writes a frame of up to 11 KB (AVX-512, AMX) for each signal, and the unwinder needs
 * 4 KB; a program may have threads and coroutines with stacks of 8 KB.  So the kernel is given our
 * alternate stack; signals_alternate.c says what becomes of the program's.  Where it cannot be
 * replaced, it may be as small as MINSIGSTKSZ, so the handler goes on to a stack of its own.  A
 * handler of the program that has SA_ONSTACK, while the program has no alternate stack, now runs on
 * ours where it ran on the stack of the thread; so there is much room. */
struct workspace {
	struct workspace *next;		/* of all */
	bool is_used;
	bool has_timer;
	int timer;			/* of the kernel, if HAS_TIMER */
	int tid;			/* of the thread that uses it */
	uint64_t cpu;			/* processor time of the thread that is in tables, in ns */
	bool alternate_is_ours;		/* the thread has our alternate stack */
	stack_t alternate;		/* then: what the program has set */
	bool is_blocked;		/* the program believes that it blocks our signal */
	void *(*start)(void *);		/* the start routine of the thread, and its argument */
	void *argument;
	size_t stack_bytes;		/* of the thread, as wanted */
	unsigned rounds;		/* of the destructors of thread-specific data, at its end */
	unsigned vain;			/* how often is_code() in unwind.c asked in vain */
	unsigned epoch;			/* of the rows */
	struct cfi_row rows[CACHED_ROWS];	/* each at the hash of its PC */
};

#define ALTERNATE_BYTES ((size_t)256 << 10)
#define HANDLER_BYTES ((size_t)64 << 10)

/* workspace.c */

/* Returns an unused workspace, or NULL if there is no memory. */
struct workspace *workspace_take(void) HIDDEN;
void workspace_give(struct workspace *w) HIDDEN;
extern HIDDEN struct workspace *workspace_list;	/* of all */

/* After mlockall(): the workspaces may be swapped out, also those that are made later. */
void workspaces_unlock(void) HIDDEN;

/* The lowest address of its alternate stack. */
char *workspace_alternate(struct workspace *w) HIDDEN;

/* signals_alternate.c: signals are blocked in the first three. */

/* Sets the alternate stack of the calling thread to that of W if it has none. */
void alternate_set(struct workspace *w) HIDDEN;

/* Gives the calling thread the alternate stack of the program instead of ours.  False: ours is in
 * use. */
bool alternate_remove(struct workspace *w) HIDDEN;

/* After alternate_remove(): sets ours again. */
void alternate_return(struct workspace *w) HIDDEN;

/* Handles a signal that has arrived on our alternate stack by a HANDLER of the program that has
 * SA_ONSTACK: on the alternate stack of the program. */
void alternate_run(void (*handler)(int, siginfo_t *, void *), int signal, siginfo_t *info,
	void *context) HIDDEN;

/* Does the calling thread run on the alternate stack of the program, because of alternate_run()? */
bool alternate_is_running(const struct workspace *w) HIDDEN;

/* A handler of the program that has SA_ONSTACK.  The kernel has a function of ours instead. */
struct onstack_handler {
	void (*function)(int, siginfo_t *, void *);
	bool has_info;			/* SA_SIGINFO */
};

/* Returns the last one that the program has installed for SIGNAL. */
struct onstack_handler onstack_handler(int signal) HIDDEN;

/* If NEW has SA_ONSTACK, notes its handler and puts our function there. */
void onstack_replace(int signal, struct sigaction *new) HIDDEN;

/* If OLD, which the kernel has returned, has our function, puts BEFORE there. */
void onstack_show(const struct onstack_handler *before, struct sigaction *old) HIDDEN;

/* sampling.c */

/* Calls FUNCTION(DATA) on the stack that ends at STACK, a multiple of 16.  The frame pointer keeps
 * the old stack, so that debuggers find the interrupted code. */
void sampling_switch(void *data, void (*function)(void *), void *stack) HIDDEN;
#if defined __x86_64__ || defined __aarch64__
#define CAN_SWITCH true
#else
#define CAN_SWITCH false		/* it calls FUNCTION(DATA) on the stack of the caller */
#endif

void timer_start(struct workspace *w) HIDDEN;	/* for the thread W->tid, unless it has one */
void timer_stop(struct workspace *w) HIDDEN;
void timer_drain(void) HIDDEN;			/* takes a signal that is pending */
void timers_stop(void) HIDDEN;			/* of all threads */
void timers_restart(void) HIDDEN;		/* after timers_stop() */
void timers_forget(const struct workspace *own) HIDDEN;	/* the child of fork() */

/* Records the processor time of a thread that ends, in an empty table if it has no samples. */
void cpu_finish(struct thread *t) HIDDEN;

bool is_sample(const siginfo_t *info) HIDDEN;	/* INFO comes from our timers */

/* signals.c */

/* Installs the handler for signal NUMBER, and unblocks it in the calling thread.  False: it cannot
 * be installed. */
bool signals_install(int number, void (*handler)(int, siginfo_t *, void *)) HIDDEN;

/* Sets *ACTION to what the program does with the signal NUMBER, which is not ours. */
bool signals_read(int number, struct sigaction *action) HIDDEN;

/* Treats a signal of our number that does not come from our timers as the program wants. */
void signals_pass(int number, siginfo_t *info, void *context) HIDDEN;

/* The signal was blocked when signals_install() was called. */
extern HIDDEN bool signals_were_blocked;

/* unwind.c */
extern HIDDEN unsigned unwind_epoch;		/* to be raised when code was unmapped */

/* interpose.c */

/* Functions of libc that are wrapped, and not only replaced. */
#define INTERPOSED(X) \
	X(pthread_create) X(thrd_create) X(dlclose) X(prctl) X(syscall) X(_Fork) X(clone) \
	X(sigaction) X(sigprocmask) X(pthread_sigmask) X(sigaltstack) X(sigtimedwait) X(signalfd) \
	X(signal) X(sysv_signal) X(sigset) X(sigignore) X(siginterrupt) X(sighold) X(sigrelse) \
	X(setrlimit) X(setrlimit64) X(prlimit) X(prlimit64) \
	X(execve) X(execvpe) X(fexecve) X(execveat) X(posix_spawn) X(posix_spawnp)

enum interposed {
#define NUMBERED(name) NEXT_##name,
	INTERPOSED(NUMBERED)
#undef NUMBERED
	NEXT_COUNT,
};

/* Returns the function of libc that is wrapped; NULL: libc has none. */
void (*interpose_next(enum interposed which))(void) HIDDEN;
#define NEXT(name) ((__typeof__(&(name)))interpose_next(NEXT_##name))

/* Finds all of them, so that it need not be done in a signal handler. */
void interpose_prepare(void) HIDDEN;

#endif
