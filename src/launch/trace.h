/* trace.h - traces a child process, so that its memory can be read at its end
 *
 * While a program is traced, no other process can trace it, and a set-uid program that it executes
 * gets no additional rights.  Only its first thread is traced, not its child processes.  If gprowse
 * is killed, the program continues.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <sys/types.h>

struct trace {
	/* Called when the first thread of process CHILD ends for any reason.  CHILD still has its
	 * memory. */
	void (*at_end)(pid_t child, void *with);
	void *with;
	pid_t child;
	int error;			/* errno that says why .child cannot be traced; 0 if it can
					 * be traced */
	bool is_on;			/* .child is traced */
	bool has_begun;			/* .child has executed the program */
	bool is_other;			/* after that, .child has executed another program; .child
					 * is not traced any more */
};

/* Begins to trace CHILD, which has not executed the program yet.  If the system refuses this, sets
 * T->error. */
void trace_begin(struct trace *t, pid_t child);

/* Handles a stop of the child, for which waitpid() has returned STATUS.  If job control has stopped
 * the child, or if the child is not traced, lets the child remain stopped and returns the signal.
 * Otherwise continues the child with the signal that stopped it, if any, and returns 0. */
int trace_continue(struct trace *t, int status);

#endif
