/* control_status.h - the state of a process that is recorded, as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_STATUS_H
#define CONTROL_STATUS_H

#include "io/out.h"
#include "launch/target.h"

/* Writes the state of the process of T, one fact on each line.  False: the file cannot be read, as
 * E says. */
bool control_status(struct out *out, const struct target *t, struct err *e);

#endif
