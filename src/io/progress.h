/* progress.h - how far long work is, in a line on the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <time.h>

#include "base/stop.h"

/* Work that is shown on standard error if that is a terminal and it takes a while. */
struct progress {
	struct stop stop;		/* must come first: what the work is given */
	struct timespec shown;		/* when it began or was shown last */
	bool is_shown;
};

/* Work begins; nothing is shown yet. */
void progress_begin(struct progress *p);

/* Clear the line. */
void progress_end(struct progress *p);

#endif
