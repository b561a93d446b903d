/* view_sort.h - sorting the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_SORT_H
#define VIEW_SORT_H

#include "table/view.h"

/* Sorts the rows by column V->sort, in the opposite direction if V->reverse is set.  If V->sort <
 * 0, the rows must be in the order of filling.  Then reverses this order if V->reverse is set, and
 * otherwise does not move the rows.  Returns false if the work was stopped; then the rows are
 * unchanged. */
bool view_sort(struct view *v);

/* Sorts by COLUMN or, if COLUMN < 0, restores the order of filling.  If the first row was selected,
 * the new first row becomes selected.  Otherwise the same row stays selected, on the same line of
 * the screen.  Returns false if the work was stopped; then V is unchanged. */
bool view_sort_by(struct view *v, int column, bool reverse);

/* Has a row of V a value in COLUMN, by which V can be sorted? */
bool view_sort_has_values(const struct view *v, int column);

/* Call this before V is filled.  While nothing that is shown has time, V is sorted by column CALLS
 * instead of column SELF. */
void view_sort_at_first(struct view *v, int self, int calls);

/* Sorts the rows by PLACES, which has a position for each row, and frees PLACES. */
void view_sort_as(struct view *v, double *places);

/* Returns the next column of the sort menu after V->sort, or the first column if V->sort is the
 * last. Skips columns without values. */
int view_sort_next_column(const struct view *v);

#endif
