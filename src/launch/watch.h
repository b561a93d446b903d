/* watch.h - which processes of a recording run, and how the others have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "load/recorded_files.h"

struct watch {
	size_t files;
	size_t running;			/* processes that run, also halted ones */
	size_t halted;			/* halted processes */
	bool has_reset;			/* a process was reset */
	bool was_killed;		/* no process runs, and the program that was started did
					 * not exit */
};

/* Looks at the processes of FILES. */
void watch_files(struct watch *w, const struct recorded_files *files);

#endif
