/* session_read.h - reading the files of the profile again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SESSION_READ_H
#define SESSION_READ_H

#include "session.h"

/* Reads all files again.  But if the program is followed, only begins to read. */
void session_read_again(struct session *s);

/* Shows the inlined functions of images as functions of their own, or no longer.  The files are
 * read again. */
void session_read_inlined(struct session *s);

/* Divides a profile of perf into other parts: by names of threads, then by processors, then by
 * threads again.  The files are read again. */
void session_read_divided(struct session *s);

#endif
