/* file.h - reading whole files into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/err.h"
#include "base/stop.h"

struct file {
	unsigned char *bytes;		/* owned */
	size_t size;
};

/* Which files are read. */
enum file_kinds {
	FILE_REGULAR,			/* only regular files: the path is from a file, which
					 * another user may have made */
	FILE_SMALL,			/* likewise, of at most 256 MB: sources and lists of names,
					 * which are never larger.  A file that is mostly a hole
					 * takes little room in an archive */
	FILE_READY,			/* also pipes that have a writer */
	FILE_AWAITED,			/* also pipes without a writer: it is waited for */
};

/* Reads the file PATH into F, to be released; "-" means standard input.  STOP, which may be NULL,
 * can stop the wait for a pipe (ERR_STOPPED).  On failure, F is empty, and the message of E does
 * not name PATH. */
bool file_read(struct file *f, const char *path, enum file_kinds kinds, struct stop *stop,
	struct err *e);

/* Opens the regular file PATH, sets *ST, and returns the descriptor.  Returns -1 if PATH cannot be
 * opened or is no regular file, as E says.  Other files are never opened: to open one may take for
 * ever, and to open and close a pipe ends its writer. */
int file_open_regular(const char *path, struct stat *st, struct err *e);

/* Waits until FD has bytes or is at its end.  FD may be a pipe without a writer.  Returns false if
 * STOP, which may be NULL, stopped the wait, or if waiting failed; E says which. */
bool file_wait(int fd, struct stop *stop, struct err *e);

/* Reads an errno that another process has written to the pipe FD.  Returns 0 if it wrote none. */
int file_read_errno(int fd);

void file_release(struct file *f);

#endif
