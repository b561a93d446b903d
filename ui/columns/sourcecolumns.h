/* sourcecolumns.h - which columns of a source file have figures, and how wide they are
 *
 * Most of these functions are for column.used_in and column.need of the source view.  "The file"
 * is the subject of this view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCECOLUMNS_H
#define SOURCECOLUMNS_H

#include "table/view.h"

/* The functions say whether V has the narrow column of samples, and the columns of times, of totals
 * and of percentages.  V has the narrow column of samples only if the screen is narrow and times
 * are shown in samples.  V then has no columns of times and of percentages. */
bool sourcecolumns_used_narrow_hits(const struct view *v);
bool sourcecolumns_used_time_beside(const struct view *v);
bool sourcecolumns_used_total(const struct view *v);
bool sourcecolumns_used_percent(const struct view *v);

/* Has V the column of bars? */
bool sourcecolumns_used_bar(const struct view *v);

/* Is the screen narrow, and are lines shown with figures of both sides of a difference? */
bool sourcecolumns_used_narrow_change(const struct view *v);

/* sourcecolumns_used_counts(): does the file have lines with execution counts or calls?
 * sourcecolumns_used_each(): does it have samples, and lines with execution counts?
 * sourcecolumns_used_calls(): does it have lines that make calls?  sourcecolumns_used_side_calls():
 * does it have them, in a difference? */
bool sourcecolumns_used_counts(const struct view *v);
bool sourcecolumns_used_each(const struct view *v);
bool sourcecolumns_used_calls(const struct view *v);
bool sourcecolumns_used_side_calls(const struct view *v);

/* Returns how many cells the longest text in the column of counts needs, for V->longest_count.
 * Measures the numbers of calls on lines of the file.  If the file has execution counts, also
 * measures the execution counts of all files.  Returns 0 if there is nothing to measure.  The
 * sources must have been read. */
int sourcecolumns_measure(const struct view *v);

/* Returns the width of the column of counts in cells.  On narrow screens, this column has no room
 * for the counts of branches; the detail line shows those counts. */
int sourcecolumns_need_count(const struct view *v);

#endif
