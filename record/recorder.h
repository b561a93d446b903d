/* recorder.h - declarations that the files of the recorder share
 *
 * The recorder is a library in the process of a program, which it must not disturb.  Its rules:
 *
 * - mcount_slow() runs between a function's entry and its first statement, when arguments are in
 *   registers, also in vector registers.  So the recorder is compiled for general registers only,
 *   and has its own memset() and memcpy() (memory.c).
 * - The code that counts a call or takes a sample calls no function of libc.  The exceptions are
 *   _dl_find_object(), see cfi.h, and syscall() on processors other than x86-64 and aarch64.
 *   System calls are made with sys_*(), which leave errno as it was.
 * - Signals are blocked while a lock is held or a table is changed: the caller has called
 *   block_signals().  If rec_quiet, this system call is not made, and signals stay unblocked.
 * - The file is mapped, and no descriptor stays open.  Pages are made present before they are
 *   written, and faults.c handles SIGBUS.  So if the disk is full, counts are lost, but the program
 *   does not end.
 *
 *	memory.c	memset(), memcpy() and the like, and text without libc
 *	syscalls.h	system calls that leave errno as it was, block_signals()
 *	lock.c		the lock for data that all threads share
 *	file.c		the file of the process, and its control page
 *	newfile.c	makes new files: their names, their lengths, their heads
 *	brief.c		the file of a process that has recorded nothing but its processor time
 *	mapping.c	maps the file, so that children do not have it
 *	segments.c	gives out the room in the file
 *	tables.c	tables of arcs and of stacks, one of each for each thread
 *	mcount-*.S	counts a call; for an arc without slot, calls mcount_slow() in tables.c
 *	objects.c	finds where programs and libraries are mapped
 *	timers.c	the timers of the threads, and how much time their signals stand for
 *	accounts.c	the time of young threads, which many of them account for together
 *	sampling.c	the handler of the timers' signal, which takes samples
 *	kernel.c	which samples are time of the kernel
 *	workspace.c	memory for the samples of a thread
 *	unwind.c	the call stack of an interrupted thread; cfi*.c read unwind tables for it
 *	threads.c	start and end of threads; threads_libc.c: those that libc creates
 *	profil.c	profil() and sprofil(); regions.c finds cells, cell.c writes them
 *	process.c	start of the process, fork, end
 *	sandbox.c	programs for which the kernel filters system calls (seccomp)
 *	interpose.c	functions of libc with effects on the recorder: dlclose(), prctl(), clone()
 *	restrict.c	restrictions of system calls that the program sets itself
 *	limits.c	functions of libc that limit or lock memory
 *	rights.c	functions of libc after which a child may be unable to make its file
 *	faults.c	memory of our files that can no longer be written
 *	signals*.c	functions of libc for signals
 *	frame.c		moves a frame that the kernel wrote for a signal to another stack
 *	execute*.c	functions of libc that execute programs
 *	countonly.c	in static programs, replaces the files that take samples
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "record/recording.h"

#define HIDDEN __attribute__((visibility("hidden")))
#define EXPORT __attribute__((visibility("default")))

/* A table of slots.  The slots are in the file, which other processes may change, so all that the
 * recorder relies on is here, in memory of this process only.  The file has copies for readers.  In
 * the child of fork(), all members are 0; see mapping.h. */
struct table {
	uint64_t mask;			/* as in the file.  The first three members are for
					 * mcount-*.S */
	uint64_t slots;			/* address of the first slot minus address of this struct */
	uint64_t end;			/* address of the last slot, which stays empty */
	uint64_t used;			/* how many slots are used */
	struct table *next;		/* in its queue, or NULL */
	uint32_t pid, tid;		/* the process and the thread that last began to use it */
	uint32_t epoch;			/* rec_epoch when it was made */
	uint32_t threads;		/* how many threads have used it, one after the other */
	uint64_t is_left;		/* 1: its thread uses another table now; otherwise 0 */
};
_Static_assert(sizeof(struct table) == 64, "see mcount-*.S");

/* A table without slots: a search in it finds its .mask, and takes this for an empty slot. */
extern HIDDEN struct table rec_no_table;

