/* progress.h - progress of long work, in a line on the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <time.h>

#include "base/stop.h"

/* Progress is shown on standard error if that is a terminal and the work takes a while. */
struct progress {
	struct stop stop;		/* passed to the functions that do the work; must be the
					 * first member */
	struct timespec shown;		/* when progress was last shown or, if never, when the work
					 * began */
	bool is_shown;
};

/* Begins to watch P->stop; nothing is shown yet. */
void progress_begin(struct progress *p);

/* Clears the line in which progress was shown. */
void progress_end(struct progress *p);

#endif
