/* recording.h - the layout of a recording: the file that the recorder writes, one for each process
 *
 * The recorder maps the file into the process that it records.  So what was recorded is in the file
 * at any moment, even if the process is killed.  Readers must not map the file: if it is cut
 * meanwhile, an access through a mapping ends the reader with SIGBUS.
 *
 *	0				struct rec_head
 *	REC_PAGE			struct rec_control
 *	head.first to head.used		segments, one after the other: struct rec_segment, then the
 *					contents; each begins at a multiple of REC_ALIGN
 *
 * A segment whose magic is 0 is incomplete: the process is making it, or was killed meanwhile.
 * Readers look for the next segment at the following multiples of REC_ALIGN.  In files of older
 * recorders with REC_IN_PARENT, segments may have the pid of a child.
 *
 * A program that cuts a file to head.used first stores 0 in head.limit, then reads head.used.
 * While head.limit is 0, no process adds a segment.
 *
 * All numbers have the byte order of the machine that wrote them: head.order is REC_ORDER in this
 * byte order.  Counts only grow while the process runs, and slots of tables never move.  If a file
 * is longer than head.used, the rest is a hole.
 *
 * A table is a segment that contains slots.  The recorder finds a slot by a hash of its key.
 * Readers read all slots, and add up the counts of slots with the same key.  When half of the slots
 * of a table are used, the thread begins another table.  The old one stays in the file, and its
 * counts may still grow.  If there is no room for another table, up to 7 of 8 slots are used.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdint.h>

#define REC_MAGIC "gprec\r\n\001"	/* 8 bytes, without the NUL */
#define REC_ORDER 0x01020304u
#define REC_VERSION 1u
#define REC_PAGE 65536u			/* bytes of the largest page that a machine may have */
#define REC_SEGMENT_MAGIC 0x31676573u	/* "seg1" in little-endian order */
#define REC_ALIGN 4096u			/* segments begin at multiples of this number */

/* The name of the marker, a file that makes a directory a recording of one session.  A session is
 * one run of `gprowse record`, in which several processes may be recorded.  The marker is text.
 * Each line is a word and a value:
 *
 *	gprowse-session 1		first line: the version
 *	session HEX			16 bytes in hexadecimal, as in rec_head.session
 *	program PATH			the image that was started
 *	command TEXT			program and arguments as the user gave them
 *	hz NUMBER			samples per second of processor time
 *	stacks auto|fp|cfi|none
 *	wait NUMBER			looks per second at waiting threads; 0: none
 *	started NUMBER			seconds since 1970
 *	missed NUMBER			added at the end, if it is not 0: processor time in ms of
 *					processes that were not found
 *	elapsed NUMBER			added at the end: ms from the start of the program, or of
 *					the recording of a program that ran, to the end
 *	status NUMBER			added at the end: exit status, or 128 + signal
 *
 * In PATH and TEXT, backslashes and bytes that are not printable ASCII are written as \xHH.
 * Readers ignore lines with other words.  The recorder writes only into a directory whose marker
 * has the session of the environment (REC_ENV_SESSION).  If the environment has no session, the
 * directory must have no marker.
 *
 * If the directory has a gmon.out, but no recording of a process, the counts of the gmon.out are
 * those of the code of -pg in the program, not those of the recorder. */
#define REC_MARKER "gprowse-session"

/* The environment of the recorded program; see struct settings in recorder.h. */
#define REC_ENV_DIRECTORY "GPROWSE_RECORD"	/* absolute path of the directory */
#define REC_ENV_SESSION "GPROWSE_RECORD_SESSION"	/* in hexadecimal */
#define REC_ENV_HZ "GPROWSE_RECORD_HZ"
#define REC_ENV_STACKS "GPROWSE_RECORD_STACKS"	/* auto, fp, cfi, none */
#define REC_ENV_OFF "GPROWSE_RECORD_OFF"	/* not empty: the recording starts halted */
#define REC_ENV_FILTERS "GPROWSE_RECORD_FILTERS"	/* a process with more filters of system
						 * calls (seccomp) is not recorded */
