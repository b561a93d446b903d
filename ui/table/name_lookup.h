/* name_lookup.h - finding a function by a part of its name or by its index
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAME_LOOKUP_H
#define NAME_LOOKUP_H

#include <stdint.h>

#include "table/view_context.h"

/* How well a text fits a name, best first. */
enum fit {
	FIT_WHOLE,			/* as for name_lookup_exact() */
	FIT_END,			/* whole last parts: "detail::f" of
					 * "int geo::detail::f<int>(int)" */
	FIT_PARTS,			/* whole parts: "geo::detail" of the same name */
	FIT_BEGIN,			/* the beginning of a part: "detail::f" of "detail::fast" */
	FIT_INSIDE,			/* anywhere; case matters if the text has a capital */
	FIT_NONE,
};

struct name_match {
	uint32_t node;			/* NOBODY: none fits, or the search was stopped */
	enum fit fit;
	uint32_t n;			/* number of nodes that fit as well as this one */
};

/* Returns the first node, in order of indices, with the name or the index TEXT, or NOBODY.  A
 * name is a symbol, a name as it is shown, or the latter without its arguments; an index is "[7]"
 * or "7". */
uint32_t name_lookup_exact(struct view_context *ctx, const char *text);

/* Returns the best match of TEXT behind the match AFTER, in order of fit and then of index.
 * AFTER NOBODY: the best of all. */
struct name_match name_lookup_best(struct view_context *ctx, const char *text, uint32_t after);

#endif
