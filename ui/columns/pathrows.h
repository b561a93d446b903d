/* pathrows.h - the rows of trees of callees and callers of a profile that has stacks
 *
 * A row shows a set of recorded call paths (callgraph/pathsets.h), so its figures are estimates
 * only if the file says that its stacks are estimated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHROWS_H
#define PATHROWS_H

#include <stdio.h>

#include "table/view.h"

/* Add the first rows of V, in which row.thing is a function: the subject, unfolded, or, without a
 * subject, the outermost functions of the stacks. */
void pathrows_fill(struct view *v, uint8_t kind);

/* Add the rows inside R, in which row.thing is an arc, to CHILDREN. */
void pathrows_expand(const struct view *v, const struct row *r, uint8_t kind,
	struct rows *children);

bool pathrows_has_more(const struct view *v, const struct row *r);

/* Returns the function that row R shows. */
uint32_t pathrows_func(const struct view *v, const struct row *r);

struct cost pathrows_cost(const struct view *v, const struct row *r);

/* Describe row R in phrases, each ended by a tab; explain its time in a paragraph. */
void pathrows_describe_brief(const struct view *v, const struct row *r, FILE *out);
void pathrows_describe_full(const struct view *v, const struct row *r, FILE *out);

#endif
