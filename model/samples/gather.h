/* gather.h - reading many profile files and adding them up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GATHER_H
#define GATHER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/stop.h"
#include "samples/format.h"
#include "samples/samples.h"

/* What to read and whom to tell. */
struct gather_files {
	const char *const *files;	/* paths; the samples borrow them */
	size_t nfiles;
	struct raw known;		/* facts about the program that wrote the files */
	bool any_rate;			/* accept files of different rates; use the rate of the
					 * first file */
	bool only_whole;		/* skip a damaged file instead of using the part before the
					 * damage */
	struct stop *stop;		/* can stop gather_files(); or NULL */

	/* Called after ONE was read from PATH; may change ONE.  May be NULL. */
	void (*on_read)(void *with, const char *path, struct samples *one);

	/* Is ONE, which was read from PATH, to be added?  If not, E says why.  NULL: all are. */
	bool (*is_wanted)(void *with, const char *path, struct samples *one, struct err *e);

	/* Called before ONE is added to the sum.  May be NULL. */
	void (*on_add)(void *with, const struct samples *one);

	/* Called for a file of which only the part before the damage D was used or, if D is NULL,
	 * nothing.  E says why, without naming PATH. */
	void (*on_unusable)(void *with, const char *path, const struct damage *d, struct err *e);
	void *with;
};

/* Reads the files and adds them to SUM.  Each file is released before the next file is read.
 * False: no file can be used, or the user has stopped the work. */
bool gather_files(struct samples *sum, const struct gather_files *g);

#endif