/* The table that a thread fills.  For each call, mcount-*.S read rec_thread.arcs.table only once,
 * so a signal handler may change it. */
struct thread_table {
	struct table *table;
	uint32_t number;		/* how many tables of this type the thread has had in this
					 * file, this table included */
};

/* Returns the first slot of TABLE. */
static inline struct rec_slot *table_slots(const struct table *table)
{
	return (struct rec_slot *)((uintptr_t)table + table->slots);
}

/* Returns the header of the slots of TABLE, in the file. */
static inline struct rec_segment *table_segment(const struct table *table)
{
	return (struct rec_segment *)(void *)table_slots(table) - 1;
}

/* Returns where a search for the key FROM, SELF begins in TABLE, in bytes from the first slot.
 * mcount-*.S compute the same place. */
static inline uint64_t table_place(const struct table *table, uint64_t from, uint64_t self)
{
	return (from + self * 8) * 0x1E3779B1u >> 20 & table->mask;
}

/* Does the thread have a table?  If not, .table is rec_no_table. */
static inline bool table_is_made(const struct thread_table *t)
{
	return t->table != &rec_no_table;
}

/* What is to be restored after a process was made. */
struct fork_state {
	uint64_t signals;		/* for unblock_signals() */
	bool is_locked;
	bool clears_handlers;		/* the child begins without handlers of signals */
};

struct thread {
	struct thread_table arcs;	/* the first member, for mcount-*.S */
	struct thread_table stacks;
	struct thread_table shared;	/* if tables_share() was called, this table of arcs is used,
					 * and .arcs has no slots; otherwise, .table is NULL */
	uintptr_t stack_low, stack_high;	/* bounds of the stack, or of its upper part; 0: not
						 * known */
	bool ended;			/* tables_release() was called; no samples are taken */
	bool busy;			/* the thread runs table_slot(), and rec_quiet */
	int blocked;			/* how many block_signals() have not yet been undone */
	int skip;			/* so many calls are lost without looking for room, which
					 * takes system calls */
	struct fork_state fork;		/* while fork() runs */
	bool was_fork;			/* signals have been pending since before fork() */
	struct workspace *workspace;	/* timer and stacks of the handler; NULL: no samples */
};

extern HIDDEN __thread struct thread rec_thread __attribute__((tls_model("initial-exec")));

/* The control page of the file.  It is mapped over this variable, where mcount-*.S reads it, and
 * can only be read here.  In the child of fork(), it is that of the parent until the child has a
 * file. */
union control_page {
	struct rec_control control;
	char bytes[REC_PAGE];
};
extern HIDDEN union control_page rec_control_page;

/* Returns the state of the recorder: an enum rec_state, or anything if the file is damaged. */
static inline uint32_t control_state(void)
{
	return __atomic_load_n(&rec_control_page.control.state, __ATOMIC_ACQUIRE);
}

/* Returns where this process writes what belongs to the control page of its file; nothing is read
 * there.  If it has no file, this is other memory; see file.c. */
struct rec_control *file_control(void) HIDDEN;

/* Adds N to the figure FIGURE of the control page. */
#define CONTROL_ADD(figure, n) __atomic_fetch_add(&file_control()->figure, (n), __ATOMIC_RELAXED)

/* What the environment asks for (REC_ENV_*), and facts about the process; see process.c. */
struct settings {
	char directory[1024];		/* absolute path: where recordings are made */
	uint32_t hz;			/* samples per second of processor time; 0: no samples */
	enum rec_unwind unwind;		/* the wanted method; see unwind_prepare() */
	bool off;			/* the recording starts halted */
	bool has_session;
	uint8_t session[16];
	uint32_t page_size;
	char program[1024];		/* path and name, as in rec_head */
	const char *name;		/* last component of the path */
};
extern HIDDEN struct settings rec_settings;
extern HIDDEN bool rec_state_is_own;	/* the program has called moncontrol() */
extern HIDDEN bool rec_started;		/* the recorder runs in this process */
extern HIDDEN uint64_t rec_blocked;	/* the signals that block_signals() blocks */

/* process.c */
const char *rec_environment(const char *name) HIDDEN;	/* value of a variable, or NULL */
/* Returns the number of this process; in the child of vfork(), of the parent.  0: the number is
 * not known, because of rec_quiet. */
