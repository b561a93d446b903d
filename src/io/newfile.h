/* newfile.h - a file that is there whole, or not at all
 *
 * It is written under another name beside the one it will have, and renamed when all of it is
 * there: until then, and if anything fails, what was there before is untouched.
 * When the program ends meanwhile, by exit() or a signal that can be caught, the other name
 * goes.  One file at a time.
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

/* Begin the file PATH; what is there already must be a file or a symbolic link (which will be
 * replaced, not followed).  Write to F->fd.  A file that replaces another has its permissions. */
bool newfile_open(struct newfile *f, const char *path, struct err *e);

/* Give it its name.  ERROR: an errno of writing it, or 0.  Unless all went well the file is
 * removed again, and E says so. */
bool newfile_close(struct newfile *f, int error, struct err *e);

#endif
