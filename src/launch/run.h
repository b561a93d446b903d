/* run.h - runs a program as a child process, and passes signals on to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/trace.h"

/* A variable that is added to the environment of the program.  VALUE is NULL: it is removed. */
struct run_variable {
	const char *name, *value;
};

/* Runs PATH with the arguments WORDS and waits until it has ended.  The last of VARIABLES has no
 * name.  Sets *STARTED if the program was executed.  Returns the exit status of the program, 128 +
 * n if signal n ended it, or, if it was not executed, 125 (no child process could be made), 126 or
 * 127; then E says why.
 *
 * While gprowse waits, the usual signals do not end it.  The terminal sends its signals to the
 * program, too.  A signal that another process sends to gprowse is passed on to the program.  If
 * the terminal stops the program, gprowse stops as well, so that the shell notices.
 *
 * If TRACE is not NULL, the program is traced, if the system allows it. */
int run_program(const char *path, char *const *words, const struct run_variable *variables,
	struct trace *trace, bool *started, struct err *e);

#endif
