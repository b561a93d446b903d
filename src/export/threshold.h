/* threshold.h - --percent-limit: hiding the rows of a view that have little time
 *
 * A time below 0, as in a difference of two profiles, has the weight of its amount.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef THRESHOLD_H
#define THRESHOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "table/view.h"

/* Can rows of the view OPS be hidden?  If not, E says that they have no time. */
bool threshold_applies(const struct view_ops *ops, struct err *e);

/* Unfolds each row of V that has enough time for threshold_hide() to keep it, and each row without
 * a figure.  Once V has more than 1048576 rows, or the work was stopped, unfolds no other row.  If
 * PERCENT is 0, or no column has a time, unfolds no row.  Before the call, no row of V may be
 * unfolded. */
void threshold_unfold(struct view *v, double percent);

/* Hides the rows of V that have less than PERCENT of the time of the program.  But a row stays if a
 * row inside it stays.  If V is sorted by total time, only the total time is compared.  Otherwise,
 * a row is hidden only if both its self time and its total time are less.  If the total time is not
 * known, its lower bound is compared.  A row without a figure stays if the row around it stays.
 * But in an endless tree, where the members of a cycle recur without end, a row without a figure is
 * hidden.  The row of the subject stays.  Returns the number of hidden rows. */
size_t threshold_hide(struct view *v, double percent);

/* Returns words for a message, such as "total is".  They name the times that threshold_hide()
 * compares if the rows of OPS are sorted by column SORT. */
const char *threshold_compared(const struct view_ops *ops, int sort);

/* Does the row of the subject of V have less than PERCENT of the time of the program? */
bool threshold_hides_subject(struct view *v, double percent);

#endif
