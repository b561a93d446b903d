/* view_filter.h - showing only the rows that match a pattern
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FILTER_H
#define VIEW_FILTER_H

#include "table/view.h"

/* Fills V again with only the rows that match TEXT; "" means all rows.  Returns false if TEXT is
 * not a valid expression, or if filling was stopped; then V is unchanged. */
bool view_filter_set(struct view *v, const char *text, struct err *e);

/* Sets the filter and removes the rows that do not match.  Fills V again only if V is a picture
 * that was filled before.  Returns false if TEXT is not a valid expression; then V has no filter,
 * and its rows are unchanged.  Also returns false if the work was stopped; then TEXT is the filter,
 * and rows that match may have been removed, too. */
bool view_filter_narrow(struct view *v, const char *text, struct err *e);

/* Does row R match the filter?  True if V has no filter. */
bool view_filter_matches(struct view *v, const struct row *r);

/* Removes the rows that do not match the filter, except the row of the subject of V.  Rows inside a
 * removed row move into the nearest row around it that is kept.  Returns false if the work was
 * stopped.  Then V has also lost the rows that were not compared yet. */
bool view_filter_apply(struct view *v);

#endif
