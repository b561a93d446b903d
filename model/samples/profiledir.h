/* profiledir.h - the profiles in a directory: gmon.out, gmon.out.1234, ...
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILEDIR_H
#define PROFILEDIR_H

#include <stddef.h>

#include "base/arena.h"

/* Profile files that were named, and those found in directories that were named. */
struct profile_list {
	const char **files;		/* owned; their paths, borrowed */
	const char **dirs;		/* owned; for each file the directory in which it was found;
					 * NULL: the file was named */
	size_t n, room, dirs_room;
};

/* Set L to the N paths NAMED.  A directory is replaced by its regular files gmon.out*, sorted by
 * name, unless it has none of these or has the counters of a kernel.  TEXT gets new paths. */
void profiledir_expand(struct profile_list *l, const char *const *named, size_t n,
	struct arena *text);
void profiledir_release(struct profile_list *l);

/* Returns the name of the first file gmon.out* in the directory DIR, in TEXT, or NULL. */
const char *profiledir_first(const char *dir, struct arena *text);

#endif
