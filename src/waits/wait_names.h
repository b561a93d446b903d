/* wait_names.h - what a blocked thread waits for, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_NAMES_H
#define WAIT_NAMES_H

#include "record/recording.h"
#include "waits/wait_walk.h"

/* Sets TEXT to what a thread of process PID waits for in CALL: "[nanosleep]", "[read: fd 5 pipe]".
 * If IS_BRIEF is set, the text lacks numbers and names, so that there are few different texts. */
void wait_names_text(char text[REC_WAIT_TEXT], pid_t pid, pid_t tid, const struct wait_call *call,
	bool is_brief);

#endif
