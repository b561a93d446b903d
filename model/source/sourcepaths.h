/* sourcepaths.h - where source files may be now: directories, and beginnings of paths that changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCEPATHS_H
#define SOURCEPATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* A source file is known by the path that the compiler recorded. */
struct source_paths {
	struct path_map {
		const char *old, *new;	/* owned; a recorded path that begins with OLD now begins
					 * with NEW */
	} *maps;			/* owned */
	char **dirs;			/* owned; of -I and GPROF_PATH, in that order */
	size_t nmaps, maps_room, ndirs, dirs_room;
};

/* Add a map given as "OLD=NEW".  If there are more '=', any of them may be between OLD and NEW.
 * False: there is no '=', or OLD is empty. */
bool sourcepaths_add_map(struct source_paths *paths, const char *map, struct err *e);

/* Add the directories of LIST, separated by ':'. */
void sourcepaths_add_dirs(struct source_paths *paths, const char *list);

void sourcepaths_release(struct source_paths *paths);

/* Returns the shortest "OLD=NEW" that maps the path RECORDED to the path FOUND, to be free()d.
 * OLD and NEW are the two paths without their common suffix of whole names. */
char *sourcepaths_map_between(const char *recorded, const char *found);

/* Returns the path of the source RECORDED: FOUND itself if it is a file, else the file in the
 * directory FOUND whose path from there is the longest suffix of RECORDED.  To be free()d; NULL:
 * there is no such file. */
char *sourcepaths_find_in(const char *found, const char *recorded);

/* Returns path number I to try for the source RECORDED, to be free()d; NULL: there are no more.
 * First come the paths that the maps give, then RECORDED as it is, then RECORDED, if it is
 * relative, in each directory, then its base name in each directory.  PATHS may be NULL. */
char *sourcepaths_candidate(const struct source_paths *paths, const char *recorded, size_t i);

/* Returns the file below directory DIR whose path has the longest common suffix of whole names with
 * RECORDED, at least the base name; to be free()d, or NULL.  The search ends after 20000 names and
 * skips hidden ones. */
char *sourcepaths_search(const char *dir, const char *recorded);

#endif
