/* view_tree.c - the view of the tree of callees, or of callers, of a function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

#include "columns/columns.h"
#include "columns/sidecolumns.h"
#include "lookup/sourceplace.h"
#include "table/cell.h"
#include "views/treerows.h"
#include "views/views.h"
#include "words/describe.h"

enum { LEAST_NAME = 20 };		/* least number of cells for the name, to the right of the
					 * indentation */

/* Returns the kind of the tree of V.  A view that has freed its rows has no paths any more. */
static const struct treerows *
rows_of(const struct view *v)
{
	return v->paths != NULL ? &pathrows : &graphrows;
}

static uint32_t
node_of(const struct view *v, const struct row *r)
{
	return rows_of(v)->node(v, r);
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	*f = rows_of(v)->cost(v, r);
	return true;
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	rows_of(v)->expand(v, r, children);
}

static bool
total_of_side(const struct view *v, const struct row *r, int side, double *total)
{
	return rows_of(v)->sides(v, r, side, total);
}

static uint32_t
arc_of(const struct view *v, const struct row *r)
{
	(void)v;
	return treerows_is_arc(r) ? r->thing : NOBODY;
}

/* Is row R the only row inside the row above it?  V->indents must be known. */
static bool
is_alone_inside(const struct view *v, const struct row *r)
{
	size_t i = (size_t)(r - v->rows.v);

	return i > 0 && r[-1].depth < r->depth && v->indents[i] == v->indents[i - 1];
}

/* Indents row R by two cells for each level.  If this would leave fewer than LEAST_NAME cells for
 * the name, indents R less and draws its depth as a number.  If R is the only row inside the row
 * above it, draws "└" instead of indenting R further. */
static void
draw_indent(const struct view *v, const struct row *r, struct pen *pen)
{
	bool known = v->indents != NULL && !v->stale;
	int level = known ? v->indents[r - v->rows.v] : r->depth;
	int most = pen_left(pen) > LEAST_NAME ? (pen_left(pen) - LEAST_NAME) / 2 : 0;
	uint16_t style = pen->style;
	char depth[8];
	int digits = snprintf(depth, sizeof(depth), "%d ", r->depth);

	if (level > most && 2 * level > digits && !v->whole) {
		pen_skip(pen, 2 * most - digits);
		pen_style(pen, STYLE_DIM);
		pen_text(pen, depth);
		pen->style = style;
	} else {
		pen_skip(pen, 2 * level);
	}
	if (known && is_alone_inside(v, r))
		pen_text(pen, "└");
}

static void
cell_node(const struct view *v, const struct row *r, struct pen *pen)
{
	uint32_t n = node_of(v, r);

	pen_gap(pen);
	draw_indent(v, r, pen);
	if (r->kind == TREE_ROOT)
		pen_style(pen, STYLE_SELF);
	pen_text(pen, r->open ? "- " : rows_of(v)->has_more(v, r) ? "+ "
		: rows_of(v)->is_repeated(v, r) ? "↻ " : "  ");
	cell_name(v, n, pen);
	if (r->kind != TREE_CALLEE || !view_context_is_cycle(v->ctx, n) || v->shift > 0)
		return;
	pen_style(pen, STYLE_DIM);
	pen_text(pen, " through ");
	cell_name(v, v->ctx->profile->arcs[r->thing].callee, pen);
}

static const struct column columns[] = {
	COLUMN_SIDE_MARK,
	COLUMN_INDEX(0),
	{ .id = "depth", .value = column_depth },
	COLUMN_TOTAL_PERCENT(0),
	COLUMN_TOTAL_BAR,
	COLUMNS_SIDES,
	COLUMN_SELF(0, 3),
	COLUMN_CHILDREN(0),
	COLUMN_TOTAL(0),
	{ .id = "calls", .title = "calls", .rank = 2, .width = 10, .wide = 12, .sortable = true,
		.value = column_calls, .used = column_used_calls },
	{ .id = "name", .title = "callees: time estimated",
		.wide_title = "function and its callees, times as estimates",
		.titles = { { HAS_STACKS, "callees: recorded call paths" },
			{ HAS_COSTS, "callees: deeper levels estimated" } },
		.width = 1, .wide = 2, .rest = true, .sortable = true, .ascending = true,
		.is_name = true, .value = column_name, .cell = cell_node },
	COLUMNS_ESTIMATE,
};

static const struct column up_columns[] = {
	COLUMN_SIDE_MARK,
	COLUMN_INDEX(0),
	{ .id = "depth", .value = column_depth },
	COLUMN_TOTAL_PERCENT(0),
	COLUMN_TOTAL_BAR,
	COLUMNS_SIDES,
	{ .id = "calls", .title = "calls", .rank = 2, .width = 10, .wide = 12, .sortable = true,
		.value = column_calls, .used = column_used_calls },
	{ .id = "name", .title = "callers: time by call path",
		.wide_title = "function and its callers: its time by call path",
		.titles = { { HAS_STACKS, "callers: recorded call paths" },
			{ HAS_COSTS, "callers: deeper levels estimated" } },
		.width = 1, .wide = 2, .rest = true, .sortable = true, .ascending = true,
		.is_name = true, .value = column_name, .cell = cell_node },
	COLUMNS_ESTIMATE,
};

static void
fill(struct view *v)
{
	(profile_has(v->ctx->profile, HAS_STACKS) ? &pathrows : &graphrows)->fill(v);
}

static struct target
target(const struct view *v, const struct row *r)
{
	return (struct target){ .goal = GOAL_CALLS, .node = node_of(v, r) };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	uint32_t n = r->kind == TREE_CALLEE ? v->ctx->profile->arcs[r->thing].callee
		: node_of(v, r);

	if (view_context_is_cycle(v->ctx, n))
		return (struct source_place){ 0 };
	*about = n;
	return sourceplace_of_func(v->ctx->lookup, n);
}

static void
title(const struct view *v, struct title *t)
{
	const char *lead = v->ops->goes_up ? "callers of " : "tree of ";

	title_profiles(t, v->ctx, t->wide);
	if (v->subject != NOBODY)
		title_node(t, 1, lead, v->subject);
	else
		title_add(t, 1, "%zu root%s", v->filled, v->filled == 1 ? "" : "s");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	rows_of(v)->describe_brief(v, r, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	rows_of(v)->describe_full(v, r, out);
	describe_node_full(v->ctx, node_of(v, r), out);
}

/* Two views: the tree of callees and, if UP is true, the tree of callers.  SHOWN has the columns
 * of the view. */
#define TREE_VIEW(ops, shown, up) { \
	.info = VIEW_INFO(ops), VIEW_COLUMNS(shown), \
	.sort = -1, .endless = true, .is_tree = true, .least_rest = 40, .goes_up = (up), \
	.more_names = true, \
	.fill = fill, .expand = expand, .cost = cost_of_row, .target = target, \
	.arc = arc_of, .sides = total_of_side, .source = source, .title = title, \
	.detail = detail, .explain = explain, \
}

const struct view_ops tree_view = TREE_VIEW(tree_view, columns, false);

const struct view_ops callers_tree_view = TREE_VIEW(callers_tree_view, up_columns, true);
