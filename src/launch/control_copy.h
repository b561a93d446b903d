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
	char **paths;			/* owned; indexed by target: path of its copy; NULL: the
					 * target has no copy that is to be renamed */
	size_t n;			/* number of targets */
};

/* Copies each file of T, also files of processes that have ended.  A copy gets a temporary name
 * beside the file.  False: E says why not all files could be copied.  Release COPIES in any
 * case. */
bool control_copies_make(struct control_copies *copies, const struct targets *t, struct err *e);

/* Renames the copies, so that readers subtract them.  False: E says why a copy could not be
 * renamed; the copies of earlier targets have been renamed. */
bool control_copies_use(struct control_copies *copies, const struct targets *t, struct err *e);

/* Removes copies that were not renamed. */
void control_copies_release(struct control_copies *copies);

#endif
