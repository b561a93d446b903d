/* kept_order.c - the order of the rows of a view, kept while other figures are shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/kept_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/view_sort.h"

static bool
is_flat(const struct view *v)
{
	for (size_t i = 0; i < v->rows.n; i++)
		if (v->rows.v[i].depth > 0)
			return false;
	return true;
}

/* Brings the rows of V, each of which shows a node, into the order O.  Rows that O does not have
 * come last, in their present order.  If there are such rows, but V is not SORTED, does nothing and
 * returns false. */
static bool
order_nodes(const struct kept_order *o, struct view *v, const struct remap *map, bool sorted)
{
	uint32_t *row_of = mem_uncleared(v->ctx->graph->nnodes, sizeof(*row_of));
	struct row *rows = mem_uncleared(v->rows.n, sizeof(*rows));
	size_t n = 0;
	bool done;

	memset(row_of, 0xff, v->ctx->graph->nnodes * sizeof(*row_of));
	for (size_t i = 0; i < v->rows.n; i++)
		row_of[v->rows.v[i].thing] = (uint32_t)i;
	for (size_t i = 0; i < o->n; i++) {
		uint32_t node = remap_node(map, o->nodes[i]);

		if (node == NOBODY || row_of[node] == NOBODY)
			continue;
		rows[n++] = v->rows.v[row_of[node]];
		row_of[node] = NOBODY;
	}
	done = sorted || n == v->rows.n;
	for (size_t i = 0; done && n < v->rows.n; i++)
		if (row_of[v->rows.v[i].thing] != NOBODY)
			rows[n++] = v->rows.v[i];
	if (done)
		memcpy(v->rows.v, rows, n * sizeof(*rows));
	v->stale = true;
	free(row_of);
	free(rows);
	return done;
}

/* Brings the rows of V, which show nodes and are not sorted, into the order O.  But if rows are
 * inside others, or the work was stopped, only sorts them. */
static void
order_or_sort(const struct kept_order *o, struct view *v, const struct remap *map)
{
	bool is_flat_view = is_flat(v);

	if ((!is_flat_view || !order_nodes(o, v, map, false)) && view_sort(v) && is_flat_view)
		(void)order_nodes(o, v, map, true);
}

struct kept_order
kept_order_of(const struct view *v)
{
	struct kept_order o = { .is_known = v->rows.n > 0 && v->ops->picture == NULL,
		.by_node = v->ops->rows_are_functions && is_flat(v), .n = v->rows.n };

	if (!o.is_known)
		return o;
	if (!o.by_node) {
		o.rows = view_identity_order(v);
		return o;
	}
	o.nodes = mem_uncleared(o.n, sizeof(*o.nodes));
	for (size_t i = 0; i < o.n; i++)
		o.nodes[i] = v->rows.v[i].thing;
	return o;
}

void
kept_order_restore(const struct kept_order *o, struct view *v, const struct remap *map)
{
	struct row selected;

	if (v->rows.n == 0 || !o->is_known)
		return;
	selected = *view_row(v);
	if (o->by_node)
		order_or_sort(o, v, map);
	else
		view_identity_restore_order(v, &o->rows);
	if (!v->wanted.is_missing)
		view_select_thing(v, selected, v->wanted.at);
}

void
kept_order_release(struct kept_order *o)
{
	free(o->nodes);
	free(o->rows.v);
}
