/* passing.h - which signals gprowse record passes on to the program
 *
 * The program is in the process group of gprowse.  So a signal that was sent to the group, by the
 * terminal or by kill(2), reaches the program without gprowse.  A signal that was sent to gprowse
 * alone is passed on.
 *
 * Programs such as pkill(1) send a signal to each process that they find.  So a signal is passed on
 * after a moment, unless the witness has then got the same signal from the same process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PASSING_H
#define PASSING_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "launch/witness.h"

enum { PASSING_SIGNALS = 64, PASSING_WAITING = 64 };

struct passing {
	pid_t child;			/* the program */
	struct witness witness;
	struct waiting_signal {
		siginfo_t info;
		uint64_t since;		/* ns, by CLOCK_MONOTONIC */
	} waiting[PASSING_WAITING];	/* signals to gprowse alone, the oldest first */
	size_t nwaiting;
	struct seen_signal {
		bool is_new;		/* the witness has got the signal, and gprowse not yet */
		pid_t sender;		/* who sent it to the witness */
	} seen[PASSING_SIGNALS + 1];	/* by signal */
};

/* Begins.  All signals of the calling process are blocked.  The caller sets P->child. */
void passing_begin(struct passing *p);

/* Takes the signal INFO, which gprowse has got. */
void passing_take(struct passing *p, const siginfo_t *info);

/* Passes signals on that have waited long enough.  Returns whether signals still wait.  If so, sets
 * *LEFT to how long passing_due() need not be called. */
bool passing_due(struct passing *p, struct timespec *left);

void passing_end(struct passing *p);

#endif
