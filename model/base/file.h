/* file.h - reading whole files into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/stop.h"

struct file {
	unsigned char *bytes;		/* owned */
	size_t size;
};

/* Reads the file PATH into F, to be released; "-" means standard input.  STOP, which may be NULL,
 * can stop the wait for a pipe (ERR_STOPPED).  On failure, F is empty, and the message of E does
 * not name PATH. */
bool file_read(struct file *f, const char *path, struct stop *stop, struct err *e);

/* Opens PATH for reading if it is a regular file, or a link to one.  Never waits, as open() does
 * for a named pipe.  Returns the descriptor, or -1 with errno set; for a directory, a pipe or a
 * device, errno is EINVAL. */
int file_open(const char *path);

/* Waits until FD has bytes or is at its end.  FD may be a pipe without a writer.  Returns false if
 * STOP, which may be NULL, stopped the wait, or if waiting failed; E says which. */
bool file_wait(int fd, struct stop *stop, struct err *e);

void file_release(struct file *f);

#endif
