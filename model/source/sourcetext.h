/* sourcetext.h - the text of source files, wherever they are by now
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCETEXT_H
#define SOURCETEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"

/* Where sources are looked for. */
struct source_paths {
	struct path_map {
		const char *old, *new;	/* owned; a path that begins with OLD begins with NEW */
	} *maps;			/* owned */
	char **dirs;			/* owned; -I and GPROF_PATH, in order */
	size_t nmaps, maps_room, ndirs, dirs_room;
};

/* Add "OLD=NEW".  False: there is no '='. */
bool sourcepaths_map(struct source_paths *paths, const char *map, struct err *e);

/* Add the directories of LIST, which ':' separates. */
void sourcepaths_add(struct source_paths *paths, const char *list);

void sourcepaths_release(struct source_paths *paths);

/* The "OLD=NEW" that turns the path RECORDED by the compiler into FOUND, as short as their
 * common end allows; to be free()d. */
char *sourcepaths_between(const char *recorded, const char *found);

/* The source that the compiler knew as RECORDED, now at FOUND if that is a file, else in or
 * below the directory FOUND: where the longest end of the path fits, at last the base name.
 * To be free()d; NULL: it is not there. */
char *sourcepaths_below(const char *found, const char *recorded);

/* The path that is tried as number I for the source that the compiler knew as RECORDED:
 * mapped, as it is, then below each directory, whole and by its base name.  To be free()d;
 * NULL: there are no more.  PATHS may be NULL. */
char *sourcepaths_try(const struct source_paths *paths, const char *recorded, size_t i);

/* The file below directory DIR that has the longest end of the path RECORDED in common with
 * it, its base name at least; to be free()d, or NULL.  A few thousand names are looked at,
 * hidden ones not. */
char *sourcepaths_search(const char *dir, const char *recorded);

struct source_text {
	char *path;			/* owned; where it was found */
	struct file file;		/* owned */
	size_t *line_at;		/* owned; line n begins at line_at[n - 1] and ends before
					 * line_at[n], its end of line included */
	uint32_t nlines;
	time_t modified;
};

/* Read the first of these paths that is a regular file and can be read.  False: there is none; E
 * says so, which is ERR_MISSING, or why the first one that is there cannot be read. */
bool sourcetext_open(struct source_text *t, const char *recorded,
	const struct source_paths *paths, struct err *e);

void sourcetext_release(struct source_text *t);

/* Line NUMBER, 1 <= NUMBER <= nlines, without its end; *N bytes, not NUL-terminated. */
const char *sourcetext_line(const struct source_text *t, uint32_t number, size_t *n);

#endif
