/* control_dump.h - the gmon.out of this moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_DUMP_H
#define CONTROL_DUMP_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/control_copy.h"
#include "launch/target.h"

/* Writes what the processes of T recorded since their last reset to the gmon.out PATH.  What was
 * copied to COPIES is taken from there. */
bool control_dump(const struct targets *t, const struct control_copies *copies, const char *path,
	struct err *e);

#endif
