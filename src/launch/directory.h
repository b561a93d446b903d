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
#include <sys/types.h>

#include "base/err.h"

enum { DIRECTORY_HEX = 33 };		/* bytes of a session as text */

struct directory {
	char *path;			/* owned; as the user wrote it, without '/' at its end */
	char *absolute;			/* owned; without symbolic links */
	int fd;
	uint8_t session[16];		/* random number of the session, as in the marker */
	bool replaced;			/* a recording .path existed, and was renamed to
					 * .path.old */
};

/* Makes the directory PATH with mode 0700, and its marker.  If a recording PATH exists, renames it
 * to PATH.old; if a recording PATH.old exists, removes this first.  False: E says why this cannot
 * be done, for example because PATH or PATH.old is not a recording of this user.  PATH must not be
 * a symbolic link.  Release D in any case. */
bool directory_make(struct directory *d, const char *path, struct err *e);

/* Removes the directory, and renames PATH.old back, because the program could not be started. */
void directory_undo(struct directory *d);

/* Writes the session of D to TEXT, in hexadecimal. */
void directory_session(const struct directory *d, char text[DIRECTORY_HEX]);

/* Adds the line "WORD TEXT" to the marker.  Backslashes, and bytes of TEXT that are not printable
 * ASCII, become \xHH. */
bool directory_mark(const struct directory *d, const char *word, const char *text, struct err *e);

/* Returns the path of the file NAME in D, to be free()d.  The path is valid in this process until
 * directory_release(), even if the directory is renamed. */
char *directory_file(const struct directory *d, const char *name);

/* If the text of E begins with PATH, which directory_file() has returned, removes PATH: users know
 * the file by another path.  Returns false. */
bool directory_unnamed(struct err *e, const char *path);

/* Copies the file FROM, at most MOST bytes of it, to a new file NAME in D.  False: this cannot be
 * done, and there is no new file. */
bool directory_copy(const struct directory *d, int from, const char *name, off_t most);

/* For each file in D, calls VISIT with D, the name of the file, and WITH, until VISIT returns
 * false.  False: D cannot be read, as E says without naming D. */
bool directory_visit(const struct directory *d,
	bool (*visit)(const struct directory *d, const char *name, void *with), void *with,
	struct err *e);

void directory_release(struct directory *d);

#endif
