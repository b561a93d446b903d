/* graphrows.h - the rows of trees of callees and callers of a profile without stacks
 *
 * A call graph does not count call paths, so the time of a row deeper in the tree is an estimate:
 * the time of the function, multiplied by the call shares along the path.  A row whose function is
 * already on its call path cannot be opened.  A cycle has one row.  In a tree of callees, the
 * members are inside the row of their cycle, and inside each member are its calls that leave the
 * cycle.  In a tree of callers, the callers of the cycle are inside its row.
 *
 * columns/pathrows.h has the rows of a profile with stacks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPHROWS_H
#define GRAPHROWS_H

#include <stdio.h>

#include "table/view.h"

/* Kinds of rows.  With stacks, there are only the first three. */
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

/* Add the first row of V: its subject, unfolded.  Without a subject, add all functions with figures
 * that no function calls, or that code outside of all functions calls. */
void graphrows_fill(struct view *v);

/* Add the rows inside R to CHILDREN. */
void graphrows_expand(struct view *v, const struct row *r, struct rows *children);

bool graphrows_has_more(const struct view *v, const struct row *r);

/* Returns the node that row R shows. */
uint32_t graphrows_node(const struct view *v, const struct row *r);

/* Returns the figures of row R.  In a tree of callees, they are the part R->share of the figures of
 * the row's node.  In a tree of callers, they are this part of the figures of the root or, if the
 * root is a member of a cycle, of the whole cycle. */
struct cost graphrows_cost(const struct view *v, const struct row *r);

/* Describe row R in phrases, each ended by a tab; explain its time and its call in paragraphs. */
void graphrows_describe_brief(const struct view *v, const struct row *r, FILE *out);
void graphrows_describe_full(const struct view *v, const struct row *r, FILE *out);

#endif
