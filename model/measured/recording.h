/* recording.h - the contents of a recording, the file that the recorder writes for one process
 *
 * record/recording.h describes the layout.  The process may still run, so the length of the file
 * can change at any moment: it is read with pread(), and never mapped.  Numbers in the file are
 * checked before they are used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEASURED_RECORDING_H
#define MEASURED_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/stop.h"
#include "record/recording.h"

enum { RECORDING_ID = 32 };		/* bytes of the longest build-id */

/* A program or library that was mapped. */
struct code_symbols;

struct recording_object {
	uint64_t low, high;		/* executable addresses [low, high) */
	uint64_t offset;		/* offset of .low in the file of the object, in bytes */
	uint64_t bias;			/* address in memory minus address in the ELF file */
	bool has_bias;			/* .bias is known */
	uint32_t epoch;			/* rec_control.epoch when the object was recorded */
	const char *path;		/* as in the list of mappings of the process */
	unsigned char id[RECORDING_ID];	/* build-id */
	uint32_t id_size;		/* bytes of .id; 0: the object has none */
	const char *symbol;		/* the kernel only: a symbol whose address was recorded, to
					 * find out where the kernel was; or NULL */
	uint64_t symbol_at;
	const char *list;		/* the kernel only: the file in the recording that lists its
					 * symbols; or NULL */
	struct code_symbols *symbols;	/* those that the profile has (codes.h), or NULL */
};

/* Counted calls. */
struct recording_arc {
	uint64_t from;			/* return address in the caller */
	uint64_t self;			/* address in the callee */
	uint64_t count;
	uint32_t table;			/* index in recording.tables */
};

/* A stack: its innermost frame, and the stack of the caller. */
struct recording_stack {
	uint64_t address;
	uint64_t ticks;			/* ticks of the clock for which the samples of this stack
					 * stand */
	uint64_t signals;		/* number of signals that reported .ticks */
	uint32_t parent;		/* index of the caller's stack, which is less than the index
					 * of this stack; NOBODY: the frame is outermost */
	uint32_t table;			/* index in recording.tables */
	enum rec_kernel kernel;		/* how the kernel was entered, or REC_KERNEL_NONE.
					 * Otherwise, the time was the kernel's, .address has no
					 * meaning, and .parent is the stack of the code that
					 * entered it */
	const char *function;		/* if .kernel is set: the function of the kernel; NULL: not
					 * known */
	bool is_return;			/* .address is a return address; false: .address was
					 * sampled */
	bool is_cut;			/* the frame has callers, but they were not recorded */
	const char *wait;		/* what the thread waited for, as "[futex]"; then .address has
					 * no meaning.  NULL: the frame is one of code */
};

struct recording;

/* Returns S or, if its time was the kernel's, the stack of the code that entered the kernel.  If
 * there is none, returns an outermost stack of the kernel. */
const struct recording_stack *recording_entered(const struct recording *r,
	const struct recording_stack *s);

/* Returns the number of samples of S, which is the number of signals of the clock that found this
 * stack.  Each sample stands for all ticks since the previous signal.  If the number in the file is
 * impossible (0, or more than the ticks), returns the ticks of S. */
uint64_t recording_samples(const struct recording_stack *s);

enum { RECORDING_IMAGE_NAME = 2 * RECORDING_ID + sizeof(REC_IMAGE_SUFFIX) };

/* Writes the name that the image with the build-id of O has in a recording (record/recording.h,
 * REC_IMAGE_SUFFIX) to NAME. */
void recording_image_name(const struct recording_object *o, char name[RECORDING_IMAGE_NAME]);

/* A table of arcs or stacks.  Several threads may have used it, one after the other. */
struct recording_table {
	bool has_stacks;		/* false: it has arcs */
	uint32_t pid, tid;		/* process and thread that used the table last */
	uint32_t epoch;			/* see recording_object.epoch */
	uint32_t threads;		/* number of threads that used the table */
	uint32_t generation;		/* number of earlier tables of this type that the first
					 * thread of this table had */
	bool ended;			/* the thread that used the table last has ended */
	uint64_t samples, signals;	/* ticks of the stacks, and signals that reported them, as
					 * the threads counted them */
	uint64_t cpu;			/* processor time of the threads of this table, in ns */
	uint64_t queue, blocked;	/* in a file of waits: ns in which the thread could have
					 * run, and in which it was blocked */
	uint64_t lost;			/* ticks of samples that could not be stored; 0 for arcs */
	char name[17];			/* name of the thread that used the table last */
};

