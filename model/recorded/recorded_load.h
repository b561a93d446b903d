/* recorded_load.h - adds the files of recordings to a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_LOAD_H
#define RECORDED_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/numbering.h"
#include "measured/measured.h"
#include "measured/recording.h"
#include "measured/snapshot.h"
#include "profile/open_options.h"
#include "recorded/recorded_files.h"
#include "recorded/recorded_images.h"
#include "recorded/recorded_jit.h"
#include "recorded/recorded_maps.h"
#include "recorded/recorded_memory.h"
#include "recorded/recorded_notes.h"
#include "recorded/recorded_parts.h"

/* What is remembered of a file, so that another read of the file is faster. */
struct recorded_past {
	const char *path;		/* path of the file */
	uint32_t nobjects;
	struct recorded_memory arcs, stacks;
	uint32_t *tables;		/* owned; indexed by table of the file: the part of
					 * recorded_load.m that stands for the table */
	uint32_t ntables;
	size_t tables_room;
	bool had_ended;			/* the process had already ended at the last read */
	uint64_t calls, ticks, samples;	/* what the file added to the members .calls, .ticks and
					 * .samples of recorded_totals at the last read */
	struct stack_roots roots;	/* likewise, to .roots */
	bool is_kept;			/* recorded_load.kept has the values of the file */
	unsigned char session[16];	/* if .is_kept: as in struct recording */
};

struct recorded_load {
	struct measured *m;		/* borrowed; receives the contents of the files */
	struct measured *shown;		/* borrowed; receives the processes and threads as parts;
					 * equal to .m if each file is read only once */
	uint32_t *shown_of;		/* owned; NULL if .shown is .m.  Indexed by part of .m; each
					 * part of .m is a table of a file.  An element is the part
					 * of .shown to which the table belongs; NOBODY: the table
					 * is not shown */
	uint64_t *reset_of;		/* owned; indexed like .shown_of: time of the reset from
					 * which on the values of the table are counted, in ns since
					 * 1970; 0: from the start */
	size_t shown_room, reset_room;
	const struct open_options *options;	/* borrowed */
	bool are_several;		/* the files belong to several recordings */
	const char *recording;		/* path of the recording that is being read; NULL: it is the
					 * only one */
	struct recorded_images images;
	struct recorded_totals totals;
	const char *thread_names;	/* text of recorded_list(): names and numbers of the threads
					 * of all processes; NULL: there are none */
	uint32_t nthread_names;
	struct recorded_past *pasts;	/* owned; one for each file; none if .shown is .m */
	uint32_t npasts;
	size_t pasts_room;
	struct numbering past_numbers;
	struct arena past_paths;
	struct {
		struct snapshot_values values;	/* the values in .m that come from kept files */
		struct recorded_totals totals;	/* sums over the kept files only */
		enum open_since since;		/* value of open_options.since when the kept files
						 * were read */
		size_t n;			/* number of kept files */
	} kept;				/* the kept files: files of ended processes, which are not
					 * read again */
	bool image_found;		/* options->only_image is the path or the name of some
					 * object */

	/* These members are about the file that is being added. */
	const struct recording *r;
	struct recorded_past *past;	/* the element of .pasts for the file; NULL if each file is
					 * read only once, so nothing is remembered */
	struct recorded_maps maps;
	struct recorded_jit jit;	/* names of code that is in no file */
	struct recorded_parts parts;
	uint32_t *image_of;		/* owned; indexed by object: its image */
	bool *idle;			/* owned; indexed by stack: it is the place of an idle
					 * thread; NULL: no thread is idle */
};

/* The events of a recording.  All but the first exist only if there are files of waits, the last
 * two only if each file is read only once, and the last one only if there are idle threads. */
enum recorded_event {
	RECORDED_TIME, RECORDED_WAIT, RECORDED_WALL, RECORDED_QUEUE, RECORDED_IDLE, RECORDED_EVENTS
};

/* Begins to add recordings to M, which is empty.  HAS_WAITS: some files may be files of waits.
 * PROGRAM, which may be NULL, is the path of a program that replaces a recorded image, see
 * recorded_images.program.  If each file is read only once, SHOWN is M.  Otherwise, SHOWN is
 * another empty measured profile.  Its parts are processes and threads, and the parts of M are the
 * tables of files.  These parts differ because a thread can change its name, and another thread can
 * get its table. */
void recorded_load_open(struct recorded_load *l, struct measured *m, struct measured *shown,
	const char *program, bool has_waits, const struct open_options *options);
void recorded_load_release(struct recorded_load *l);

/* Adds all FILES, except those whose values are kept.  A file that cannot be read is only noted.
 * Returns false if the user stopped the work, as E says. */
bool recorded_load_add(struct recorded_load *l, const struct recorded_files *files, struct err *e);

/* Prepares L so that FILES can be added again.  Sets all values to those of the kept files, or to
 * 0.  If a kept file is not among FILES, or if options->since has changed, no values are kept any
 * longer.  Images stay open. */
void recorded_load_again(struct recorded_load *l, const struct recorded_files *files);

/* Sets the members of TO that say what was recorded: files, period, program, title and notes.  TO
 * is L->m or a snapshot of L->m. */
void recorded_load_finish(struct recorded_load *l, const struct recorded_files *files,
	struct measured *to);

#endif
