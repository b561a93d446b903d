/* view_unfold.c - showing and hiding the rows inside a row
 *
 * Rows are a tree in preorder: the rows inside a row follow it and have greater depths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_unfold.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/view_sort.h"

enum {
	MOST_AGAIN = 100,		/* a node with more rows inside than this number is unfolded
					 * only once by view_unfold_hottest_paths() */
	MOST_WANTED = 1 << 20,		/* once there are more rows than this, view_unfold_wanted()
					 * stops unfolding */
};

/* Inserts the rows CHILDREN after row AT. */
static void
insert_rows(struct view *v, size_t at, const struct rows *children)
{
	struct rows *rows = &v->rows;
	size_t n = children->n;

	assert(at < rows->n);
	rows->v = mem_grow(rows->v, rows->n + n, &rows->room, sizeof(*rows->v));
	memmove(&rows->v[at + 1 + n], &rows->v[at + 1], (rows->n - at - 1) * sizeof(*rows->v));
	memcpy(&rows->v[at + 1], children->v, n * sizeof(*rows->v));
	rows->n += n;
	v->stale = true;
}

bool
view_unfold(struct view *v, int at)
{
	struct rows children = { 0 };
	struct view part = *v;
	size_t i;

	if (v->ops->expand == NULL || v->rows.n == 0 || v->rows.v[at].open
		|| v->rows.v[at].depth == UINT8_MAX)
		return false;
	v->ops->expand(v, &v->rows.v[at], &children);
	if (children.n == 0)
		return false;
	for (i = 0; i < children.n; i++)
		children.v[i].depth = (uint8_t)(v->rows.v[at].depth + 1);
	part.rows = children;
	if (!view_sort(&part)) {
		free(children.v);
		return false;
	}
	v->rows.v[at].open = true;
	insert_rows(v, (size_t)at, &part.rows);
	free(part.rows.v);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	return true;
}

/* Returns the first row after row AT that is not inside row AT. */
static size_t
inside_end(const struct rows *rows, size_t at)
{
	size_t end = at + 1;

	while (end < rows->n && rows->v[end].depth > rows->v[at].depth)
		end++;
	return end;
}

void
view_unfold_show_inside(struct view *v)
{
	if (v->rows.n > 0)
		list_reach(&v->list, (int)inside_end(&v->rows, (size_t)v->list.cursor) - 1);
}

void
view_unfold_remove_inside(struct rows *rows, size_t at)
{
	size_t end = inside_end(rows, at);

	memmove(&rows->v[at + 1], &rows->v[end], (rows->n - end) * sizeof(*rows->v));
	rows->n -= end - at - 1;
	rows->v[at].open = false;
}

bool
view_unfold_close(struct view *v, int at)
{
	struct rows *rows = &v->rows;

	if (rows->n == 0)
		return false;
	/* Go to the nearest open row around row AT. */
	while (at > 0 && !rows->v[at].open && rows->v[at].depth > 0) {
		int depth = rows->v[at].depth;

		while (at > 0 && rows->v[at].depth >= depth)
			at--;
	}
	if (!rows->v[at].open)
		return false;
	view_unfold_remove_inside(rows, (size_t)at);
	v->stale = true;
	list_set(&v->list, (int)rows->n, v->list.height);
	list_go(&v->list, at);
	return true;
}

/* Which rows to unfold: those for which WANTED returns true, or all rows if WANTED is NULL.  WITH
 * is passed to WANTED as the last argument. */
struct selection_of_rows {
	bool (*wanted)(const struct view *v, const struct row *r, void *with);
	void *with;
	size_t most;			/* once there are more rows than this, no row is unfolded */
};

/* Adds row R to OUT.  If WHICH says that R is to be unfolded, also adds the rows inside R, unless
 * the work was stopped. */
static void
append_open(struct view *v, struct row r, const struct selection_of_rows *which, struct rows *out)
{
	struct rows children = { 0 };
	struct view part = *v;
	size_t i, at = out->n;

	view_rows_add(out, r);
	/* WANTED and expand() get PART as their view.  Both may look at the rows around R, so PART
	 * has the rows of OUT. */
	part.rows = *out;
	if (r.depth == UINT8_MAX || out->n > which->most || view_context_is_stopped(v->ctx, out->n)
	    || (which->wanted != NULL && !which->wanted(&part, &out->v[at], which->with)))
		return;
	v->ops->expand(&part, &out->v[at], &children);
	part.rows = children;
	(void)view_sort(&part);
	out->v[at].open = part.rows.n > 0;
	for (i = 0; i < part.rows.n; i++) {
		part.rows.v[i].depth = (uint8_t)(r.depth + 1);
		append_open(v, part.rows.v[i], which, out);
	}
	free(part.rows.v);
}

