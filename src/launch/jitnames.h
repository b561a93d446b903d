/* jitnames.h - keeps the names of code that recorded processes made while they ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef JITNAMES_H
#define JITNAMES_H

#include "launch/directory.h"
#include "measured/recording.h"

/* Copies the perf-PID.map of the process R into D, beside NAME, the file of R in D
 * (recorded/recorded_jit.h).  Copies nothing if this user's process did not write such a file while
 * R was recorded. */
void jitnames_keep(const struct directory *d, const char *name, const struct recording *r);

#endif
