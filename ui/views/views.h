/* views.h - declarations of all views, made from views.def
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEWS_H
#define VIEWS_H

#include <stddef.h>

#include "table/view.h"

enum view_number {
#define VIEW(where, ops, name, printed, reads, pane) VIEW_##ops,
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT
	NVIEWS,
};

#define VIEW(where, ops, name, printed, reads, pane) extern const struct view_ops ops;
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT

/* The rows of views.def. */
extern const struct view_info view_infos[NVIEWS];

/* The row of views.def for the view OPS. */
#define VIEW_INFO(ops) (&view_infos[VIEW_##ops])

/* Returns the I-th view that --view prints, or NULL. */
const struct view_ops *views_printable(size_t i);

/* Returns the printable view called NAME, or NULL. */
const struct view_ops *views_find_printable(const char *name);

#endif
