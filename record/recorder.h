/* recorder.h - declarations that the files of the recorder share
 *
 * The recorder is a library in the process of a program that it must not disturb.  Its rules:
 *
 * - mcount_slow() runs between a function's entry and its first statement, when arguments are in
 *   registers, also vector registers: everything here is compiled for general registers only, and
 *   uses memset() and memcpy() of its own (memory.c).
 * - No function of libc is called where a call is counted or a sample is taken; system calls are
 *   made with sys_*(), which do not write errno.
 * - No lock is held while a signal handler of ours can interrupt: block_signals() first.
 * - The file is mapped, and no descriptor stays open.  Pages are made present before they are
 *   written, so that a full disk loses counts and does not end the program with SIGBUS.
 *
 *	memory.c	memset(), memcpy() and the like, and text without libc
 *	syscalls.h	system calls that leave errno alone
 *	file.c		makes the file, its control page and its segments
 *	tables.c	tables of arcs and of stacks, one of each for each thread
 *	mcount-*.S	counts a call; the slow way is mcount_slow() in tables.c
 *	objects.c	which programs and libraries are mapped where
 *	sampling.c	the timers of the threads, and the handler of their signal
 *	unwind.c	the stack of a thread that was interrupted
 *	threads.c	begin and end of threads
 *	process.c	begin of the process, fork, exec, end
 *	interpose.c	functions of libc that a program must not call while it is recorded
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

/* A table that a thread fills.  The assembly of mcount-*.S reads the first two members of
 * rec_thread.arcs.  BASE is the address of the first slot minus the address of rec_no_table, so
 * zeros are valid: they mean rec_no_table, whose only slot stays empty. */
struct thread_table {
	uint64_t base;
	uint64_t mask;			/* as in struct rec_segment */
	struct rec_segment *segment;	/* NULL: the thread has no table yet */
};

struct thread {
	struct thread_table arcs;	/* first: see above */
	struct thread_table stacks;
	uintptr_t stack_low, stack_high;	/* bounds of its stack; 0: not known */
	bool ended;			/* its tables were given back */
	struct workspace *workspace;	/* its timer and the stack of the handler; NULL: no samples */
};

extern HIDDEN __thread struct thread rec_thread __attribute__((tls_model("initial-exec")));
extern HIDDEN char rec_no_table[];

/* The control page of the file, mapped over a page of the library, where mcount finds it. */
extern HIDDEN char rec_control_page[REC_PAGE];
#define CONTROL ((volatile struct rec_control *)rec_control_page)

/* What the command `gprowse record` asked for, from the environment; see process.c. */
struct settings {
	char directory[1024];		/* empty: nothing is recorded */
	uint32_t hz;			/* 0: no samples */
	enum rec_unwind unwind;
	bool off;			/* start halted */
	uint8_t session[16];
};
extern HIDDEN struct settings rec_settings;
extern HIDDEN bool rec_started;		/* the recorder runs in this process */

/* process.c */
const char *rec_environment(const char *name) HIDDEN;	/* or NULL */

/* file.c: signals are blocked in all of these. */

/* Makes the file of this process if there is none.  False: it cannot be made. */
bool file_open(void) HIDDEN;

/* Forgets the file of the parent process, in a child.  The child makes its own when it first counts
 * or samples. */
void file_forget(void) HIDDEN;

/* Returns a new segment of at least BYTES bytes, with its header filled in and zeros behind it, or
 * NULL if there is no room.  The caller fills in its fields, then calls segment_publish(). */
struct rec_segment *segment_new(enum rec_segment_type type, uint64_t bytes) HIDDEN;
void segment_publish(struct rec_segment *s) HIDDEN;

/* Offset in the file of P, an address inside a segment. */
uint64_t file_offset(const void *p) HIDDEN;

struct rec_head *file_head(void) HIDDEN;	/* NULL: no file */

/* No system call may be made any more: the program has restricted them. */
extern HIDDEN bool rec_quiet;

/* tables.c: signals are blocked in all of these. */

/* Returns the slot of a key, which is added if it is missing; NULL: there is no room. */
struct rec_slot *table_slot(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self) HIDDEN;

/* Gives the tables of T to later threads. */
void tables_release(struct thread *t) HIDDEN;

/* The child of fork(): no table of the parent is used. */
void tables_forget(void) HIDDEN;

/* Called by mcount-*.S for an arc that has no slot. */
void mcount_slow(uint64_t from, uint64_t self) HIDDEN;

/* objects.c: signals are blocked in all of these. */

/* Records the object that is mapped at ADDRESS, unless it is known. */
void object_note(uint64_t address) HIDDEN;
bool object_is_known(uint64_t address) HIDDEN;
void objects_forget(void) HIDDEN;	/* after dlclose() and fork() */

/* threads.c: signals are blocked in all of these. */

/* Starts the timer of the calling thread, whose data T is; without effect if it has one. */
void thread_begin(struct thread *t) HIDDEN;

/* Stops the timer of the calling thread, and gives its tables back. */
void thread_end(struct thread *t) HIDDEN;

/* The child of fork(), which has one thread and no timers: starts a timer. */
void threads_forget(struct thread *t) HIDDEN;

/* sampling.c */

/* Installs the handler and prepares for unwinding, as rec_settings ask.  Called once, before the
 * first thread_begin(), and before the file is made: its head tells signal and unwind. */
void sampling_start(void) HIDDEN;

int sampling_signal(void) HIDDEN;		/* its number; 0: none */
enum rec_unwind sampling_unwind(void) HIDDEN;	/* the way that is used */

/* unwind.c */

/* Prepares for unwinding as SETTINGS ask, and returns which way is used. */
enum rec_unwind unwind_prepare(enum rec_unwind wanted) HIDDEN;

/* Writes the addresses of at most SIZE frames of the interrupted code, the innermost first, to
 * FRAMES, and returns how many there are.  *IS_CUT: there are more. */
unsigned unwind_stack(const struct thread *t, const ucontext_t *context, uint64_t *frames,
	unsigned size, bool *is_cut) HIDDEN;

#endif
