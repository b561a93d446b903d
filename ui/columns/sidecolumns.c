/* sidecolumns.c - columns with both sides of a comparison, in views of the difference
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/sidecolumns.h"

#include <math.h>
#include <stdio.h>

#include "compare/difference.h"
#include "table/view.h"

bool
sidecolumn_used(const struct view_context *ctx)
{
	return ctx->compared.graph[0] != NULL;
}

bool
sidecolumn_used_calls(const struct view_context *ctx)
{
	const struct comparison *c = ctx->comparison;

	return sidecolumn_used(ctx) && (c->side[0].has_calls || c->side[1].has_calls);
}

void
sidecolumn_stacks(const struct view_context *ctx, const struct path_values *sides[2])
{
	for (int i = 0; i < 2; i++)
		sides[i] = sidecolumn_used(ctx) && profile_has(ctx->profile, HAS_STACKS)
			? &ctx->compared.graph[i]->paths : NULL;
}

bool
sidecolumn_total_of(const struct view_context *ctx, uint32_t n, uint32_t arc, int side,
	double *total)
{
	const struct graph *g = ctx->compared.graph[side];
	const struct arc *a = arc != NOBODY ? &ctx->profile->arcs[arc] : NULL;
	bool has_stacks = profile_has(ctx->profile, HAS_STACKS);
	struct share share;

	if (arc == NOBODY) {
		if (n >= g->nfuncs || (!has_stacks && g->nodes[n].cycle != NOBODY))
			return false;
		*total = graph_node_time(&g->nodes[n]);
		return true;
	}
	if (!has_stacks && (graph_is_inner(g, arc) || a->caller == a->callee))
		return false;
	share = graph_share(g, arc);
	*total = share.self + share.children;
	return true;
}

/* Sets *TOTAL to the total of row R on SIDE; returns false if it is not known. */
static bool
total_of(const struct view *v, const struct row *r, int side, double *total)
{
	return sidecolumn_used(v->ctx) && v->ops->sides != NULL
		&& v->ops->sides(v, r, side, total);
}

bool
sidecolumn_total(const struct view *v, const struct row *r, struct column_value *d)
{
	bool is_change = d->which == COMPARED_CHANGE;
	double total, a = 0;

	return total_of(v, r, is_change ? COMPARED_B : d->which, &total)
		&& (!is_change || total_of(v, r, COMPARED_A, &a)) && column_value_set_part(d,
			profile_has(v->ctx->profile, IS_ESTIMATED) ? KIND_ESTIMATED : KIND_SAMPLED,
			total - a, v->ctx->graph->total);
}

const char *
sidecolumn_mark_text(const struct view_context *ctx, enum comparison_mark mark)
{
	static const char *const marks[2][COMPARISON_MARKS] = {
		{ "=", "▲", "▼", "~", "·", "+", "-" },
		{ "=", "^", "v", "~", ".", "+", "-" },
	};

	return marks[ctx->ascii][mark];
}

enum style
sidecolumn_mark_style(enum comparison_mark mark)
{
	return mark == MARK_MORE ? STYLE_HOT
		: mark == MARK_NOISE || mark == MARK_FEW || mark == MARK_EQUAL ? STYLE_DIM
		: STYLE_TEXT;
}

bool
sidecolumn_set_mark(const struct view_context *ctx, enum comparison_mark mark,
	struct column_value *d)
{
	if (mark == COMPARISON_MARKS)
		return false;
	d->style = sidecolumn_mark_style(mark);
	return column_value_set_text(d, sidecolumn_mark_text(ctx, mark));
}

/* Sets CALLS to the calls of row R in a run of each side. */
static void
find_calls(const struct view *v, const struct row *r, double calls[2])
{
	uint32_t arc = v->ops->arc != NULL ? v->ops->arc(v, r) : NOBODY, n = view_node(v, r);

	for (int side = 0; side < 2; side++) {
		const struct graph *g = v->ctx->compared.graph[side];

		calls[side] = 0;
		if (arc != NOBODY)
			calls[side] = (double)graph_calls(g, arc);
		else if (n < g->nfuncs)
			calls[side] = (double)(g->nodes[n].calls + graph_self_calls(g, n));
		calls[side] /= v->ctx->comparison->side[side].amount;
	}
}

bool
sidecolumn_mark(const struct view *v, const struct row *r, struct column_value *d)
{
	double total[2], calls[2];

	if (!total_of(v, r, 0, &total[0]) || !total_of(v, r, 1, &total[1]))
		return false;
	find_calls(v, r, calls);
	return sidecolumn_set_mark(v->ctx, difference_mark(v->ctx->comparison,
		v->ctx->compared.graph, total,
		(const bool[2]){ calls[0] > 0, calls[1] > 0 }), d);
}

bool
sidecolumn_set_calls(const struct view_context *ctx, const double calls[2], const bool has[2],
	struct column_value *d)
{
	char text[2][FIGURE] = { "", "" }, both[2 * FIGURE + 4];

	for (int side = 0; side < 2; side++)
		if (has[side])
			figure_count(text[side], (uint64_t)round(calls[side]), 6);
	snprintf(both, sizeof(both), "%s%s%s", text[0], ctx->ascii ? ">" : "→", text[1]);
	return column_value_set_made(d, both);
}

bool
sidecolumn_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison *c = v->ctx->comparison;
	double calls[2];

	if (!sidecolumn_used_calls(v->ctx))
		return false;
	find_calls(v, r, calls);
	return calls[0] + calls[1] > 0 && sidecolumn_set_calls(v->ctx, calls,
		(const bool[2]){ c->side[0].has_calls, c->side[1].has_calls }, d);
}
