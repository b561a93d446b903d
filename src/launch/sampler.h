/* sampler.h - samples a program that gprowse record starts, by short stops
 *
 * A process that traces another gets its ends and stops before its parent.  So a process of its own
 * stops the threads of the program, for which gprowse waits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SAMPLER_H
#define SAMPLER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"
#include "launch/orphan.h"
#include "outside/outside.h"

struct sampler {
	struct orphan process;
	int executed;			/* the end of a pipe that the program closes when it is
					 * executed */
};

/* Makes the process of S, which will record as OPTIONS, borrowed, say.  False: this is not
 * possible, as E says; S then does nothing. */
bool sampler_begin(struct sampler *s, const struct outside_options *options, struct err *e);

/* Called in the child that will execute the program: lets S trace it (Yama). */
void sampler_allow(const struct sampler *s);

/* Samples process PID from when it executes the program. */
void sampler_follow(struct sampler *s, pid_t pid);

/* Ends S, after the process has ended.  False: no samples could be taken, as E says. */
bool sampler_end(struct sampler *s, struct err *e);

#endif
