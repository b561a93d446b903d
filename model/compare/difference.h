/* difference.h - two profiles that were compared as one profile, whose values are differences
 *
 * The profile has the functions, stacks and calls of both sides: the functions of a row of the
 * comparison are one function.  Its samples and costs are in two parts, one for each side.  So all
 * that is made from a measured profile, such as trees and exports, can be made from a difference,
 * and from each of its sides with the same numbers of functions, calls and stacks.  Lines of the
 * source are numbered as in bothsources.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include "compare/bothsources.h"
#include "compare/comparison.h"
#include "measured/measured.h"

enum difference_event {
	DIFFERENCE_CHANGE,		/* B less A */
	DIFFERENCE_SIDES,		/* the values of each side, in its part */
};

struct difference {
	struct measured *measured;	/* has one user; parts 0 and 1 are A and B */
	const struct both_sources *sources;	/* borrowed */
	uint32_t *funcs;		/* owned; indexed by row of the comparison: the function of
					 * .measured */
};

/* Makes the difference of C: values are those of one run, as in the rows of C.  The shares of calls
 * in a profile of addresses, which are estimates, become costs of calls.  LINES are the sources of
 * both graphs as read, and are used only during the call; BOTH, which is borrowed, says which of
 * their lines are the same.  False: the work was stopped.  NAME stands for the file. */
bool difference_open(struct difference *d, const struct comparison *c,
	const struct sources lines[2], const struct both_sources *both, const char *name,
	struct stop *stop);
/* Returns what can be said about VALUE, a total on each side of the difference of C, as G has them,
 * graphs of the sides: what the mark of a row says of a self time.  IS_THERE[i]: side i has what
 * the total belongs to, even if it has no samples of it.  Returns COMPARISON_MARKS if nothing can
 * be said, because the totals are estimates. */
enum comparison_mark difference_mark(const struct comparison *c, const struct graph *const g[2],
	const double value[2], const bool is_there[2]);

void difference_release(struct difference *d);

#endif
