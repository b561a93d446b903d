/* view_sort.h - sorting the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_SORT_H
#define VIEW_SORT_H

#include "table/view.h"

/* Sort the rows by the column and in the direction of V.  With no column, reverse rows that were
 * just filled if V says so.  Returns false if it was stopped; then rows are unchanged. */
bool view_sort(struct view *v);

/* Sort by COLUMN, < 0 for the order of filling, and keep the selected row.  Returns false if it
 * was stopped; then V is unchanged. */
bool view_sort_by(struct view *v, int column, bool reverse);

/* Returns the next column that can be sorted by, behind the present one. */
int view_sort_next_column(const struct view *v);

#endif
