/* run.h - runs a program as a child process, and passes signals on to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/sampler.h"
#include "launch/trace.h"
#include "outside/outside.h"
#include "waits/waits.h"

/* A variable of the environment of the program.  It is set to .value or, if .value is NULL,
 * removed. */
struct run_variable {
	const char *name, *value;
};

/* How a program has ended. */
struct run_end {
	int status;			/* the exit status, or 128 + .signal */
	int signal;			/* the signal that ended the program, or 0 */
	uint64_t elapsed;		/* ns from its start to its end */
	double used;			/* seconds of processor time of the program, and of the
					 * children that it and they have waited for */
};

/* What is recorded of a program from outside. */
struct run_recorders {
	const struct waits_options *waits;	/* borrowed; NULL: no waits */
	const struct outside_options *outside;	/* borrowed; NULL: no samples */
	struct outside *samples;
	struct sampler sampler;		/* used instead of .samples for OUTSIDE_STOPS */
	bool has_failed;		/* no samples were taken, although they were asked for, as
					 * .why says */
	struct err why;
};

/* Runs PATH with the arguments WORDS, and waits until the program has ended.  The first of
 * VARIABLES whose .name is NULL ends the list.  The timers of gprowse (setitimer(2)) become those
 * of the program.  False: the program was not executed.  END->status is 125 (no child process could
 * be made), 126 or 127, and E says why.
 *
 * While gprowse waits, signals do not end it; those that were sent to gprowse alone are passed on
 * to the program.  If the terminal stops the program, gprowse stops as well, so that the shell
 * notices.
 *
 * If TRACE is not NULL, and the system allows it, the program is traced.  RECORDERS is used as it
 * says; if samples cannot be taken, RECORDERS->why is set, and the program runs without. */
bool run_program(const char *path, char *const *words, const struct run_variable *variables,
	struct trace *trace, struct run_recorders *recorders, struct run_end *end,
	struct err *e);

/* If a signal has ended the program, ends gprowse by this signal, without a core file. */
void run_end_as(const struct run_end *end);

#endif