#define REC_ENV_TRY "GPROWSE_RECORD_TRY"	/* exists: tries the recorder's system calls */

#define REC_TRIED 33			/* exit status of a process that has tried them */

/* The name of a file in which the recorders of all processes add up processor time; see accounts.c.
 * At REC_FORKS_AT, it has a struct rec_forks.  Readers ignore the file. */
#define REC_ACCOUNTS "gprowse-accounts"
#define REC_FORKS_AT 12288u
#define REC_FORKS 511u

/* The last children of fork() of all processes.  Such a child has no file until it is sampled or
 * ends. */
struct rec_forks {
	uint64_t n;			/* how many there were */
	uint64_t last[REC_FORKS];	/* child number K, from 1 on, is in [(K - 1) % REC_FORKS]:
					 * K << 32, plus the number of the process */
};

#define REC_LIBRARY "libgprowse.so"	/* the recorder, as it is loaded into programs */
#define REC_SUFFIX ".gprec"		/* end of the name of a file: PROGRAM.PID.NUMBER.gprec */
#define REC_JIT_SUFFIX ".gpjit"		/* end of the name of a copy of the perf-PID.map that the
					 * process wrote: names of code that it made */
#define REC_IMAGE_SUFFIX ".gpimage"	/* end of the name of a program or library that was
					 * recorded, in case that it is built anew: the name is its
					 * build-id in hexadecimal */

/* Where the threads of a process waited is in a file of its own, PROGRAM.PID.NUMBER.gpwait, beside
 * the file of the process.  gprowse record writes it: it looks at the threads from outside, at the
 * rate head.hz.  The layout is that of this page, except that
 * - head.magic is REC_WAIT_MAGIC, and head.limit is 0; when the process has ended, control.hz is
 *   the rate at which gprowse record really looked at it;
 * - there are tables of stacks only, and each table is of one thread;
 * - .ticks of a slot are the ns that the thread was blocked there, and .count is the number of
 *   looks that found it there, also of looks that were not made because it could not have moved;
 * - .self of an innermost frame (REC_LEAF) is the offset in the file of a text, which is in a
 *   segment REC_TEXTS.  The text says what the thread waited for, such as "[futex]";
 * - .self of all other frames is a return address.
 * Recorders before 2026-12 and their readers do not know these files. */
#define REC_WAIT_SUFFIX ".gpwait"
#define REC_WAIT_MAGIC "gpwai\r\n\001"	/* 8 bytes, without the NUL */
#define REC_WAIT_TEXT 256u		/* bytes of the longest text, with its NUL */

/* A reset does not change the file: it makes a copy, and adds this suffix to the name of the copy.
 * Readers read the copy first, then the file, and subtract each count of the copy from the count at
 * the same offset of the file.  If a slot is used in the file, but empty in the copy, readers
 * subtract 0. */
#define REC_BASE_SUFFIX ".base"

/* States of the recorder, as in the field `state` of 4.4BSD's struct gmonparam. */
enum rec_state {
	REC_ON = 0,			/* calls are counted, samples are taken */
	REC_BUSY = 1,			/* not used */
	REC_ERROR = 2,			/* the recorder cannot continue */
	REC_OFF = 3,			/* halted */
};

/* How a process has ended. */
enum rec_end {
	REC_RUNS = 0,			/* the process runs, or its end was not noted */
	REC_EXITED = 1,			/* the process has noted that it exits */
	REC_GONE = 2,			/* gprowse record has noted that the process no longer
					 * exists */
	REC_LEFT = 3,			/* the process goes on, but gprowse record has stopped to
					 * look at it from outside */
};

enum rec_unwind {
	REC_UNWIND_NONE = 0,		/* stacks consist of the sampled address only */
	REC_UNWIND_FP = 1,		/* by frame pointers */
	REC_UNWIND_CFI = 2,		/* by unwind tables */
};

