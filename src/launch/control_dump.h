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

/* Writes a gmon.out to PATH.  It has the calls and samples that the processes of T recorded since
 * their last reset; processes that have ended are included.  If a file of T has a copy in COPIES,
 * the copy is read instead of the file.  The gmon.out describes T->program or, if that is NULL, the
 * program of the first target. */
bool control_dump(const struct targets *t, const struct control_copies *copies, const char *path,
	struct err *e);

#endif
