/* profiledir.h - the profiles in a directory: gmon.out, gmon.out.1234, ...
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROFILEDIR_H
#define PROFILEDIR_H

#include <stddef.h>

#include "base/arena.h"

/* Profile files that the user named, or that are in directories that the user named. */
struct profile_list {
	const char **files;		/* owned; its paths are borrowed */
	const char **dirs;		/* owned; indexed by file: the directory in which it was
					 * found; NULL if the user named the file */
	size_t n, room, dirs_room;
};

/* Sets L to the N paths at NAMED.  A directory is replaced by its regular files gmon.out*, sorted
 * by name; TEXT owns their paths.  If a directory has no such files, or has the counters of a
 * kernel, L contains the directory itself. */
void profiledir_expand(struct profile_list *l, const char *const *named, size_t n,
	struct arena *text);
void profiledir_release(struct profile_list *l);

/* Returns the path of the first file gmon.out* in the directory DIR, by name, or NULL if there is
 * none.  TEXT owns the path. */
const char *profiledir_first(const char *dir, struct arena *text);

#endif
