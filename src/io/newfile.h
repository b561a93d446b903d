/* newfile.h - writes a file completely, or leaves the old file as it was
 *
 * The file is written under a temporary name in the same directory and renamed when it is complete.
 * Until then, and if anything fails, the old file is untouched.  If exit() or a signal that can be
 * caught ends the program before that, the temporary file is removed.  Only one file can be open at
 * a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NEWFILE_H
#define NEWFILE_H

#include <stdbool.h>

#include "base/err.h"

struct newfile {
	const char *path;		/* borrowed */
	char *temporary;		/* owned */
	int fd;
};

/* Begins the file PATH; the caller writes to F->fd.  If PATH exists, it must be a regular file or a
 * symbolic link, which is replaced, not followed.  A link into /proc, such as /dev/stdout, is
 * refused.  False: E says why.  The new file gets the permissions of a regular file that it
 * replaces, if the file system can store them. */
bool newfile_open(struct newfile *f, const char *path, struct err *e);

/* Closes the file and gives it its name.  ERROR: the errno of a write that failed, or 0.  False:
 * the temporary file was removed, and E says why. */
bool newfile_close(struct newfile *f, int error, struct err *e);

#endif