/* Why the recording of a process is incomplete; bits of rec_control.problems. */
enum rec_problem {
	REC_NO_TIMER = 1,		/* a timer could not be made: its thread has no samples */
	REC_NO_ROOM = 2,		/* no more room on the disk or in the file */
	REC_QUIET = 4,			/* the program restricted its system calls (seccomp) */
	REC_IN_PARENT = 8,		/* in files of older recorders: a child could not make a
					 * file, so it wrote into this file of its parent */
	REC_NO_BUFFER = 16,		/* a buffer of profil() could not be written, so profil()
					 * was switched off; the recording is complete */
	REC_UNRECORDED = 32,		/* a program was executed that cannot load the recorder */
	REC_LOST_CHILD = 64,		/* a child could not make a file; see .child_calls */
	REC_UNSAVED = 128,		/* a part of the file could no longer be written, so its
					 * counts are too low */
	REC_SHARED = 256,		/* a child has the memory and the thread of its parent: its
					 * calls are counted here, but it has no samples */
	REC_UNSEEN = 512,		/* in a file of waits: the system did not tell where the
					 * threads were blocked */
};

/* What a recording says that gprowse record has written itself: it took the samples of the process
 * from outside.  Recorders before 2026-12 have written 0. */
enum rec_outside {
	REC_OUTSIDE = 1,		/* samples were taken from outside, and calls not counted */
	REC_BESIDE = 2,			/* with REC_OUTSIDE: the recorder in the process has another
					 * file, with the calls */
	REC_LOADED = 4,			/* with REC_OUTSIDE: the process has loaded the recorder,
					 * which counts its calls in another file if there are
					 * any */
};

struct rec_head {
	char magic[8];			/* 0: REC_MAGIC, written last */
	uint32_t order;			/* 8: REC_ORDER */
	uint16_t version;		/* 12: REC_VERSION */
	uint8_t address_size;		/* 14: 4 or 8; the layout is the same in both */
	uint8_t slot_size;		/* 15: sizeof(struct rec_slot) */
	uint32_t machine;		/* 16: e_machine of ELF */
	uint32_t first;			/* 20: offset of the first segment */
	uint64_t limit;			/* 24: up to which offset the file may be used; 0: the file
					 * is being cut */
	uint64_t used;			/* 32: offset of the end of the last segment */
	uint32_t pid, ppid;		/* 40 */
	uint32_t uid;			/* 48: effective user */
	uint32_t number;		/* 52: NUMBER in the name of the file.  The recorder chose
					 * the lowest NUMBER that was free */
	uint64_t start_real;		/* 56: ns, CLOCK_REALTIME when the recording began */
	uint64_t start;			/* 64: ns, CLOCK_MONOTONIC at the same time */
	uint32_t hz;			/* 72: samples per second of processor time; 0: none */
	uint32_t unwind;		/* 76: enum rec_unwind: how callers are found */
	uint32_t signal;		/* 80: number of the signal of the timers; 0: none */
	uint32_t page_size;		/* 84: in bytes */
	uint8_t session[16];		/* 88: number of the session, as in the marker file */
	uint64_t base;			/* 104: in the copy that a reset makes, the time of the
					 * reset: ns, CLOCK_REALTIME; 0 in the file itself */
	uint32_t tick;			/* 112: ns between two ticks of the kernel, which looks at
					 * timers only then; 0: not known */
	uint32_t outside;		/* 116: bits of enum rec_outside */
	uint32_t outer_pid;		/* 120: with REC_OUTSIDE, the number of the process for
					 * gprowse record; in a container, .pid may be another */
	uint32_t forked;		/* 124: 1: the process is a child of fork(), and had
					 * executed no program when the file was made */
	char program[1024];		/* 128: path of the executed image, NUL; if it was executed
					 * by another name, as a script or a link, that name,
					 * NUL.  Recorders before 2026-12 wrote no name */
};

