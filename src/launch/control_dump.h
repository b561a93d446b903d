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

/* Writes a gmon.out to PATH, with what the processes of T, also ended ones, recorded since their
 * last reset.  If a file has a copy in COPIES, the copy is read instead.  The gmon.out describes
 * T->program or, if that is NULL, the program of the first target. */
bool control_dump(const struct targets *t, const struct control_copies *copies, const char *path,
	struct err *e);

#endif
