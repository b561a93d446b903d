/* show.h - showing other figures: those of files that were read again, of another event or part
 *
 * The browser stays: its views, marks, exclusions, foci and folding show the new figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SHOW_H
#define SHOW_H

#include <stdbool.h>

#include "app/app.h"

/* What the browser shows.  All members are borrowed. */
struct shown {
	struct graph *read;		/* the graph of the profile as read, with nothing folded or
					 * excluded */
	struct names *names;
	struct lookup *lookup;		/* if the profile stays, the same lookup as before: only
					 * what belongs to the graph is read again */
	const struct sharecheck *check;	/* as view_context.check */
	const struct comparison *comparison;	/* as view_context.comparison */
	struct compared_shown compared;	/* as view_context.compared */
	const uint32_t *funcs;		/* indexed by function of the profile that was shown before,
					 * as read: the same function of this one; NOBODY: it is
					 * found by name; NULL: all are */
};

/* Lets A show NEXT.  Functions are found by name.  KEEPS_ORDER: the rows of the current view stay
 * in their order, and new rows come last.  Functions keep their numbers in brackets.  Fills the
 * current view and the second pane; other views are filled when they are shown.  After that, what
 * was shown before can be freed.  Returns false if the work was stopped; then nothing has
 * changed. */
bool app_show(struct app *a, const struct shown *next, bool keeps_order);

#endif
