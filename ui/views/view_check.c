/* view_check.c - the view of estimated shares, compared with the known shares of another profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pathname.h"
#include "columns/columns.h"
#include "lookup/sourceplace.h"
#include "measured/measured.h"
#include "table/cell.h"
#include "text/shorten.h"
#include "views/views.h"
#include "words/describe_check.h"

enum { SORT_DIFFERENCE = 1 };		/* index of the column that rows are sorted by at first */

static const struct check_row *
compared(const struct view *v, const struct row *r)
{
	return &v->ctx->check->rows[r->thing];
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	*f = (struct cost){ .node = compared(v, r)->func };
	return true;
}

/* Sets D to SHARE, a share from -1 to 1.  FORM_PERCENT shows it multiplied by 100.  Returns
 * true. */
static bool
set_share(struct column_value *d, enum value_kind kind, double share)
{
	return column_value_set_part(d, kind, share, 1);
}

static bool
value_difference(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_row *c = compared(v, r);

	return c->estimate.is_known && set_share(d, KIND_ESTIMATED, c->difference);
}

/* Sets D to ERROR, a sampling error of a share, and returns true. */
static bool
set_error(struct column_value *d, double error)
{
	d->style = STYLE_DIM;
	return set_share(d, KIND_SAMPLED, error);
}

static bool
value_noise(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_row *c = compared(v, r);

	return c->estimate.is_known && set_error(d, c->noise);
}

static bool
value_beyond_noise(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_row *c = compared(v, r);

	return c->estimate.is_known && column_value_set_text(d, c->is_real ? "yes" : "no");
}

static bool
value_estimate(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_share *s = &compared(v, r)->estimate;

	d->bounded = s->hi > s->lo || !s->is_known;
	d->lo = s->lo;
	d->hi = s->hi;
	(void)set_share(d, s->is_known ? KIND_ESTIMATED : KIND_BOUND, s->value);
	d->is_shown = !s->is_known;
	return s->is_known;
}

static bool
value_estimate_error(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_share *s = &compared(v, r)->estimate;

	return s->is_known && set_error(d, s->error);
}

static bool
value_bound(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_share *s = &compared(v, r)->estimate;

	return s->hi > s->lo && set_share(d, KIND_BOUND,
		d->which == BOUND_LEAST ? s->lo : s->hi);
}

static bool
value_known(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_share(d, describe_check_is_sampled(v->ctx) ? KIND_SAMPLED : KIND_COUNTED,
		compared(v, r)->known.value);
}

static bool
value_known_error(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct check_share *s = &compared(v, r)->known;

	return s->error > 0 && set_error(d, s->error);
}

static bool
value_caller(const struct view *v, const struct row *r, struct column_value *d)
{
	uint32_t caller = compared(v, r)->caller;

	return caller != NOBODY && column_value_set_text(d, view_context_name(v->ctx, caller));
}

static bool
value_role(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, compared(v, r)->caller == NOBODY ? "function" : "call");
}

/* Draws the difference with its sign.  If it is larger than the noise, draws "*" behind it. */
static void
cell_difference(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct check_row *c = compared(v, r);
	char text[FIGURE];

	if (!c->estimate.is_known)
		return;
	/* Print 0.0 instead of -0.0. */
	snprintf(text, sizeof(text), "%+.1f%s", fabs(c->difference) < 0.0005 ? 0.0
		: 100 * c->difference, c->is_real ? "*" : " ");
	pen_style(pen, c->is_real ? STYLE_HOT : STYLE_DIM);
	pen_right(pen, text);
}

/* Draws the name of the function or, for a call, the names of the caller and the callee. */
static void
cell_names(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct check_row *c = compared(v, r);
	char *text;

	pen_gap(pen);
	if (c->caller != NOBODY) {
		text = shorten_name(view_context_name(v->ctx, c->caller),
			v->whole || v->shift > 0 ? INT_MAX : pen_left(pen) / 2 - 2, v->ctx->ascii);
		pen->skip = v->whole ? 0 : v->shift;
		pen_name(pen, text);
		pen_text(pen, " → ");
		free(text);
	}
	cell_name(v, c->func, pen);
}

