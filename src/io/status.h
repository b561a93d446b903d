/* status.h - the exit status of the program, and its last message
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATUS_H
#define STATUS_H

#include "base/err.h"

/* Flushes standard output and writes E to standard error, unless its kind is ERR_UNREAD.  Returns
 * EXIT_FAILURE. */
int status_failed(const struct err *e);

/* Flushes standard output, reports any error, and returns the exit status.  ERROR: the errno that
 * out_close() found, or 0. */
int status_written(int error);

#endif
