/* directory.h - makes the directory of a recording, and renames an older one
 *
 * A directory is a recording if it contains a marker, which record/recording.h describes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DIRECTORY_H
#define DIRECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct directory {
	char *path;			/* owned; as the user wrote it, without '/' at its end */
	char *absolute;			/* owned; without symbolic links */
	int fd;
	uint8_t session[16];		/* random number of the session */
	bool replaced;			/* an old recording now has a name that ends in .old */
};

/* Makes the directory PATH with mode 0700, and its marker.  A recording PATH that exists is renamed
 * to PATH.old, and replaces an older recording of that name.  False: this cannot be done, as E
 * says, for example because one of these names exists and is not a recording of this user.
 * Symbolic links are not followed.  Release D in any case. */
bool directory_make(struct directory *d, const char *path, struct err *e);

/* The program could not be started: removes the directory, and renames PATH.old back. */
void directory_undo(struct directory *d);

/* Adds the line "WORD TEXT" to the marker.  Backslashes, and bytes of TEXT that are not printable
 * ASCII, become \xHH. */
bool directory_mark(const struct directory *d, const char *word, const char *text, struct err *e);

/* Returns the path of the file NAME in D, to be free()d.  It is valid in this process until
 * directory_release(), even if the directory is renamed. */
char *directory_file(const struct directory *d, const char *name);

/* Calls VISIT with the name of each file in D and WITH, until VISIT returns false. */
void directory_visit(const struct directory *d,
	bool (*visit)(const struct directory *d, const char *name, void *with), void *with);

void directory_release(struct directory *d);

#endif
