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

#define RED_ZONE 128			/* bytes below the stack pointer that a leaf function may
					 * use */
#define CACHED_ROWS 128			/* rows of unwind tables that a thread keeps; power of 2 */

/* What timers.c knows about a thread.  Times are ns of the thread's processor time. */
struct timer_state {
	bool is_young;			/* ticks of the kernel decide when samples are taken */
	uint32_t kind;			/* of threads with the same account */
	uint64_t begun;			/* when the timer began, later if the recorder was halted */
	uint64_t seen;			/* at the last signal, or .begun */
	uint64_t switches;		/* how often the thread had left the processor at the last
					 * signal of the young thread */
	int64_t system_time, whole_time;	/* in us, when kernel_has_run() was last called:
						 * time in the kernel, and all time */
	uint64_t rest;			/* of an old thread: was counted, but is less than one tick
					 * of the wanted rate */
};

/* The memory that a thread needs for its samples.  The thread that creates a new thread maps its
 * memory.  The recorder maps the memory of the first thread.  When the thread has ended, another
 * thread may use it.  The memory is never unmapped, so the list of all workspaces can be read
 * without a lock.  From low to high addresses, the memory has:
 *
 *	guard page		neither readable nor writable
 *	ALTERNATE_BYTES		alternate signal stack
 *	HANDLER_BYTES		stack of the handler
 *	struct workspace
 *
 * The kernel writes a frame of up to 11 KB (AVX-512, AMX) for each signal, and the unwinder needs 4
 * KB.  But a program may have threads and coroutines with stacks of 8 KB.  So the kernel writes to
 * our alternate stack (signals_alternate.c).  Where we cannot replace the alternate stack of the
 * program, it may be as small as MINSIGSTKSZ, so our handler switches to a stack of its own.  Our
 * alternate stack is large, because handlers of the program with SA_ONSTACK run on it if their
 * frame cannot be moved. */
struct workspace {
	struct workspace *next;		/* in workspace_list */
	struct workspace *next_unused;	/* if not .is_used, in the list of unused workspaces */
	bool is_used;			/* used by a thread that exists or is being created */
	bool has_timer;
	int timer;			/* if .has_timer, the number that the kernel gave the
					 * timer */
	int tid;			/* number of the thread; 0: the thread has not yet run */
	uint64_t cpu;			/* ns of processor time of the thread, when last added to
					 * its table of stacks */
	struct timer_state state;
	bool alternate_is_ours;		/* the kernel has our alternate stack for the thread */
	stack_t alternate;		/* if .alternate_is_ours, the alternate stack that the
					 * program has set */
	void *(*start)(void *);		/* the start routine of the thread, and its argument */
	void *argument;
	size_t stack_bytes;		/* size of the thread's stack that its creator asked for */
	unsigned rounds;		/* how many times at_thread_exit() was called for the
					 * thread */
	struct tick tick;		/* the last sample of the thread for profil() */
	unsigned misses;		/* how many addresses were no code.  From OFTEN on, also
					 * counts addresses for which is_code() does not call
					 * object_note() */
	unsigned closings;		/* value of unwind_closings when .rows were read */
	struct cfi_row rows[CACHED_ROWS];	/* a cache: the index of a row is a hash of its
						 * .pc */
};

#define ALTERNATE_BYTES ((size_t)256 << 10)
#define HANDLER_BYTES ((size_t)64 << 10)

/* workspace.c */

/* Returns a workspace that no thread uses, and marks it as used.  NULL: there is no memory. */
struct workspace *workspace_take(void) HIDDEN;
void workspace_give(struct workspace *w) HIDDEN;	/* marks W as unused */

/* Notes that no thread has a timer, and that only the workspace OWN is used.  If OWN is NULL, no
 * workspace is used.  Called in the child of fork(). */
void workspaces_forget(const struct workspace *own) HIDDEN;
extern HIDDEN struct workspace *workspace_list;	/* all workspaces */

/* Unlocks the memory of all workspaces, also of later ones.  Called after mlockall(). */
void workspaces_unlock(void) HIDDEN;

/* Returns the lowest address of our alternate stack in W. */
char *workspace_alternate(struct workspace *w) HIDDEN;

/* signals_alternate.c: the callers of alternate_set(), alternate_remove() and alternate_return()
 * have blocked signals.  W is the workspace of the calling thread. */

/* Sets our alternate stack in W for the calling thread, unless the thread already has one. */
void alternate_set(struct workspace *w) HIDDEN;

/* Sets the alternate stack of the program for the calling thread instead of ours.  False: the
 * kernel refuses, because ours is in use, or rec_quiet. */
bool alternate_remove(struct workspace *w) HIDDEN;

/* Sets our alternate stack again.  Undoes alternate_remove(). */
void alternate_return(struct workspace *w) HIDDEN;

/* Runs HANDLER, a handler of the program with SA_ONSTACK, for a signal whose frame the kernel has
 * written to the current stack.  If this is our alternate stack, moves the frame to the stack on
 * which HANDLER would run without us, calls it there, and does not return.  If the frame cannot be
 * moved, calls HANDLER on the current stack. */
