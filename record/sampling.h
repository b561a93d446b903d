/* sampling.h - declarations that the files about threads, timers and signals share
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef SAMPLING_H
#define SAMPLING_H

#include <signal.h>

#include "record/cfi.h"
#include "record/profil.h"
#include "record/recorder.h"

#define CACHED_ROWS 128			/* a power of two */

/* The memory that a thread needs for its samples.  The creator of the thread maps it (for the first
 * thread, the recorder does), and a later thread uses it again.  It is never unmapped, so the list
 * of all workspaces can be read without a lock.  From low to high addresses, it has:
 *
 *	guard page		neither readable nor writable
 *	ALTERNATE_BYTES		alternate signal stack
 *	HANDLER_BYTES		stack of the handler
 *	struct workspace
 *
 * The kernel writes a frame of up to 11 KB (AVX-512, AMX) for each signal, and the unwinder needs
 * 4 KB; a program may have threads and coroutines with stacks of 8 KB.  So the kernel
 * writes to our alternate stack; signals_alternate.c handles that of the program.  Where the latter
 * cannot be replaced, it may be as small as MINSIGSTKSZ, so our handler switches to another stack.
 * Handlers of the program with SA_ONSTACK run on our alternate stack only if one signal comes just
 * after another, or if frame_move() does not work on this machine, so it is large. */
struct workspace {
	struct workspace *next;		/* in workspace_list */
	bool is_used;
	bool has_timer;
	int timer;			/* of the kernel, if .has_timer */
	int tid;			/* of the thread that uses it */
	uint64_t cpu;			/* ns: processor time of the thread when it was last read */
	bool alternate_is_ours;		/* the thread has our alternate stack */
	stack_t alternate;		/* if so: the stack that the program has set */
	bool is_blocked;		/* the program has blocked our signal, and reads back a mask
					 * with it; in the kernel's mask, it stays unblocked */
	void *(*start)(void *);		/* the start routine of the thread, and its argument */
	void *argument;
	size_t stack_bytes;		/* size of the thread's stack, as its creator wanted */
	unsigned rounds;		/* calls of at_thread_exit() for the thread */
	struct tick tick;		/* its sample that profil() did not count yet */
	unsigned vain;			/* addresses that is_code() found to be no code, or did not
					 * look up because there were many of them */
	unsigned epoch;			/* unwind_epoch of the rows */
	struct cfi_row rows[CACHED_ROWS];	/* each at the hash of its PC */
};

#define ALTERNATE_BYTES ((size_t)256 << 10)
#define HANDLER_BYTES ((size_t)64 << 10)

/* workspace.c */

/* Returns an unused workspace, or NULL if there is no memory. */
struct workspace *workspace_take(void) HIDDEN;
void workspace_give(struct workspace *w) HIDDEN;
extern HIDDEN struct workspace *workspace_list;	/* all workspaces */

/* After mlockall(): unlocks the memory of all workspaces, also of those that are made later. */
void workspaces_unlock(void) HIDDEN;

/* Returns the lowest address of our alternate stack in W. */
char *workspace_alternate(struct workspace *w) HIDDEN;

/* signals_alternate.c: the callers of alternate_set(), alternate_remove() and alternate_return()
 * have blocked signals. */

/* Sets the alternate stack of the calling thread to ours in W, if it has none. */
void alternate_set(struct workspace *w) HIDDEN;

/* Gives the calling thread the alternate stack of the program instead of ours.  False: ours is in
 * use. */
bool alternate_remove(struct workspace *w) HIDDEN;

/* After alternate_remove(): sets ours again. */
void alternate_return(struct workspace *w) HIDDEN;

/* Runs HANDLER, a handler of the program with SA_ONSTACK, for a signal that has arrived on our
 * alternate stack.  HANDLER runs where it would run without us.  May not return. */
void alternate_run(void (*handler)(int, siginfo_t *, void *), int signal, siginfo_t *info,
	void *context) HIDDEN;

