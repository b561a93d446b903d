/* outside.h - records the processor time of a process from outside
 *
 * Nothing is loaded into the process, so calls are not counted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUTSIDE_H
#define OUTSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct outside_options {
	int directory;			/* borrowed; a descriptor of the directory of the
					 * recording */
	const uint8_t *session;		/* borrowed; 16 bytes, as in rec_head */
	uint32_t hz;			/* samples per second of processor time; not 0 */
	pid_t pid;			/* the process */
	bool has_run;			/* it has run before */
};

struct outside;

/* Begins to record.  Returns NULL if this is not possible, as E says. */
struct outside *outside_begin(const struct outside_options *o, struct err *e);

/* Ends it, and writes what is left to be written.  HAS_ENDED: the process has ended. */
void outside_end(struct outside *o, bool has_ended);

#endif
