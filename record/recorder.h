/* recorder.h - declarations that the files of the recorder share
 *
 * The recorder is a library in the process of a program that it must not disturb.  Its rules:
 *
 * - mcount_slow() runs between a function's entry and its first statement, when arguments are in
 *   registers, also vector registers: everything here is compiled for general registers only, and
 *   uses memset() and memcpy() of its own (memory.c).
 * - No function of libc is called where a call is counted or a sample is taken, except
 *   _dl_find_object(); see cfi.h.  System calls are made with sys_*(), which leave errno as it was.
 * - Signals are blocked while a lock is held or a table is changed.  Either the caller has called
 *   block_signals(), or it runs in our handler of samples: all signals are blocked there, except
 *   two that libc keeps for itself.  If rec_quiet, signals cannot be blocked: no system calls.
 * - The file is mapped, and no descriptor stays open.  Pages are made present before they are
 *   written, so that a full disk loses counts and does not end the program with SIGBUS.
 *
 *	memory.c	memset(), memcpy() and the like, and text without libc
 *	syscalls.h	system calls that leave errno alone, block_signals()
 *	lock.c		the lock for data that all threads share
 *	file.c		makes the file, its control page and its segments
 *	tables.c	tables of arcs and of stacks, one of each for each thread
 *	mcount-*.S	counts a call; for an arc without slot, calls mcount_slow() in tables.c
 *	objects.c	which programs and libraries are mapped where
 *	sampling.c	the timers of the threads, and the handler of their signal
 *	workspace.c	memory for the samples of a thread
 *	unwind.c	the call stack of an interrupted thread; cfi*.c read unwind tables for it
 *	threads.c	start and end of threads
 *	profil.c	profil() and sprofil(); regions.c finds cells, cell.c writes them
 *	process.c	start of the process, fork, end
 *	interpose.c	functions of libc with effects on the recorder: dlclose(), seccomp
 *	limits.c	functions of libc that limit or lock memory
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

/* A table whose only slot stays empty. */
struct empty_table {
	struct rec_segment segment;
	struct rec_slot slots[2];
};
extern HIDDEN struct empty_table rec_no_table;

/* The table that a thread fills.  For each call, mcount-*.S reads SLOTS of rec_thread.arcs once,
 * then the mask in the header before these slots.  So a signal handler may change SLOTS. */
struct thread_table {
	struct rec_slot *slots;		/* after the header of the segment; see table_segment() */
	uint32_t begun;			/* how many tables of this type the thread has begun in
					 * this file, this one included */
};

static inline struct rec_segment *table_segment(const struct thread_table *table)
{
	return (struct rec_segment *)(void *)table->slots - 1;
}

static inline bool table_is_made(const struct thread_table *table)
{
	return table->slots != rec_no_table.slots;
}

struct thread {
	struct thread_table arcs;	/* the first member, for mcount-*.S */
	struct thread_table stacks;
	uintptr_t stack_low, stack_high;	/* its stack, or the upper part; 0: not known */
	bool ended;			/* tables_release() was called: no more samples */
	bool busy;			/* it is inside table_slot() */
	struct workspace *workspace;	/* timer and stack of the handler; NULL: no samples */
};

extern HIDDEN __thread struct thread rec_thread __attribute__((tls_model("initial-exec")));

/* The control page of the file, mapped over a page of the library, where mcount finds it. */
union control_page {
	struct rec_control control;
	char bytes[REC_PAGE];
};
extern HIDDEN union control_page rec_control_page;
#define CONTROL ((volatile struct rec_control *)&rec_control_page.control)

/* What the command `gprowse record` asked for, from the environment; see process.c. */
struct settings {
	char directory[1024];		/* absolute path: where recordings are made */
	uint32_t hz;			/* 0: no samples */
	enum rec_unwind unwind;		/* the wanted method; see unwind_prepare() */
	bool off;			/* start halted */
	bool has_session;
	uint8_t session[16];
	uint32_t page_size;
	char program[1024];		/* path of the executed image */
	const char *name;		/* its last component */
};
extern HIDDEN struct settings rec_settings;
extern HIDDEN bool rec_state_is_own;	/* the program has called moncontrol() */
extern HIDDEN bool rec_started;		/* the recorder runs in this process */

/* process.c */
const char *rec_environment(const char *name) HIDDEN;	/* value of a variable, or NULL */
void process_child(void) HIDDEN;	/* in the child of fork(), before it does anything else */

/* memory.c: text without libc.  The functions that append write to [TO, END), TO < END, as much of
 * TEXT or of the digits of NUMBER as fits, and a NUL.  They return the address of the NUL. */
char *text_append(char *to, const char *end, const char *text) HIDDEN;
char *text_append_number(char *to, const char *end, uint64_t number) HIDDEN;
uint64_t text_number(const char *text) HIDDEN;	/* value of the decimal digits at TEXT; 0: none */
size_t text_length(const char *text) HIDDEN;
bool text_begins(const char *text, const char *begin) HIDDEN;
int text_hex_digit(int c) HIDDEN;	/* its value, or -1 */

/* lock.c: the caller of lock_take() has blocked signals, until it has called lock_give(). */
void lock_take(void) HIDDEN;
void lock_give(void) HIDDEN;
/* In the child of fork(): the thread that held the lock may not exist here. */
void lock_forget(void) HIDDEN;