struct recording {
	const char *path;		/* borrowed; path of the file */
	bool has_waits;			/* a file of waits: .ticks of stacks are ns in which threads
					 * were blocked */
	bool big_endian;
	unsigned address_size;		/* 4 or 8 bytes */
	uint32_t machine;		/* EM_... of ELF */
	uint32_t pid, ppid;
	uint32_t number;		/* number of older files of the same program and pid */
	uint64_t start_real;		/* when recording began, in ns since 1970 */
	uint32_t hz;			/* samples per second of processor time; 0: none were
					 * taken */
	uint32_t tick;			/* ns between two ticks of the kernel, at which it looks at
					 * timers; 0: not known */
	uint32_t real_hz;		/* in a file of waits: the rate of looks that there really
					 * were; 0: not known */
	uint32_t unwind;		/* enum rec_unwind */
	uint32_t from_outside;		/* bits of enum rec_outside */
	unsigned char session[16];
	const char *program;		/* path of the image that the process executed */
	const char *name;		/* by which it was executed: in .program, or of a script */

	/* From struct rec_control. */
	bool ended;			/* the process has ended in any way; false: it runs, or
					 * gprowse record did not see its end */
	bool gone;			/* the process ended, but not by exit(): it was killed, or
					 * executed another program */
	bool is_switched;		/* gprowse control has switched it on or off.  Only
					 * meaningful if .from_outside is not 0 */
	uint32_t problems;		/* enum rec_problem, as bits */
	uint64_t lost_calls, lost_samples;	/* also of children that could not make a file */
	uint64_t truncated;
	uint64_t unsampled;		/* ns of processor time of threads without samples */

	/* Histograms that the program itself made, with profil(2). */
	uint32_t nregions, nregions_on;	/* how many regions of code the program has profiled so far,
					 * and how many it still profiles */
	uint64_t saturated, outside, uncounted;	/* numbers of samples, as in struct rec_control */

	uint64_t reset;			/* time from which on calls and samples are included, in ns
					 * since 1970; 0: they are included from the beginning of
					 * the process */
	struct recording_object *objects;	/* owned */
	struct recording_arc *arcs;	/* owned; a pair of caller and callee may occur several
					 * times */
	struct recording_stack *stacks;	/* owned; the stack of a caller is before the stacks of its
					 * callees; a stack may occur several times */
	struct recording_table *tables;	/* owned */
	uint32_t nobjects, narcs, nstacks, ntables;
	size_t objects_room, arcs_room, stacks_room, tables_room;

	bool damaged;			/* only a part of the file could be used */
	struct err damage;		/* if .damaged: the first damage, without the name of the
					 * file */
	struct arena text;		/* owns the texts */
};

/* Returns how many samples are taken in each second of processor time, if HZ were asked for and the
 * ticks of the kernel are TICK ns apart; 0: not known. */
uint32_t recording_rate(uint32_t hz, uint32_t tick);

/* Reads the file PATH into R.  A damaged file is read as far as it can be used, and R->damaged is
 * set.  If the recording was reset, only counts since the last reset are included.  Returns false
 * if nothing can be used or STOP has stopped the work, as E says without PATH; then nothing in R is
 * to be released.  STOP may be NULL. */
bool recording_read(struct recording *r, const char *path, struct stop *stop, struct err *e);

/* Like recording_read(), but BASE is an older copy of the file PATH: only the counts since this
 * copy was made are included.  If BASE is NULL or does not exist, includes all counts since the
 * process began. */
bool recording_read_since(struct recording *r, const char *path, const char *base,
	struct stop *stop, struct err *e);

/* Returns the path of the copy that a reset makes of the file PATH, to be free()d. */
char *recording_copy_path(const char *path);

void recording_release(struct recording *r);

/* Is PATH a regular file that begins as a recording does?  *HAS_WAITS, if the pointer is not NULL,
 * becomes whether it is a file of waits. */
bool recording_is(const char *path, bool *has_waits);

#endif
