/* run.h - runs a program as a child process that signals reach as if gprowse were not there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/trace.h"

/* Variables that the program gets besides those of gprowse; a value NULL removes the variable. */
struct run_variable {
	const char *name, *value;
};

/* Runs PATH with the arguments WORDS and waits until it has ended.  VARIABLES end with a row
 * without name.  *STARTED: the program was executed.  Returns the exit status of the program, 128 +
 * n if signal n ended it, or, if it was not executed, 126 or 127; then E says why.
 *
 * While it waits, gprowse is not ended by signals.  Signals of the terminal reach the program
 * without it.  A signal that another process sends to gprowse is sent to the program.  If the
 * terminal stops the program, gprowse stops as well, so that the shell notices.
 *
 * If TRACE is not NULL, the program is traced, if the system allows it. */
int run_program(const char *path, char *const *words, const struct run_variable *variables,
	struct trace *trace, bool *started, struct err *e);

#endif
