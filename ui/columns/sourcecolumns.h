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

/* Does the file have any samples, or are totals of lines known? */
bool sourcecolumns_used_time(const struct view *v);

/* Does V have a column of samples, of time, of totals, of percent?  A narrow screen has the column
 * of samples only if the unit is samples; then it has no column of percent. */
bool sourcecolumns_used_narrow_hits(const struct view *v);
bool sourcecolumns_used_time_beside(const struct view *v);
bool sourcecolumns_used_total(const struct view *v);
bool sourcecolumns_used_percent(const struct view *v);

/* Does the file have lines with execution counts or calls?  Samples, and lines with execution
 * counts?  Lines with calls? */
bool sourcecolumns_used_counts(const struct view *v);
bool sourcecolumns_used_each(const struct view *v);
bool sourcecolumns_used_calls(const struct view *v);

/* Returns the cells of the longest count of executions or calls in the file, for
 * v->longest_count. */
int sourcecolumns_measure(const struct view *v);

/* Returns the cells of the column of counts.  On narrow screens, the column has no room for counts
 * of branches, which are shown in the detail line. */
int sourcecolumns_need_count(const struct view *v);

#endif
