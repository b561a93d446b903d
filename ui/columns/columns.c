/* columns.c - the columns that several views have
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/columns.h"

#include <string.h>

bool
column_index(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->node != NOBODY && column_value_set_number(d, v->ctx->graph->nodes[f->node].index);
}

bool
column_name(const struct view *v, const struct row *r, struct column_value *d)
{
	d->node = view_cost(v, r)->node;
	return column_value_set_text(d, view_context_name(v->ctx, d->node));
}

bool
column_depth(const struct view *v, const struct row *r, struct column_value *d)
{
	(void)v;
	return column_value_set_number(d, r->depth);
}

/* Is the self time of F an estimate?  This is so if F is the cost of only a part of the callee's
 * calls, if a part of the time is excluded, or if F->estimated_self is set. */
static bool
is_self_estimated(const struct cost *f)
{
	return (f->propagated && f->calls != f->other) || f->excluded > 1e-9
		|| f->estimated_self;
}

static enum value_kind
self_kind(const struct cost *f)
{
	return is_self_estimated(f) ? KIND_ESTIMATED : f->counted ? KIND_COUNTED : KIND_SAMPLED;
}

/* Returns the origin of the total of F.  This function is called for every row when rows are
 * sorted.  A branch on the certainty of F would have to wait until the certainty is loaded from
 * memory, so the function has no such branch. */
static enum value_kind
total_kind(const struct cost *f)
{
	bool estimated = (f->certainty != CERTAIN) | is_self_estimated(f);
	enum value_kind kind = estimated ? KIND_ESTIMATED
		: f->counted ? KIND_COUNTED : KIND_SAMPLED;

	kind = f->certainty == CYCLE_ESTIMATED ? KIND_CYCLE_ESTIMATED : kind;
	kind = f->certainty == IMPOSSIBLE ? KIND_IMPOSSIBLE : kind;
	return f->lacks_total ? KIND_BOUND : kind;
}

bool
column_self(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	d->sum64 = f->sums64.self;
	return f->has_time && !f->undivided
		&& column_value_set_part(d, self_kind(f), f->self, v->ctx->graph->total);
}

bool
column_self_variance(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_time && !f->undivided && column_used_error(v->ctx)
		&& column_value_set_time(d, KIND_SAMPLED, cost_self_variance(f, &v->ctx->scale));
}

bool
column_running(const struct view *v, const struct row *r, struct column_value *d)
{
	/* Rows inside other rows, and rows that are not in the view, have no running total. */
	if (v->running == NULL || r->depth > 0 || r < v->rows.v || r >= v->rows.v + v->rows.n)
		return false;
	return v->ctx->has_time && column_value_set_part(d, KIND_SAMPLED,
		v->running[r - v->rows.v], v->ctx->graph->total);
}

bool
column_children(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	d->sum64 = f->sums64.total - f->sums64.self;
	return f->has_time && !f->lacks_total && !f->undivided
		&& column_value_set_part(d, total_kind(f), f->children, v->ctx->graph->total);
}

/* Sets D to the sum of self and children time of F, a part of WHOLE.  Returns true. */
static bool
set_total(struct column_value *d, const struct cost *f, double whole)
{
	d->certainty = f->certainty;
	d->sum64 = f->sums64.total;
	return column_value_set_part(d, total_kind(f), f->self + f->children, whole);
}

/* Sets D to the total of row R and to the bounds of this total.  If the total is not known, sets
 * D->kind to KIND_BOUND; then only the bounds are valid, and are shown.  Returns false if R has no
 * time. */
static bool
total_or_bounds(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	if (!f->has_time)
		return false;
	set_total(d, f, v->ctx->graph->total);
	d->bounded = (d->kind > KIND_SAMPLED) & (d->kind != KIND_IMPOSSIBLE) & (f->hi > 0);
	d->lo = f->lo;
	d->hi = f->hi;
	d->is_shown = d->kind == KIND_BOUND;
	return true;
}

bool
column_total(const struct view *v, const struct row *r, struct column_value *d)
{
	return total_or_bounds(v, r, d) && d->kind != KIND_BOUND;
}

bool
column_self_kind(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_time && column_value_set_text(d, column_value_kind_name(self_kind(f)));
}

bool
column_total_kind(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_time && profile_has(v->ctx->profile, HAS_CALLERS)
		&& column_value_set_text(d, column_value_kind_name(total_kind(f)));
}

bool
column_total_bound(const struct view *v, const struct row *r, struct column_value *d)
{
	if (!total_or_bounds(v, r, d) || !d->bounded)
		return false;
	d->bounded = false;		/* a bound has no bounds itself */
	d->sum64 = 0;
	return column_value_set_time(d, KIND_BOUND, d->which == BOUND_LEAST ? d->lo : d->hi);
}

bool
column_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	if (f->join == '/')
		d->whole = (double)f->other;
	d->join = f->join;
	d->other = f->other;
	d->is_least = v->ctx->profile->calls_lost;
	return f->has_calls && column_value_set_count(d, f->calls);
}

bool
column_of_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_calls && f->join == '/' && column_value_set_count(d, f->other);
}

bool
column_inner_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_calls && f->join == '+' && column_value_set_count(d, f->other);
}

bool
column_self_each(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_time && f->has_calls
		&& column_value_set_part(d, self_kind(f), f->self, cost_counted_calls(f));
}

bool
column_total_each(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	return f->has_time && f->has_calls && !f->lacks_total
		&& set_total(d, f, cost_counted_calls(f));
}

bool
column_used_time(const struct view_context *ctx)
{
	return ctx->has_time;
}

bool
column_used_time_of_one(const struct view_context *ctx)
{
	return ctx->has_time && !graph_is_difference(ctx->graph);
}

bool
column_used_error(const struct view_context *ctx)
{
	return ctx->has_time && ctx->most_variance > 0;
}

bool
column_used_time_beside_percent(const struct view_context *ctx)
{
	return ctx->has_time && ctx->scale.unit != UNIT_PERCENT;
}

bool
column_used_calls(const struct view_context *ctx)
{
	return ctx->has_calls;
}

bool
column_used_time_and_calls(const struct view_context *ctx)
{
	return ctx->has_time && ctx->has_calls;
}
