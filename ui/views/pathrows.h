/* pathrows.h - the rows of trees of callees and callers of a profile that has stacks
 *
 * A row shows a set of recorded call paths (figures/pathsets.h), so its figures are estimates
 * only if the file says that its stacks are estimated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PATHROWS_H
#define PATHROWS_H

#include <stdio.h>

#include "table/view.h"

/* Adds the subject of V as the first row, unfolded.  If V has no subject, adds the outermost
 * functions of the stacks.  Row.thing is a function, row.kind is KIND. */
void pathrows_fill(struct view *v, uint8_t kind);

/* Adds the rows inside R to CHILDREN.  Row.thing is an arc, row.kind is KIND. */
void pathrows_expand(const struct view *v, const struct row *r, uint8_t kind,
	struct rows *children);

/* Can row R be unfolded?  Rows of the greatest depth, UINT8_MAX, cannot. */
bool pathrows_has_more(const struct view *v, const struct row *r);

/* Returns the function that row R shows. */
uint32_t pathrows_func(const struct view *v, const struct row *r);

/* Returns the time of row R, without calls. */
struct cost pathrows_cost(const struct view *v, const struct row *r);

/* As view_ops.sides. */
bool pathrows_sides(const struct view *v, const struct row *r, int side, double *total);

/* Describe row R, in phrases or in a paragraph (see describe.h). */
void pathrows_describe_brief(const struct view *v, const struct row *r, FILE *out);
void pathrows_describe_full(const struct view *v, const struct row *r, FILE *out);

#endif
