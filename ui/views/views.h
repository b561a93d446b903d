/* views.h - declarations of all views, made from views.def
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEWS_H
#define VIEWS_H

#include <stddef.h>

#include "table/view.h"

enum view_number {
#define VIEW(where, ops, name, printed, reads, rows) VIEW_##ops,
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT
	NVIEWS,
};

#define VIEW(where, ops, name, printed, reads, rows) extern const struct view_ops ops;
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT

/* The rows of views.def, indexed by enum view_number. */
extern const struct view_info view_infos[NVIEWS];

/* Returns the row of views.def for OPS, which is the name of a view's struct view_ops. */
#define VIEW_INFO(ops) (&view_infos[VIEW_##ops])

/* The members of struct view_ops for the columns SHOWN, an array. */
#define VIEW_COLUMNS(shown) .columns = (shown), .ncolumns = sizeof(shown) / sizeof(*(shown))

/* Returns view number I, counted from 0, among the views that --view prints.  Returns NULL if there
 * are at most I such views. */
const struct view_ops *views_printable(size_t i);

/* Returns the view called NAME if --view prints it, otherwise NULL. */
const struct view_ops *views_find_printable(const char *name);

#endif