static bool
used_known_error(const struct view *v)
{
	const struct sharecheck *c = v->ctx->check;

	return c != NULL && c->nrows > 0 && c->rows[0].known.error > 0;
}

static const struct column columns[] = {
	{ .id = "role", .value = value_role },
	[SORT_DIFFERENCE] = { .id = "difference", .title = "diff", .wide_title = "difference",
		.letter = 'd', .rank = 0, .width = 8, .wide = 12, .sortable = true,
		.form = FORM_PERCENT, .absent = -1, .value = value_difference,
		.cell = cell_difference },
	{ .id = "noise", .title = "noise", .letter = 'N', .rank = 6, .wide = 7, .sortable = true,
		.form = FORM_PERCENT, .absent = -1, .value = value_noise, .look = LOOK_SHORT },
	{ .id = "beyond_noise", .value = value_beyond_noise },
	{ .id = "estimated_pct", .title = "%estim", .wide_title = "%estimated", .letter = 'e',
		.rank = 1, .width = 8, .wide = 12, .sortable = true, .form = FORM_PERCENT,
		.value = value_estimate, .look = LOOK_SHORT },
	{ .id = "estimated_err", .title = "±", .rank = 3, .width = 6, .wide = 6,
		.form = FORM_PERCENT, .value = value_estimate_error, .look = LOOK_SHORT },
	{ .id = "known_pct", .title = "%known", .letter = 'k', .rank = 1, .width = 8, .wide = 9,
		.sortable = true, .form = FORM_PERCENT, .value = value_known, .look = LOOK_SHORT },
	{ .id = "known_err", .title = "±", .rank = 4, .width = 6, .wide = 6, .form = FORM_PERCENT,
		.value = value_known_error, .look = LOOK_SHORT, .used_in = used_known_error },
	COLUMN_INDEX('i'),
	{ .id = "name", .title = "function, or caller → callee", .letter = 'n', .width = 1,
		.wide = 2, .rest = true, .sortable = true, .ascending = true, .value = column_name,
		.cell = cell_names },
	{ .id = "caller", .value = value_caller },
	{ .id = "estimated_least", .form = FORM_PERCENT, .value = value_bound,
		.which = BOUND_LEAST },
	{ .id = "estimated_most", .form = FORM_PERCENT, .value = value_bound, .which = BOUND_MOST },
};

static void
fill(struct view *v)
{
	const struct sharecheck *c = v->ctx->check;

	for (uint32_t i = 0; c != NULL && i < c->nrows; i++)
		view_add(v, (struct row){ .thing = i });
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct check_row *c = compared(v, r);

	if (c->caller != NOBODY)
		return (struct target){ .goal = GOAL_CALL, .node = c->func, .caller = c->caller };
	return (struct target){ .goal = GOAL_CALLS, .node = c->func };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	const struct check_row *c = compared(v, r);
	struct source_place place = { 0 };

	*about = c->func;
	if (c->arc != NOBODY)
		place = sourceplace_of_arc(v->ctx->lookup, c->arc);
	return place.file != NULL ? place : sourceplace_of_func(v->ctx->lookup, c->func);
}

static void
title(const struct view *v, struct title *t)
{
	const struct sharecheck *c = v->ctx->check;
	const struct profile *known = c != NULL ? c->known->profile : NULL;

	title_profiles(t, v->ctx, false);
	if (c == NULL)
		return;
	title_add(t, 1, "checked by %s", pathname_base(known->measured->files[0]));
	if (known->measured->nevents > 1)
		title_add(t, 4, "(%s)", graph_event(c->known)->name);
	title_add(t, 2, "%u of %u rows beyond noise", c->nreal, c->nrows);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	describe_check_brief(v->ctx, compared(v, r), out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	describe_check_full(v->ctx, compared(v, r), out);
}

const struct view_ops check_view = {
	.info = VIEW_INFO(check_view),
	VIEW_COLUMNS(columns),
	.sort = SORT_DIFFERENCE,
	.empty = "nothing is compared: it needs --check=STACKS",
	.is_unfolded = true,
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.source = source,
	.title = title,
	.detail = detail,
	.explain = explain,
};
