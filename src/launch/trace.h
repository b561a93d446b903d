/* trace.h - traces a child process, so that its memory can be read at its end
 *
 * The only effect on the program is that no other process can trace it.  Only its first thread is
 * traced, not its child processes.  If gprowse is killed, the program continues.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <sys/types.h>

struct trace {
	/* Called when process CHILD ends for any reason, while it still has its memory. */
	void (*at_end)(pid_t child, void *with);
	void *with;
	pid_t child;
	int error;			/* errno: why it is not traced */
	bool is_on;			/* it is traced */
	bool has_begun;			/* it has executed the program */
	bool is_other;			/* it has executed another program after that */
};

/* Begins to trace CHILD, which has not executed the program yet.  If the system refuses this, it
 * sets T->error. */
void trace_begin(struct trace *t, pid_t child);

/* Called when the child has stopped with STATUS, which waitpid() returned.  Continues it if it is
 * traced, and was not stopped by a signal.  Returns the signal that has stopped it, or 0. */
int trace_continue(struct trace *t, int status);

#endif
