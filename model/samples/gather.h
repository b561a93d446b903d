/* gather.h - many profile files, read one after the other and added up
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

/* What to read.  Files that cannot be used are left out, and complained of. */
struct gather_files {
	const char *const *files;	/* paths, which the samples will name */
	size_t nfiles;
	struct raw known;		/* what is known of the process that wrote them */
	bool any_rate;			/* take files of other rates, too:
					 * that of the first counts */
	bool only_whole;		/* leave out files that are damaged
					 * at their end, too */
	struct stop *stop;		/* or NULL */

	/* ONE was read from PATH, and may be changed; or NULL. */
	void (*on_read)(void *with, const char *path, struct samples *one);

	/* ONE is about to be added.  May be NULL. */
	void (*on_add)(void *with, const struct samples *one);

	/* Of the file PATH only what stands before the damage D was used or, with NULL,
	 * nothing.  E says why, without naming it. */
	void (*on_unusable)(void *with, const char *path, const struct damage *d, struct err *e);
	void *with;
};

/* Read the files and add them to SUM, each freed before the next one is read.  False: none of
 * them can be used, which was complained of; or somebody asked to stop. */
bool gather_files(struct samples *sum, const struct gather_files *g);

#endif
