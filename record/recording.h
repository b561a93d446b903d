/* recording.h - the layout of a recording: the file that the recorder writes, one for each process
 *
 * The recorder maps the file into the process that it records, so the file is complete at any
 * moment, even if the process is killed.  Readers must not map the file: it can shrink.
 *
 *	0				struct rec_head
 *	REC_PAGE			struct rec_control
 *	2 * REC_PAGE to head.used	segments, one after the other: struct rec_segment and its
 *					contents; each begins at a multiple of 4096
 *
 * A segment without its magic was being made when the process was killed: readers look for the next
 * one at the next multiple of REC_ALIGN below head.used.  A child that cannot make a file, because
 * of chroot() for example, adds segments with its own pid to the file of its parent: REC_IN_MEMORY.
 *
 * A program that cuts a file to head.used stores 0 into head.limit before it reads head.used: from
 * then on, no process adds a segment.
 *
 * All numbers have the byte order of the machine that wrote them; head.order tells it.  Numbers
 * only grow while the process runs, and slots of tables never move.  A file may be longer than
 * head.used; the rest is a hole.
 *
 * A table is a segment that is filled with slots.  The place of a slot depends on its key; readers
 * read all slots, and add up slots with the same key.  When half of the slots of a table are used,
 * the thread begins another table; the slots of the old one stay, and may still count.
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdint.h>

#define REC_MAGIC "gprec\r\n\001"	/* 8 bytes, without the NUL */
#define REC_ORDER 0x01020304u
#define REC_VERSION 1u
#define REC_PAGE 65536u			/* the largest page of the machines that are supported */
#define REC_SEGMENT_MAGIC 0x31676573u	/* "seg1" in little-endian order */
#define REC_ALIGN 4096u			/* of segments */

/* The file that makes a directory a recording of a session, in which several processes may take
 * part.  It is text, lines of a word and a value:
 *
 *	gprowse-session 1		first line: the version
 *	session HEX			16 bytes in hexadecimal, as in rec_head.session
 *	program PATH			the image that was started
 *	command TEXT			program and arguments as the user gave them
 *	hz NUMBER
 *	stacks auto|fp|cfi|none
 *	started NUMBER			seconds since 1970
 *	status NUMBER			added at the end: exit status, or 128 + signal
 *
 * In PATH and TEXT, bytes that are no printable ASCII, and backslashes, are written as \xHH.
 * Readers ignore lines with other words.  The recorder writes only into a directory whose session
 * is that of its environment, or, if the environment has none, into a directory without marker. */
#define REC_MARKER "gprowse-session"

/* The environment of the recorded program; see struct settings in recorder.h. */
#define REC_ENV_DIRECTORY "GPROWSE_RECORD"	/* absolute path of the directory */
#define REC_ENV_SESSION "GPROWSE_RECORD_SESSION"	/* in hexadecimal */
#define REC_ENV_HZ "GPROWSE_RECORD_HZ"
#define REC_ENV_STACKS "GPROWSE_RECORD_STACKS"	/* auto, fp, cfi, none */
#define REC_ENV_OFF "GPROWSE_RECORD_OFF"	/* not empty: start halted */

#define REC_SUFFIX ".gprec"		/* of the names of recordings: PROGRAM.PID.NUMBER.gprec */

/* A reset changes nothing in the file: it copies the file, with this suffix behind its name.  All
 * counts in the copy are at the same places as in the file.  Readers read the copy first, then the
 * file, and subtract each count.  Slots that are empty in the copy count from 0. */
#define REC_BASE_SUFFIX ".base"

/* States of the recorder, as in the field `state` of 4.4BSD's struct gmonparam. */
enum rec_state {
	REC_ON = 0,
	REC_BUSY = 1,
	REC_ERROR = 2,
	REC_OFF = 3,
};

enum rec_unwind {
	REC_UNWIND_NONE = 0,		/* stacks consist of the sampled address only */
	REC_UNWIND_FP = 1,		/* by frame pointers */
	REC_UNWIND_CFI = 2,		/* by unwind tables */
};

/* Why a process recorded less than all. */
enum rec_problem {
	REC_NO_TIMER = 1,		/* timers could not be made: no samples */
	REC_NO_ROOM = 2,		/* no more room on the disk or in the file */
	REC_QUIET = 4,			/* the program restricted its system calls (seccomp) */
	REC_IN_MEMORY = 8,		/* a child could not make a file: it uses this one, its parent's */
};

struct rec_head {
	char magic[8];			/* 0: REC_MAGIC, written last */
	uint32_t order;			/* 8: REC_ORDER */
	uint16_t version;		/* 12: REC_VERSION */
	uint8_t address_size;		/* 14: 4 or 8; the layout is the same in both */
	uint8_t slot_size;		/* 15: sizeof(struct rec_slot) */
	uint32_t machine;		/* 16: e_machine of ELF */
	uint32_t first;			/* 20: offset of the first segment */
	uint64_t limit;			/* 24: bytes that the file may have */
	uint64_t used;			/* 32: bytes from the begin of the file that are in use */
	uint32_t pid, ppid;		/* 40 */
	uint32_t uid;			/* 48: effective user */
	uint32_t number;		/* 52: NUMBER in the name of the file: how many files
					 * with this program and pid were there */
	uint64_t start_real;		/* 56: ns, CLOCK_REALTIME when the recording began */
	uint64_t start;			/* 64: ns, CLOCK_MONOTONIC */
	uint32_t hz;			/* 72: samples per second of processor time; 0: none */
	uint32_t unwind;		/* 76: enum rec_unwind */
	uint32_t signal;		/* 80: number of the signal of the timers */
	uint32_t page_size;		/* 84 */
	uint8_t session[16];		/* 88: number of the session, as in the marker file */
	uint64_t base;			/* 104: 0; in the copy of a reset: ns, CLOCK_REALTIME, when
					 * it was made */
	uint32_t spare[4];		/* 112 */
	char program[1024];		/* 128: path of the executed image, NUL at its end */
};

