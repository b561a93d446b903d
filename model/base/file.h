/* file.h - whole files in memory.  SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Read the file PATH ("-": standard input) with read(2).  A pipe may keep it waiting until STOP,
 * if it is not NULL, stops it, which is ERR_STOPPED.  E does not name PATH. */
bool file_read(struct file *f, const char *path, struct stop *stop, struct err *e);

void file_release(struct file *f);

#endif
