/* sourcecolumns.h - which columns of a source file have figures, and how wide they are
 *
 * These functions are for column.used_in and column.need_in of the source view, whose subject is a
 * file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCECOLUMNS_H
#define SOURCECOLUMNS_H

#include "table/view.h"

/* Has the file samples? */
bool sourcecolumns_used_time(const struct view *v);

/* Which of the columns of samples, time and percent has V?  A narrow screen always has one: samples
 * if they are the unit, else percent. */
bool sourcecolumns_used_narrow_hits(const struct view *v);
bool sourcecolumns_used_time_beside(const struct view *v);
bool sourcecolumns_used_percent(const struct view *v);

/* Has a line of the file a count?  A count and time?  Calls? */
bool sourcecolumns_used_counts(const struct view *v);
bool sourcecolumns_used_each(const struct view *v);
bool sourcecolumns_used_calls(const struct view *v);

/* Returns the cells of the longest count in the file, for v->longest_count. */
int sourcecolumns_measure(const struct view *v);

/* Returns the cells of the column of counts.  On narrow screens, the counts of branches are only in
 * the detail line. */
int sourcecolumns_need_count(const struct view *v);

#endif