uint32_t process_number(void) HIDDEN;

/* Is this process a child of fork() that has executed no program? */
bool process_was_forked(void) HIDDEN;

/* Called before a child process with its own memory is made.  Blocks signals, so that no handler of
 * the program runs in the child before process_forked(), and takes the lock. */
void process_fork(struct fork_state *state) HIDDEN;

/* If this process is the child of an unknown system call, does in it what process_forked() does. */
void process_check(void) HIDDEN;

/* Called with the same STATE after that, in the parent and in the child.  Prepares the child for a
 * recording of its own.  Keeps errno. */
void process_forked(const struct fork_state *state, bool is_child) HIDDEN;

/* sandbox.c */

/* Has this process more filters of system calls than gprowse record? */
bool sandbox_is_narrower(void) HIDDEN;

/* Makes each of the recorder's system calls once, without effect, and ends the process with
 * REC_TRIED. */
_Noreturn void sandbox_try(void) HIDDEN;

/* memory.c: text without libc. */

/* Each writes TEXT, or the digits of NUMBER, and a NUL to [TO, END).  What does not fit is cut off.
 * TO must be below END.  Returns the address of the NUL. */
char *text_append(char *to, const char *end, const char *text) HIDDEN;
char *text_append_number(char *to, const char *end, uint64_t number) HIDDEN;

/* Returns the value of the decimal digits at TEXT; 0: there are none.  If the value is greater than
 * MOST, which is at most 10^18, returns MOST. */
uint64_t text_number(const char *text, uint64_t most) HIDDEN;

size_t text_length(const char *text) HIDDEN;
bool text_begins(const char *text, const char *begin) HIDDEN;
int text_hex_digit(int c) HIDDEN;	/* value of the digit C, or -1 */
/* Reads N bytes in hexadecimal from TEXT into BYTES.  Returns the end of the digits that were read,
 * or NULL if TEXT has fewer than 2 * N digits. */
const char *text_hex(const char *text, uint8_t *bytes, size_t n) HIDDEN;

/* lock.c: signals stay blocked from before lock_take() until after lock_give(). */

/* Waits until no other thread holds the lock, and takes it.  False: it cannot be taken, because
 * the calling thread holds it or rec_quiet.  Then the caller must not change what the lock
 * protects. */
bool lock_take(void) HIDDEN;
void lock_give(void) HIDDEN;
/* Frees the lock in the child of fork(), where the thread that held it may not exist. */
void lock_forget(void) HIDDEN;

/* file.c: the caller has blocked signals. */

/* Makes the file of this process unless it has one.  False: it has none, because it cannot be
 * made.  Then the process counts in vain, and its parent notes how many calls and samples are
 * lost. */
bool file_open(void) HIDDEN;

/* Makes the file of a child now, because later this may be impossible.  If HIDES_FILES, also
 * records all executable mappings, because later they cannot be found.  Signals need not be
 * blocked. */
void file_keep(bool hides_files) HIDDEN;

/* Forgets the file of the parent, and makes its memory private to this process.  Called in the
 * child of fork(). */
void file_forget(void) HIDDEN;

/* Is this process the child of a process that has the file, without process_forked() having been
 * called? */
bool file_is_of_parent(void) HIDDEN;

/* Returns the number of the process that made the file.  0: there is no file. */
uint32_t file_process(void) HIDDEN;

/* Sets the state of the recorder, which mcount reads, and notes the time of the change, or 0 if
 * rec_quiet.  This process must have a file. */
void file_set_state(enum rec_state state) HIDDEN;

/* The pages [LOW, HIGH) of our files were replaced by memory of the process.  If rec_control_page
 * is among them, and its contents were lost, restores the state that this process has last set. */
void file_replaced(uintptr_t low, uintptr_t high) HIDDEN;

/* Notes PROBLEM in the file, or that it is no longer there. */
void file_note(enum rec_problem problem) HIDDEN;
void file_unnote(enum rec_problem problem) HIDDEN;

/* Notes in the file what children without a file have lost. */
void file_gather(void) HIDDEN;

