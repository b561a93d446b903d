/* view_compare.c - the view of two profiles side by side, function by function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "base/pathname.h"
#include "columns/columns.h"
#include "columns/sidecolumns.h"
#include "lookup/sourceplace.h"
#include "measured/measured.h"
#include "profile/origin.h"
#include "views/views.h"
#include "words/describe_compare.h"

enum { SORT_DELTA = 4 };		/* index of the column that rows are sorted by at first */

static const struct comparison_row *
compared(const struct view *v, const struct row *r)
{
	return &v->ctx->comparison->rows[r->thing];
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	*f = (struct cost){ .node = view_context_compared(v->ctx, compared(v, r)) };
	return f->node != NOBODY;
}

static bool
value_name(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison_row *c = compared(v, r);

	d->node = view_context_compared(v->ctx, c);
	if (c->match == PARTNER_NAME)
		d->lead = v->ctx->ascii ? "? " : "≈ ";
	return column_value_set_text(d, describe_compare_name(v->ctx, c));
}

/* Sets D to the time of T on the side D->which, or to its change, which has 100 % in the total of
 * A. */
static bool
set_time(const struct view *v, const struct row *r, const struct compared *t,
	enum value_kind kind, struct column_value *d)
{
	bool is_change = d->which == COMPARED_CHANGE;

	return (is_change || compared(v, r)->func[d->which] != NOBODY)
		&& column_value_set_part(d, kind, view_context_compared_time(v->ctx,
			is_change ? comparison_difference(t) : t->value[d->which]),
			view_context_compared_time(v->ctx, v->ctx->comparison->side[0].total));
}

static bool
value_self(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison_row *c = compared(v, r);

	if (d->which == COMPARED_CHANGE)
		d->style = sidecolumn_mark_style(c->mark);
	return set_time(v, r, &c->self, KIND_SAMPLED, d);
}

static bool
value_self_ratio(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison_row *c = compared(v, r);

	return c->func[0] != NOBODY && c->func[1] != NOBODY && c->self.value[0] > 0
		&& column_value_set_ratio(d, KIND_SAMPLED, c->self.value[1] / c->self.value[0]);
}

/* Sets the bounds of the ratio of R; returns false if they are not known. */
static bool
find_bounds(const struct view *v, const struct row *r, double *least, double *most)
{
	const struct comparison_row *c = compared(v, r);
	struct rates rates;

	if (!c->self.is_tested)
		return false;
	comparison_rates(v->ctx->comparison, c, &rates);
	rates_bounds(&rates, 0.05, least, most);
	return true;
}

static bool
value_ratio_bound(const struct view *v, const struct row *r, struct column_value *d)
{
	double bounds[2];

	return find_bounds(v, r, &bounds[BOUND_LEAST], &bounds[BOUND_MOST])
		&& isfinite(bounds[d->which])
		&& column_value_set_ratio(d, KIND_BOUND, bounds[d->which]);
}

/* Sets D to the text of both bounds of the ratio. */
static bool
value_interval(const struct view *v, const struct row *r, struct column_value *d)
{
	char text[2][FIGURE], both[2 * FIGURE + 2];
	double least, most;

	if (!find_bounds(v, r, &least, &most))
		return false;
	figure_ratio(text[0], least);
	figure_ratio(text[1], most);
	snprintf(both, sizeof(both), isfinite(most) ? "%s-%s" : "over %s", text[0], text[1]);
	d->style = STYLE_DIM;
	return column_value_set_made(d, both);
}

static bool
value_q(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct compared *t = &compared(v, r)->self;

	return t->is_tested && column_value_set_ratio(d, KIND_SAMPLED, t->q);
}

/* Returns how the totals of SIDE are known. */
static enum value_kind
kind_of_total(const struct view *v, int side)
{
	const struct profile *p = v->ctx->comparison->side[side].profile;

	return profile_has(p, HAS_TOTALS) && !profile_has(p, IS_ESTIMATED) ? KIND_SAMPLED
		: KIND_ESTIMATED;
}

static bool
value_total(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison_row *c = compared(v, r);
	enum value_kind a = kind_of_total(v, d->which == COMPARED_B);
	enum value_kind b = kind_of_total(v, d->which != COMPARED_A);

	return c->has_total && set_time(v, r, &c->total, a > b ? a : b, d);
}

static bool
value_total_q(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct compared *t = &compared(v, r)->total;

	return t->is_tested && column_value_set_ratio(d, KIND_SAMPLED, t->q);
}

