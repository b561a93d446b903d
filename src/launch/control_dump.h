/* control_dump.h - writes what was recorded until now as a gmon.out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_DUMP_H
#define CONTROL_DUMP_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/control_copy.h"
#include "launch/target.h"

/* Writes what the processes of T recorded since their last reset to the gmon.out PATH.  Files that
 * have a copy in COPIES are read from the copy. */
bool control_dump(const struct targets *t, const struct control_copies *copies, const char *path,
	struct err *e);

#endif
