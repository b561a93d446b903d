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

/* What to read, and functions to call. */
struct gather_files {
	const char *const *files;	/* paths; the sum borrows them */
	size_t nfiles;
	struct raw known;		/* facts about the program that wrote the files, for
					 * format_read() */
	bool any_rate;			/* files may have different rates, except files of BSD; the
					 * rate of the first file is used for all */
	bool only_whole;		/* skip a damaged file; otherwise the part before the damage
					 * is used */
	struct stop *stop;		/* lets the user stop gather_files(); or NULL */

	/* Called after ONE was read from PATH.  Not called if ONE cannot be used.  May change ONE.
	 * The pointer may be NULL. */
	void (*on_read)(void *with, const char *path, struct samples *one);

	/* Is ONE, which was read from PATH, to be added to the sum?  If not, E says why.  If the
	 * pointer is NULL, all files are added. */
	bool (*is_wanted)(void *with, const char *path, struct samples *one, struct err *e);

	/* Called before ONE is added to the sum.  The pointer may be NULL. */
	void (*on_add)(void *with, const struct samples *one);

	/* Called for a file that was not used completely.  If D is not NULL, the file was used up
	 * to the damage D.  If D is NULL, nothing of the file was used.  E says why, without naming
	 * PATH.  The pointer must not be NULL. */
	void (*on_unusable)(void *with, const char *path, const struct damage *d, struct err *e);
	void *with;
};

/* Reads the files one by one and adds them to SUM.  Returns false if no file can be used, or the
 * user has stopped the work. */
bool gather_files(struct samples *sum, const struct gather_files *g);

#endif
