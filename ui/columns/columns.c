/* columns.c - what the columns of several views are sorted by, whether they are used, how wide
 * they must be.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "columns/cells.h"

#include <stdio.h>
#include <string.h>

double
column_key_index(const struct view *v, const struct row *r)
{
	struct cost f = view_cost(v, r);

	return f.node == NOBODY ? 0 : v->ctx->graph->nodes[f.node].index;
}

double
column_key_self(const struct view *v, const struct row *r)
{
	return view_cost(v, r).self;
}

double
column_key_children(const struct view *v, const struct row *r)
{
	return view_cost(v, r).children;
}

double
column_key_total(const struct view *v, const struct row *r)
{
	struct cost f = view_cost(v, r);

	return f.self + f.children;
}

double
column_key_calls(const struct view *v, const struct row *r)
{
	return (double)view_cost(v, r).calls;
}

double
column_key_self_each(const struct view *v, const struct row *r)
{
	struct cost f = view_cost(v, r);

	return cost_counted_calls(&f) > 0 ? f.self / cost_counted_calls(&f) : 0;
}

double
column_key_total_each(const struct view *v, const struct row *r)
{
	struct cost f = view_cost(v, r);

	return cost_counted_calls(&f) > 0 ? (f.self + f.children) / cost_counted_calls(&f) : 0;
}

const char *
column_text_name(const struct view *v, const struct row *r)
{
	return view_context_name(v->ctx, view_cost(v, r).node);
}

bool
column_used_time(const struct view_context *ctx)
{
	return ctx->has_time;
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

int
column_need_index(const struct view_context *ctx)
{
	return snprintf(NULL, 0, "[%u]", ctx->most_index);
}

/* The longest is that of all samples, or of one, or of none, with all the decimals of a period. */
int
column_need_time(const struct view_context *ctx)
{
	const double samples[] = { ctx->graph->total, 1, 0 };
	char text[FIGURE];
	int need = 0;

	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		figure_time(text, &ctx->scale, samples[i]);
		figure_align(text, &ctx->scale);
		if ((int)strlen(text) > need)
			need = (int)strlen(text);
	}
	return need;
}

int
column_need_error(const struct view_context *ctx)
{
	char text[FIGURE];
	int one, all;

	figure_error(text, &ctx->scale, 1);
	one = (int)strlen(text);
	figure_error(text, &ctx->scale, ctx->graph->total);
	all = (int)strlen(text);
	return one > all ? one : all;
}

int
column_need_marked_time(const struct view_context *ctx)
{
	return column_need_time(ctx) + 1;
}