static bool
value_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison *c = v->ctx->comparison;
	const struct comparison_row *row = compared(v, r);

	if (d->which == COMPARED_CHANGE)
		return c->side[0].has_calls && c->side[1].has_calls && column_value_set_ratio(d,
			KIND_COUNTED, comparison_calls(c, row, 1) - comparison_calls(c, row, 0));
	return c->side[d->which].has_calls && row->func[d->which] != NOBODY
		&& column_value_set_ratio(d, KIND_COUNTED, comparison_calls(c, row, d->which));
}

static bool
value_cost_delta(const struct view *v, const struct row *r, struct column_value *d)
{
	double cost;

	return comparison_cost_change(v->ctx->comparison, compared(v, r), &cost)
		&& column_value_set_time(d, KIND_SAMPLED,
			view_context_compared_time(v->ctx, cost));
}

static bool
value_match(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, partners_match_name(compared(v, r)->match));
}

static bool
value_sign(const struct view *v, const struct row *r, struct column_value *d)
{
	return sidecolumn_set_mark(v->ctx, compared(v, r)->mark, d);
}

static bool
value_mark(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, comparison_mark_name(compared(v, r)->mark));
}

/* Sets D to the text of the calls on both sides, as "1.2M→0.6M". */
static bool
value_calls_of_both(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct comparison *c = v->ctx->comparison;
	const struct comparison_row *row = compared(v, r);
	double calls[2];
	bool has[2];

	for (int side = 0; side < 2; side++) {
		calls[side] = comparison_calls(c, row, side);
		has[side] = c->side[side].has_calls && row->func[side] != NOBODY;
	}
	return row->calls[0] + row->calls[1] > 0 && sidecolumn_set_calls(v->ctx, calls, has, d);
}

/* Draws by how much the cost of a call has changed, in percent. */
static void
cell_cost(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct comparison *c = v->ctx->comparison;
	const struct comparison_row *row = compared(v, r);
	double cost, a, b;
	char text[FIGURE];

	if (!comparison_cost_change(c, row, &cost) || row->calls[0] == 0 || row->calls[1] == 0
	    || row->self.value[0] <= 0)
		return;
	a = row->self.value[0] / comparison_calls(c, row, 0);
	b = row->self.value[1] / comparison_calls(c, row, 1);
	if (b < 10 * a)
		snprintf(text, sizeof(text), "%+.0f %%", 100 * (b / a - 1));
	else
		snprintf(text, sizeof(text), "x%.0f", fmin(b / a, 99999));
	pen_right(pen, text);
}

static bool
used_calls(const struct view_context *ctx)
{
	const struct comparison *c = ctx->comparison;

	return c != NULL && (c->side[0].has_calls || c->side[1].has_calls);
}

static bool
used_tests(const struct view_context *ctx)
{
	return ctx->comparison != NULL && ctx->comparison->has_noise;
}

static const struct column columns[] = {
	{ .id = "name", .title = "function", .letter = 'n', .sortable = true, .ascending = true,
		.value = value_name },
	{ .title = "", .rank = 0, .width = 2, .wide = 2, .left = true, .value = value_sign },
	{ .id = "self_a", .title = "A self $", .letter = 'a', .rank = 2, .width = 9, .wide = 10,
		.sortable = true, .value = value_self, .which = COMPARED_A,
		.look = LOOK_ZERO },
	{ .id = "self_b", .title = "B self $", .letter = 'b', .rank = 2, .width = 9, .wide = 10,
		.sortable = true, .value = value_self, .which = COMPARED_B,
		.look = LOOK_ZERO },
	[SORT_DELTA] = { .id = "self_delta", .title = "change $", .letter = 'd', .rank = 0,
		.width = 10, .wide = 11, .sortable = true, .value = value_self,
		.which = COMPARED_CHANGE, .look = LOOK_SIGNED },
	{ .id = "self_ratio", .title = "ratio", .letter = 'r', .rank = 1, .width = 6, .wide = 7,
		.sortable = true, .absent = -1, .value = value_self_ratio, .look = LOOK_SHORT },
	{ .title = "95 %", .rank = 6, .width = 11, .wide = 12, .value = value_interval,
		.used = used_tests },
	{ .id = "ratio_least", .value = value_ratio_bound, .which = BOUND_LEAST },
	{ .id = "ratio_most", .value = value_ratio_bound, .which = BOUND_MOST },
	{ .id = "q", .title = "q", .letter = 'q', .rank = 3, .width = 6, .wide = 7,
		.sortable = true, .ascending = true, .absent = 2, .value = value_q,
		.form = FORM_CHANCE, .look = LOOK_SHORT, .used = used_tests },
	{ .id = "total_a", .value = value_total, .which = COMPARED_A },
	{ .id = "total_b", .value = value_total, .which = COMPARED_B },
	{ .id = "total_delta", .title = "of total", .wide_title = "of total $", .letter = 't',
		.rank = 8, .wide = 11, .sortable = true, .value = value_total,
		.which = COMPARED_CHANGE, .look = LOOK_SIGNED },
	{ .id = "total_q", .value = value_total_q },
	{ .title = "calls A→B", .rank = 5, .width = 14, .wide = 16, .value = value_calls_of_both,
		.used = used_calls },
	{ .id = "calls_a", .value = value_calls, .which = COMPARED_A },
	{ .id = "calls_b", .value = value_calls, .which = COMPARED_B },
	{ .id = "calls_delta", .title = "change of calls", .letter = 'c', .sortable = true,
		.value = value_calls, .which = COMPARED_CHANGE },
	{ .id = "cost_delta", .title = "/call", .letter = 'k', .rank = 4, .width = 7, .wide = 8,
		.sortable = true, .value = value_cost_delta, .cell = cell_cost,
		.used = used_calls },
	{ .id = "match", .value = value_match },
	{ .id = "mark", .value = value_mark },
	{ .title = "function", .width = 1, .wide = 2, .rest = true, .value = value_name,
		.form = FORM_NAME },
};

