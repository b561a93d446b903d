/* watch.h - which processes of a recording run, and how the others have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "load/recorded_files.h"

/* How the process has ended that was started. */
enum watch_end {
	WATCH_EXITED,
	WATCH_KILLED,
	WATCH_EXECUTED,			/* it has executed another program, which runs and writes
					 * none of the files */
};

struct watch {
	size_t files;
	size_t running;			/* processes that run, also halted ones */
	size_t halted;			/* halted processes */
	bool has_reset;			/* a process was reset */
	enum watch_end end;		/* only meaningful if no process runs */
	uint32_t pid;			/* number of the process that was started */
};

/* Looks at the processes of FILES, or only at process PID, a number as text, if PID is not NULL. */
void watch_files(struct watch *w, const struct recorded_files *files, const char *pid);

#endif
