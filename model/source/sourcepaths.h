/* sourcepaths.h - where source files may be now: directories, and beginnings of paths that changed
 *
 * The recorded path of a source file is the path that the compiler stored in the debug info.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCEPATHS_H
#define SOURCEPATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Where source files are now, as far as the user has said. */
struct source_paths {
	struct path_map {
		const char *old, *new;	/* owned; recorded paths that begin with .old now begin with
					 * .new */
	} *maps;			/* owned */
	char **dirs;			/* owned; directories, those of -I first, then those of
					 * GPROF_PATH */
	size_t nmaps, maps_room, ndirs, dirs_room;
};

/* Adds MAP, which the user gave as "OLD=NEW".  If MAP has several '=', OLD may end at any of them.
 * False: MAP has no '=', or OLD is empty, as E says. */
bool sourcepaths_add_map(struct source_paths *paths, const char *map, struct err *e);

/* Adds the directories in LIST, which are separated by ':'. */
void sourcepaths_add_dirs(struct source_paths *paths, const char *list);

void sourcepaths_release(struct source_paths *paths);

/* Returns the shortest map "OLD=NEW" that turns the path RECORDED into the path FOUND, to be
 * free()d.  OLD and NEW are the two paths without their common suffix, which consists of whole
 * names. */
char *sourcepaths_map_between(const char *recorded, const char *found);

/* Returns the path of the source file RECORDED, to be free()d.  If FOUND is a file, the result is
 * FOUND.  If FOUND is a directory, the file is looked for in FOUND: first at the whole path
 * RECORDED, then at shorter and shorter suffixes of it.  NULL: there is no such file. */
char *sourcepaths_find_in(const char *found, const char *recorded);

/* Returns a path that should be tried for the source file RECORDED, to be free()d.  I is the number
 * of the path: callers count up from 0 until the result is NULL.  Paths from maps come first, then
 * RECORDED itself.  If RECORDED is relative, it is then tried in each directory of PATHS.  Last,
 * its base name is tried in each of these directories.  PATHS may be NULL. */
char *sourcepaths_candidate(const struct source_paths *paths, const char *recorded, size_t i);

/* Searches directory DIR and all directories below for the source file RECORDED.  Of the files with
 * its base name, returns the path that has the longest common suffix with RECORDED, to be free()d.
 * NULL: there is none.  Hidden files and directories are ignored.  The search ends after 20000
 * names. */
char *sourcepaths_search(const char *dir, const char *recorded);

#endif
