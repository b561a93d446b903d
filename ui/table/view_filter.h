/* view_filter.h - showing only the rows that match a pattern
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_FILTER_H
#define VIEW_FILTER_H

#include "table/view.h"

/* Fill V again with only the rows that match TEXT; "" means all rows.  Returns false if TEXT is not
 * a valid expression, or if filling was stopped; then V is unchanged. */
bool view_filter_set(struct view *v, const char *text, struct err *e);

/* Set the filter and remove the rows that do not match, without filling V again, unless V is a
 * picture.  Returns false if TEXT is not a valid expression, or if filling was stopped. */
bool view_filter_narrow(struct view *v, const char *text, struct err *e);

/* Does row R match the filter?  True if V has no filter. */
bool view_filter_matches(struct view *v, const struct row *r);

/* Remove the rows that do not match the filter, except the row of the subject of V.  Rows inside a
 * removed row move into the nearest row around it that is kept.  Returns false if the work was
 * stopped; then only some rows are removed. */
bool view_filter_apply(struct view *v);

#endif