/* Others than the process itself write only STATE, CHANGED and HZ, and ENDED when it is gone. */
struct rec_control {
	uint32_t state;			/* 0: enum rec_state */
	uint32_t hz;			/* 4: wanted rate of samples */
	uint32_t ended;			/* 8: 0: runs, 1: exited, 2: gone, as gprowse record
					 * found out.  A killed process leaves 0. */
	uint32_t epoch;			/* 12: number of calls of dlclose() */
	uint64_t lost_calls;		/* 16: calls that could not be counted */
	uint64_t lost_samples;		/* 24: samples that could not be recorded */
	uint64_t other_signals;		/* 32: signals of our number that were the program's own */
	uint64_t saturated;		/* 40: counts of profil() in cells at their maximum */
	uint64_t outside;		/* 48: samples outside all regions of profil() */
	uint64_t truncated;		/* 56: stacks that were deeper than REC_FRAMES */
	uint32_t problems;		/* 64: enum rec_problem, as bits */
	uint32_t spare[15];		/* 68 */
	uint64_t changed;		/* 128: ns, CLOCK_MONOTONIC of the last change of STATE */
};

#define REC_FRAMES 128			/* of a stack; outer frames of deeper stacks are lost */

enum rec_segment_type {
	REC_ARCS = 1,			/* table of arcs, of one thread at a time */
	REC_STACKS = 2,			/* table of stacks, of one thread at a time */
	REC_OBJECT = 3,			/* a mapped program or library; then its path and NUL */
	REC_REGION = 4,			/* a region of profil() */
};

enum rec_thread_state {
	REC_THREAD_LIVE = 1,
	REC_THREAD_ENDED = 2,
};

struct rec_segment {
	uint32_t magic;			/* 0: REC_SEGMENT_MAGIC, written last */
	uint32_t type;			/* 4: enum rec_segment_type */
	uint64_t bytes;			/* 8: length, with this header */
	uint32_t pid, tid;		/* 16: of the thread that used it last */
	uint32_t epoch;			/* 24: control.epoch when it was made: addresses mean
					 * what was mapped then */
	uint32_t state;			/* 28: enum rec_thread_state */
	union {
		struct {
			uint64_t mask;		/* 32: 32 * (a power of two - 1) */
			uint64_t slots;		/* 40: how many slots it has */
			uint64_t used;		/* 48: how many of them are used */
			uint64_t samples;	/* 56: samples of its stacks, in ticks */
			uint64_t signals;	/* 64: signals that brought these ticks */
			uint64_t cpu;		/* 72: ns of processor time of the threads that used
						 * it, when the last one was sampled or ended */
			uint64_t start;		/* 80: ns, CLOCK_MONOTONIC when it was made */
			uint32_t threads;	/* 88: threads that used it, one after the other */
			uint32_t generation;	/* 92: tables of this thread before it */
			uint64_t lost;		/* 96: calls or samples of its threads, lost */
			char name[16];		/* 104: of the thread */
		} table;
		struct {
			uint64_t low, high;	/* 32: executable addresses [low, high) */
			uint64_t offset;	/* 48: of LOW in the file */
			uint64_t bias;		/* 56: added to the addresses of the ELF file */
			uint32_t id_size;	/* 64: bytes of ID; 0: it has none */
			uint8_t id[32];		/* 68: build-id */
			uint8_t has_bias;	/* 100: BIAS is known */
		} object;
		struct {
			uint64_t buffer, size;	/* 32: the arguments of profil() */
			uint64_t offset;	/* 48 */
			uint32_t scale;		/* 56 */
			uint32_t cell;		/* 60: bytes of a cell: 2 or 4 */
		} region;
	};
	uint64_t spare[17];		/* 120, to 256 */
};

/* A slot of a table; FROM is written last.
 *
 *	arcs	FROM is the return address in the caller, SELF is an address in the callee, COUNT is
 *		the number of calls.  If the return address is below REC_LEAST_ADDRESS, as in the
 *		first function of some coroutines, FROM is REC_LEAST_ADDRESS: the caller is not
 *		known.
 *	stacks	FROM is the offset of the slot of the caller, or 0 if the frame is outermost, plus
 *		one of REC_LEAF and REC_CALLER; SELF is the address: the sampled one, or the return
 *		address; TICKS and COUNT belong to stacks that end here: the samples in units of the
 *		clock, and the signals that brought them. */
struct rec_slot {
	uint64_t from;			/* 0: the slot is empty */
	uint64_t self;
	uint64_t count;
	uint64_t ticks;
};

enum rec_frame_kind {			/* slots begin at multiples of 32 */
	REC_LEAF = 1,
	REC_CALLER = 2,
	REC_CUT = 4,			/* with REC_CALLER: frames outside this one were cut off */
	REC_KIND = 31,			/* mask of these bits */
};

/* Keys of arcs are not below this; addresses of code are above it. */
#define REC_LEAST_ADDRESS 4096u

_Static_assert(sizeof(struct rec_head) == 1152, "layout of a recording");
_Static_assert(sizeof(struct rec_control) == 136, "layout of a recording");
_Static_assert(sizeof(struct rec_segment) == 256, "layout of a recording");
_Static_assert(sizeof(struct rec_slot) == 32, "layout of a recording");

#endif
