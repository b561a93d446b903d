/* attach_check.h - can a process that runs be recorded?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTACH_CHECK_H
#define ATTACH_CHECK_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"
#include "launch/program.h"

struct attach_process {
	pid_t pid;
	char *command;			/* owned; its words, with blanks between them */
	struct program program;		/* the program that it runs */
};

/* Sets *P to the process with the number WORD.  False: it cannot be recorded, as E says; then P is
 * not to be released. */
bool attach_check(struct attach_process *p, const char *word, struct err *e);

void attach_release(struct attach_process *p);

#endif
