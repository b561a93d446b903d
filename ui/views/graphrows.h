/* graphrows.h - the rows of trees of callees and callers of a profile without stacks
 *
 * A call graph does not count call paths.  So the time of a row deeper in the tree is an estimate:
 * the time of a function, multiplied by the shares of the calls along the path.  If the function of
 * a row is already on the call path, the row cannot be opened.  A cycle has one row.  In a tree of
 * callees, the row of a cycle contains its members, and the row of a member contains its calls that
 * leave the cycle.  In a tree of callers, the row of a cycle contains the callers of the cycle.
 *
 * In the difference of two profiles, a row has a share of each side: its time is that of B less
 * that of A.
 *
 * views/pathrows.h has the rows of a profile with stacks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPHROWS_H
#define GRAPHROWS_H

#include <stdio.h>

#include "table/view.h"

/* Kinds of rows.  The tree of a profile with stacks has only the first three. */
enum tree_kind {
	TREE_ROOT,			/* row.thing is a node */
	TREE_CALLEE, TREE_CALLER,	/* row.thing is an arc */
	TREE_MEMBER,			/* inside the row of its cycle; row.thing is a function */
	TREE_CYCLE,			/* in a tree of callers, inside the row of a member;
					 * row.thing is the index of the cycle */
};

static inline bool
graphrows_is_arc(const struct row *r)
{
	return r->kind == TREE_CALLEE || r->kind == TREE_CALLER;
}

/* Adds the subject of V as the first row, unfolded.  If V has no subject, adds the roots: functions
 * that no other function calls, and functions that are called by code outside all functions.
 * Functions without figures are not added. */
void graphrows_fill(struct view *v);

/* Adds the rows inside R to CHILDREN. */
void graphrows_expand(struct view *v, const struct row *r, struct rows *children);

/* Are there rows inside R? */
bool graphrows_has_more(const struct view *v, const struct row *r);

/* Returns the node that row R shows. */
uint32_t graphrows_node(const struct view *v, const struct row *r);

/* Returns the time and calls of row R.  In a tree of callees, the time is the fraction R->share of
 * the time of the row's node.  In a tree of callers, the time is the fraction R->share of the time
 * of the root or, if the root is a member of a cycle, of the whole cycle.  But if R shows a call
 * directly inside the root, and the time of this call is known or estimated, returns the time of
 * this call. */
struct cost graphrows_cost(const struct view *v, const struct row *r);

/* As view_ops.sides. */
bool graphrows_sides(const struct view *v, const struct row *r, int side, double *total);

/* Does row R show a part of the time of its call or node?  If not, it cannot be unfolded. */
bool graphrows_has_share(const struct view *v, const struct row *r);

/* Describe the time and the call of row R, in phrases or in paragraphs (see describe.h). */
void graphrows_describe_brief(const struct view *v, const struct row *r, FILE *out);
void graphrows_describe_full(const struct view *v, const struct row *r, FILE *out);

#endif
