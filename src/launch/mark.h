/* mark.h - the lines of the marker of a recording that say what is recorded, and how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MARK_H
#define MARK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "launch/directory.h"
#include "launch/record_options.h"

/* Writes to the marker of D that the program IMAGE is recorded, which was started as COMMAND, as O
 * says.  HAS_WAITS: where its threads wait is recorded, too. */
bool mark_begin(const struct directory *d, const char *image, const char *command,
	const struct record_options *o, bool has_waits, struct err *e);

/* Writes to the marker of D that processes were not found that used so many SECONDS of processor
 * time, if these are not 0. */
bool mark_missed(const struct directory *d, double seconds, struct err *e);

/* Writes to the marker of D that the program has ended with STATUS after ELAPSED ns, or that it was
 * recorded for so long. */
bool mark_end(const struct directory *d, uint64_t elapsed, int status, struct err *e);

#endif
