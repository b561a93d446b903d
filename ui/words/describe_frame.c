/* describe_frame.c - the time of a frame of an icicle in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_frame.h"

#include <stdio.h>

#include "columns/sidecolumns.h"
#include "table/cell.h"
#include "table/cost.h"

/* Returns the mark before TOTAL, the time of F; NULL: F is no frame, and TOTAL is known. */
static const char *
mark_of(const struct view_context *ctx, double total, const struct frame *f)
{
	if (f != NULL && f->is_guess)
		return "?";
	return cell_estimate_mark(graph_is_above_all(ctx->graph, total) ? IMPOSSIBLE
		: f != NULL && f->is_estimated ? SHARED : CERTAIN);
}

void
describe_frame_time(char out[4 * FIGURE], const struct view_context *ctx, const struct frame *f,
	double total)
{
	bool is_estimated = f != NULL && f->is_estimated;
	char part[FIGURE], time[2 * FIGURE];

	figure_percent(part, total, ctx->graph->total, 1);
	if (f != NULL && !is_estimated)
		figure_with_error64(time, &ctx->scale, total,
			cost_paths_variance(ctx, total, f->variance), f->sums64.total);
	else
		figure_spoken(time, &ctx->scale, total);
	snprintf(out, 4 * FIGURE, "%s%s%s%s", mark_of(ctx, total, f), part,
		*part != '\0' ? " %: " : "", time);
}

const char *
describe_frame_mark(const struct view_context *ctx, const struct frame *f)
{
	if (sidecolumn_used(ctx) && f->sides[0] + f->sides[1] > 0)
		return f->sides[0] == 0 ? "new +" : f->sides[1] == 0 ? "gone -" : f->total < 0
			? "-" : f->total > 0 ? "+" : "";
	return f->total < 0 ? "-" : mark_of(ctx, f->total, f);
}

const char *
describe_frame_estimates(const struct view_context *ctx)
{
	const struct profile *p = ctx->profile;

	return profile_has(p, HAS_STACKS) ? "the file says that its stacks are estimates"
		: profile_has(p, HAS_COSTS) ? "without stacks, the time of a function is divided among its "
			"callers in proportion to the costs of their calls"
		: "without stacks, the time of a function is divided among its callers in proportion to "
			"their calls";
}

bool
describe_frame_own_is_estimated(const struct view_context *ctx, const struct frame *f)
{
	static const double same = 1 - 1e-9;	/* if the ratio of two times is from this to 1, they
						 * differ only by rounding */

	return f->is_estimated && f->node != NOBODY
		&& f->self < same * ctx->graph->nodes[f->node].self;
}

void
describe_frame_own(char out[2 * FIGURE], const struct view_context *ctx, const struct frame *f)
{
	char time[FIGURE];

	out[0] = '\0';
	if (f->node == NOBODY || f->self == 0)
		return;
	figure_spoken64(time, &ctx->scale, f->self, f->sums64.self);
	snprintf(out, 2 * FIGURE, "%s%s", !describe_frame_own_is_estimated(ctx, f) ? "" : f->is_guess ? "?" : "~",
		time);
}

const char *
describe_frame_own_name(bool callees_on_top)
{
	return callees_on_top ? "without further caller" : "self";
}
