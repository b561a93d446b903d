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
#include "load/open.h"
#include "load/recorded_files.h"
#include "load/recorded_images.h"
#include "load/recorded_maps.h"
#include "load/recorded_memory.h"
#include "load/recorded_notes.h"
#include "load/recorded_parts.h"
#include "measured/measured.h"
#include "measured/recording.h"
#include "measured/snapshot.h"

/* What is remembered of a file that was added before. */
struct recorded_past {
	const char *path;		/* of the file */
	uint32_t nobjects;
	struct recorded_memory arcs, stacks;
	uint32_t *tables;		/* owned; indexed by table of the file: its part in M */
	uint32_t ntables;
	size_t tables_room;
	bool had_ended;			/* its process had ended */
	uint64_t calls, ticks, samples;	/* what it added to the sums of recorded_totals */
	bool is_kept;			/* .kept has its values */
	unsigned char session[16];	/* then: as in struct recording */
};

struct recorded_load {
	struct measured *m;		/* borrowed; gets what the files have */
	struct measured *shown;		/* borrowed; gets the processes and threads as parts: M,
					 * unless the files will be added again */
	uint32_t *shown_of;		/* owned; then: indexed by part of M, which is a table of a
					 * file: the part of SHOWN, or NOBODY */
	size_t shown_room;
	const struct open_options *options;	/* borrowed */
	struct recorded_images images;
	struct recorded_totals totals;
	const char *thread_names;	/* names of the first threads; NULL: there are none */
	uint32_t nthread_names;
	struct recorded_past *pasts;	/* owned; one for each file, if .is_live */
	uint32_t npasts;
	size_t pasts_room;
	struct numbering past_numbers;
	struct arena past_paths;
	struct {
		struct snapshot_values values;	/* of .m: what these files have; else 0 */
		struct recorded_totals totals;	/* of these files */
		enum open_since since;		/* from when on their values are counted */
		size_t n;			/* number of these files */
	} kept;				/* files of ended processes, which are not read again */
	bool image_found;		/* an object has the name of options->only_image */

	/* Of the file that is being added. */
	const struct recording *r;
	struct recorded_past *past;	/* what it was before; NULL: it is added only once */
	struct recorded_maps maps;
	struct recorded_parts parts;
	uint32_t *image_of;		/* owned; indexed by object: its image */
};

/* Begins to add recordings to M, which is empty.  PROGRAM: the file of a program that is used
 * instead of the recorded one; or NULL.  SHOWN: M, if the files are added once.  Else each table of
 * a file is a part of M, because its thread can change its name, and another thread can get the
 * table; the processes and threads are parts of SHOWN, which is empty. */
void recorded_load_open(struct recorded_load *l, struct measured *m, struct measured *shown,
	const char *program, const struct open_options *options);
void recorded_load_release(struct recorded_load *l);

/* Adds all FILES, except those that are kept.  False: the user stopped, as E says. */
bool recorded_load_add(struct recorded_load *l, const struct recorded_files *files, struct err *e);

/* Forgets what was added up of files, except the images and those of FILES that are kept, so that
 * FILES can be added again. */
void recorded_load_again(struct recorded_load *l, const struct recorded_files *files);

/* Sets the members of TO, which is L->m or a snapshot of it, that say what was recorded. */
void recorded_load_finish(struct recorded_load *l, const struct recorded_files *files,
	struct measured *to);

#endif
