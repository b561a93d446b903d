/* witness.h - tells which signals were sent to the whole process group
 *
 * The witness is a process in the process group of gprowse, which blocks all signals.  A signal
 * that is sent to the group, by the terminal or by kill(2), reaches the witness, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WITNESS_H
#define WITNESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "launch/orphan.h"

struct witness {
	struct orphan process;
	unsigned asked;			/* how many questions were asked */
};

/* Makes the witness W.  All signals of the calling process are blocked.  If no process can be made,
 * W->process.pid is 0. */
void witness_begin(struct witness *w);

/* Has the witness got the signal NUMBER, which was not yet asked for?  If so, sets *SENDER to the
 * number of the process that sent it; 0: the system sent it.
 *
 * Linux sends a signal first to the newest process of a group.  So when gprowse gets a signal that
 * was sent to the group, the witness already has it. */
bool witness_has(struct witness *w, int number, pid_t *sender);

void witness_end(struct witness *w);

#endif
