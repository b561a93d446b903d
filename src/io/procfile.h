/* procfile.h - small files of /proc
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROCFILE_H
#define PROCFILE_H

#include <stddef.h>

/* Reads the beginning of the file PATH, at most ROOM bytes, by one call of read(2): what the kernel
 * says of one moment.  Returns the number of bytes; 0 if the file is empty or cannot be read. */
size_t procfile_read(const char *path, void *bytes, size_t room);

/* Returns the letter of the state of the process or thread whose file "stat" is PATH, such as 'T';
 * 0 if there is none.  Source: proc_pid_stat(5). */
char procfile_state(const char *path);

#endif