/* Changes how much of the file is mapped: as much as the process may now map or, if IS_LITTLE, only
 * the used part and 1 MB.  Does nothing in the child of vfork(). */
void file_resize(bool is_little) HIDDEN;

/* Unlocks the memory of the file, which mlockall() has locked.  Does nothing if rec_quiet. */
void file_unlock(void) HIDDEN;

/* Returns a new segment of at least BYTES bytes.  Its type, bytes, pid, tid and epoch are set; all
 * else is 0.  The caller holds the lock.  It sets the other fields, then calls segment_publish(),
 * which sets the magic.  NULL: there is no room, or rec_quiet, or file_open() was not called, which
 * takes the lock itself. */
struct rec_segment *segment_new(enum rec_segment_type type, uint64_t bytes) HIDDEN;
void segment_publish(struct rec_segment *s) HIDDEN;

/* Returns the length of a segment that segment_new() makes for BYTES bytes. */
static inline uint64_t segment_bytes(uint64_t bytes)
{
	return (bytes + REC_ALIGN - 1) / REC_ALIGN * REC_ALIGN;
}

/* Has segment_new() found no room for SIZE bytes?  No lock is needed. */
bool segments_are_full(uint64_t size) HIDDEN;

/* Makes segment_new() try again whether there is room, after it has found none. */
void segments_retry(void) HIDDEN;

/* Makes the pages of the SIZE bytes at P present, so that no access to them fails.  The bytes are 0
 * and stay 0.  False: there is no room for the pages. */
bool pages_populate(char *p, uint64_t size) HIDDEN;

/* Returns the offset in the file of P, an address inside a segment. */
uint64_t file_offset(const void *p) HIDDEN;

/* How many times dlclose() has unmapped recorded code.  The lock protects it. */
extern HIDDEN uint32_t rec_epoch;

/* Is ADDRESS in memory of our files?  If so, sets [*LOW, *HIGH) to the pages around it. */
bool file_range(uintptr_t address, uintptr_t *low, uintptr_t *high) HIDDEN;

/* Notes REC_UNSAVED, also in the file itself, if the control page is no longer part of it. */
void file_note_unsaved(void) HIDDEN;

/* Makes the file system write the new file FD in place, if it would copy on write. */
void file_keep_in_place(long fd) HIDDEN;

/* Why sys_call() makes no system calls. */
enum quiet {
	NOT_QUIET = 0,			/* it makes them */
	QUIET_IN_CHILD,			/* a child of vfork() has restricted its system calls */
	QUIET_BY_DISPATCH,		/* the program has restricted its system calls, but not
					 * those of its children (Syscall User Dispatch) */
	QUIET_BY_FILTER,		/* the program and its children have restricted system calls
					 * (seccomp) */
};
extern HIDDEN enum quiet rec_quiet;

/* tables.c: the caller has blocked signals.  Only mcount_slow() blocks signals itself. */

/* Returns the slot with the key FROM, SELF in the table of T of this TYPE, REC_ARCS or REC_STACKS.
 * If no slot has the key, adds one.  For an arc, a FROM below REC_LEAST_ADDRESS becomes
 * REC_LEAST_ADDRESS.  T is the calling thread.  Returns NULL if there is no room or no file.  Also
 * returns NULL in a signal handler that has interrupted table_slot(), which is possible only if
 * rec_quiet. */
struct rec_slot *table_slot(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self) HIDDEN;

/* Writes the current name of T, the calling thread, to its tables.  The program may have changed
 * the name since the tables were begun. */
void tables_rename(struct thread *t) HIDDEN;

/* Notes in the tables of T, the calling thread, that T ends, and writes the name of T to them.  No
 * samples of T are taken from now on.  T may still count calls in its tables: another thread gets
 * the tables only when T no longer exists. */
void tables_release(struct thread *t) HIDDEN;

/* Forgets the tables of the parent.  Called in the child of fork(). */
void tables_forget(void) HIDDEN;

/* Makes T, the calling thread, begin new tables. */
void tables_leave(struct thread *t) HIDDEN;

/* Prepares T, the calling thread, for a child that has the same memory and the same T.  False: this
 * was already done. */