bool
view_unfold_all(struct view *v, int at)
{
	const struct selection_of_rows every = { .most = SIZE_MAX };
	struct rows all = { 0 }, inside;

	if (v->rows.n == 0 || v->ops->expand == NULL)
		return false;
	append_open(v, v->rows.v[at], &every, &all);
	if (v->ctx->stopped) {
		free(all.v);
		return false;
	}
	view_unfold_remove_inside(&v->rows, (size_t)at);
	v->rows.v[at] = all.v[0];
	inside = (struct rows){ .v = all.v + 1, .n = all.n - 1 };
	insert_rows(v, (size_t)at, &inside);
	free(all.v);
	list_set(&v->list, (int)v->rows.n, v->list.height);
	return inside.n > 0;
}

/* Returns the row directly inside row AT with the greatest total, or -1 if none has time. */
static int
hottest_inside(const struct view *v, int at)
{
	const struct row *rows = v->rows.v;
	double most = 0;
	struct cost f;
	int i, best = -1;

	for (i = at + 1; i < (int)v->rows.n && rows[i].depth > rows[at].depth; i++) {
		if (rows[i].depth != rows[at].depth + 1 || !v->ops->cost(v, &rows[i], &f))
			continue;
		if (cost_rank(&f) > most) {
			most = cost_rank(&f);
			best = i;
		}
	}
	return best;
}

/* Returns the row that follows the open row AT on the hottest path, or -1 if the path ends.  In a
 * tree of callees, the path ends at a function outside cycles if its self time is greater than
 * cost_rank() of its hottest callee. */
static int
hottest_path_next(const struct view *v, int at)
{
	int next = hottest_inside(v, at);
	struct cost here, inside;

	if (next < 0 || v->ops->goes_up || !v->ops->cost(v, &v->rows.v[at], &here)
	    || !v->ops->cost(v, &v->rows.v[next], &inside))
		return next;
	/* A path does not end at a cycle, because the self time of a cycle is the self time of the
	 * rows inside it. */
	if (here.node == NOBODY || view_context_is_cycle(v->ctx, here.node))
		return next;
	return fabs(here.self) > cost_rank(&inside) ? -1 : next;
}

bool
view_unfold_hottest(struct view *v, int at)
{
	bool any = false;

	while (at >= 0 && (v->rows.v[at].open || view_unfold(v, at))) {
		any = true;
		at = hottest_path_next(v, at);
		if (at >= 0)
			list_go(&v->list, at);
	}
	return any;
}

/* Unfolds the only row of V, the hottest row inside it, and so on.  Stops at a node for which
 * IS_LONG is set.  Sets IS_LONG, which is indexed by node, for nodes that have many rows inside. */
static void
open_hottest_path(struct view *v, bool *is_long)
{
	assert(v->rows.n == 1);
	for (int at = 0; at >= 0; at = hottest_path_next(v, at)) {
		uint32_t node = view_node(v, &v->rows.v[at]);
		size_t before = v->rows.n;

		if ((node != NOBODY && is_long[node]) || !view_unfold(v, at))
			break;
		if (node != NOBODY)
			is_long[node] = v->rows.n - before > MOST_AGAIN;
	}
}

void
view_unfold_hottest_paths(struct view *v)
{
	struct rows roots = v->rows, all = { 0 };
	bool *is_long = mem_new(v->ctx->graph->nnodes, sizeof(*is_long));

	/* Unfold each root in an array of its own.  So inserting rows moves only rows of the same
	 * root. */
	for (size_t i = 0; i < roots.n; i++) {
		v->rows = (struct rows){ 0 };
		view_rows_add(&v->rows, roots.v[i]);
		open_hottest_path(v, is_long);
		for (size_t k = 0; k < v->rows.n; k++)
			view_rows_add(&all, v->rows.v[k]);
		free(v->rows.v);
	}
	free(roots.v);
	free(is_long);
	v->rows = all;
	v->stale = true;
	list_set(&v->list, (int)all.n, v->list.height);
	list_go(&v->list, 0);
}

/* Unfolds the rows of V that WHICH describes.  V has no open rows before the call. */
static void
unfold_rows(struct view *v, const struct selection_of_rows *which)
{
	struct rows all = { 0 };
	size_t i;

	if (v->ops->expand == NULL)
		return;
	for (i = 0; i < v->rows.n; i++)
		if (v->rows.v[i].depth == 0)
			append_open(v, v->rows.v[i], which, &all);
	free(v->rows.v);
	v->rows = all;
	v->stale = true;
	list_set(&v->list, (int)all.n, v->list.height);
}

void
view_unfold_wanted(struct view *v,
	bool (*wanted)(const struct view *v, const struct row *r, void *with), void *with)
{
	const struct selection_of_rows which = { wanted, with, MOST_WANTED };

	unfold_rows(v, &which);
}

void
view_unfold_every_row(struct view *v)
{
	const struct selection_of_rows every = { .most = SIZE_MAX };

	unfold_rows(v, &every);
}