/* Other processes write only .state, .changed and, when the process no longer exists, .ended. */
struct rec_control {
	uint32_t state;			/* 0: enum rec_state */
	uint32_t hz;			/* 4: samples per second, as in head.hz; nothing reads it */
	uint32_t ended;			/* 8: enum rec_end */
	uint32_t epoch;			/* 12: how many times dlclose() has unmapped recorded
					 * code */
	uint64_t lost_calls;		/* 16: calls that could not be counted */
	uint64_t lost_samples;		/* 24: samples that could not be recorded */
	uint64_t other_signals;		/* 32: signals with the number head.signal that did not come
					 * from timers of the recorder */
	uint64_t saturated;		/* 40: samples that profil() did not count, because a
					 * cell was at its maximum */
	uint64_t outside;		/* 48: samples outside all regions of profil() */
	uint64_t truncated;		/* 56: stacks that had more than REC_FRAMES frames */
	uint32_t problems;		/* 64: bits of enum rec_problem */
	uint32_t spare;			/* 68 */
	uint64_t uncounted;		/* 72: samples that profil() did not count, because the last
					 * sample of the thread was not yet counted */
	uint64_t unsampled;		/* 80: ns of processor time of the process in threads of
					 * which no samples are taken; 0 if the recorder was
					 * halted */
	uint64_t child_calls;		/* 88: calls that children have lost, which could not make a
					 * file of their own */
	uint64_t child_samples;		/* 96: likewise, in ticks */
	uint32_t more_spare[6];		/* 104 */
	uint64_t changed;		/* 128: when .state last changed: ns, CLOCK_MONOTONIC;
					 * 0: not known */
};

/* The offset in the file of a member of struct rec_control. */
#define REC_CONTROL_AT(member) (REC_PAGE + offsetof(struct rec_control, member))

#define REC_FRAMES 128			/* greatest number of frames of a stack; outer frames are
					 * lost */

enum rec_segment_type {
	REC_ARCS = 1,			/* table of arcs, of one thread at a time */
	REC_STACKS = 2,			/* table of stacks, of one thread at a time */
	REC_OBJECT = 3,			/* a mapped program or library; contents: path and NUL */
	REC_REGION = 4,			/* a region of profil() */
	REC_TEXTS = 5,			/* in a file of waits, or one with REC_OUTSIDE; contents:
					 * texts, each with a NUL */
};

/* The state of a region.  A region that the program uses several times is in the file only
 * once. */
enum rec_region_state {
	REC_REGION_ON = 1,		/* samples are counted in its buffer */
	REC_REGION_OFF = 2,		/* no longer */
};

enum rec_thread_state {
	REC_THREAD_LIVE = 1,
	REC_THREAD_ENDED = 2,
};

struct rec_segment {
	uint32_t magic;			/* 0: REC_SEGMENT_MAGIC, written last */
	uint32_t type;			/* 4: enum rec_segment_type */
	uint64_t bytes;			/* 8: length, with this header */
	uint32_t pid, tid;		/* 16: the process and the thread that last began to use the
					 * segment */
	uint32_t epoch;			/* 24: control.epoch when the segment was made.  Addresses
					 * in the segment belong to objects of this epoch */
	uint32_t state;			/* 28: in a table, enum rec_thread_state; in a region, enum
					 * rec_region_state */
	union {
		struct {
			uint64_t mask;		/* 32: 32 * (a power of two - 1) */
			uint64_t slots;		/* 40: how many slots the table has */
			uint64_t used;		/* 48: how many slots are used */
			uint64_t samples;	/* 56: samples of its stacks, in ticks */
			uint64_t signals;	/* 64: signals that reported these ticks */
			uint64_t cpu;		/* 72: ns of processor time that threads used while
						 * they had this table, up to their last samples or
						 * ends; 0 in a table of arcs */
			uint64_t start;		/* 80: when the table was made: ns,
						 * CLOCK_MONOTONIC */
			uint32_t threads;	/* 88: how many threads have used the table, one
						 * after the other */
			uint32_t generation;	/* 92: how many tables of the same type the thread
						 * that made this table had made before it */
			uint64_t lost;		/* 96: ticks of samples that could not be recorded,
						 * of the threads of this table; 0 in a table of
						 * arcs */
			char name[16];		/* 104: of its last thread */
			uint64_t queue;		/* 120: in a file of waits: ns in which the thread
						 * could have run, but another one did */
			uint64_t blocked;	/* 128: in a file of waits: ns in which the thread
						 * was blocked; the sum of .ticks of its slots.
						 * Older recorders wrote other numbers here */
		} table;
		struct {
			uint64_t low, high;	/* 32: executable addresses [low, high) */
			uint64_t offset;	/* 48: of .low in the file */
			uint64_t bias;		/* 56: address in memory minus address in the ELF
						 * file */
			uint32_t id_size;	/* 64: bytes of .id; 0: no build-id was found */
			uint8_t id[32];		/* 68: build-id */
			uint8_t has_bias;	/* 100: .bias is known */
		} object;
		struct {
			uint64_t buffer, size;	/* 32: arguments of profil() */
			uint64_t offset;	/* 48: likewise */
			uint32_t scale;		/* 56: likewise */
			uint32_t cell;		/* 60: bytes of a cell: 2 or 4 */
		} region;
	};
	uint64_t spare[15];		/* 136 */
};

