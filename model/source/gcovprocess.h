/* gcovprocess.h - the process of gcov, whose memory is limited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCOVPROCESS_H
#define GCOVPROCESS_H

#include <stddef.h>
#include <sys/types.h>

struct gcov_process {
	pid_t pid;
	int fd;				/* gcov's output is read from this descriptor */
};

/* Starts NAME, a gcov program, on the N files FILES.  Its memory is limited to several times what
 * gcov needs for these files.  Returns 0, or an errno if NAME cannot be executed. */
int gcovprocess_start(struct gcov_process *process, const char *name, char *const *files, size_t n);

/* Ends PROCESS and its children, and closes its output. */
void gcovprocess_end(struct gcov_process *process);

#endif