/* A handler of the program that has SA_ONSTACK.  The kernel calls a function of ours instead. */
struct onstack_handler {
	void (*function)(int, siginfo_t *, void *);
	bool has_info;			/* SA_SIGINFO */
};

/* Returns the last handler with SA_ONSTACK that the program has installed for SIGNAL; if there is
 * none, its FUNCTION is NULL. */
struct onstack_handler onstack_handler(int signal) HIDDEN;

/* If NEW has SA_ONSTACK, notes its handler, and replaces it by our function. */
void onstack_replace(int signal, struct sigaction *new) HIDDEN;

/* If the kernel has returned our function in OLD, replaces it by BEFORE. */
void onstack_show(const struct onstack_handler *before, struct sigaction *old) HIDDEN;

/* sampling.c */

/* Calls FUNCTION(DATA) on the stack that ends at STACK, a multiple of 16.  The frame pointer keeps
 * the old stack, so that debuggers find the interrupted code.  On processors other than x86-64 and
 * aarch64, it calls FUNCTION(DATA) on the stack of the caller. */
void sampling_switch(void *data, void (*function)(void *), void *stack) HIDDEN;

void timer_start(struct workspace *w) HIDDEN;	/* for the thread W->tid, unless it has one */
void timer_stop(struct workspace *w) HIDDEN;
/* Unblocks our signal for a moment, so that the handler gets a signal that is still pending. */
void timer_drain(void) HIDDEN;
void timers_stop(void) HIDDEN;			/* those of all threads */
void timers_restart(void) HIDDEN;		/* after timers_stop() */
/* In the child of fork(): no thread has a timer, and only the workspace OWN is used. */
void timers_forget(const struct workspace *own) HIDDEN;

/* Records the processor time of the calling thread T, which ends, unless the recorder is halted.  A
 * thread without samples gets a table for it. */
void cpu_finish(struct thread *t) HIDDEN;

bool is_sample(const siginfo_t *info) HIDDEN;	/* INFO comes from our timers */

/* signals.c */

/* Installs the handler for signal NUMBER, and unblocks it in the calling thread.  False: it cannot
 * be installed. */
bool signals_install(int number, void (*handler)(int, siginfo_t *, void *)) HIDDEN;

/* Sets *ACTION to the action that the program has set for the signal NUMBER, which is not ours. */
bool signals_read(int number, struct sigaction *action) HIDDEN;

/* Does the program's action for a signal that has our number, but is not from our timers. */
void signals_pass(int number, siginfo_t *info, void *context) HIDDEN;

/* Our signal was blocked when signals_install() was called. */
extern HIDDEN bool signals_were_blocked;

/* unwind.c */
uint64_t unwind_pc(const ucontext_t *context) HIDDEN;	/* the address that was interrupted */
/* Counts calls of dlclose(), which may unmap code. */
extern HIDDEN unsigned unwind_epoch;

/* interpose.c */

/* Functions of libc that their replacements here call. */
#define INTERPOSED(X) \
	X(pthread_create) X(thrd_create) X(dlclose) X(prctl) X(syscall) X(_Fork) X(clone) \
	X(sigaction) X(sigprocmask) X(pthread_sigmask) X(sigaltstack) X(sigtimedwait) X(signalfd) \
	X(profil) X(sprofil) \
	X(signal) X(sysv_signal) X(sigset) X(sigignore) X(siginterrupt) X(sighold) X(sigrelse) \
	X(setrlimit) X(setrlimit64) X(prlimit) X(prlimit64) \
	X(execve) X(execvpe) X(fexecve) X(execveat) X(posix_spawn) X(posix_spawnp)

enum interposed {
#define NUMBERED(name) NEXT_##name,
	INTERPOSED(NUMBERED)
#undef NUMBERED
	NEXT_COUNT,
};

/* Returns the function of libc; NULL: libc does not have it. */
void (*interpose_next(enum interposed which))(void) HIDDEN;
#define NEXT(name) ((__typeof__(&(name)))interpose_next(NEXT_##name))

/* Finds all functions in INTERPOSED, so that a signal handler need not do it. */
void interpose_prepare(void) HIDDEN;

#endif
