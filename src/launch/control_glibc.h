/* control_glibc.h - gprowse control of a program whose calls and samples glibc counts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_GLIBC_H
#define CONTROL_GLIBC_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"
#include "launch/control_options.h"

/* Does what O asks for with process PID, which is not recorded.  If O asks for nothing, prints the
 * state of the process.  A reset is always refused.  False: E says why it was not done. */
bool control_glibc(pid_t pid, const struct control_options *o, struct err *e);

#endif
