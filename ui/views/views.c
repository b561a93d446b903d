/* views.c - the table of views, made from views.def
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/views.h"

#include <string.h>

enum { PROFILE, LOOKUP };		/* values of READS in views.def */

static const struct view_ops *const all_ops[] = {
#define VIEW(where, ops, name, printed, reads, rows) &(ops),
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT
};

const struct view_info view_infos[] = {
#define VIEW(where, ops, name, printed, reads, rows) \
	{ (where), (name), (printed), (reads) == LOOKUP, ((rows) & PANE) != 0 },
#define VARIANT VIEW
#include "screen/views.def"
#undef VIEW
#undef VARIANT
};

const struct view_ops *
views_printable(size_t i)
{
	for (size_t k = 0; k < NVIEWS; k++)
		if (view_infos[k].printed != NOT_PRINTED && i-- == 0)
			return all_ops[k];
	return NULL;
}

const struct view_ops *
views_find_printable(const char *name)
{
	const struct view_ops *ops;

	for (size_t i = 0; (ops = views_printable(i)) != NULL; i++)
		if (strcmp(ops->info->name, name) == 0)
			return ops;
	return NULL;
}
