/* wait_file.h - writes a file of what was seen of a process from outside
 *
 * It is a file of waits, or a recording.  record/recording.h describes the layout of both.  The
 * file is never mapped.  What was added is kept in memory, and written by wait_table_flush() and
 * wait_file_end().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_FILE_H
#define WAIT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/numbering.h"
#include "record/recording.h"
#include "waits/wait_maps.h"

struct wait_file {
	int fd;				/* -1: the file could not be made */
	bool has_failed;		/* something could not be written */
	uint64_t used;			/* as rec_head.used */
	uint32_t pid;
	uint32_t epoch;			/* as rec_control.epoch */
	struct wait_object {
		uint64_t low, high, offset;
		char *path;		/* owned */
	} *objects;			/* owned; those that were written */
	size_t nobjects, objects_room;
	uint64_t text_at, text_end;	/* room for texts in the file */
	struct wait_text {
		char *text;		/* owned */
		uint64_t at;		/* offset in the file */
	} *texts;			/* owned */
	uint32_t ntexts;
	size_t texts_room;
	struct numbering text_numbers;
};

/* The stacks of one thread. */
struct wait_table {
	uint32_t tid;			/* of the thread that used it last */
	uint32_t threads;		/* how many threads have used it, if more than one */
	char name[16];
	uint64_t cpu, queue;		/* as in struct rec_segment: ns since the current segment
					 * was made */
	uint64_t added;			/* added since then: ns or, in a recording, ticks */
	uint64_t looks;			/* how many looks have found it */
	uint32_t epoch;			/* wait_file.epoch of the current segment */
	uint32_t generation;		/* number of segments that were made */
	uint64_t segment;		/* offset of the current segment; 0: there is none */
	uint32_t first, end;		/* its slots have the numbers from .first to .end - 1 */
	struct rec_slot *slots;		/* owned */
	uint64_t *at;			/* owned; indexed by slot: its offset in the file */
	bool *is_changed;		/* owned; indexed by slot: it is to be written */
	uint32_t *changed;		/* owned; the slots that are to be written */
	uint32_t nslots, nchanged;
	size_t slots_room, at_room, is_changed_room, changed_room;
	uint32_t base;			/* number of the slot that has number 0 in .numbers */
	struct numbering numbers;
};

/* Makes the file NAME in the directory DIR, with the head HEAD and MAGIC.  Members of the head that
 * say where segments are need not be set.  Fails with EEXIST in errno if there is such a file; all
 * other errors are reported by wait_file_end(). */
bool wait_file_make(struct wait_file *f, int dir, const char *name, const struct rec_head *head,
	const char *magic);

/* Writes how the process has ended, with PROBLEMS, bits of enum rec_problem, and that it was looked
 * at HZ times a second.  Releases F. */
void wait_file_end(struct wait_file *f, enum rec_end end, uint32_t problems, uint32_t hz);

/* Does the recorder that F stands for count?  gprowse control can halt it, and so does
 * wait_file_halt(). */
bool wait_file_is_on(const struct wait_file *f);
void wait_file_halt(struct wait_file *f);

/* Writes rec_head.outside, a set of enum rec_outside, anew. */
void wait_file_outside(struct wait_file *f, uint32_t outside);

/* Writes how much was not recorded: the outer frames of TRUNCATED stacks, and UNSAMPLED ns of
 * processor time of threads without samples. */
void wait_file_lost(struct wait_file *f, uint64_t truncated, uint64_t unsampled);

/* Returns the offset of TEXT, which is written unless it is in the file already. */
uint64_t wait_file_text(struct wait_file *f, const char *text);

/* Returns how many texts the file has. */
static inline uint32_t
wait_file_ntexts(const struct wait_file *f)
{
	return f->ntexts;
}

/* Writes MAP as an object, unless this was done before.  If MAP is NULL, writes nothing: a walk may
 * read the mappings again, and the code of a frame that it found before may be gone then. */
void wait_file_object(struct wait_file *f, struct wait_map *map);

/* Makes sure that the file has a table of the thread, even if nothing is added to it. */
void wait_table_begin(struct wait_table *t, struct wait_file *f);

/* Returns the number of the slot of a stack.  FRAMES are N return addresses, the innermost first; N
 * may be 0.  IS_CUT: there are more callers.  LEAF is the innermost frame: in a file of waits, a
 * result of wait_file_text(), otherwise an address. */
uint32_t wait_table_slot(struct wait_table *t, struct wait_file *f, const uint64_t *frames,
	unsigned n, bool is_cut, uint64_t leaf);

/* Returns the number of the slot of the kernel, which SLOT has entered as KERNEL, an enum
 * rec_kernel, says.  SLOT is a result of wait_table_slot(), or UINT32_MAX: no code of the program
 * is known.  Or the slot of a function of the kernel: KERNEL is a result of wait_file_text(), and
 * SLOT is its caller, a result of this function. */
uint32_t wait_table_kernel(struct wait_table *t, struct wait_file *f, uint32_t slot,
	uint64_t kernel);

/* Adds AMOUNT, seen by so many LOOKS, to a slot. */
void wait_table_add(struct wait_table *t, uint32_t slot, uint64_t amount, uint64_t looks);

/* Writes the slots that have changed, and the head of the table. */
void wait_table_flush(struct wait_table *t, struct wait_file *f);
void wait_table_release(struct wait_table *t);

#endif
