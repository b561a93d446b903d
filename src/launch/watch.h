/* watch.h - which processes of a recording run, and how the others have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recorded/recorded_files.h"

/* How the process that was started has ended. */
enum watch_end {
	WATCH_EXITED,
	WATCH_KILLED,
	WATCH_EXECUTED,			/* the process has executed another program, which still
					 * runs and does not write any of the files */
	WATCH_LEFT,			/* the process goes on, but gprowse record has ended, which
					 * recorded it from outside */
};

struct watch {
	size_t files;
	size_t running;			/* processes that still write their files, also halted
					 * ones */
	size_t halted;			/* halted processes */
	bool has_reset;			/* a process was reset */
	enum watch_end end;		/* only meaningful if .running is 0 */
	uint32_t pid;			/* number of the process that was started */
};

/* Sets W to the state of the processes of FILES.  If PID, a number as text, is not NULL, looks only
 * at this process. */
void watch_files(struct watch *w, const struct recorded_files *files, const char *pid);

#endif
