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
	int error;			/* errno: why .child cannot be traced; 0: it can */
	bool is_on;			/* .child is traced */
	bool has_begun;			/* .child has executed the program */
	bool is_other;			/* .child has then executed another program */
};

/* Begins to trace CHILD, which has not executed the program yet.  If the system refuses this, it
 * sets T->error. */
void trace_begin(struct trace *t, pid_t child);

/* To be called when waitpid() has returned STATUS because the child has stopped.  Returns the
 * signal of a job control stop: the child remains stopped.  At any other stop of a traced child,
 * the child continues, and gets the signal that stopped it, if any; then returns 0. */
int trace_continue(struct trace *t, int status);

#endif
