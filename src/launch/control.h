/* control.h - the command gprowse control: acts on a program that is recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/control_options.h"

/* Runs the command with the words ARGV, of which the first is "control".  Returns the exit
 * status. */
int control_run(int argc, char **argv);

enum control_result {
	CONTROL_DONE,
	CONTROL_SOME_SKIPPED,		/* done; some files of a recording cannot be used */
	CONTROL_ENDED,			/* the action failed, and no process runs */
	CONTROL_FAILED,
};

/* Does what O says, at least one of begin, halt, reset and dump, with the processes of O->target.
 * Unless all is done, E says why. */
enum control_result control_act(const struct control_options *o, struct err *e);

#endif
