/* treerows.h - the rows of trees of callees and callers
 *
 * There are two kinds of trees: if the profile has stacks, rows are recorded call paths
 * (pathrows.c); otherwise they are estimates from the call graph (graphrows.c).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TREEROWS_H
#define TREEROWS_H

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

/* What view_tree.c needs of a kind of tree; V is the view, R one of its rows. */
struct treerows {
	/* Adds the subject of V as the first row, unfolded.  If V has no subject, adds the roots:
	 * the outermost functions of stacks, or functions that no other function calls and that
	 * code outside all functions calls.  Functions without figures are not added. */
	void (*fill)(struct view *v);
	/* Adds the rows inside R to CHILDREN. */
	void (*expand)(struct view *v, const struct row *r, struct rows *children);
	/* Are there rows inside R?  Rows of the greatest depth, UINT8_MAX, cannot be unfolded. */
	bool (*has_more)(const struct view *v, const struct row *r);
	/* Is R the row of a call that was already made above it, so that it is not unfolded? */
	bool (*is_repeated)(const struct view *v, const struct row *r);
	/* Returns the node that R shows. */
	uint32_t (*node)(const struct view *v, const struct row *r);
	struct cost (*cost)(const struct view *v, const struct row *r);
	/* As view_ops.sides. */
	bool (*sides)(const struct view *v, const struct row *r, int side, double *total);
	/* Describe R, in phrases or in paragraphs (see describe.h). */
	void (*describe_brief)(const struct view *v, const struct row *r, FILE *out);
	void (*describe_full)(const struct view *v, const struct row *r, FILE *out);
};

extern const struct treerows pathrows, graphrows;

static inline bool
treerows_is_arc(const struct row *r)
{
	return r->kind == TREE_CALLEE || r->kind == TREE_CALLER;
}

#endif
