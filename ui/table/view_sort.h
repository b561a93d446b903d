/* view_sort.h - sorting the rows of a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_SORT_H
#define VIEW_SORT_H

#include "table/view.h"

/* Sorts the rows by column V->sort; V->reverse reverses the order.  If V->sort < 0, the rows must
 * be in the order of filling; the order stays, or is reversed if V->reverse is set.  Returns false
 * if the work was stopped; then the rows are unchanged. */
bool view_sort(struct view *v);

/* Sorts by COLUMN or, if COLUMN < 0, restores the order of filling.  A cursor on the first row
 * stays there; otherwise the selected row stays selected, on the same line of the screen.  Returns
 * false if the work was stopped; then V is unchanged. */
bool view_sort_by(struct view *v, int column, bool reverse);

/* Sorts the rows by PLACES, which has a position for each row, and frees PLACES. */
void view_sort_as(struct view *v, double *places);

/* Returns the column of the sort menu that comes after V->sort; after the last column, the first.
 * Columns without values are skipped. */
int view_sort_next_column(const struct view *v);

#endif