/* file.c: the callers of these functions have blocked signals, except those of file_head(), which
 * the end of the process also calls. */

/* Makes the file of this process if there is none.  If it cannot be made, a child uses the file of
 * its parent.  False: there is no file. */
bool file_open(void) HIDDEN;

/* In a child: from now on, file_open() makes a file for it.  The file of the parent stays
 * mapped. */
void file_forget(void) HIDDEN;

/* IS_LITTLE: maps only the used part of the file and 1 MB.  Otherwise maps as much of the file as
 * the process may now map. */
void file_resize(bool is_little) HIDDEN;

/* After mlockall(): unlocks the memory of the file. */
void file_unlock(void) HIDDEN;

/* Returns a new segment of at least BYTES bytes.  Its type, bytes, pid, tid and epoch are set; all
 * else is 0.  The caller sets the other fields, then calls segment_publish(), which sets the magic.
 * NULL: there is no room or no file, or rec_quiet. */
struct rec_segment *segment_new(enum rec_segment_type type, uint64_t bytes) HIDDEN;
void segment_publish(struct rec_segment *s) HIDDEN;

/* Offset in the file of P, an address inside a segment. */
uint64_t file_offset(const void *p) HIDDEN;

struct rec_head *file_head(void) HIDDEN;	/* NULL: no file */

/* The program has restricted its system calls, so sys_call() makes none. */
extern HIDDEN bool rec_quiet;

/* tables.c: the callers of these functions have blocked signals, except those of mcount_slow(),
 * which blocks them itself. */

/* Returns the slot with the key FROM, SELF in the table of T of this TYPE, REC_ARCS or REC_STACKS.
 * If no slot has the key, adds one.  For an arc, a FROM below REC_LEAST_ADDRESS becomes
 * REC_LEAST_ADDRESS.  NULL: there is no room or no file, or the caller is a signal handler that
 * interrupted this function, which is possible only if rec_quiet. */
struct rec_slot *table_slot(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self) HIDDEN;

/* Writes the name of the thread to the tables of T, the calling thread.  A program may have changed
 * the name since the tables began. */
void tables_rename(struct thread *t) HIDDEN;

/* Notes in the tables of T that its thread ends, and the name of the thread.  T may still use the
 * tables: another thread gets them only when this thread no longer exists. */
void tables_release(struct thread *t) HIDDEN;

/* In the child of fork(): forgets the tables of the parent. */
void tables_forget(void) HIDDEN;

/* Counts a call of an arc that has no slot; called by mcount-*.S and mcount.c. */
void mcount_slow(uint64_t from, uint64_t self) HIDDEN;

/* objects.c: the callers of these functions have blocked signals. */

/* Records the executable mapping that contains ADDRESS, unless it is known.  Does nothing if there
 * is no such mapping, or no room. */
void object_note(uint64_t address) HIDDEN;
bool object_is_known(uint64_t address) HIDDEN;
void objects_forget(void) HIDDEN;	/* after fork() */

/* Called after dlclose().  If code of a known object is no longer mapped, forgets all objects and
 * begins a new epoch: the calling thread begins new tables, other threads do so when they next add
 * a slot. */
void objects_check(void) HIDDEN;

/* threads.c: the callers of these functions have blocked signals. */

/* Prepares the calling thread, whose data are T, for samples, and starts its timer unless it has
 * one.  Does nothing after thread_end(), or if rec_quiet. */
void thread_begin(struct thread *t) HIDDEN;

/* Stops the timer of the calling thread, and releases its tables.  Unblocks the signal of the timer
 * for a moment. */
void thread_end(struct thread *t) HIDDEN;

/* In the child of fork(), which has no timers and one thread, T: starts a timer for T. */
void threads_forget(struct thread *t) HIDDEN;

/* sampling.c */

/* Installs the handler and prepares for unwinding, as rec_settings ask.  Called once, before the
 * first thread_begin(), and before the file is made: its head has the results of sampling_signal()
 * and sampling_unwind(). */
void sampling_start(void) HIDDEN;

int sampling_signal(void) HIDDEN;		/* its number; 0: none */
/* The process exits: records the processor time of the calling thread. */
void sampling_end(void) HIDDEN;

enum rec_unwind sampling_unwind(void) HIDDEN;	/* the method that is used */

/* execute_file.c */

/* Does the program or script PATH fail to start if our library is preloaded?  PATH may be relative
 * to the descriptor DIRECTORY.  False, too, if PATH cannot be read.  The child of vfork() may call
 * this. */
bool file_refuses_recorder(int directory, const char *path) HIDDEN;

/* unwind.c */

/* Prepares for unwinding by the method WANTED.  Returns the method that will be used. */
enum rec_unwind unwind_prepare(enum rec_unwind wanted) HIDDEN;

/* Writes the addresses of at most SIZE frames of the interrupted code, the innermost first, to
 * FRAMES, and returns how many there are.  *IS_CUT: there are more. */
unsigned unwind_stack(const struct thread *t, const ucontext_t *context, uint64_t *frames,
	unsigned size, bool *is_cut) HIDDEN;

#endif
