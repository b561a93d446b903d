/* view_unfold.h - showing and hiding the rows inside a row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_UNFOLD_H
#define VIEW_UNFOLD_H

#include "table/view.h"

/* Unfolds row AT.  Returns false if AT has no rows inside, if AT is unfolded already, or if the
 * work was stopped. */
bool view_unfold(struct view *v, int at);

/* Closes row AT or, if it is not open, the nearest open row around it, and selects the closed row.
 * Returns false if no such row is open. */
bool view_unfold_close(struct view *v, int at);

/* Unfolds row AT and all rows inside it.  Returns false if nothing is inside, or if the work was
 * stopped. */
bool view_unfold_all(struct view *v, int at);

/* Unfolds row AT, the hottest row inside it, and so on; selects the last row of this path.  In a
 * tree of callees, the path ends at a function whose self time is greater than the total of its
 * hottest callee.  Returns false if row AT is closed and cannot be unfolded. */
bool view_unfold_hottest(struct view *v, int at);

/* Scrolls the rows inside the selected row into the window, as far as they fit. */
void view_unfold_show_inside(struct view *v);

/* Unfolds the hottest path of each root of V.  V has no open rows before the call.  If a node has
 * many rows inside, unfolds it only once, even if it is on the paths of several roots.  Without
 * this limit, the number of rows could be the square of the number of functions. */
void view_unfold_hottest_paths(struct view *v);

/* Unfolds the rows for which WANTED is true, and the wanted rows inside them, up to a million rows.
 * WITH is the argument of WANTED.  V has no open rows before the call. */
void view_unfold_wanted(struct view *v,
	bool (*wanted)(const struct view *v, const struct row *r, void *with), void *with);

/* Unfolds every row. */
void view_unfold_every_row(struct view *v);

/* Removes the rows inside row AT, and marks it as closed. */
void view_unfold_remove_inside(struct rows *rows, size_t at);

#endif