bool tables_share(struct thread *t) HIDDEN;
void tables_unshare(struct thread *t) HIDDEN;	/* there is no such child */

/* Counts a call of SELF from the return address FROM.  mcount-*.S and mcount.c call this function
 * if they do not find the slot of the arc. */
void mcount_slow(uint64_t from, uint64_t self) HIDDEN;

/* objects.c: the callers of these functions have blocked signals. */

/* Records the executable mapping that contains ADDRESS, unless it is already recorded.  Does
 * nothing if there is no such mapping, or no room, or rec_quiet. */
void object_note(uint64_t address) HIDDEN;
void objects_note_all(void) HIDDEN;	/* records all executable mappings */
bool object_is_known(uint64_t address) HIDDEN;	/* has its mapping been recorded? */
void objects_forget(void) HIDDEN;	/* forgets which mappings are recorded, after fork() */

/* Forgets all objects and begins a new epoch, if code of a recorded object is no longer mapped.
 * Called after dlclose().  In a new epoch, each thread begins new tables: the calling thread at its
 * next call or sample, another thread when it next adds a slot. */
void objects_check(void) HIDDEN;

/* threads.c: the callers of these functions have blocked signals. */

/* Prepares T, the calling thread, for samples, and starts its timer unless it has one.  Does
 * nothing after thread_end(), or if rec_quiet. */
void thread_begin(struct thread *t) HIDDEN;

/* Stops the timer of T, the calling thread, and releases its workspace and tables.  Unblocks the
 * signal of the timer for a moment. */
void thread_end(struct thread *t) HIDDEN;

/* Forgets the timers and the waiting samples of the parent, and starts a timer for T.  Called in
 * the child of fork(), whose only thread is T. */
void threads_forget(struct thread *t) HIDDEN;

/* sampling.c */

/* Installs the handler and prepares for unwinding, as rec_settings ask.  Called once, before the
 * first thread_begin().  Also before the file is made, because the head of the file contains the
 * results of sampling_signal() and sampling_unwind(). */
void sampling_start(void) HIDDEN;

int sampling_signal(void) HIDDEN;		/* number of the signal of the timers; 0: none */
/* Records the processor time of the calling thread.  Called when the process exits.  The caller has
 * blocked signals. */
void sampling_end(void) HIDDEN;

uint32_t sampling_tick(void) HIDDEN;		/* as in rec_head.tick */
enum rec_unwind sampling_unwind(void) HIDDEN;	/* the method that is in use */

/* signals.c: installs our handler again, if libc or the kernel has replaced it.  Called after libc
 * has created a thread, and in a child that begins without handlers. */
void signals_retake(void) HIDDEN;

/* accounts.c */

/* Shares the accounts of young threads with other processes, by a file in DIRECTORY, which is a
 * descriptor.  Does nothing if this is already done. */
void accounts_open(int directory) HIDDEN;

/* Notes there that PID, this process, is a new child of fork().  The caller has blocked signals. */
void accounts_note_child(uint32_t pid) HIDDEN;

/* faults.c: handles SIGBUS from now on, if its action is the default.  Called when the recorder has
 * started, and in a child that begins without handlers. */
void faults_start(void) HIDDEN;
/* Replaces the pages [LOW, HIGH) of our files by memory of the process.  It has the same contents,
 * or zeros where these cannot be read.  False: there is no memory. */
bool faults_replace(uintptr_t low, uintptr_t high) HIDDEN;
/* Notes that no thread mends a fault.  Called in the child of fork(). */
void faults_forget(void) HIDDEN;

/* unwind.c */

/* Prepares for unwinding by the method WANTED.  Returns the method that will be used. */
enum rec_unwind unwind_prepare(enum rec_unwind wanted) HIDDEN;

/* Writes the addresses of at most SIZE frames of the code that was interrupted in CONTEXT to
 * FRAMES, the innermost first.  SIZE > 0.  Returns the number of written addresses, at least 1.
 * Sets *IS_CUT to whether there are more frames.  T is the calling thread. */
unsigned unwind_stack(const struct thread *t, const ucontext_t *context, uint64_t *frames,
	unsigned size, bool *is_cut) HIDDEN;

#endif