void alternate_run(void (*handler)(int, siginfo_t *, void *), int signal, siginfo_t *info,
	void *context) HIDDEN;

/* A handler that the program has installed with SA_ONSTACK.  The kernel calls a function of ours,
 * which calls this handler. */
struct onstack_handler {
	void (*function)(int, siginfo_t *, void *);
	bool has_info;			/* the program has set SA_SIGINFO */
};

/* Returns the last handler with SA_ONSTACK that the program has installed for SIGNAL.  If there is
 * none, .function is NULL. */
struct onstack_handler onstack_handler(int signal) HIDDEN;

/* If NEW, an action for SIGNAL, has SA_ONSTACK and a handler, notes the handler, and replaces it by
 * our function. */
void onstack_replace(int signal, struct sigaction *new) HIDDEN;

/* OLD is an action that the kernel has returned.  If the handler in OLD is our function, replaces
 * our function by BEFORE, the handler that the program had installed. */
void onstack_show(const struct onstack_handler *before, struct sigaction *old) HIDDEN;

/* sampling.c */

/* Notes that the recording of this process begins.  CPU is the processor time that the process has
 * used so far, in ns. */
void sampling_begin(uint64_t cpu) HIDDEN;

/* Calls FUNCTION(DATA) on the stack whose high end is STACK, a multiple of 16.  The frame pointer
 * keeps the old stack pointer, so that debuggers find the interrupted code.  On processors other
 * than x86-64 and aarch64, calls FUNCTION(DATA) on the stack of the caller. */
void sampling_switch(void *data, void (*function)(void *), void *stack) HIDDEN;

/* Accounts for the processor time of the calling thread, which executes another program. */
void sampling_leave(void) HIDDEN;

/* Records the processor time of T, the calling thread, which ends.  If T has no samples, begins a
 * table of stacks for this time.  Does nothing if the recorder is halted or takes no samples. */
void cpu_finish(struct thread *t) HIDDEN;

/* timers.c: W is the workspace of the calling thread, except for timer_start() and
 * timer_stop(). */

/* Finds out how often the kernel looks at timers.  Called once, before the first timer_start(). */
void timers_prepare(void) HIDDEN;

/* Returns the ns between two samples at the wanted rate, which is not 0. */
uint64_t timer_interval(void) HIDDEN;
extern HIDDEN uint64_t timer_tick;		/* ns between two ticks of the kernel */

/* Returns a number below timer_interval(): a hash of the time and SEED. */
uint64_t timer_random(uint64_t seed) HIDDEN;

/* Prepares W for the timer of a thread.  Threads of the same program with the same ROLE do similar
 * work.  The processor time of the thread counts from CPU on. */
void timer_begin(struct workspace *w, uint32_t role, uint64_t cpu) HIDDEN;

/* Starts a timer for the thread W->tid, unless the thread has a timer or rec_quiet.  Notes
 * REC_NO_TIMER if no timer can be made. */
void timer_start(struct workspace *w) HIDDEN;
void timer_stop(struct workspace *w) HIDDEN;	/* deletes the timer, if there is one */
/* Unblocks our signal for a moment, so that the handler gets a signal that is still pending. */
void timer_drain(void) HIDDEN;
void timers_stop(void) HIDDEN;			/* deletes the timers of all threads */
void timers_restart(void) HIDDEN;		/* undoes timers_stop() */

bool is_sample(const siginfo_t *info) HIDDEN;	/* does INFO come from our timers? */

/* Returns how many ticks of the wanted rate a signal of the timer of W stands for.  NOW is the
 * processor time of the thread in ns.  0: no sample is due yet. */
uint64_t timer_count(struct workspace *w, uint64_t now) HIDDEN;

/* Accounts for the time of the thread up to NOW, because the thread or the program ends. */
void timer_leave(struct workspace *w, uint64_t now) HIDDEN;

/* Does not count the processor time up to NOW, because the recorder is halted. */
void timer_skip(struct workspace *w, uint64_t now) HIDDEN;

/* kernel.c */

/* Was the calling thread, to whose timer S belongs, in the kernel at the last tick?  To be called
 * at each signal of the timer. */
bool kernel_has_run(struct timer_state *s) HIDDEN;

/* Returns how the code interrupted in CONTEXT has entered the kernel, and REC_KERNEL_NONE if the
 * time was not the kernel's.  HAS_RUN is the result of kernel_has_run(). */
enum rec_kernel kernel_entry(const ucontext_t *context, bool has_run) HIDDEN;

/* accounts.c: the callers have blocked signals, or cannot be interrupted by our signal. */

/* A young thread of this KIND ends, and has used TIME ns since its last signal. */
void account_pay(uint32_t kind, uint64_t time) HIDDEN;

/* Returns how many ticks of the wanted rate a signal of a young thread of this KIND stands for.
 * The thread has used TIME ns since its last signal.  While not much is known about other threads,
 * the signal stands for LEAST ns. */
