/* directory.h - the directory of a recording: made anew, an old one kept
 *
 * A directory is a recording if it holds the marker file that record/recording.h describes.
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
	bool replaced;			/* an old recording was renamed to PATH.old */
};

/* Makes the directory PATH, with mode 0700 whatever the umask is.  A recording of this name is
 * renamed to PATH.old, and replaces an older recording of that name.  Anything else of these names
 * is refused.  Symbolic links are not followed. */
bool directory_make(struct directory *d, const char *path, struct err *e);

/* The program could not be started: removes the directory, and renames PATH.old back. */
void directory_undo(struct directory *d);

/* Adds the line "WORD TEXT" to the marker file.  Bytes of TEXT that are no printable ASCII, and
 * backslashes, become \xHH. */
bool directory_mark(const struct directory *d, const char *word, const char *text, struct err *e);

/* Returns the path of the file NAME in D, to be free()d.  It stays valid if the directory is
 * renamed while the program runs. */
char *directory_file(const struct directory *d, const char *name);

/* Calls VISIT with the name of each file in D and WITH, until VISIT returns false. */
void directory_visit(const struct directory *d,
	bool (*visit)(const struct directory *d, const char *name, void *with), void *with);

void directory_release(struct directory *d);

#endif