/* A slot of a table.  .from is written after .self.  Then neither changes.
 *
 *	arcs	.from is the return address in the caller, .self is an address in the callee, .count
 *		is the number of calls.  .ticks is 0.  If the return address is below
 *		REC_LEAST_ADDRESS, as in the first function of some coroutines, the caller is not
 *		known, and .from is REC_LEAST_ADDRESS.
 *	stacks	A slot is a frame.  .from is the offset in the file of the slot of the caller, or 0
 *		for an outermost frame, plus bits of enum rec_frame_kind.  .self is the sampled
 *		address in a slot with REC_LEAF, otherwise a return address.  .ticks are the ticks
 *		of the clock of the samples whose innermost frame this is, and .count is the number
 *		of signals that reported these ticks. */
struct rec_slot {
	uint64_t from;			/* 0: the slot is empty */
	uint64_t self;
	uint64_t count;
	uint64_t ticks;
};

/* Bits of .from in a slot of a stack.  The offset of a slot has zeros in these bits, as slots begin
 * at multiples of 32. */
enum rec_frame_kind {
	REC_LEAF = 1,			/* the innermost frame of code */
	REC_CALLER = 2,			/* a frame of code that is not the innermost one */
	REC_CUT = 4,			/* the callers of the frame were not recorded, because the
					 * stack had more than REC_FRAMES frames */
	REC_KERNEL = 8,			/* with REC_LEAF: the time was the kernel's.  .self is no
					 * address, but of enum rec_kernel.  The slot of the caller
					 * also has REC_LEAF; its address is the one at which the
					 * kernel was entered: after a system call, otherwise that
					 * of the interrupted instruction.  In a file with
					 * REC_OUTSIDE, .self can also be the offset of a text
					 * (REC_TEXTS): a function of the kernel, as "vfs_read" or
					 * "ext4_sync_file [ext4]".  Its caller is in the kernel,
					 * too */
	REC_KIND = 31,			/* mask of these bits */
};

/* How the kernel was entered. */
enum rec_kernel {
	REC_KERNEL_NONE,		/* the time was not the kernel's */
	REC_KERNEL_OTHER,		/* it is not known how */
	REC_KERNEL_CALL,		/* by a system call */
	REC_KERNEL_FAULT,		/* by an access to memory, probably a page fault */
};

/* The .from of an arc whose caller is unknown.  Addresses of known callers are greater. */
#define REC_LEAST_ADDRESS 4096u

_Static_assert(sizeof(struct rec_head) == 1152, "layout of a recording");
_Static_assert(sizeof(struct rec_control) == 136, "layout of a recording");
_Static_assert(sizeof(struct rec_segment) == 256, "layout of a recording");
_Static_assert(sizeof(struct rec_slot) == 32, "layout of a recording");
_Static_assert(sizeof(struct rec_forks) == 4096, "layout of a recording");

#endif