static void
fill(struct view *v)
{
	const struct comparison *c = v->ctx->comparison;

	for (uint32_t i = 0; c != NULL && i < c->nrows; i++)
		if (!v->ctx->only_changed || comparison_is_change(&c->rows[i]))
			view_add(v, (struct row){ .thing = i });
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (v->ctx->compared.side != COMPARED_CHANGE)
		return (struct target){ .goal = GOAL_SIDES };
	return (struct target){ .goal = GOAL_CALLS,
		.node = view_context_compared(v->ctx, compared(v, r)) };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	*about = view_context_compared(v->ctx, compared(v, r));
	if (*about == NOBODY)
		return (struct source_place){ .file = NULL };
	return sourceplace_of_func(v->ctx->lookup, *about);
}

/* Returns the path of the first profile file of SIDE. */
static const char *
file_of(const struct comparison_side *side)
{
	const char *path = origin_of(side->profile).file;

	return path != NULL ? path : "";
}

/* Adds SIDE, which is called NAME, to T: its files and its time. */
static void
title_side(const struct view *v, struct title *t, int side, const char *name)
{
	const struct comparison *c = v->ctx->comparison;
	const struct comparison_side *s = &c->side[side];
	char time[FIGURE];

	figure_spoken(time, &v->ctx->scale,
		view_context_compared_time(v->ctx, c->total.value[side]));
	title_add(t, 1, "%s %s", name, time);
	title_add(t, 3, " in %s", t->wide ? file_of(s) : pathname_base(file_of(s)));
	t->parts[t->n - 1].joined = true;
	if (s->nruns > 1) {
		title_add(t, 3, " .., mean of %u runs", s->nruns);
		t->parts[t->n - 1].joined = true;
	}
}

static void
title(const struct view *v, struct title *t)
{
	const struct comparison *c = v->ctx->comparison;
	char change[FIGURE];

	if (c == NULL)
		return;
	for (uint32_t i = 0; i < c->nremarks; i++) {
		title_add(t, 0, "%s", c->remarks[i]);
		t->parts[t->n - 1].style = STYLE_WARN;
		t->parts[t->n - 1].may_be_cut = true;
	}
	title_side(v, t, 0, "A");
	title_side(v, t, 1, "B");
	figure_signed(change, &v->ctx->scale,
		view_context_compared_time(v->ctx, comparison_difference(&c->total)));
	title_add(t, 1, "change %s %s", sidecolumn_mark_text(v->ctx, comparison_total_mark(c)),
		change);
	if (c->side[0].total > 0) {
		title_add(t, 1, " (%+.1f %%)", 100 * comparison_difference(&c->total)
			/ c->side[0].total);
		t->parts[t->n - 1].joined = true;
	}
	if (v->ctx->only_changed)
		title_add(t, 2, "only changes");
	if (c->options.scale != SCALE_NONE)
		title_add(t, 2, "B × %.4g", c->factor);
	if (c->side[0].unmatched + c->side[1].unmatched > 0)
		title_add(t, 4, "only in A %.1f %%, only in B %.1f %%",
			100 * c->side[0].unmatched / fmax(c->side[0].total, 1e-300),
			100 * c->side[1].unmatched / fmax(c->side[1].total, 1e-300));
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	describe_compare_brief(v->ctx, compared(v, r), out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	describe_compare_full(v->ctx, compared(v, r), out);
}

const struct view_ops compare_view = {
	.info = VIEW_INFO(compare_view),
	VIEW_COLUMNS(columns),
	.sort = SORT_DELTA,
	.empty = "no function has changed more than noise explains",
	.is_unfolded = true,
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
