/* control.h - the command gprowse control: acts on a program that is recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/control_options.h"

/* Runs the command with the words ARGV; ARGV[0] is "control".  Returns the exit status. */
int control_run(int argc, char **argv);

enum control_result {
	CONTROL_DONE,
	CONTROL_SOME_SKIPPED,		/* done, except for some files of the recording, which
					 * cannot be used */
	CONTROL_ENDED,			/* the action failed, and no process runs */
	CONTROL_FAILED,
};

/* Does what O asks for with the processes of O->target.  O has at least one of .begin, .halt,
 * .reset and .dump.  Unless the result is CONTROL_DONE, E says why. */
enum control_result control_act(const struct control_options *o, struct err *e);

#endif
