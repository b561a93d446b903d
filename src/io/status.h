/* status.h - how the program ends: what it says then, and its exit status
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STATUS_H
#define STATUS_H

#include "base/err.h"

/* Say on standard error what is wrong; the exit status. */
int status_failed(const struct err *e);

/* Everything was written to standard output: or was it?  ERROR: what out_close() found, an
 * errno.  The exit status; what is wrong was said. */
int status_written(int error);

#endif