uint64_t account_count(uint32_t kind, uint64_t time, uint64_t least) HIDDEN;

/* accounts.c: see also recorder.h.  Like file_range(), for the accounts. */
bool accounts_range(uintptr_t address, uintptr_t *low, uintptr_t *high) HIDDEN;

/* faults.c: does what sigaction(2) does, for SIGBUS. */
int faults_action(const struct sigaction *new, struct sigaction *old) HIDDEN;

/* signals.c */

/* Returns the bit of SIGNAL in the kernel's signal set; 0: SIGNAL is invalid. */
static inline uint64_t
signal_bit(int signal)
{
	return signal >= 1 && signal <= 64 ? UINT64_C(1) << (signal - 1) : 0;
}

/* Installs HANDLER for our signal, and unblocks the signal in the calling thread.  Returns the
 * number of our signal; 0: HANDLER cannot be installed. */
int signals_install(void (*handler)(int, siginfo_t *, void *)) HIDDEN;

/* Returns the address of the handler of SIGNAL, or a number below REC_LEAST_ADDRESS. */
uintptr_t signals_handler(int signal) HIDDEN;

/* Carries out libc's action for a signal that has our number, but does not come from our timers. */
void signals_pass(int number, siginfo_t *info, void *context) HIDDEN;

/* threads.c */

/* Prepares the calling thread, which libc has created, for samples.  START is the first function of
 * the program in this thread, STACK_HIGH an address in the first frame of the thread. */
void thread_enter(void (*start)(void), uintptr_t stack_high) HIDDEN;

/* restrict.c */

/* Will the system call NUMBER, with these first arguments, restrict the system calls of a process
 * that is recorded? */
bool restrict_begins(long number, unsigned long first, unsigned long second) HIDDEN;

/* Makes the system call NUMBER, for which restrict_begins() has returned true.  If it succeeds,
 * rec_quiet is set.  Returns the result of syscall(). */
long restrict_call(long number, unsigned long a, unsigned long b, unsigned long c, unsigned long d,
	unsigned long e) HIDDEN;

/* brief.c: writes the file of this process, which ends and has none.  CPU is the processor time of
 * its thread, UNSAMPLED that of threads of which no samples are taken, in ns.  The caller has
 * blocked signals. */
void brief_write(uint64_t cpu, uint64_t unsampled) HIDDEN;

/* accounts.c: the process no longer shares the accounts of young threads with others. */
void accounts_leave(void) HIDDEN;

/* rights.c */

/* Called before the program makes the system call NUMBER, with this FIRST argument: after that, a
 * process may be unable to make its file or to find mappings. */
void rights_before_call(long number, unsigned long first) HIDDEN;

/* unwind.c */
uint64_t unwind_pc(const ucontext_t *context) HIDDEN;	/* the address that was interrupted */
/* How many times dlclose() was called, which may unmap code. */
extern HIDDEN unsigned unwind_closings;

/* interpose.c */

/* The functions of libc that the recorder replaces, and that its replacements call. */
#define INTERPOSED(X) \
	X(pthread_create) X(thrd_create) X(dlclose) X(prctl) X(syscall) X(_Fork) X(clone) \
	X(sigaction) X(sigaltstack) X(signal) X(sysv_signal) X(sigset) X(siginterrupt) \
	X(profil) X(sprofil) \
	X(setrlimit) X(setrlimit64) X(prlimit) X(prlimit64) \
	X(capset) X(chroot) X(initgroups) X(setegid) X(seteuid) X(setfsgid) X(setfsuid) \
	X(setgid) X(setgroups) X(setns) X(setregid) X(setresgid) X(setresuid) X(setreuid) \
	X(setuid) X(unshare) \
	X(execve) X(execvpe) X(fexecve) X(execveat) X(posix_spawn) X(posix_spawnp) \
	X(system) X(popen) X(wordexp) \
	X(timer_create) X(mq_notify) X(getaddrinfo_a) X(lio_listio) X(lio_listio64) \
	X(aio_read) X(aio_read64) X(aio_write) X(aio_write64) X(aio_fsync) X(aio_fsync64) \
	INTERPOSED_START(X)

/* Only glibc before 2.34 installs its handler for our signal when the program starts. */
#if __GLIBC_PREREQ(2, 34)
#define INTERPOSED_START(X)
#else
#define INTERPOSED_START(X) X(__libc_start_main)
#endif

enum interposed {
#define NUMBERED(name) NEXT_##name,
	INTERPOSED(NUMBERED)
#undef NUMBERED
	NEXT_COUNT,
};

/* Returns the function of libc (or of a library between ours and libc).  NULL: there is none. */
void (*interpose_next(enum interposed which))(void) HIDDEN;
/* The function NAME of libc. */
#define NEXT(name) ((__typeof__(&(name)))interpose_next(NEXT_##name))

/* Finds all functions in INTERPOSED, so that a signal handler need not call dlsym(). */
void interpose_prepare(void) HIDDEN;

#endif
