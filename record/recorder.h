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
 *	syscalls.h	system calls that leave errno alone, block_signals()
 *	lock.c		the lock of what all threads share
 *	file.c		makes the file, its control page and its segments
 *	tables.c	tables of arcs and of stacks, one of each for each thread
 *	mcount-*.S	counts a call; the slow way is mcount_slow() in tables.c
 *	objects.c	which programs and libraries are mapped where
 *	sampling.c	the timers of the threads, and the handler of their signal
 *	workspace.c	memory for the samples of a thread
 *	unwind.c	the stack of a thread that was interrupted, with cfi*.c for unwind tables
 *	threads.c	begin and end of threads
 *	process.c	begin of the process, fork, exec, end
 *	interpose.c	functions of libc with effects on the recorder: dlclose(), seccomp
 *	signals*.c	functions of libc for signals
 *	execute*.c	functions of libc that execute programs
 *	countonly.c	no samples: stands in for the files that sample in static programs
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

/* The table that a thread fills.  The assembly of mcount-*.S reads SLOTS of rec_thread.arcs, once
 * for each call, and then the mask in the header before the slots: a signal handler that changes
 * SLOTS meanwhile does no harm. */
struct thread_table {
	struct rec_slot *slots;		/* behind the header of the segment; see table_segment() */
	uint32_t begun;			/* tables of the thread in this file, this one included */
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
	struct thread_table arcs;	/* first: see above */
	struct thread_table stacks;
	uintptr_t stack_low, stack_high;	/* bounds of its stack; 0: not known */
	bool ended;			/* its tables were given back */
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
	char directory[1024];		/* empty: nothing is recorded */
	uint32_t hz;			/* 0: no samples */
	enum rec_unwind unwind;		/* REC_UNWIND_CFI: or what else suits the program */
	bool off;			/* start halted */
	bool has_session;
	uint8_t session[16];
	uint32_t page_size;
	char program[1024];		/* path of the executed image */
	const char *name;		/* its last component */
};
extern HIDDEN struct settings rec_settings;
extern HIDDEN bool rec_started;		/* the recorder runs in this process */

/* process.c */
const char *rec_environment(const char *name) HIDDEN;	/* or NULL */
void process_child(void) HIDDEN;	/* in the child of fork(), before it does anything else */

/* memory.c: text without libc.  The functions that append write at most up to END, with a NUL, and
 * return where the NUL is. */
char *text_append(char *to, const char *end, const char *text) HIDDEN;
char *text_append_number(char *to, const char *end, uint64_t number) HIDDEN;
uint64_t text_number(const char *text) HIDDEN;	/* decimal digits at the begin of TEXT */
size_t text_length(const char *text) HIDDEN;
bool text_begins(const char *text, const char *begin) HIDDEN;
int text_hex_digit(int c) HIDDEN;	/* its value, or -1 */

/* lock.c: signals are blocked while the lock is held. */
void lock_take(void) HIDDEN;
void lock_give(void) HIDDEN;
void lock_forget(void) HIDDEN;		/* child of fork(): another thread may have held it */

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

/* Returns the slot of a key, which is added if it is missing.  NULL: there is no room, or a signal
 * handler interrupted the same function, which is possible only if rec_quiet. */
struct rec_slot *table_slot(struct thread *t, enum rec_segment_type type, uint64_t from,
	uint64_t self) HIDDEN;

/* Notes in the tables of T that its thread ends.  T may still use them: another thread gets them
 * after T's thread no longer exists. */
void tables_release(struct thread *t) HIDDEN;

/* The child of fork(): no table of the parent is used. */
void tables_forget(void) HIDDEN;

/* Called by mcount-*.S for an arc that has no slot. */
void mcount_slow(uint64_t from, uint64_t self) HIDDEN;

/* objects.c: signals are blocked in all of these. */

/* Records the object whose code is mapped at ADDRESS, unless it is known. */
void object_note(uint64_t address) HIDDEN;
bool object_is_known(uint64_t address) HIDDEN;
void objects_forget(void) HIDDEN;	/* after fork() */

/* After dlclose(): if code of a known object is no longer mapped, begins a new epoch: the objects
 * are forgotten, and each thread begins a new table, this one at once. */
void objects_check(void) HIDDEN;

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
/* The process exits: records the processor time of the calling thread. */
void sampling_end(void) HIDDEN;

enum rec_unwind sampling_unwind(void) HIDDEN;	/* the way that is used */

/* execute_file.c */

/* Can the program or script PATH, relative to the descriptor DIRECTORY, not be started while our
 * library is preloaded?  The child of vfork() may call this. */
bool file_refuses_recorder(int directory, const char *path) HIDDEN;

/* unwind.c */

/* Prepares for unwinding as SETTINGS ask, and returns which way is used. */
enum rec_unwind unwind_prepare(enum rec_unwind wanted) HIDDEN;

/* Writes the addresses of at most SIZE frames of the interrupted code, the innermost first, to
 * FRAMES, and returns how many there are.  *IS_CUT: there are more. */
unsigned unwind_stack(const struct thread *t, const ucontext_t *context, uint64_t *frames,
	unsigned size, bool *is_cut) HIDDEN;

#endif
