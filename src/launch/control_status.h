/* control_status.h - the state of a process that is recorded, as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_STATUS_H
#define CONTROL_STATUS_H

#include "io/out.h"
#include "launch/target.h"

/* Writes the state of the process of T, one fact on each line.  SAMPLES is the file with the
 * samples of the process, which were taken from outside; NULL: they are in the file of T.  False:
 * a file cannot be read, as E says. */
bool control_status(struct out *out, const struct target *t, const struct target *samples,
	struct err *e);

#endif
