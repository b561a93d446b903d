/* control_copy.h - the copies of recordings that a reset makes
 *
 * See REC_BASE_SUFFIX in record/recording.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_COPY_H
#define CONTROL_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "launch/target.h"

/* The copies of the files of a recording. */
struct control_copies {
	struct control_copy {
		const char *name;	/* borrowed; of the target, for messages */
		char *of;		/* owned; path of the file */
		char *path;		/* owned; path of the copy; NULL: it was renamed */
	} *list;			/* owned; the copies of the files of the processes have the
					 * indices of the targets, those of waits follow */
	size_t n, room;
};

/* Copies each file of T, including the files of processes that have ended, and their files of
 * waits.  If T is a directory, also copies the files of waits of children that have no recordings
 * yet.  A copy gets a temporary name beside the file.  False: E says why not all files could be
 * copied.  Release COPIES in any case. */
bool control_copies_make(struct control_copies *copies, const struct targets *t, struct err *e);

/* Renames the copies.  From then on, readers subtract the counts of a copy from those of its file.
 * False: E says why a copy could not be renamed; the copies of earlier targets have been
 * renamed. */
bool control_copies_use(struct control_copies *copies, struct err *e);

/* Removes copies that were not renamed. */
void control_copies_release(struct control_copies *copies);

#endif
