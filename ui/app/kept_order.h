/* kept_order.h - the order of the rows of a view, kept while other figures are shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KEPT_ORDER_H
#define KEPT_ORDER_H

#include "app/remap.h"
#include "table/view_identity.h"

/* The order that the rows of a view had. */
struct kept_order {
	bool is_known;
	bool by_node;			/* each row shows a node: .nodes, not .rows, is used */
	uint32_t *nodes;		/* owned; old numbers of the nodes */
	size_t n;
	struct row_order rows;		/* owned */
};

/* Returns the order of the rows of V. */
struct kept_order kept_order_of(const struct view *v);

/* Brings the rows of V into the order O; MAP has the new numbers.  If O is .by_node, the rows need
 * not be sorted.  The selected row stays selected. */
void kept_order_restore(const struct kept_order *o, struct view *v, const struct remap *map);
void kept_order_release(struct kept_order *o);

#endif
