/* run.h - runs a program as a child process, and passes signals on to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/trace.h"

/* A variable of the environment of the program.  It is set to .value or, if .value is NULL,
 * removed. */
struct run_variable {
	const char *name, *value;
};

/* Runs PATH with the arguments WORDS, and waits until the program has ended.  The first of
 * VARIABLES whose .name is NULL ends the list.  *STARTED becomes whether the program was executed.
 * Returns the exit status of the program, or 128 + n if signal n ended it.  If the program was not
 * executed, returns 125 (no child process could be made), 126 or 127, and E says why.
 *
 * While gprowse waits, signals such as SIGINT and SIGTERM do not end it.  The terminal sends its
 * signals to the program, too.  A signal that another process sends to gprowse is passed on to the
 * program.  If the terminal stops the program, gprowse stops as well, so that the shell notices.
 *
 * If TRACE is not NULL, and the system allows it, the program is traced. */
int run_program(const char *path, char *const *words, const struct run_variable *variables,
	struct trace *trace, bool *started, struct err *e);

#endif
