/* orphan.h - a process of gprowse record that is no child of gprowse
 *
 * It is the child of a child that has ended, so the only child of gprowse is the recorded program:
 * scripts find the program so.  The init of the namespace of processes gets it as a child.  If init
 * does not wait for such children, as in some containers, earlier ones are left; then the process
 * is a child of gprowse.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ORPHAN_H
#define ORPHAN_H

#include <stdbool.h>
#include <sys/types.h>

#define ORPHAN_PREFIX "gprowse-"	/* the names of such processes begin with this */

struct orphan {
	pid_t pid;			/* 0: there is none */
	bool is_child;			/* it is a child of gprowse, which waits for it */
	int fd;				/* a socket to it, which keeps the bounds of messages; or
					 * -1 */
};

/* What the process does.  FD is its end of the socket; recv() returns 0 when it is to end. */
typedef void orphan_run(int fd, void *with);

/* Makes the process O, called NAME, which calls RUN and ends when this returns.  All signals of the
 * calling process are blocked.  If no process can be made, O->pid is 0. */
void orphan_begin(struct orphan *o, const char *name, orphan_run *run, void *with);

/* Tells O to end, and waits for at most PATIENCE milliseconds until it has. */
void orphan_end(struct orphan *o, int patience);

#endif
