/* sourcepaths.h - where source files may be now: directories, and beginnings of paths that changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCEPATHS_H
#define SOURCEPATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* Where sources are looked for. */
struct source_paths {
	struct path_map {
		const char *old, *new;	/* owned; a path that begins with OLD begins with NEW */
	} *maps;			/* owned */
	char **dirs;			/* owned; -I and GPROF_PATH, in order */
	size_t nmaps, maps_room, ndirs, dirs_room;
};

/* Add "OLD=NEW".  False: there is no '='. */
bool sourcepaths_add_map(struct source_paths *paths, const char *map, struct err *e);

/* Add the directories of LIST, which ':' separates. */
void sourcepaths_add_dirs(struct source_paths *paths, const char *list);

void sourcepaths_release(struct source_paths *paths);

/* The "OLD=NEW" that turns the path RECORDED by the compiler into FOUND, as short as their
 * common end allows; to be free()d. */
char *sourcepaths_map_between(const char *recorded, const char *found);

/* The source that the compiler knew as RECORDED, now at FOUND if that is a file, else in or
 * below the directory FOUND: where the longest end of the path fits, at last the base name.
 * To be free()d; NULL: it is not there. */
char *sourcepaths_find_in(const char *found, const char *recorded);

/* The path that is tried as number I for the source that the compiler knew as RECORDED:
 * mapped, as it is, then below each directory, whole and by its base name.  To be free()d;
 * NULL: there are no more.  PATHS may be NULL. */
char *sourcepaths_candidate(const struct source_paths *paths, const char *recorded, size_t i);

/* The file below directory DIR that has the longest end of the path RECORDED in common with
 * it, its base name at least; to be free()d, or NULL.  A few thousand names are looked at,
 * hidden ones not. */
char *sourcepaths_search(const char *dir, const char *recorded);

#endif
