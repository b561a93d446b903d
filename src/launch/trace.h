/* trace.h - a child process is traced, so that its memory can be read at its end
 *
 * The program notices nothing but that it cannot be traced by another process.  Only its first
 * thread is traced, and no child process.  If gprowse is killed, the program goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <sys/types.h>

struct trace {
	/* Called when process CHILD ends, in whichever way, and still has its memory. */
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

/* The child has stopped with STATUS, as of waitpid(): makes it go on, if it is traced.  Returns the
 * signal that has stopped the program, or 0: it goes on. */
int trace_continue(struct trace *t, int status);

#endif
